"""My Life with Master: what its sheets compute, how high their scores go, and what they let choose."""

from __future__ import annotations

from collections.abc import Iterable

from generator.problems import HandbillError, Problem, nearest
from generator.rules.chart import Chart, Row
from generator.rules.formula import Formula
from generator.rules.mlwm.endgame import Endgame
from generator.rules.mlwm.state import Outcome
from generator.rules.registry import procedure

_CHOICES = {"aspect": "MLWM-ASPECT", "type": "MLWM-TYPE"}


class OnSheets(Endgame):
    """Formulas, bounds and choices by the names that a sheet gives."""

    @procedure("MLWM-DERIVE", title="Values that a sheet computes")
    def derived(self, name: str) -> Formula:
        """The formula of a value that a sheet computes, by its key in the chart MLWM-DERIVED.

        >>> from generator.rules import load
        >>> load("mlwm").derived("violence_against").text
        'max(1, reason + innocents + weariness)'
        """
        row = self._row("MLWM-DERIVED", name, "unknown-derived", "no value that a sheet computes")
        rule, part = row.text("rule"), row.text("part")
        match part:
            case "you" | "they":
                return self.pool_formula(rule, part)
            case "aid":
                return self.aid_formula()
            case "margin":
                return self.margin_formula(rule)
            case "condition":
                return self.row(rule).formula("condition")
        return self.room_formula(rule)

    @procedure("MLWM-BOUNDS", title="How low and how high a score goes", source="computed")
    def bounds(self, name: str) -> tuple[int | None, int | None]:
        """The lowest and the highest value of a score, None where there is no end.

        >>> from generator.rules import load
        >>> load("mlwm").bounds("weariness")
        (0, None)
        """
        row = self._row("MLWM-SCORES", name, "unknown-bounds", "no score")
        least, most = row["least"], row["most"]
        assert (least is None or isinstance(least, int)) and (most is None or isinstance(most, int))
        return least, most

    @procedure("MLWM-CHOICES", title="What a sheet lets choose", source="computed")
    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """(value, label) pairs in order.

        >>> from generator.rules import load
        >>> load("mlwm").choices("aspect")
        (('brain', 'Brain'), ('beast', 'Beast'))
        """
        if name not in _CHOICES:
            raise _unknown("unknown-choices", f"'{name}' is no choice of a sheet", name, _CHOICES)
        return tuple((row.key, row.text("name")) for row in self.chart(_CHOICES[name]))

    def wording(self, name: str) -> str:
        """How a score moves, in the words of a sheet.

        >>> from generator.rules import load
        >>> load("mlwm").wording("how_weariness_rises")
        'rises when you fail'
        """
        match name:
            case "how_self_loathing_rises":
                strong = "strong in violence, weak before the Master"
                says = "rises when you have your way" if self._rises("self_loathing", "win") else ""
                return "; ".join(filter(None, [says, strong if self.loathing_is_strength() else ""]))
            case "how_weariness_rises":
                return "rises when you fail" if self._rises("weariness", "lose") else ""
        return super().wording(name)

    def _rises(self, score: str, outcome: Outcome) -> bool:
        return self.effect("MLWM-VIO", outcome).change(score) > 0

    def _row(self, chart_id: str, key: str, code: str, what: str) -> Row:
        """One row of a chart, read alone, so that a sheet rests only on what it uses."""
        chart = self._rules[chart_id].value
        assert isinstance(chart, Chart)
        keys = [row.key for row in chart]
        if key not in keys:
            raise _unknown(code, f"'{key}' is {what} of {self.game}", key, keys)
        return self.row(f"{chart_id}.{key}")


def _unknown(code: str, message: str, name: str, known: Iterable[str]) -> HandbillError:
    names = list(known)
    hint = nearest(name, names) or f"there are {', '.join(names)}"
    return HandbillError(Problem(code, message, hint=hint))
