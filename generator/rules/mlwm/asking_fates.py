"""My Life with Master: the question about the end: which epilogues hold, and how far is the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from generator.rules.mlwm.asking import USUAL, Asking
from generator.rules.mlwm.given import counted, scores_of, signed
from generator.rules.mlwm.state import Scores
from generator.rules.questions import Answer, Question, Setting, Table
from generator.rules.registry import procedure

FARTHEST = 20
"""Points beyond the sum of all scores after which an epilogue counts as out of reach: house rules can make
one impossible, and those of the published rules are never farther than that sum and one."""


_WAYS = (("weariness", 1), ("self_loathing", 1), ("love", 1), ("love", -1))
"""How scores move in play: Love is lost with a connection, the others are only gained."""


class FateQuestions(Asking):
    """Where does it lead?"""

    def epilogues_question(self) -> Question:
        """Question 12."""
        names = ("love", "reason", "self_loathing", "weariness")
        scores = (*names, *self.also(names, (fate.id for fate in self.chart("MLWM-EPILOGUES"))))
        fixed = [self.labels[name] for name in ("reason", "fear") if name in scores]
        stays = f"{' and '.join(fixed)} stay{'' if len(fixed) > 1 else 's'}"
        return Question(
            "epilogues",
            12,
            "Epilogues",
            "Which epilogues hold for me now, and how far is the next?",
            self.scores_asked(*scores),
            tuple(self._fates_by(name, scores) for name in ("love", "weariness")),
            (f"{stays}, Love may be lost or won, the other scores only grow.",),
            self.epilogues_answer,
            self._epilogues_remember,
        )

    def _fates_by(self, name: str, scores: tuple[str, ...]) -> Table:
        fixed = {other: USUAL[other] for other in scores if other != name}
        return Table(
            name,
            f"Points until each epilogue (0: now), with {self.words(**fixed)}",
            (name, tuple(range(6))),
            show="number",
            keys=tuple(fate.key for fate in self.chart("MLWM-EPILOGUES")),
            fixed=fixed,
        )

    @procedure("MLWM-Q-EPILOGUES", title="How far each epilogue is", source="computed")
    def epilogues_answer(self, **given: Setting) -> Answer:
        """For each epilogue how many points are between it and the scores, 0 where it holds now.

        An epilogue that is farther than ``FARTHEST`` says has no measure.
        """
        near = self._nearest(scores_of(given))
        names = {fate.key: fate.text("fate") for fate in self.chart("MLWM-EPILOGUES")}
        # A fate's first words are enough for the head of a column.
        measures = tuple(
            counted(key, name.partition(",")[0], near[key][0]) for key, name in names.items() if key in near
        )
        says = [f"Now the minion {names[key]}." for key in names if key in near and not near[key][0]]
        ahead = [far for far, _ in near.values() if far]
        says += [
            f"After {way} the minion {names[key]}."
            for key, (far, way) in near.items()
            if far and far == min(ahead)
        ]
        return Answer(measures=measures, says=tuple(says))

    def _nearest(self, scores: Scores) -> dict[str, tuple[int, str]]:
        """For each epilogue the fewest points that bring it, and which they are."""
        waiting = {fate.key: fate.formula("condition") for fate in self.chart("MLWM-EPILOGUES")}
        before, found = scores.as_names(), dict[str, tuple[int, str]]()
        for far in range(sum(before.values()) + FARTHEST + 1):
            for after in _moved(before, far):
                for key in [key for key, condition in waiting.items() if condition.holds(**after)]:
                    del waiting[key]
                    found[key] = (far, self._way(before, after))
            if not waiting:
                break
        return found

    def _way(self, before: Mapping[str, int], after: Mapping[str, int]) -> str:
        made = ((self.labels[name], after[name] - before[name]) for name in before)
        return ", ".join(f"{label} {'+' if by > 0 else ''}{signed(by)}" for label, by in made if by)

    def _epilogues_remember(self) -> str:
        question = self.epilogues_question()
        usual = {parameter.name: USUAL[parameter.name] for parameter in question.parameters}
        far = question.answer(**usual).measures
        nearest = min((fate.value for fate in far if fate.value), default=None)
        now, then = ([fate.label for fate in far if fate.value == value] for value in (0, nearest))
        sentence = f"With {self.words(**usual)} the minion {_either(now) or 'has no epilogue yet'}"
        if nearest is None:
            return f"{sentence}."
        points = "1 point" if nearest == 1 else f"{nearest} points"
        return f"{sentence}; {points} on, it {_either(then)}."


def _either(names: Sequence[str]) -> str:
    """The names as one may choose among them; empty for none."""
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def _moved(before: Mapping[str, int], far: int) -> Iterator[dict[str, int]]:
    """The scores after so many points in one or two of them.

    A condition that compares two sums needs no more: its nearest scores are reached by changing one alone.
    """
    for second in range(far + 1):
        for (name, way), (other, other_way) in combinations(_WAYS, 2):
            after = {**before, name: before[name] + way * (far - second)}
            after[other] += other_way * second
            if name != other and after["love"] >= 0:
                yield after
