"""The Shadow of Yesterday: the twelve questions that its odds answer, in order."""

from __future__ import annotations

from generator.rules.questions import Question
from generator.rules.tsoy.asking_against import Against
from generator.rules.tsoy.asking_alone import Alone
from generator.rules.tsoy.asking_pain import PainAsked
from generator.rules.tsoy.asking_together import Together


class Questions(Alone, Against, Together, PainAsked):
    """All that can be asked of a check, alone or against someone, and of the fight that it may lead to."""

    def questions(self) -> tuple[Question, ...]:
        """The twelve questions by their numbers.

        >>> from generator.rules import load
        >>> [question.id for question in load("tsoy").questions()][:3]
        ['check', 'bonus-die', 'second-die']
        """
        groups = (
            self.alone_questions(),
            self.against_questions(),
            self.together_questions(),
            self.pain_questions(),
        )
        return tuple(sorted((one for group in groups for one in group), key=lambda one: one.number))
