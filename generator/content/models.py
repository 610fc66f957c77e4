"""What the files of a pack may hold: game.yaml, glossary.yaml and the head of a reference.

Every model is strict, frozen and refuses unknown keys. ``checked.py`` turns what they refuse into problems.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from generator.content.blocks import BLOCK_ID
from generator.content.digits import RULE_ID


def _refusal(code: str, message: str, hint: str, **said: Any) -> PydanticCustomError:
    return PydanticCustomError(code, message, {"hint": hint, **said})


def _written(text: str) -> str:
    if not text.strip():
        raise _refusal("empty-text", "this text is empty", "write the text, or delete the key")
    return text


def _block_id(text: str) -> str:
    if not BLOCK_ID.fullmatch(text):
        raise _refusal(
            "bad-id",
            "'{text}' cannot be a block's id",
            "use small letters, digits and '-', with a letter first",
            text=text,
        )
    return text


def _rule_id(text: str) -> str:
    if not RULE_ID.fullmatch(text):
        raise _refusal(
            "bad-id",
            "'{text}' does not look like the id of a rule",
            "write it as the rules do: MLWM-VIO, MAID-UNI.headdress",
            text=text,
        )
    return text


def filled(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same list, which must not be empty."""
    if not items:
        raise _refusal("empty-list", "this list is empty", "write at least one item")
    return items


def _positive(number: int) -> int:
    if number < 1:
        raise _refusal(
            "wrong-value",
            "a width is 1 or more, but this is {number}",
            "widths are shares: [3, 2] is three fifths and two fifths",
            number=number,
        )
    return number


Text = Annotated[str, AfterValidator(_written)]
RuleId = Annotated[str, AfterValidator(_rule_id)]
Column = Annotated[tuple[Annotated[str, AfterValidator(_block_id)], ...], AfterValidator(filled)]
"""The ids of the blocks (of a sheet: sections) that stand below each other in one column."""


class Model(BaseModel):
    """The base of all: nothing is converted, nothing unknown is let through, nothing changes later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Theme(Model):
    """The faces of a game, by family name as fontpkg knows them."""

    display: Text
    text: Text


class Game(Model):
    """A pack's ``game.yaml``.

    ``short`` is the code that pages show. ``credit`` and ``rules`` (which text the rules follow) stand at the
    foot. ``order`` sorts games on the site's first page; those without it come last.
    """

    title: Text
    short: Text
    subtitle: Text
    credit: Text
    rules: Text
    theme: Theme
    order: int | None = None


class Term(Model):
    """What a word of the game means, and the ids of the rules that say so."""

    means: Text
    rules: tuple[RuleId, ...] = ()


class Row(Model):
    """Columns that stand beside each other; ``widths`` are their shares, empty when all are equal.

    In the file a row is a list of columns, or a mapping with ``columns`` and ``widths``.
    """

    columns: Annotated[tuple[Column, ...], AfterValidator(filled)]
    widths: tuple[Annotated[int, AfterValidator(_positive)], ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, value: Any) -> Any:
        return {"columns": value} if isinstance(value, tuple) else value

    @model_validator(mode="after")
    def _one_width_a_column(self) -> Row:
        if self.widths and len(self.widths) != len(self.columns):
            message = "the columns of this row number {columns}, but its widths {widths}"
            counts = {"columns": len(self.columns), "widths": len(self.widths)}
            raise _refusal("wrong-value", message, "give one width for each column, or none", **counts)
        return self


def page(value: Any) -> Any:
    """The short form of a page, a list of rows, as the model has it."""
    return {"rows": value} if isinstance(value, tuple) else value


class Page(Model):
    """One sheet of paper's side: its rows from top to bottom. In the file a page is a list of rows."""

    rows: Annotated[tuple[Row, ...], AfterValidator(filled)]

    @property
    def blocks(self) -> tuple[str, ...]:
        """The ids of all blocks in reading order: down a column, then the next."""
        return tuple(block for row in self.rows for column in row.columns for block in column)


class Front(Model):
    """The head of a reference, between its ``---`` lines; ``summary`` is a line for the site's first page."""

    title: Text
    subtitle: Text
    summary: Text
    audience: Literal["players", "gm", "all"] = "all"
    pages: Annotated[tuple[Annotated[Page, BeforeValidator(page)], ...], AfterValidator(filled)]
