"""Maid: the twelve questions that players ask of its odds, in order."""

from __future__ import annotations

from generator.rules.maid.asking_contests import ContestQuestions
from generator.rules.maid.asking_rolls import RollQuestions
from generator.rules.maid.asking_stress import StressQuestions
from generator.rules.maid.asking_uniform import UniformQuestions
from generator.rules.questions import Question


class MaidQuestions(RollQuestions, ContestQuestions, UniformQuestions, StressQuestions):
    """All that the rules of this game answer about chances."""

    def questions(self) -> tuple[Question, ...]:
        """The questions in the order of their numbers."""
        return (
            self.target_question(),
            self.point_question(),
            self.contest_question(),
            self.stress_question(),
            self.uniform_question(),
            self.headdress_question(),
            self.explosion_question(),
            self.which_question(),
            self.give_in_question(),
            self.together_question(),
            self.spend_question(),
            self.fair_question(),
        )
