"""My Life with Master: the Endgame, the epilogues, and how far a minion is from each threshold."""

from __future__ import annotations

from collections import Counter
from itertools import product

from generator.rules.chart import Effect
from generator.rules.mlwm.play import Play
from generator.rules.mlwm.state import Outcome, Scores
from generator.rules.registry import procedure
from generator.rules.trials import trials


class Endgame(Play):
    """What comes when a minion refuses for good, and what is left of everyone."""

    @procedure("MLWM-MAR-1", title="Endgame margin", source="Forge topic 18773, L33, L73", page=37)
    def endgame_margin(self, scores: Scores) -> int:
        """By how much Love is above what a refusal must beat; above 0 a refusal begins the Endgame.

        >>> from generator.rules import load
        >>> load("mlwm").endgame_margin(Scores(fear=4, love=6, weariness=1))
        1
        """
        return self.margin_formula("MLWM-CMD-3").value(**scores.as_names())

    @procedure("MLWM-MAR-2", title="Horror room", source="Forge topic 18773, L69", page=36)
    def horror_room(self, scores: Scores) -> int:
        """How many points of Self-Loathing a minion can still gain before the Horror is revealed.

        >>> from generator.rules import load
        >>> load("mlwm").horror_room(Scores(reason=3, love=2, self_loathing=4))
        1
        """
        return self.room_formula("MLWM-HOR-1").value(**scores.as_names())

    @procedure("MLWM-MAR-3", title="Capture room", source="Forge topic 18773, L45", page=35)
    def capture_room(self, scores: Scores) -> int:
        """How many points of Weariness a minion can still gain before being captured.

        >>> from generator.rules import load
        >>> load("mlwm").capture_room(Scores(reason=3, weariness=3))
        0
        """
        return self.room_formula("MLWM-CAP-1").value(**scores.as_names())

    def margin_tells(self, condition_id: str) -> bool:
        """Whether a condition holds just where its margin is above 0, in every state that is tried."""
        condition, over = self.formula(condition_id), self.margin_formula(condition_id)
        states = trials(condition.names | over.names)
        return all(condition.holds(**state) is (over.value(**state) > 0) for state in states)

    def next_gain_tells(self, condition_id: str, score: str) -> bool:
        """Whether the next gain of a score sets a condition off just where the room is 0 or less, in every
        state that is tried and by every gain of it that a roll brings."""
        condition, room = self.formula(condition_id), self.room_formula(condition_id)
        rows = self.chart("MLWM-ACTIONS")
        effects = [cell for row in rows for _, cell in row.items() if isinstance(cell, Effect)]
        gains = {effect.change(score) for effect in (*effects, self.effect("MLWM-DICE-6", "tie"))}
        return all(
            condition.holds(**{**state, score: state[score] + gain}) is (room.value(**state) <= 0)
            for state in trials(condition.names | room.names | {score})
            for gain in gains
            if gain > 0
        )

    def fights(self, step_id: str) -> bool:
        """Whether a step of the Endgame is a struggle with the Master."""
        rolls = self.row(step_id)["rolls"]
        return isinstance(rolls, tuple) and "MLWM-END" in rolls

    def step_says(self, step_id: str) -> str:
        """What happens in a step of the Endgame: its words, and what other rules say of it."""
        step = self.row(step_id)
        parts = [step.text("says")]
        if step_id == "MLWM-END-2":
            parts = [f"{parts[0].removesuffix('.')} {self._danger()}."]
        fights = self.fights(step_id)
        steps = [row.id for row in self.chart("MLWM-ENDGAME")]
        lives, slain = step.text("lives"), step.text("slain")
        if step_id == steps[-1]:
            back = lives == "MLWM-END-2"
            parts.append(f"If the Master lives, {'the danger returns' if back else self._called(lives)}.")
        elif lives != steps[steps.index(step_id) + 1]:
            parts.append(f"{'If the Master lives, ' if fights else 'Then '}{self._called(lives)}.")
        if fights and slain != "MLWM-EPILOGUES":
            parts.append(f"If the Master is slain, {self._called(slain)}.")
        return " ".join(parts)

    def _danger(self) -> str:
        fear = self.row("MLWM-END-2").formula("fear")
        if fear.text == "0":
            return f"without {self.labels['fear']}"
        return f"with {fear.printed(self.labels)} for {self.labels['fear']}"

    def _called(self, step_id: str) -> str:
        return f"go on with “{self.row(step_id).text('name')}”"

    @procedure("MLWM-NEXT", title="The next step of the Endgame", source="Forge topic 18773, L74-82", page=37)
    def next_step(self, step: str, outcome: Outcome = "lose") -> str:
        """The id of the step, or of the chart of epilogues, that follows a step of the Endgame.

        While the Master lives a tie leads on as a loss does.

        >>> from generator.rules import load
        >>> load("mlwm").next_step("MLWM-END-5"), load("mlwm").next_step("MLWM-END-5", "win")
        ('MLWM-END-2', 'MLWM-EPILOGUES')
        """
        return self.row(step).text("slain" if outcome == "win" else "lives")

    @procedure("MLWM-EPI", title="The epilogues that fit", source="Forge topic 18773, L85-94", page=40)
    def epilogues(self, scores: Scores) -> tuple[str, ...]:
        """The ids of the epilogues whose conditions hold; of several the player picks one or blends them.

        >>> from generator.rules import load
        >>> load("mlwm").epilogues(Scores(reason=3, weariness=4))
        ('MLWM-EPI-1', 'MLWM-EPI-2', 'MLWM-EPI-5')
        """
        names = scores.as_names()
        fates = self.chart("MLWM-EPILOGUES")
        return tuple(fate.id for fate in fates if fate.formula("condition").holds(**names))

    @procedure("MLWM-CENSUS", title="All sets of epilogues", source="computed")
    def epilogue_census(self, highest: int = 6) -> tuple[tuple[tuple[str, ...], int], ...]:
        """(epilogues, number of states) over all states of Love, Reason, Self-Loathing and Weariness up to
        ``highest``, sorted by the epilogues.

        >>> from generator.rules import load
        >>> sum(states for _, states in load("mlwm").epilogue_census(6))
        2401
        """
        names = ["love", "reason", "self_loathing", "weariness"]
        read = set().union(*(row.formula("condition").names for row in self.chart("MLWM-EPILOGUES")))
        names += sorted(read.difference(names))  # house rules may ask for Fear too
        states = product(range(highest + 1), repeat=len(names))
        counts = Counter(self.epilogues(Scores(**dict(zip(names, state, strict=True)))) for state in states)
        return tuple(sorted(counts.items()))

    def always_a_fate(self, highest: int = 6) -> bool:
        """Whether some epilogue holds in every state up to ``highest``."""
        return all(fates for fates, _ in self.epilogue_census(highest))

    @procedure("MLWM-EPI-P1", title="One of three epilogues always fits", source="computed", page=40)
    def always_one_fate(self, highest: int = 6) -> bool:
        """Whether exactly one of killed, accepted and leaving holds in every state up to ``highest``.

        Two sums are compared, and one of less, more and equal is always true: so nobody is without epilogue.

        >>> from generator.rules import load
        >>> load("mlwm").always_one_fate()
        True
        """
        three = {"MLWM-EPI-2", "MLWM-EPI-4", "MLWM-EPI-6"}
        return all(len(three.intersection(fates)) == 1 for fates, _ in self.epilogue_census(highest))

    @procedure(
        "MLWM-EPI-P2",
        title="Wandering off and self-destruction exclude each other",
        source="computed",
        page=40,
    )
    def never_both(self, highest: int = 6) -> bool:
        """Whether no state up to ``highest`` has both a minion who wanders off and one who destroys itself,
        so that one to three epilogues hold at once.

        >>> from generator.rules import load
        >>> load("mlwm").never_both()
        True
        """
        both = {"MLWM-EPI-1", "MLWM-EPI-3"}
        return not any(both.issubset(fates) for fates, _ in self.epilogue_census(highest))
