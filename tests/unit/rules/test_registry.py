"""The registry: rules are declared once, frozen, read through one value, and every read is noted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from generator.problems import HandbillError
from generator.rules.chart import Effect
from generator.rules.registry import Book, Rules, load, load_or_empty, procedure, recording


class Toy(Rules):
    """A game of one roll: grit plus luck, against a chart of foes."""

    game = "toy"
    labels: ClassVar[Mapping[str, str]] = {"grit": "Grit", "luck": "Luck"}
    asked: ClassVar[list[int]] = []

    @classmethod
    def declare(cls, book: Book) -> None:
        book.number("TOY-1", 3, "Dice", least=1, doc="Three dice.", page=12)
        book.formula("TOY-2", "grit + luck", "Total")
        book.condition("TOY-3", "grit > luck", "Stubborn")
        book.terms("TOY-4", "Hours", {"day": 24, "note": "about", "who": ("you", "they")})
        book.option("TOY-5", "tie", "A tie", ("nobody", "both", 1), "Who wins a tie.")
        book.chart(
            "TOY-FOES",
            "Foes",
            {"name": "Foe", "power": "Power", "cost": "Cost", "formula": "Roll", "last": "Last"},
            {
                "rat": ("Rat", 1, Effect("Ow.", (("grit", -1),)), book.parse("luck"), None),
                "TOY-KING": ("King", 9, Effect(), book.parse("grit"), None),
            },
            page=3,
        )

    @procedure("TOY-6", title="Strength")
    def strength(self, grit: int, luck: int = 0) -> int:
        """Dice times total (TOY-AMB-1)."""
        self.asked.append(grit)
        return self.number("TOY-1") * self.formula("TOY-2").value(grit=grit, luck=luck)


def test_a_rule_is_read_by_its_id() -> None:
    rules = Toy()
    assert rules["TOY-1"] == rules.number("TOY-1") == 3
    assert rules.formula("TOY-2").value(grit=2, luck=1) == 3
    assert rules.formula("TOY-3").is_condition and rules.rule("TOY-3").kind == "condition"
    assert rules.row("TOY-4").number("day") == 24 and rules["TOY-4"]["who"] == ("you", "they")
    assert rules.option("tie") == rules.option("TOY-5") == "nobody"
    assert rules["TOY-FOES.rat"] is rules.chart("TOY-FOES").row("rat")
    assert rules["TOY-KING"] is rules.chart("TOY-FOES").row("TOY-KING")
    assert rules["TOY-6"](2, luck=1) == 9
    assert rules.rule("TOY-KING").page == 3 and rules.rule("TOY-6").doc.startswith("Dice times total")


def test_a_misspelt_id_gets_the_nearest_one() -> None:
    with pytest.raises(HandbillError) as caught:
        Toy()["TOY-FOES.rta"]
    problem = caught.value.problems[0]
    assert (
        problem.message == "'TOY-FOES.rta' is no rule of toy"
        and problem.hint == "did you mean 'TOY-FOES.rat'?"
    )


def test_a_reader_refuses_another_kind_of_value() -> None:
    with pytest.raises(TypeError, match="TOY-2 holds Formula, not int"):
        Toy().number("TOY-2")
    with pytest.raises(KeyError, match="no option 'teh'"):
        Toy().option("teh")


def test_rules_are_frozen() -> None:
    rules = Toy()
    with pytest.raises(AttributeError, match="frozen"):
        rules.game = "other"  # type: ignore[misc]


def test_every_read_is_noted_and_a_remembered_answer_notes_the_same() -> None:
    rules = Toy()
    before = len(Toy.asked)
    with recording() as first:
        assert rules.strength(2) == 6
    with recording() as second:
        assert rules.strength(2) == 6
    assert first == second == {"TOY-6", "TOY-1", "TOY-2"}
    assert len(Toy.asked) == before + 1


def test_reading_a_chart_reads_its_rows_and_a_row_only_itself() -> None:
    rules = Toy()
    with recording() as whole:
        rules.chart("TOY-FOES")
    with recording() as single:
        rules.row("TOY-FOES.rat")
    assert whole == {"TOY-FOES", "TOY-FOES.rat", "TOY-KING"} and single == {"TOY-FOES.rat"}


def test_an_inner_recording_is_part_of_the_outer_one() -> None:
    rules = Toy()
    with recording() as outer:
        with recording() as inner:
            rules.option("tie")
        rules.number("TOY-1")
    assert inner == {"TOY-5"} and outer == {"TOY-5", "TOY-1"}


def test_an_override_changes_what_rests_on_it_and_nothing_else() -> None:
    published, house = Toy(), Toy({"TOY-1": 4, "tie": "both", "TOY-2": "grit * 2"})
    assert house.strength(2, luck=5) == 16 and published.strength(2, luck=5) == 21
    assert house.option("tie") == "both"
    assert [rule_id for rule_id in house if house.rule(rule_id).changed] == ["TOY-1", "TOY-2", "TOY-5"]
    assert house.rule("TOY-1").published == 3


def test_an_overridden_row_shows_in_its_chart() -> None:
    house = Toy({"TOY-FOES.rat": {"power": 2, "formula": "luck + 1", "cost": {"grit": -2}}})
    row = house.chart("TOY-FOES").row("rat")
    assert (row["power"], row.formula("formula").text) == (2, "luck + 1")
    assert row.effect("cost") == Effect("Ow.", (("grit", -2),)) and row["name"] == "Rat"
    assert house.chart("TOY-FOES").row("TOY-KING")["power"] == 9
    assert house.rule("TOY-FOES").changed and not house.rule("TOY-KING").changed


def test_an_unknown_game_is_told_and_a_helper_module_is_no_game() -> None:
    for name in ("chess", "formula", "mlwm_dice", "../etc"):
        with pytest.raises(HandbillError, match="no rules are declared") as caught:
            load(name)
        assert caught.value.exit_status == 2
    assert len(load_or_empty("chess")) == 0 and len(load_or_empty("mlwm")) > 40


def test_an_id_declared_twice_is_refused() -> None:
    class Doubled(Toy):
        @classmethod
        def declare(cls, book: Book) -> None:
            super().declare(book)
            book.number("TOY-1", 1, "again")

    with pytest.raises(ValueError, match="TOY-1 is declared twice"):
        Doubled()
