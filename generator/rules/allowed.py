"""What may replace one declared value: its kind, its ends, the names that it may use, or why nothing may."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from generator.rules.book import Book, Rule
from generator.rules.cells import Cells
from generator.rules.chart import Cell, Effect, Row
from generator.rules.formula import Formula

LEAST, MOST = -1000, 1000
"""The ends of a number, and of what a formula may come to, where the game declares no nearer ones."""

SMALLEST_CHANGE, LARGEST_CHANGE = -100, 100
"""The ends of the change of a score."""

LONGEST_TEXT, LONGEST_LIST = 200, 100
"""Characters of a text, and values of a list."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may stand in place of one value.

    ``kind`` is number, formula, condition, option, text, numbers (a list), texts or effect. ``names`` are
    the scores that a formula may read or an effect may change; ``fixed`` is why nothing else may stand here.
    """

    kind: str
    least: int = LEAST
    most: int = MOST
    names: tuple[str, ...] = ()
    choices: tuple[int | str, ...] = ()
    optional: bool = False
    one_limit: bool = False
    derives: str = ""
    fixed: str = ""

    def sentence(self) -> str:
        """What may be written, after "may be".

        >>> Allowed("number", 0, 9).sentence(), Allowed("formula", names=("love", "fear")).sentence()
        ('a whole number from 0 to 9', 'a formula over love, fear')
        """
        said = {
            "number": f"a whole number from {self.least} to {self.most}",
            "formula": f"a formula over {', '.join(self.names)}" if self.names else "a whole number",
            "condition": self._condition(),
            "option": f"one of {', '.join(map(str, self.choices))}",
            "text": f"a line of at most {LONGEST_TEXT} characters",
            "numbers": f"a list of 1 to {LONGEST_LIST} whole numbers from {self.least} to {self.most}",
            "texts": f"a list of {self._texts()}",
            "effect": self._effect(),
        }[self.kind]
        return f"{said}, or null" if self.optional else said

    def _condition(self) -> str:
        over = f"over {', '.join(self.names)}" if self.names else "of whole numbers"
        return f"one comparison with >, >=, < or <= {over}" if self.one_limit else f"a condition {over}"

    def _effect(self) -> str:
        if not self.names:
            return "{}, for no change"
        ends = f"each from {self.least} to {self.most}"
        return f"the changes of {', '.join(self.names)}, {ends}: {{{self.names[0]}: 1}}"

    def _texts(self) -> str:
        return f"some of {', '.join(map(str, self.choices))}" if self.choices else "texts"


def allowed(book: Book, rule: Rule, column: str = "") -> Allowed:
    """What may replace a rule's value, or one cell of its row or terms, as published in the book."""
    value = rule.value if rule.published is None else rule.published
    if isinstance(value, Row):
        assert rule.cells is not None
        return _of_cell(book, rule.cells, value, column)
    if rule.kind == "option":
        return Allowed("option", choices=rule.choices, fixed=rule.fixed)
    least = LEAST if rule.least is None else rule.least
    most = MOST if rule.most is None else rule.most
    if isinstance(value, Formula):
        names = _names(book, value.names, rule.may_name)
        return Allowed(
            rule.kind,
            least,
            most,
            names,
            one_limit=rule.one_limit,
            derives=rule.derives,
            fixed=rule.fixed,
        )
    return Allowed("number", least, most, fixed=rule.fixed)


def _names(book: Book, published: Collection[str], declared: Collection[str] | None) -> tuple[str, ...]:
    """The scores in the order in which the game declares them."""
    wanted = {*published, *(book.may_name if declared is None else declared)}
    return tuple(name for name in book.names if name in wanted)


def _of_cell(book: Book, cells: Cells, row: Row, column: str) -> Allowed:
    cell, key = row[column], row.key
    ends = cells.about(cells.limits, key, column)
    least, most = ends or (LEAST, MOST)
    choices = tuple(cells.about(cells.choices, key, column) or ())
    fixed = cells.about(cells.fixed, key, column) or ("" if choices else _found_by(book, cell))
    optional = cells.among(cells.optional, key, column)
    named = cells.about(cells.may_name, key, column)
    match cell:
        case Formula():
            kind = "condition" if cell.is_condition else "formula"
            one_limit = cells.among(cells.one_limit, key, column)
            names = _names(book, cell.names, named)
            return Allowed(kind, least, most, names, (), optional, one_limit, fixed=fixed)
        case Effect():
            least, most = ends or (SMALLEST_CHANGE, LARGEST_CHANGE)
            alone = f"{key}.{column}" in cells.may_name
            changed = {name for name, _ in cell.changes} if alone else _changed_in(book, cells, column)
            names = _names(book, changed, book.may_change if named is None else named)
            return Allowed("effect", least, most, names, (), optional, fixed=fixed)
        case None if not (optional and (ends or choices)):
            return Allowed("text", fixed=fixed or "nothing stands here")
        case Fraction():
            return Allowed("text", fixed=fixed or "fractions are not replaced")
        case tuple():
            numbers = bool(cell) and all(isinstance(part, int) for part in cell)
            return Allowed("numbers" if numbers else "texts", least, most, (), choices, optional, fixed=fixed)
    if choices:
        return Allowed("option", choices=choices, optional=optional, fixed=fixed)
    return Allowed("text" if isinstance(cell, str) else "number", least, most, (), (), optional, fixed=fixed)


def _changed_in(book: Book, cells: Cells, column: str) -> set[str]:
    """The scores that the effects of a column change, in whatever row."""
    rows = (rule.value for rule in book.rules.values() if rule.cells is cells)
    effects = (row[column] for row in rows if isinstance(row, Row))
    return {name for cell in effects if isinstance(cell, Effect) for name, _ in cell.changes}


def _found_by(book: Book, cell: Cell) -> str:
    """Words that are ids lead from one rule to another, so they stay."""
    words = (cell,) if isinstance(cell, str) else cell if isinstance(cell, tuple) else ()
    return "it leads to another rule" if any(word in book.rules for word in words) else ""


def replaceable_cells(book: Book, rule: Rule) -> tuple[str, ...]:
    """The cells of a row or of terms that may be replaced, in order."""
    row = rule.value
    assert isinstance(row, Row)
    return tuple(name for name in row.names if not allowed(book, rule, name).fixed)
