"""The Shadow of Yesterday: checks of every kind, exact: alone, in competition, resisted, together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.dice.pools import faces, keep_sum
from generator.problems import HandbillError, Problem, nearest
from generator.rules.chart import Chart, Row
from generator.rules.registry import Rules, procedure


class Attempt(NamedTuple):
    """One character's part in a check: the rank, the dice, and the rating of gear that helps."""

    rank: int
    bonus: int = 0
    penalty: int = 0
    gear: int = 0


class Step(NamedTuple):
    """One roll of several that build on each other: the net dice (bonus above 0) and the success level."""

    net: int
    level: int


def refuse(code: str, message: str, hint: str) -> HandbillError:
    """The error for something that the rules do not allow."""
    return HandbillError(Problem(code, message, hint=hint))


class Checks(Rules):
    """All that is rolled outside a conflict that is played blow by blow.

    Ranks and success levels are whole numbers; dice counts are 0 or more.
    """

    def rewritten(self, rule_id: str, cell: str = "") -> bool:
        """Whether a house rule replaced this rule, or this cell of a row or of terms."""
        rule = self.rule(rule_id)
        if not (rule.changed and cell):
            return rule.changed
        assert isinstance(rule.value, Row) and isinstance(rule.published, Row)
        return rule.value[cell] != rule.published[cell]

    @procedure("TSOY-DIE-3", title="Which dice stay", source="Resolution page, L38")
    def roll(self, net: int = 0) -> Distribution:
        """The sum of the dice that stay: with bonus dice the best are kept, with penalty dice the worst.

        >>> from generator.rules import load
        >>> load("tsoy").roll(1).weights
        (1, 4, 10, 17, 22, 18, 9)
        """
        dice = self.row("TSOY-CHK-1").number("dice")
        return keep_sum(faces(self.faces()), self.rolled(net), dice, highest=net > 0)

    def rolled(self, net: int) -> int:
        """How many dice are rolled; HandbillError (``dice``) for fewer than are kept."""
        dice = self.row("TSOY-CHK-1").number("dice")
        rolled = self.formula("TSOY-DIE-2").value(dice=dice, net=net)
        if rolled < dice:
            raise refuse(
                "dice", f"{rolled} dice are rolled and {dice} kept", "TSOY-DIE-2 gives as many or more"
            )
        return rolled

    def kept(self, shown: Sequence[int], net: int) -> tuple[int, ...]:
        """The dice that stay of those shown, best first: as many as every check has.

        With bonus dice minuses are removed first, then blanks, then pluses; with penalty dice, pluses first.
        """
        dice = sorted(shown, reverse=True)
        stay = self.row("TSOY-CHK-1").number("dice")
        return tuple(dice[:stay] if net > 0 else dice[max(0, len(dice) - stay) :])

    def throw(self, shown: Sequence[int], net: int = 0) -> tuple[int, ...]:
        """An example of a roll: the dice ``shown`` where they can fall so, else as many as are rolled, from
        the best face down to the worst.

        >>> from generator.rules import load
        >>> load("tsoy", {"TSOY-CHK-1.dice": 4}).throw((1, 1, -1))
        (1, 1, 0, -1)
        """
        faces, rolled = self.faces(), self.rolled(net)
        if len(shown) == rolled and set(shown) <= set(faces):
            return tuple(shown)
        ordered = sorted(faces, reverse=True)
        return tuple(ordered[die * len(ordered) // rolled] for die in range(rolled))

    def by_net(self, rank: int, net: int) -> Distribution:
        """The success level with so many net dice, whatever they came from."""
        return self.roll(net).map(lambda roll: self.level(rank, roll))

    def net(self, bonus: int = 0, penalty: int = 0) -> int:
        """What is left when bonus and penalty dice have cancelled: bonus above 0, penalty below."""
        if min(bonus, penalty) < 0:
            raise refuse(
                "dice", f"found {bonus} bonus and {penalty} penalty dice", "count each kind from none up"
            )
        return self.formula("TSOY-DIE-1").value(bonus=bonus, penalty=penalty)

    def level(self, rank: int, roll: int, gear: int = 0) -> int:
        """The success level of a rank and a roll; the rating of gear is added where that succeeds."""
        level = self.row("TSOY-CHK-1").formula("level").value(rank=rank, roll=roll)
        return self.geared(level, weapon=gear) if gear and self.succeeds(level) else level

    def succeeds(self, level: int, difficulty: int | None = None) -> bool:
        """Whether a success level succeeds; without a difficulty, at the usual one."""
        rule = self.row("TSOY-CHK-2")
        wanted = rule.number("difficulty") if difficulty is None else difficulty
        return rule.formula("success").holds(level=level, difficulty=wanted)

    def enough(self) -> int:
        """The lowest success level that succeeds at the usual difficulty; that difficulty where none does.

        >>> from generator.rules import load
        >>> load("tsoy", {"TSOY-CHK-2.success": "level > difficulty"}).enough()
        2
        """
        levels = range(max(row.number("level") for row in self.chart("TSOY-SL")) + 1)
        usual = self.row("TSOY-CHK-2").number("difficulty")
        return next((level for level in levels if self.succeeds(level)), usual)

    @procedure(title="Success level of a check")
    def check(self, rank: int, bonus: int = 0, penalty: int = 0, gear: int = 0) -> Distribution:
        """The success level of a check; the rating of gear is added where it succeeds.

        >>> from generator.rules import load
        >>> rules = load("tsoy")
        >>> [str(rules.check(rank).at_least(1)) for rank in range(5)]
        ['10/27', '17/27', '23/27', '26/27', '1']
        """

        return self.roll(self.net(bonus, penalty)).map(lambda roll: self.level(rank, roll, gear))

    def success(self, rank: int, bonus: int = 0, penalty: int = 0, difficulty: int | None = None) -> Fraction:
        """The chance that a check succeeds; without a difficulty, at the usual one."""
        levels = self.check(rank, bonus, penalty)
        return sum(
            (levels.chance(level) for level in levels.outcomes() if self.succeeds(level, difficulty)),
            Fraction(0),
        )

    def transcendence(self, rank: int, bonus: int = 0, penalty: int = 0) -> Fraction:
        """The chance that a check transcends.

        >>> from generator.rules import load
        >>> [str(load("tsoy").transcendence(4, bonus)) for bonus in range(4)]
        ['1/27', '1/9', '17/81', '233/729']
        """
        return self.check(rank, bonus, penalty).at_least(self.row("TSOY-TRN-1").number("level"))

    def transcends(self, level: int) -> bool:
        """Whether a success level transcends."""
        return level >= self.row("TSOY-TRN-1").number("level")

    @procedure("TSOY-CHK-3", title="Range of a check", source="Resolution page, L54")
    def span(self, rank: int) -> tuple[int, int]:
        """The lowest and the highest success level that a rank can reach.

        >>> from generator.rules import load
        >>> [load("tsoy").span(rank) for rank in range(5)]
        [(0, 3), (0, 4), (0, 5), (0, 6), (1, 7)]
        """
        levels = self.check(rank)
        return levels.lowest, levels.highest

    @procedure(title="A pool die after the roll")
    def late_die(self, rank: int, shown: tuple[int, ...], bonus: int = 0, penalty: int = 0) -> Distribution:
        """The success level if a pool die is bought now, all dice of the roll being ``shown``.

        The die is rolled and the best are chosen again. Raises HandbillError (``late-die``) where the option
        ``late_bonus`` forbids it or a penalty die is uncancelled, and where the dice shown are not the
        roll's.

        >>> from generator.rules import load
        >>> str(load("tsoy").late_die(3, (0, 0, -1)).at_least(3))
        '2/3'
        """
        net = self.net(bonus, penalty)
        if self.option("late_bonus") != "after":
            raise refuse("late-die", "the pool die comes too late", "buy it before the roll")
        if net < 0:
            raise refuse(
                "late-die",
                "a penalty die is uncancelled",
                "buy the pool die before the roll while penalty dice count",
            )
        die, rolled = self.row("TSOY-DIE-4"), self.rolled(net)
        if not die.number("most"):
            raise refuse("late-die", "no pool die may be bought", "TSOY-DIE-4 says how often one may")
        if len(shown) != rolled or not set(shown) <= set(self.faces()):
            raise refuse(
                "late-die",
                f"the dice shown are {shown}",
                f"name all {rolled} dice, each one of {self.faces()}",
            )
        after = net + die.number("dice")
        levels = [
            self.level(rank, sum(self.kept((*shown, *extra), after)))
            for extra in product(self.faces(), repeat=max(0, self.rolled(after) - rolled))
        ]
        return Distribution.uniform(levels)

    def gift_dice(self, players: int, guides: int = 1) -> int:
        """How many gift dice each one at the table receives at the start of a session."""
        count = self.row("TSOY-GIFT-1").formula(str(self.option("gift_count")))
        return count.value(players=players, guides=guides)

    @procedure("TSOY-COM-1", title="Competitive check", source="Resolution page, L100, L102")
    def placing(self, levels: tuple[int, ...]) -> tuple[int | None, ...]:
        """The place of each contender, the best being first, equal levels sharing a place.

        What counts as victory is agreed before the roll. Everyone who succeeds completes the task; who fails
        has no place (TSOY-AMB-22: the "total score" that is compared is the success level).
        Contenders who tie may leave it at that or roll again.

        >>> from generator.rules import load
        >>> load("tsoy").placing((2, 4, 0, 4))
        (3, 1, None, 1)
        """
        done = [level for level in levels if self.succeeds(level)]
        return tuple(
            1 + sum(other > level for other in done) if self.succeeds(level) else None for level in levels
        )

    @procedure(title="Odds of a competitive check")
    def competitive(self, contenders: tuple[int | Attempt, ...]) -> tuple[Odds, ...]:
        """For each contender: alone in first place, sharing it, or neither. Gear counts before ranking.

        >>> from generator.rules import load
        >>> [str(odds.chances[0]) for odds in load("tsoy").competitive((1, 1))]
        ['89/243', '89/243']
        """
        levels = [self._attempted(contender) for contender in contenders]
        whole = prod(each.total for each in levels)
        made = []
        for index, own in enumerate(levels):
            others = levels[:index] + levels[index + 1 :]
            alone = first = 0
            for level, weight in own.items():
                if self.succeeds(level):
                    alone += weight * prod(_ways_to(other, level - 1) for other in others)
                    first += weight * prod(_ways_to(other, level) for other in others)
            made.append(Odds(alone, first - alone, whole - first))
        return tuple(made)

    @procedure(title="Competitive check, ties rolled again")
    def race(self, contenders: tuple[int | Attempt, ...]) -> tuple[Fraction, ...]:
        """The chance of each contender to win if all who tie for first roll again until one is ahead.

        What is missing to 1 is the chance that all fail.
        """
        levels = tuple(self._attempted(contender) for contender in contenders)
        wins = [Fraction(0)] * len(levels)
        for (tied, level), chance in _first_places(tuple(range(len(levels))), levels).items():
            if self.succeeds(level):
                for index, share in _decide(tied, levels).items():
                    wins[index] += chance * share
        return tuple(wins)

    @procedure(title="Odds of a resisted check")
    def resisted(
        self,
        rank: int,
        against: int,
        bonus: int = 0,
        penalty: int = 0,
        against_bonus: int = 0,
        against_penalty: int = 0,
    ) -> Odds:
        """The instigator of ``rank`` against the resisting side: win, tie, lose. A tie is lost, too.

        >>> from generator.rules import load
        >>> str(load("tsoy").resisted(0, 4).chances[0])
        '7/729'
        """
        return self.compare(
            self.check(rank, bonus, penalty), self.check(against, against_bonus, against_penalty)
        )

    def compare(self, levels: Distribution, against: Distribution) -> Odds:
        """The odds of two independent success levels, the instigator's first."""
        wins = self.formula("TSOY-RES-1")
        win = tie = 0
        for (level, ways), (other, others) in product(levels.items(), against.items()):
            if wins.holds(level=level, against=other):
                win += ways * others
            elif level == other:
                tie += ways * others
        return Odds(win, tie, levels.total * against.total - win - tie)

    def prevails(self, level: int, against: int) -> bool:
        """Whether the instigator wins the resisted check with these success levels."""
        return self.formula("TSOY-RES-1").holds(level=level, against=against)

    @procedure("TSOY-GRP-1", title="Several abilities, one after the other", source="Resolution page, L238")
    def chain(
        self, attempts: tuple[int | Attempt, ...], failures: tuple[str, ...] | str = "harmless"
    ) -> Distribution:
        """The success level of the last roll when each success level becomes bonus dice on the next roll.

        ``failures`` says for each roll but the last what its failure means (rows of TSOY-TOG-1: harmless,
        penalty, impossible), or once for all. The order is agreed beforehand.
        """
        return self._chained(tuple(map(_attempt, attempts)), self._failures(attempts, failures))

    def together(self, first: int | Attempt, main: int | Attempt, failure: str = "harmless") -> Distribution:
        """The success level of the main ability, another one being rolled first to help it (TSOY-TOG-1)."""
        return self.chain((first, main), failure)

    @procedure("TSOY-GRP-2", title="Several characters, one ability", source="Resolution page, L240, L246")
    def group(self, members: tuple[int | Attempt, ...], guide: int = 0) -> Distribution:
        """The success level of a group: that of its last and weakest member.

        The highest rank rolls first; a failure is always a penalty to the next; ``guide``, the Story Guide's
        penalty dice, lie on every roll.

        >>> from generator.rules import load
        >>> str(load("tsoy").group((2, 1, 0)).chance(0))
        '12733354/43046721'
        """
        return self.chain(self._in_order(members, guide), "penalty")

    def group_steps(
        self, members: tuple[int | Attempt, ...], rolls: tuple[int, ...], guide: int = 0
    ) -> tuple[Step, ...]:
        """The group's rolls one by one, for given sums of dice, the highest rank first."""
        return self.steps(self._in_order(members, guide), rolls, "penalty")

    def door_ranks(self) -> tuple[int, ...]:
        """The ranks of those who push at the stuck door, the best first."""
        named = self.row("TSOY-GRP-EX")["ranks"]
        assert isinstance(named, tuple)
        return tuple(self.row(f"TSOY-RANK.{key}").number("rank") for key in named)

    def door_steps(self) -> tuple[Step, ...]:
        """The rolls at the stuck door as the game tells them; none where the dice cannot fall so."""
        door = self.row("TSOY-GRP-EX")
        rolls, alone = door["rolls"], door.number("alone")
        assert isinstance(rolls, tuple)
        try:
            self.possible(alone, 0)
            return self.group_steps(self.door_ranks(), tuple(int(roll) for roll in rolls))
        except HandbillError:
            return ()

    def steps(
        self,
        attempts: tuple[int | Attempt, ...],
        rolls: tuple[int, ...],
        failures: tuple[str, ...] | str = "harmless",
    ) -> tuple[Step, ...]:
        """Rolls that build on each other, for given sums of dice; they end where the rest cannot be tried."""
        made: list[Step] = []
        bonus = penalty = 0
        meanings = (*self._failures(attempts, failures), None)
        for attempt, roll, failure in zip(map(_attempt, attempts), rolls, meanings, strict=True):
            net = self.net(attempt.bonus + bonus, attempt.penalty + penalty)
            level = self.level(attempt.rank, self.possible(roll, net), attempt.gear)
            made.append(Step(net, level))
            if failure is None or self.succeeds(level):
                bonus, penalty = max(0, level), 0
            elif failure.text("next") == "yes":
                bonus, penalty = 0, failure.number("penalty")
            else:
                break
        return tuple(made)

    def possible(self, roll: int, net: int) -> int:
        """The roll itself; HandbillError (``roll``) where the dice cannot show it."""
        sums = self.roll(net).outcomes()
        if roll not in sums:
            raise refuse("roll", f"the dice cannot show {roll}", f"a roll is {sums[0]} to {sums[-1]}")
        return roll

    def geared(self, level: int, weapon: int = 0, armour: int = 0) -> int:
        """A success level (or harm) with the other side's armour and one's own weapon: cap, then floor.

        Failure, 0, stays 0; a weapon never lowers and armour never raises.
        """
        if level <= 0:
            return level
        rule = self.row("TSOY-GEAR-1")
        if weapon:
            level = max(level, rule.formula("weapon").value(level=level, rating=weapon))
        if armour:
            level = min(level, rule.formula("armour").value(level=level, rating=armour))
        return level

    def item_allowed(self, ratings: tuple[int, ...]) -> bool:
        """Whether one item may hold all these ratings."""
        most = {row.number("rating"): row.number("most") for row in self.chart("TSOY-GEAR")}
        return all(ratings.count(rating) <= most.get(rating, 0) for rating in ratings)

    def level_name(self, level: int) -> str:
        """The name of a success level; of one without a name, the next lower name."""
        return _named(self.chart("TSOY-SL"), "level", level)

    def rank_name(self, rank: int) -> str:
        """The name of a rank; of one without a name, the next lower name."""
        return _named(self.chart("TSOY-RANK"), "rank", rank)

    def faces(self) -> tuple[int, ...]:
        """The faces of one die."""
        cell = self.row("TSOY-CHK-1")["faces"]
        assert isinstance(cell, tuple)
        return tuple(int(face) for face in cell)

    def _attempted(self, attempt: int | Attempt) -> Distribution:
        made = _attempt(attempt)
        return self.check(made.rank, made.bonus, made.penalty, made.gear)

    def _in_order(self, members: tuple[int | Attempt, ...], guide: int) -> tuple[Attempt, ...]:
        ordered = sorted(map(_attempt, members), key=lambda member: -member.rank)
        return tuple(member._replace(penalty=member.penalty + guide) for member in ordered)

    def _failures(
        self, attempts: tuple[int | Attempt, ...], failures: tuple[str, ...] | str
    ) -> tuple[Row, ...]:
        needed = len(attempts) - 1
        if needed < 0:
            raise refuse("attempts", "nobody rolls", "name one attempt or more")
        named = (failures,) * needed if isinstance(failures, str) else failures
        if len(named) != needed:
            raise refuse("failure", f"{len(named)} failures are given", f"each roll but the last: {needed}")
        known = [row.key for row in self.chart("TSOY-TOG-1")]
        for name in named:
            if name not in known:
                hint = nearest(name, known) or "one of " + ", ".join(known)
                raise refuse("failure", f"'{name}' is no meaning of a failure", hint)
        return tuple(self.row(f"TSOY-TOG-1.{name}") for name in named)

    def _chained(self, attempts: tuple[Attempt, ...], failures: tuple[Row, ...]) -> Distribution:
        known: dict[tuple[int, int, int], Distribution] = {}

        def rolled(place: int, bonus: int, penalty: int) -> Distribution:
            """The last level from this roll on; many levels lead to the same one."""
            if (place, bonus, penalty) not in known:
                now = attempts[place]
                levels = self.check(now.rank, now.bonus + bonus, now.penalty + penalty, now.gear)
                known[place, bonus, penalty] = (
                    levels.mix(lambda level: follow(place, level)) if place < len(failures) else levels
                )
            return known[place, bonus, penalty]

        def follow(place: int, level: int) -> Distribution:
            if self.succeeds(level):
                return rolled(place + 1, max(0, level), 0)
            if failures[place].text("next") == "yes":
                return rolled(place + 1, 0, failures[place].number("penalty"))
            return Distribution.constant(0)

        return rolled(0, 0, 0)


def _named(chart: Chart, column: str, wanted: int) -> str:
    rows = sorted(chart, key=lambda row: row.number(column))
    reached = [row.number(column) for row in rows if row.number(column) <= wanted]
    return chart.find(column, reached[-1] if reached else rows[0].number(column)).text("name")


def _attempt(attempt: int | Attempt) -> Attempt:
    return Attempt(attempt) if isinstance(attempt, int) else attempt


def _ways_to(levels: Distribution, highest: int) -> int:
    return sum(weight for level, weight in levels.items() if level <= highest)


def _first_places(
    contenders: tuple[int, ...], levels: tuple[Distribution, ...]
) -> dict[tuple[tuple[int, ...], int], Fraction]:
    """The chance that exactly these contenders share the highest level, by contenders and level."""
    found: dict[tuple[tuple[int, ...], int], Fraction] = {}
    reached = sorted({level for index in contenders for level in levels[index].outcomes()})
    for size in range(1, len(contenders) + 1):
        for tied in combinations(contenders, size):
            for level in reached:
                found[tied, level] = prod(
                    (
                        levels[index].chance(level) if index in tied else levels[index].at_most(level - 1)
                        for index in contenders
                    ),
                    start=Fraction(1),
                )
    return found


def _decide(tied: tuple[int, ...], levels: tuple[Distribution, ...]) -> dict[int, Fraction]:
    """The chance of each of those tied to come out ahead when they roll again until one does."""
    if len(tied) == 1:
        return {tied[0]: Fraction(1)}
    again = Fraction(0)
    wins = dict.fromkeys(tied, Fraction(0))
    for (still, _), chance in _first_places(tied, levels).items():
        if still == tied:
            again += chance
        elif chance:
            for index, share in _decide(still, levels).items():
                wins[index] += chance * share
    # Dice that always tie never decide; then nobody is ahead.
    return {index: chance / (1 - again) if again < 1 else Fraction(0) for index, chance in wins.items()}
