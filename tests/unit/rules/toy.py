"""A game that declares one rule of every kind, and what may replace each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from generator.rules.chart import Effect
from generator.rules.registry import Book, Rules, procedure


class Toy(Rules):
    """Grit plus luck, against a chart of foes."""

    game = "toy"
    labels: ClassVar[Mapping[str, str]] = {
        "grit": "Grit",
        "luck": "Luck",
        "nerve": "Nerve",
        "shift": "Shift",
        "pain": "Pain",
    }
    below_zero = ("shift",)

    @classmethod
    def declare(cls, book: Book) -> None:
        book.number("TOY-1", 3, "Dice", least=1, most=20)
        book.formula("TOY-2", "grit + luck", "Total", most=60)
        book.condition("TOY-3", "grit > luck", "Stubborn")
        book.formula("TOY-4", "2 * grit", "Nerve", derives="nerve", may_name=("grit", "luck"))
        book.formula("TOY-5", "nerve + luck", "Pain", derives="pain", may_name=("nerve", "luck"))
        book.condition("TOY-6", "nerve > pain", "Gives up", one_limit=True)
        book.formula("TOY-7", "6 * shift", "Shifted", fixed="the dice are counted by it")
        book.option("TOY-8", "tie", "A tie", ("nobody", "both", 1), "Who wins a tie.")
        book.terms(
            "TOY-9",
            "A day",
            {"hours": 24, "note": "about", "who": ("you", "they"), "faces": (1, 2), "next": "TOY-1"},
            limits={"hours": (1, 48), "faces": (-3, 3)},
            choices={"who": ("you", "they", "all")},
            aliases={"length": "hours"},
        )
        book.terms("TOY-TALK", "Talk", {"says": "well"})
        book.chart(
            "TOY-FOES",
            "Foes",
            {"name": "Foe", "power": "How strong", "cost": "Cost", "most": "At most", "side": "Side"},
            {
                "rat": ("Rat", 1, Effect("Ow.", (("grit", -1), ("luck", 1)), ("TOY-3",)), None, "wild"),
                "TOY-KING": ("King", 9, Effect(), 5, "court"),
            },
            limits={"power": (1, 9), "cost": (-3, 3), "most": (0, 99)},
            optional=("most",),
            choices={"side": ("wild", "court")},
            fixed={"TOY-KING.side": "a king has a court"},
        )

    @procedure("TOY-STRENGTH", title="Strength")
    def strength(self, grit: int) -> int:
        """Dice times total."""
        return self.number("TOY-1") * self.formula("TOY-2").value(grit=grit, luck=0)

    def unplayable(self) -> list[tuple[str, str, str]]:
        """A day of thirteen hours."""
        if self.row("TOY-9").number("hours") == 13:
            return [("TOY-9", "thirteen hours make no day", "any other number")]
        if self.chart("TOY-FOES").row("rat")["power"] == 9:
            return [("TOY-FOES", "two foes are the strongest", "one of them")]
        return []
