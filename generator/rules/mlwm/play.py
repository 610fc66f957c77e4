"""My Life with Master: the odds of every action, and what its outcome changes."""

from __future__ import annotations

from dataclasses import replace

from generator.dice.contests import Odds
from generator.problems import HandbillError, Problem
from generator.rules.chart import Effect
from generator.rules.formula import Formula
from generator.rules.formula_tree import Name, Node, substituted
from generator.rules.mlwm.dice import Bonus, Dice
from generator.rules.mlwm.scenes import OBEY, STANDSTILL
from generator.rules.mlwm.state import Aftermath, Conflict, Minion, Outcome, Part, Scores, State
from generator.rules.registry import procedure
from generator.rules.trials import HIGHEST, trials

NOTHING = Effect()
_TURNED: dict[Outcome, Outcome] = {"win": "lose", "tie": "tie", "lose": "win"}


class Play(Dice):
    """Actions: their pools, their odds, and the state afterwards."""

    @procedure(
        "MLWM-POOLS", title="The pools of an action", source="Forge topic 18773, L16, L60, L65", page=25
    )
    def pools(
        self, action: str, scores: Scores, aid: int = 0, against_aid: int = 0, fearless: bool = False
    ) -> tuple[int, int]:
        """How many dice you and they roll, with floor and Innocents; ``aid`` is dice that helpers add.

        Innocents raise Reason in rolls only, never in a threshold (MLWM-AMB-15). ``fearless`` leaves Fear
        out for both sides, as in the scenes of danger (MLWM-AMB-14).

        >>> from generator.rules import load
        >>> load("mlwm").pools("MLWM-CMD", Scores(fear=5, reason=2, self_loathing=1, weariness=2))
        (1, 6)
        """
        names = scores.as_names()
        you = self.pool_formula(action, "you", fearless).value(**names)
        they = self.pool_formula(action, "they", fearless).value(**names)
        return you + aid, they + against_aid

    def raw_pools(self, action: str, scores: Scores, fearless: bool = False) -> tuple[int, int]:
        """The two formulas' values before floor and aid; they may be below 0."""
        names = scores.as_names()
        you, they = (self.raw_formula(action, part, fearless).value(**names) for part in ("you", "they"))
        return you, they

    @procedure("MLWM-ODDS", title="The odds of an action", source="Forge topic 18773, L10-16, L22")
    def odds(
        self,
        action: str,
        scores: Scores,
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        first: Part = "you",
        aid: int = 0,
        against_aid: int = 0,
        fearless: bool = False,
    ) -> Odds:
        """The odds that you win, tie and lose an action with these scores.

        "You" are always the minion whom the chart names first, whoever the text names first (MLWM-AMB-16).
        Raises HandbillError (``bonus-die``) for a die that the opponent can never earn.

        >>> from generator.rules import load
        >>> scores = Scores(fear=4, reason=3, love=3, self_loathing=2, weariness=1)
        >>> odds = load("mlwm").odds("MLWM-CMD", scores)
        >>> [str(chance) for chance in odds.chances]
        ['1215/65536', '357/16384', '62893/65536']
        """
        against = self.row(action).text("against")
        if against_bonus and not self.may_earn(against, against_bonus):
            message = f"the {against} never earns a bonus die of {self.sides(against_bonus)} sides"
            raise HandbillError(Problem("bonus-die", message, hint="the other bonus dice are open to them"))
        you, they = self.pools(action, scores, aid, against_aid, fearless)
        return self.contest(you, they, bonus, against_bonus, first, against)

    @procedure("MLWM-EARN", title="Who may earn which bonus die", source="Forge topic 18773, L25", page=32)
    def may_earn(self, side: str, bonus: Bonus) -> bool:
        """Whether a side may ever hold this bonus die.

        >>> from generator.rules import load
        >>> load("mlwm").may_earn("Master", "sincerity")
        False
        """
        rule = self.row("MLWM-BONUS-3")
        never = rule.text("never")
        if side != rule.text("side") or not bonus:
            return True
        if isinstance(bonus, str):
            return bonus != never
        others = [row for row in self.chart("MLWM-BONUS") if row.key != never]
        return bonus != self.sides(never) or any(row.number("sides") == bonus for row in others)

    def aid_of(self, state: State, helpers: tuple[str, ...]) -> int:
        """How many dice these minions add together."""
        return sum(self.aid(state.scores(helper)) for helper in helpers)

    @procedure("MLWM-ODDS-IN", title="The odds of a conflict in a game", source="Forge topic 18773, L10-60")
    def odds_in(
        self,
        state: State,
        conflict: Conflict,
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        first: Part = "you",
    ) -> Odds:
        """The odds of a conflict between the people of a game, with the dice of all their helpers."""
        self._fits(state, conflict)
        return self.odds(
            conflict.action,
            state.scores(conflict.who, conflict.innocents, conflict.other),
            bonus,
            against_bonus,
            first,
            self.aid_of(state, conflict.helpers),
            self.aid_of(state, conflict.their_helpers),
            conflict.fearless,
        )

    def effect(self, action: str, outcome: Outcome) -> Effect:
        """What an outcome does to the minion who acts; a tie does the same in every action (MLWM-AMB-10)."""
        if outcome == "tie":
            return self.row("MLWM-DICE-6").effect("tie")
        return self.row(action).effect(outcome)

    def says(self, effect: Effect) -> str:
        """The words of an effect; where they state what another rule says, by that rule."""
        if effect.says == OBEY:
            rolls = self.row("MLWM-CMD-2").number("rolls")
            return effect.says if rolls == 1 else f"You obey until {rolls} rolls are done."
        if effect.says == STANDSTILL and effect.changes:
            return "The scene is interrupted. Nobody wins, and the matter stays open."
        return effect.says

    def their_effect(self, action: str, outcome: Outcome) -> Effect:
        """What an outcome, seen from the minion who acts, does to the minion on the opposite side."""
        if outcome == "tie":
            return self.row("MLWM-DICE-6").effect("tie")
        cell = self.row(action)["they_lose" if outcome == "win" else "they_win"]
        return cell if isinstance(cell, Effect) else NOTHING

    @procedure("MLWM-AID-2", title="Aid shares the results", source="Forge topic 18773, L60", page=34)
    def helper_effect(self, action: str, outcome: Outcome) -> Effect:
        """What an outcome does to each helper of the minion who acts: the same as to that minion.

        Gains and losses alike, each helper with a Horror test of their own, and an overture's Love goes to
        the same connection (MLWM-AMB-12; the option ``aid_results`` may share losses alone).
        Who refused the command is still one minion: a helper does not begin the Endgame.

        >>> from generator.rules import load
        >>> load("mlwm").helper_effect("MLWM-VIO", "lose").changes
        (('weariness', 1),)
        """
        return self._shared(self.effect(action, outcome), outcome)

    def _shared(self, effect: Effect, outcome: Outcome) -> Effect:
        if self.option("aid_results") == "loss" and outcome == "win":
            return NOTHING
        return replace(effect, tests=tuple(test for test in effect.tests if test != "MLWM-CMD-3"))

    @procedure("MLWM-OVR-1", title="Love grows either way", source="Forge topic 18773, L37-38")
    def love_gained(self, outcome: Outcome) -> int:
        """How much Love an overture brings: it rises when the overture is decided, whoever wins.

        >>> from generator.rules import load
        >>> [load("mlwm").love_gained(outcome) for outcome in ("win", "tie", "lose")]
        [1, 0, 1]
        """
        return self.effect("MLWM-OVR", outcome).change("love")

    @procedure("MLWM-PVP-1", title="Minion against minion is even-handed", source="Forge topic 18773, L54")
    def even_handed(self, action: str) -> bool:
        """Whether both sides roll by one formula, each with a Self-Loathing of their own, at like prices.

        >>> from generator.rules import load
        >>> load("mlwm").even_handed("MLWM-PVP-VIO"), load("mlwm").even_handed("MLWM-VIO")
        (True, False)
        """
        row = self.row(action)
        turned: dict[str, Node] = {"self_loathing": Name("their_self_loathing")}
        same_pools = Formula(substituted(row.formula("you").tree, turned)) == row.formula("they")
        mine = (self.effect(action, "win"), self.effect(action, "lose"))
        theirs = (self.their_effect(action, "lose"), self.their_effect(action, "win"))
        return same_pools and [effect.changes for effect in mine] == [effect.changes for effect in theirs]

    @procedure(
        "MLWM-GAIN", title="What an effect does to a minion's scores", source="Forge topic 18773, L33-69"
    )
    def after(self, action: str, scores: Scores, effect: Effect) -> tuple[Scores, tuple[str, ...]]:
        """A minion's scores after an effect, and the ids of the conditions that it set off.

        The Horror takes the place of a gain of Self-Loathing; it is tested at every such gain, and never
        without one, however high Self-Loathing already stands (MLWM-AMB-6). Love that the same roll brings
        counts first, unless the option ``horror_test`` says otherwise (MLWM-AMB-5).
        Capture follows the option ``capture`` (MLWM-AMB-7) and comes with a failure alone in the published
        actions (MLWM-AMB-8); between minions it is tested in the same way (MLWM-AMB-9).
        """
        changes = [(name, change) for name, change in effect.changes if name != "self_loathing"]
        now = scores._replace(innocents=0).changed(changes)
        now, events = self._loathing(scores, now, effect.change("self_loathing"))
        if self._captures(action, scores, now) and self.formula("MLWM-CAP-1").holds(**now.as_names()):
            events.append("MLWM-CAP-1")
        if "MLWM-CMD-3" in effect.tests and self.formula("MLWM-CMD-3").holds(**now.as_names()):
            events.append("MLWM-CMD-3")
        return now._replace(innocents=scores.innocents), tuple(events)

    def _loathing(self, before: Scores, now: Scores, gain: int) -> tuple[Scores, list[str]]:
        would_be = now.changed([("self_loathing", gain)])
        if gain <= 0:
            return would_be, []
        late = self.option("horror_test") == "before_love"
        tested = would_be._replace(love=before.love) if late else would_be
        if not self.formula("MLWM-HOR-1").holds(**tested.as_names()):
            return would_be, []
        instead = self.row("MLWM-HOR-2").number("self_loathing")
        return now.changed([("self_loathing", instead)]), ["MLWM-HOR-1"]

    def _captures(self, action: str, before: Scores, now: Scores) -> bool:
        tired = now.weariness > before.weariness
        match self.option("capture"):
            case "state":
                return True
            case "npc_violence":
                return tired and action == "MLWM-VIO"
        return tired

    @procedure("MLWM-PLAY", title="The game after a roll", source="Forge topic 18773, L27-82")
    def play(self, state: State, conflict: Conflict, outcome: Outcome) -> Aftermath:
        """The game after a conflict, and the conditions that it set off, for everyone who took part.

        ``outcome`` is seen from the minion who acts. Helpers of a minion share what befalls that minion.
        Helpers of the Master or of another NPC gain and lose nothing; where their side loses, the event
        MLWM-AMB-13 says so, since the text leaves that open. Raises ValueError for a conflict that cannot be:
        nobody to make the overture to, a struggle before the Endgame.
        """
        self._fits(state, conflict)
        events: list[tuple[str, str]] = []
        for name, effect in self._effects(conflict, outcome):
            principal = name in (conflict.who, conflict.other)
            state, set_off = self._befall(state, conflict, name, effect, principal)
            events += ((name, event) for event in set_off)
        if outcome == "win" and not conflict.other:
            events += ((name, "MLWM-AMB-13") for name in conflict.their_helpers)
        if (conflict.who, "MLWM-CMD-3") in events:
            state = state._replace(endgame=True, resister=conflict.who)
        if conflict.action == "MLWM-END" and outcome == "win":
            state = state._replace(slayer=conflict.who)
        return Aftermath(state, tuple(events))

    def _fits(self, state: State, conflict: Conflict) -> None:
        against_minion = self.row(conflict.action).text("against") == "minion"
        if against_minion is not bool(conflict.other):
            raise ValueError(f"{conflict.action} is {'' if against_minion else 'not '}against another minion")
        if conflict.action == "MLWM-END" and not state.endgame:
            raise ValueError("the struggle with the Master waits for the Endgame")

    def _effects(self, conflict: Conflict, outcome: Outcome) -> list[tuple[str, Effect]]:
        action = conflict.action
        made = [(conflict.who, self.effect(action, outcome))]
        made += ((helper, self.helper_effect(action, outcome)) for helper in conflict.helpers)
        if conflict.other:
            theirs = self.their_effect(action, outcome)
            made.append((conflict.other, theirs))
            shared = self._shared(theirs, _TURNED[outcome])
            made += ((helper, shared) for helper in conflict.their_helpers)
        return made

    def _befall(
        self, state: State, conflict: Conflict, name: str, effect: Effect, principal: bool
    ) -> tuple[State, list[str]]:
        if not principal:  # Fear and Reason are everybody's: they change once, not once for each helper.
            own = tuple(pair for pair in effect.changes if pair[0] not in ("fear", "reason"))
            effect = replace(effect, changes=own)
        minion = state.minion(name)
        now, events = self.after(conflict.action, state.scores(name), effect)
        if state.endgame:  # It has begun already, and keeps the minion who began it.
            events = tuple(event for event in events if event != "MLWM-CMD-3")
        state = state._replace(fear=now.fear, reason=now.reason)
        return state.with_minion(_moved(minion, conflict, effect, now, events)), list(events)

    @procedure("MLWM-KILL", title="An Innocent is killed", source="Forge topic 18773, L66", page=36)
    def innocents_killed(self, state: State, killed: int = 1) -> State:
        """The game after so many Innocents were killed: Fear rises for each of them.

        >>> from generator.rules import load
        >>> load("mlwm").innocents_killed(State(fear=4, reason=3), 2).fear
        6
        """
        effect = self.row("MLWM-INN-2").effect("killed")
        fear, reason = effect.change("fear") * killed, effect.change("reason") * killed
        return state._replace(fear=max(0, state.fear + fear), reason=max(0, state.reason + reason))

    @procedure("MLWM-DEATH", title="A connection dies", source="Forge topic 25114")
    def connection_dies(self, state: State, connection: str) -> State:
        """The game after a connection died: all Love for them is gone.

        Self-Loathing may now stand above its limit; that alone is no Horror (MLWM-AMB-6).
        """
        left = (
            minion._replace(loves=tuple(pair for pair in minion.loves if pair[0] != connection))
            for minion in state.minions
        )
        return state._replace(minions=tuple(left))

    @procedure(
        "MLWM-SPARE", title="Who may die in a scene of horror", source="Forge topic 18773, L70", page=36
    )
    def may_die(self, state: State, connection: str) -> bool:
        """Whether a connection may be killed in a scene of horror: only one who carries no minion's Love.

        >>> from generator.rules import load
        >>> igor = Minion("Igor", loves=(("Anna", 1), ("Bela", 0)))
        >>> [load("mlwm").may_die(State(4, 3, (igor,)), name) for name in ("Anna", "Bela")]
        [False, True]
        """
        carried = sum(dict(minion.loves).get(connection, 0) for minion in state.minions)
        return self.row("MLWM-HOR-4").formula("may_die").holds(love=carried)

    def loathing_is_strength(self) -> bool:
        """Whether Self-Loathing adds dice to violence, and to what the Master rolls for a command."""
        pools = self.row("MLWM-VIO").formula("you"), self.row("MLWM-CMD").formula("they")
        return all(
            "self_loathing" in pool.names
            and pool.value(**{**state, "self_loathing": state["self_loathing"] + 1}) > pool.value(**state)
            for pool in pools
            for state in trials(pool.names | {"self_loathing"})
        )

    def spares_the_loved(self) -> bool:
        """Whether nobody who carries Love, and anybody else, may be killed in a scene of horror."""
        may_die = self.row("MLWM-HOR-4").formula("may_die")
        return all(may_die.holds(love=love) is not bool(love) for love in range(HIGHEST + 1))

    @procedure("MLWM-STANDING", title="What hangs over a minion now")
    def standing(self, scores: Scores) -> tuple[str, ...]:
        """The ids of the thresholds that are passed now, as warnings: a refusal would begin the Endgame,
        the next Self-Loathing reveals the Horror, the minion is as tired as a captive (MLWM-AMB-7).

        >>> from generator.rules import load
        >>> load("mlwm").standing(Scores(reason=2, weariness=3, love=1, self_loathing=2))
        ('MLWM-CAP-1',)
        """
        now = scores._replace(innocents=0)
        nearly = now.changed([("self_loathing", 1)])
        tests = (("MLWM-CMD-3", now), ("MLWM-HOR-1", nearly), ("MLWM-CAP-1", now))
        return tuple(rule for rule, scores in tests if self.formula(rule).holds(**scores.as_names()))


def _moved(
    minion: Minion, conflict: Conflict, effect: Effect, now: Scores, events: tuple[str, ...]
) -> Minion:
    """The minion with the scores of ``now``, new Love going to the connection of the conflict."""
    if effect.change("love"):
        if not conflict.connection:
            raise ValueError(f"{conflict.action} changes Love: name the connection")
        minion = minion.loving(conflict.connection, effect.change("love"))
    return minion._replace(
        self_loathing=now.self_loathing,
        weariness=now.weariness,
        captured=minion.captured or "MLWM-CAP-1" in events,
        horror_pending=minion.horror_pending or "MLWM-HOR-1" in events,
    )
