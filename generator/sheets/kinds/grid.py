"""A grid: a number for each pair of a row and a column, both named by the players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from generator.problems import describe, nearest
from generator.rules.registry import Rules
from generator.sheets import scripts
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making, bounds_of
from generator.sheets.found import Found
from generator.sheets.kinds.numbers import LIMIT, checked_number, read_number
from generator.sheets.kinds.texts import Text
from generator.sheets.widget import FormValue, Widget


@dataclass(frozen=True)
class Grid(Field):
    """``rows`` by ``columns`` are printed, ``most_rows`` by ``most_columns`` can be written.

    With ``totals`` the engine adds up each column.
    """

    rows: int = 6
    columns: int = 4
    most_rows: int = 30
    most_columns: int = 12
    row_label: str = ""
    column_label: str = ""
    least: int = -LIMIT
    most: int = LIMIT
    totals: bool = False

    kind: ClassVar[str] = "grid"
    keys: ClassVar[Mapping[str, Any]] = {
        "rows": int, "columns": int, "most_rows": int, "most_columns": int, "row_label": str,
        "column_label": str, "least": int, "most": int, "bounds": str, "totals": bool,
    }  # fmt: skip
    cap: ClassVar[int] = 60
    name_longest: ClassVar[int] = 60

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        least, most = bounds_of(keys, rules)
        made = cls(
            **about,
            **{key: value for key, value in keys.items() if key not in ("bounds", "least", "most")},
            least=-LIMIT if least is None else least,
            most=LIMIT if most is None else most,
        )
        for printed, allowed in ((made.rows, made.most_rows), (made.columns, made.most_columns)):
            if not 1 <= printed <= allowed <= cls.cap:
                message = f"a grid has 1 to {cls.cap} rows and columns, and prints no more than it allows"
                raise Misdeclared(Fault((), "wrong-value", message))
        return made

    def row_name(self, row: int) -> str:
        return f"{self.row_label or self.label + ', row'} {row}"

    def column_name(self, column: int) -> str:
        return f"{self.column_label or self.label + ', column'} {column}"

    def size(self, making: Making) -> tuple[int, int]:
        """How many rows and columns a form has."""
        slots = making.slots
        return slots.get(f"{self.name}.rows", self.rows), slots.get(f"{self.name}.columns", self.columns)

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        rows, columns = self.size(making)
        script = scripts.number(self.least, self.most)
        digits = max(len(str(self.least)), len(str(self.most)))
        longest = self.name_longest
        for column in range(1, columns + 1):
            yield Widget(f"{name}-column-{column}", "text", self.column_name(column), longest=longest)
        for row in range(1, rows + 1):
            yield Widget(f"{name}-row-{row}", "text", self.row_name(row), longest=longest)
            for column in range(1, columns + 1):
                at = f"{label}: {self.row_name(row)}, {self.column_name(column)}"
                cell = f"{name}-{row}-{column}"
                yield Widget(cell, "text", at, longest=digits, align="center", scripts=script)
        for column in range(1, columns + 1) if self.totals else ():
            at = f"{label}: total of {self.column_name(column)}"
            yield Widget(f"{name}-total-{column}", "text", at, align="center", derived=True)

    def _name(self, label: str) -> Text:
        return Text("name", label, longest=self.name_longest)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> dict[str, Any] | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            message = (
                f"{self.label} should be a mapping with 'columns' and 'rows', but it is {describe(value)}"
            )
            faults.append(Fault(path, "wrong-type", message))
            return None
        faults += _unknown(value, ("columns", "rows"), path, self.name)
        columns = self._columns(value.get("columns"), (*path, "columns"), faults)
        rows = self._list(value.get("rows"), self.most_rows, "rows", (*path, "rows"), faults)
        made = [self._row(row, (*path, "rows", index), faults) for index, row in enumerate(rows)]
        return grid_of(columns, made)

    def _list(self, value: Any, most: int, what: str, path: Path, faults: list[Fault]) -> Any:
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            faults.append(
                Fault(path, "wrong-type", f"'{what}' should be a list, but it is {describe(value)}")
            )
            return ()
        if len(value) > most:
            message = f"{self.label} has {len(value)} {what}, and {most} have room"
            faults.append(Fault(path, "too-many", message))
            return ()
        return value

    def _columns(self, value: Any, path: Path, faults: list[Fault]) -> list[str]:
        names = self._list(value, self.most_columns, "columns", path, faults)
        return [
            self._name(self.column_name(index + 1)).check(name, (*path, index), faults) or ""
            for index, name in enumerate(names)
        ]

    def _row(self, row: Any, path: Path, faults: list[Fault]) -> tuple[str, list[int | None]]:
        if row is None:
            return "", []
        label = self.row_name(int(path[-1]) + 1)
        if not isinstance(row, dict):
            message = f"{label} should be a mapping with 'name' and 'values', but it is {describe(row)}"
            faults.append(Fault(path, "wrong-type", message))
            return "", []
        faults += _unknown(row, ("name", "values"), path, f"a row of {self.name}")
        name = self._name(label).check(row.get("name"), (*path, "name"), faults) or ""
        values = self._list(row.get("values"), self.most_columns, "values", (*path, "values"), faults)
        numbers = [
            checked_number(value, self.least, self.most, label, (*path, "values", index), faults)
            for index, value in enumerate(values)
        ]
        return name, numbers

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        for number, title in enumerate(value.get("columns", ()), 1):
            form[f"{name}-column-{number}"] = title
        for number, row in enumerate(value.get("rows", ()), 1):
            form[f"{name}-row-{number}"] = row.get("name", "")
            for column, cell in enumerate(row.get("values", ()), 1):
                form[f"{name}-{number}-{column}"] = "" if cell is None else str(cell)

    def from_form(self, name: str, path: Path, found: Found) -> dict[str, Any] | None:
        columns, rows = self._extent(name, found)
        titles = [
            self._name(self.column_name(c)).from_form(f"{name}-column-{c}", (*path, "columns", c - 1), found)
            or ""
            for c in range(1, columns + 1)
        ]
        made = []
        for row in range(1, rows + 1):
            at = (*path, "rows", row - 1)
            title = self._name(self.row_name(row)).from_form(f"{name}-row-{row}", (*at, "name"), found) or ""
            cells = [f"{name}-{row}-{column}" for column in range(1, columns + 1)]
            values = [
                read_number(
                    found.text(cell),
                    self.least,
                    self.most,
                    self.row_name(row),
                    cell,
                    (*at, "values", i),
                    found,
                )
                for i, cell in enumerate(cells)
            ]
            made.append((title, values))
        return grid_of(titles, made)

    def _extent(self, name: str, found: Found) -> tuple[int, int]:
        """The highest column and row that the form has."""
        columns = rows = 0
        pattern = re.compile(rf"{name}-(column|row|[1-9][0-9]?)-([1-9][0-9]?)")
        for match in filter(None, map(pattern.fullmatch, found.names())):
            number = int(match[2])
            if match[1] == "row":
                rows = max(rows, number)
            else:
                columns = max(columns, number)
                rows = rows if match[1] == "column" else max(rows, int(match[1]))
        return min(columns, self.most_columns), min(rows, self.most_rows)

    def schema(self) -> dict[str, Any]:
        cell = {"type": ["integer", "null"], "minimum": self.least, "maximum": self.most}
        name = self._name("").schema()
        values = {"type": ["array", "null"], "maxItems": self.most_columns, "items": cell}
        row: dict[str, Any] = {
            "type": ["object", "null"],
            "properties": {"name": name, "values": values},
            "additionalProperties": False,
        }
        columns = {"type": ["array", "null"], "maxItems": self.most_columns, "items": name}
        rows = {"type": ["array", "null"], "maxItems": self.most_rows, "items": row}
        return {
            "type": ["object", "null"],
            "properties": {"columns": columns, "rows": rows},
            "additionalProperties": False,
        }


def grid_of(columns: list[str], rows: list[tuple[str, list[int | None]]]) -> dict[str, Any] | None:
    """The canonical grid: no empty row, no empty name or number at an end, no empty key."""
    while columns and not columns[-1]:
        columns = columns[:-1]
    made = []
    for name, values in rows:
        while values and values[-1] is None:
            values = values[:-1]
        row: dict[str, Any] = ({"name": name} if name else {}) | ({"values": values} if values else {})
        if row:
            made.append(row)
    return (({"columns": columns} if columns else {}) | ({"rows": made} if made else {})) or None


def _unknown(value: dict[str, Any], known: tuple[str, ...], path: Path, where: str) -> list[Fault]:
    return [
        Fault(
            (*path, key),
            "unknown-field",
            f"'{key}' is not known in {where}",
            nearest(key, known) or f"the keys are {' and '.join(known)}",
            key=True,
        )
        for key in value
        if key not in known
    ]
