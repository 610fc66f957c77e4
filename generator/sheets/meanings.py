"""What the names of a sheet's formulas mean, and the order in which its values can be computed.

A name means the column of that name in the same row, else the field of that name, else what ``reads`` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from generator.problems import nearest
from generator.rules.formula import Formula
from generator.rules.lookup import Lookup
from generator.sheets.closures import Compute, compiled
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field
from generator.sheets.inputs import Cell, CountInput, Input, SumInput, Tick, ValueInput
from generator.sheets.kinds.derived import Derived
from generator.sheets.kinds.numbers import Number, Rating
from generator.sheets.kinds.picks import Check, Pick
from generator.sheets.kinds.rows import Rows
from generator.sheets.kinds.track import Track
from generator.sheets.steps import Read, Step


def steps(fields: Mapping[str, Field], reads: Mapping[str, Read]) -> tuple[Step, ...]:
    """Every derived value, each after those that it needs; Misdeclared tells all that cannot be computed."""
    return _Maker(fields, reads).steps()


class _Maker:
    """Finds what the names of formulas mean."""

    def __init__(self, fields: Mapping[str, Field], reads: Mapping[str, Read]) -> None:
        self.fields = fields
        self.reads = reads
        self.faults: list[Fault] = []
        self.defaults: dict[str, int | None] = {}

    def steps(self) -> tuple[Step, ...]:
        nodes = {node: (field, rows) for node, field, rows in self._derived()}
        needs = {node: set(self._needs(field, rows)) & nodes.keys() for node, (field, rows) in nodes.items()}
        try:
            order = list(TopologicalSorter(needs).static_order())
        except CycleError as error:
            raise Misdeclared(*self.faults, _cycle(error.args[1])) from None
        made = [self._step(*nodes[node]) for node in order]
        self._unused_reads()
        if self.faults:
            raise Misdeclared(*dict.fromkeys(self.faults))
        return tuple(step for step in made if step is not None)

    def _derived(self) -> Iterator[tuple[str, Derived, str]]:
        for field in self.fields.values():
            if isinstance(field, Derived):
                yield field.name, field, ""
            elif isinstance(field, Rows):
                for column in field.columns:
                    if isinstance(column, Derived):
                        yield f"{field.name}.{column.name}", column, field.name

    def _needs(self, field: Derived, rows: str) -> Iterator[str]:
        """The nodes that a derived value reads, known or not."""
        for name in [field.total] if field.total else sorted(field.formula.names) if field.formula else []:
            yield from self._needed(name, rows)

    def _needed(self, name: str, rows: str) -> Iterator[str]:
        if rows and name in self._columns(rows):
            yield f"{rows}.{name}"
        elif name in self.fields or "." in name:
            yield name
        elif name in self.reads:
            read = self.reads[name]
            for each in (read.sum, *read.count):
                if each and each != name:
                    yield from self._needed(each, rows)

    def _columns(self, rows: str) -> Mapping[str, Field]:
        field = self.fields.get(rows)
        return field.by_name if isinstance(field, Rows) else {}

    def _step(self, field: Derived, rows: str) -> Step | None:
        node = f"{rows}.{field.name}" if rows else field.name
        path: Path = (rows, field.name) if rows else (field.name,)
        try:
            if field.total:
                inputs: list[Input] = [self._sum(field.total, rows, (*path, "total"))]
                compute: Compute = _first
            else:
                assert field.formula is not None
                names = _names(field.formula)
                inputs = [self.meaning(name, rows, (*path, "rule")) for name in names]
                compute = compiled(field.formula, names)
        except Misdeclared as error:
            self.faults += error.faults
            self.defaults[node] = None
            return None
        own = [not rows or given.in_row for given in inputs]
        if rows and not any(own) and field.house:
            own = [True] * len(own)
        elif rows and not any(own):
            message = f"'{field.name}' reads no column of its row, so it would be the same in each"
            self.faults.append(Fault((*path, "rule"), "bad-read", message, "move it out of the list"))
        defaults = [given.default for given in inputs]
        known = [value for value in defaults if value is not None]
        found = compute(known) if len(known) == len(defaults) else None
        self.defaults[node] = int(found) if isinstance(found, int) else None
        return Step(field, rows, tuple(inputs), tuple(own), compute, self.defaults[node])

    def meaning(self, name: str, rows: str, path: Path) -> Input:
        """What a formula's name means in a row of a list ('' for none)."""
        columns = self._columns(rows)
        if name in columns:
            return self._value(columns[name], rows, path)
        if name in self.fields:
            return self._value(self.fields[name], "", path)
        if name in self.reads:
            return self._read(name, self.reads[name], rows, path)
        known = sorted({*columns, *self._readable(), *self.reads})
        hint = nearest(name, known) or "the sheet has " + (
            ", ".join(known) or "no field that a formula can read"
        )
        message = f"the rules compute this from '{name}', which is no field of this sheet"
        raise Misdeclared(Fault(path, "unknown-name", message, hint))

    def _readable(self) -> list[str]:
        kinds = (Number, Rating, Track, Check, Derived)
        return [name for name, field in self.fields.items() if isinstance(field, kinds)]

    def _value(self, field: Field, rows: str, path: Path) -> Input:
        node = f"{rows}.{field.name}" if rows else field.name
        cell = Cell(field.name, rows, in_row=bool(rows))
        match field:
            case Number() | Rating():
                return ValueInput(cell, field.blank)
            case Track():
                return ValueInput(cell, 0, boxes=field.boxes, beyond=field.beyond)
            case Check():
                return Tick(cell)
            case Derived() if not isinstance(field.formula, Lookup):
                condition = isinstance(field.formula, Formula) and field.formula.is_condition
                return ValueInput(cell, self.defaults.get(node), derived=node, condition=condition)
            case Pick() if all(choice.value.isdigit() for choice in field.choices):
                return ValueInput(cell, None, choices=field.choices)
        hint = "a formula reads numbers, ratings, tracks, checks and other derived values"
        raise Misdeclared(
            Fault(path, "bad-read", f"'{field.name}' is a {field.kind}, which holds no number", hint)
        )

    def _read(self, name: str, read: Read, rows: str, path: Path) -> Input:
        place: Path = ("reads", name)
        if read.sum:
            return self._sum(read.sum, rows, (*place, "sum"))
        parts = [
            self._counted(each, read.value, rows, (*place, "count", i)) for i, each in enumerate(read.count)
        ]
        return CountInput(tuple(parts), read.value)

    def _counted(self, name: str, value: str, rows: str, path: Path) -> tuple[Cell, Field]:
        """A cell to count, with its field; a whole column where the name has a point."""
        columns = self._columns(rows)
        cell = Cell(name, rows, in_row=True) if name in columns else Cell(name, "", in_row=False)
        field = columns.get(name) or self.fields.get(name)
        if "." in name:
            owner, _, column = name.partition(".")
            field, cell = self._columns(owner).get(column), Cell(column, owner, in_row=False)
        if field is None:
            known = sorted({*columns, *self.fields})
            hint = nearest(name, known) or f"the sheet has {', '.join(known)}"
            raise Misdeclared(Fault(path, "unknown-name", f"'{name}' is no field of this sheet", hint))
        if value and isinstance(field, Pick):
            values = [choice.value for choice in field.choices]
            if value not in values:
                hint = nearest(value, values) or f"it is one of {', '.join(values)}"
                message = f"'{name}' cannot be '{value}', so nothing would be counted"
                raise Misdeclared(Fault((*path[:2], "is"), "wrong-value", message, hint))
        elif value or not isinstance(field, Check):
            message = f"'{name}' is a {field.kind}, and that cannot be counted so"
            hint = "checks are counted, and choices together with 'is'"
            raise Misdeclared(Fault(path, "bad-read", message, hint))
        return cell, field

    def _sum(self, name: str, rows: str, path: Path) -> Input:
        owner, _, column = name.partition(".")
        columns = self._columns(owner)
        if column not in columns:
            lists = [
                f"{f.name}.{c.name}" for f in self.fields.values() if isinstance(f, Rows) for c in f.columns
            ]
            hint = nearest(name, lists) or f"the columns are {', '.join(lists) or 'none'}"
            raise Misdeclared(Fault(path, "unknown-name", f"'{name}' is no column of a list", hint))
        given = self._value(columns[column], owner, path)
        return SumInput(owner, given)

    def _unused_reads(self) -> None:
        """Tell reads that could never be read; those in use were told already."""
        scopes = ["", *(name for name, field in self.fields.items() if isinstance(field, Rows))]
        for name, read in self.reads.items():
            if name in self.fields:
                message = f"'{name}' is a field of this sheet, so this is never read"
                self.faults.append(Fault(("reads", name), "doubled-name", message, "rename one", key=True))
                continue
            told: list[Fault] = []
            for rows in scopes:
                try:
                    self._read(name, read, rows, ("reads", name))
                    break
                except Misdeclared as error:
                    told = told or list(error.faults)
            else:
                self.faults += told


def _names(formula: Formula | Lookup) -> tuple[str, ...]:
    return formula.names if isinstance(formula, Lookup) else tuple(sorted(formula.names))


def _first(scores: Sequence[int]) -> int:
    return scores[0]


def _cycle(nodes: Sequence[str]) -> Fault:
    circle = " → ".join(reversed(nodes))
    path = tuple(nodes[0].split("."))
    return Fault((*path, "rule"), "circular", f"this value needs itself: {circle}", "read something else")
