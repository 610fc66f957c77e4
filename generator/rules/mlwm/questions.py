"""My Life with Master: the twelve questions that players ask of its odds, in order."""

from __future__ import annotations

from generator.rules.mlwm.asking_deeds import DeedQuestions
from generator.rules.mlwm.asking_fates import FateQuestions
from generator.rules.mlwm.asking_master import MasterQuestions
from generator.rules.mlwm.asking_overture import OvertureQuestions
from generator.rules.mlwm.asking_trigger import TriggerQuestions
from generator.rules.questions import Question


class Questions(OvertureQuestions, MasterQuestions, TriggerQuestions, DeedQuestions, FateQuestions):
    """All that the rules of this game answer about chances."""

    def questions(self) -> tuple[Question, ...]:
        """The questions in the order of their numbers."""
        return (
            self.overture_question(),
            self.bonus_question(),
            self.wait_question(),
            self.refuse_question(),
            self.even_question(),
            self.loathing_question(),
            self.trigger_question(),
            self.violence_question(),
            self.horror_question(),
            self.aid_question(),
            self.slay_question(),
            self.epilogues_question(),
        )
