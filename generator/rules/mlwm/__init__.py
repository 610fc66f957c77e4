"""My Life with Master: the rules as one value, put together from its facts and its procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.rules.mlwm import fates, scenes
from generator.rules.mlwm.questions import Questions
from generator.rules.mlwm.state import Aftermath, Conflict, Minion, Scores, State
from generator.rules.registry import Book

EPILOGUES = "MLWM-EPILOGUES"

__all__ = ["RULES", "Aftermath", "Conflict", "Minion", "MyLifeWithMaster", "Scores", "State"]


class MyLifeWithMaster(Questions):
    """The rules of My Life with Master, as its quick reference of 2006 states them."""

    game = "mlwm"
    labels = {
        "fear": "Fear",
        "reason": "Reason",
        "love": "Love",
        "self_loathing": "Self-Loathing",
        "weariness": "Weariness",
        "innocents": "Innocents",
        "their_self_loathing": "their Self-Loathing",
    }
    may_name = may_change = ("fear", "reason", "love", "self_loathing", "weariness")
    tested = {"self_loathing": "MLWM-HOR-1", "weariness": "MLWM-CAP-1"}

    @classmethod
    def declare(cls, book: Book) -> None:
        scenes.declare_dice(book)
        scenes.declare_bonus(book)
        scenes.declare_actions(book)
        scenes.declare_commands(book)
        scenes.declare_aid_and_innocents(book)
        scenes.declare_horror_and_capture(book)
        fates.declare_endgame(book)
        fates.declare_epilogues(book)
        fates.declare_sheet(book)
        fates.declare_master(book)

    def unplayable(self) -> Iterator[tuple[str, str, str]]:
        """What no single value shows: dice that never differ, a beginning or an Endgame without an end."""
        if self.pool_die().lowest == self.pool_die().highest:
            message = f"every die of a pool would count {self.pool_die().lowest}, so that no roll is a roll"
            yield "MLWM-DICE-2", message, "let the faces count differently"
        start = self.row("MLWM-START")
        least, most = start.number("score_from"), start.number("score_to")
        if least > most:
            yield (
                "MLWM-START",
                f"Fear and Reason would begin at {least} to {most}",
                "the lower one comes first",
            )
        if stuck := self._without_end():
            name = self.row(stuck).text("name")
            yield (
                "MLWM-ENDGAME",
                f"from “{name}” no way leads to the epilogues",
                "let one step lead to the next",
            )

    def _without_end(self) -> str:
        """A step of the Endgame that is reached and never leads to the epilogues; empty where none is."""
        leads = {
            step.id: {step.text("lives"), *([step.text("slain")] if self.fights(step.id) else ())}
            for step in self.chart("MLWM-ENDGAME")
        }
        ends = {step for step in leads if EPILOGUES in _reached(leads, step)}
        return min(_reached(leads, "MLWM-END-1") - ends - {EPILOGUES}, default="")

    @staticmethod
    def scores(**scores: int) -> Scores:
        """Scores by name, 0 where none is given, for pages: ``rules.scores(fear=4, reason=3)``.

        >>> MyLifeWithMaster.scores(fear=4, love=2).love
        2
        """
        return Scores(**scores)


def _reached(leads: Mapping[str, set[str]], step: str) -> set[str]:
    """The steps that follow each other from one on, that one too."""
    found, ahead = set[str](), {step}
    while ahead:
        found |= ahead
        ahead = set().union(*(leads.get(each, ()) for each in ahead)) - found
    return found


RULES = MyLifeWithMaster
