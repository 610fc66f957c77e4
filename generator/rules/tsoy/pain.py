"""Bringing Down the Pain: harm, volleys, giving up, healing, as pure functions of frozen states."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.problems import HandbillError, nearest
from generator.rules.chart import Row
from generator.rules.registry import procedure
from generator.rules.tsoy.checks import Checks, refuse
from generator.rules.tsoy.facts import ACTIONS
from generator.rules.tsoy.state import (
    Action,
    Fighter,
    Healed,
    Mark,
    Marked,
    Out,
    Ready,
    Resources,
    Side,
    Track,
    Volley,
)

PREPARING = ACTIONS[-1]


def kind_of(row: Row) -> str:
    """The word by which actions name their kind, whatever the chart of kinds calls it in print."""
    return PREPARING if row.key == "TSOY-BDP-9" else row.key


class Pain(Checks):
    """The conflict that is played blow by blow, and the harm that it leaves."""

    # Harm

    @procedure("TSOY-HRM-3", title="The state of a box", source="Resolution page, L208")
    def state(self, box: int) -> str:
        """The state that a marked box brings: that of the box, whatever harm came in (key of a TSOY-HRM row).

        >>> from generator.rules import load
        >>> [load("tsoy").state(box) for box in (1, 3, 4, 6)]
        ['bruised', 'bruised', 'bloodied', 'broken']
        """
        for row in self.chart("TSOY-HRM"):
            if row["last"] is not None and 1 <= box <= row.number("last"):
                return row.key
        raise refuse("box", f"there is no box {box}", f"boxes go up to {self.last_box()}")

    def boxes(self, state: str) -> range:
        """The boxes of a state, by its key: from the last one of the state before; none for defeat.

        >>> from generator.rules import load
        >>> list(load("tsoy").boxes("bloodied"))
        [4, 5]
        """
        before = 0
        for row in self.chart("TSOY-HRM"):
            last = before if row["last"] is None else row.number("last")
            if row.key == state:
                return range(before + 1, last + 1)
            before = last
        raise refuse("state", f"'{state}' is no state of harm", "take the key of a row of TSOY-HRM")

    def lasting_box(self) -> int:
        """The first box whose penalty dice do not pass with the next check; the last box where all do.

        >>> from generator.rules import load
        >>> load("tsoy").lasting_box()
        4
        """
        lasting = [
            box
            for row in self.chart("TSOY-HRM")
            if row.text("scope") != "next"
            for box in self.boxes(row.key)
        ]
        return min(lasting, default=self.last_box())

    def last_box(self) -> int:
        """The number of the last box of the track."""
        return max(row.number("last") for row in self.chart("TSOY-HRM") if row["last"] is not None)

    @procedure("TSOY-HRM-4", title="Past broken", source="Resolution page, L182")
    def defeats(self, track: Track, harm: int) -> bool:
        """Whether harm finds no free box: beyond the last one, or all taken from its own up (TSOY-AMB-10)."""
        return harm > 0 and self._free_box(track, harm) is None

    @procedure("TSOY-HRM-1", title="Marking harm", source="Resolution page, L178")
    def mark(self, track: Track, harm: int, resource: str) -> Marked:
        """Mark the box of the harm, or the next higher free one, and write the pool beside it.

        No harm marks nothing. Where no box is free the track stays, and the state is ``defeated``.

        >>> from generator.rules import load
        >>> marked = load("tsoy").mark(Track.of({3: "reason"}), 3, "instinct")
        >>> marked.box, marked.state
        (4, 'bloodied')
        """
        Resources().of(resource)
        if harm <= 0:
            return Marked(track, None, "")
        box = self._free_box(track, harm)
        if box is None:
            return Marked(track, None, "defeated")
        return Marked(track.marked(Mark(box, resource)), box, self.state(box))

    def take(self, fighter: Fighter, harm: int, resource: str) -> tuple[Fighter, Marked]:
        """The fighter with harm marked; a bruise waits for the next check; past the last box means defeat."""
        marked = self.mark(fighter.track, harm, resource)
        bruises = fighter.bruises
        if marked.box is not None and self.row(f"TSOY-HRM.{marked.state}").text("scope") == "next":
            bruises += 1
        out: Out = "defeated" if marked.state == "defeated" else fighter.out
        return fighter._replace(track=marked.track, bruises=bruises, out=out), marked

    @procedure(title="Penalty dice from harm")
    def penalty(self, fighter: Fighter, resource: str) -> int:
        """The penalty dice that harm lays on the next check with an ability of that pool.

        TSOY-AMB-8: pending bruises, one for being bloodied in this pool, one for being broken: all add.
        """
        return sum(row.number("dice") * self._felt(row, fighter, resource) for row in self.chart("TSOY-HRM"))

    def fee(self, fighter: Fighter) -> int:
        """The pool points that any action costs in this state, before a bonus die is bought (TSOY-AMB-9)."""
        states = {self.state(box) for box in fighter.track.boxes}
        return sum(row.number("cost") for row in self.chart("TSOY-HRM") if row.key in states)

    # Before the roll

    def opening(self, level: int, against: int | None = None) -> int:
        """The bonus dice of the winner's first action; against one taken unawares leave ``against`` out."""
        unaware = self.row("TSOY-BDP-10").number("level") if against is None else against
        return max(0, self.row("TSOY-BDP-4").formula("dice").value(level=level, against=unaware))

    def opened(self, winner: Fighter, level: int, against: int | None = None) -> Fighter:
        """The winner of the check that led here, with the opening bonus."""
        return winner._replace(bonus=winner.bonus + self.opening(level, against))

    @procedure(title="Ready for an action")
    def ready(self, fighter: Fighter, action: Action) -> Ready:
        """Pay for the action, count its dice, and use up bruises and bonus dice: they are for this one only.

        Raises HandbillError where the pool holds too little, too many dice are bought, or the fighter is out.
        """
        if fighter.out:
            raise refuse("out", f"this character is out: {fighter.out}", "only those still in may act")
        die = self.row("TSOY-DIE-4")
        if not 0 <= action.bought <= die.number("most"):
            raise refuse(
                "pool-die",
                f"{action.bought} bonus dice are bought",
                f"the most for one check is {die.number('most')}",
            )
        price = self.fee(fighter) + action.bought * die.number("cost")
        bonus = fighter.bonus + action.bonus + action.bought * die.number("dice")
        penalty = action.penalty + self.penalty(fighter, action.resource)
        paid = fighter.resources.spend(action.resource, price)
        return Ready(fighter._replace(resources=paid, bruises=0, bonus=0), self.net(bonus, penalty))

    def warnings(self, action: Action) -> tuple[str, ...]:
        """What about an action breaks a rule that the table may still wave through (TSOY-AMB-5)."""
        found = []
        rule = self.row("TSOY-BDP-7")
        if action.changing and action.kind != rule.text("only"):
            found.append(rule.text("warning"))
        innates = [row.text("innate") for row in self.chart("TSOY-POOL")]
        if action.kind == "defensive" and action.ability and action.ability not in innates:
            found.append(f"a defensive action uses {', '.join(innates)}, not {action.ability}")
        return tuple(found)

    # The volley

    @procedure(title="Harm dealt")
    def dealt(
        self,
        level: int,
        against: int,
        kind: str = "perpendicular",
        against_kind: str = "perpendicular",
        weapon: int = 0,
        armour: int = 0,
    ) -> int:
        """The harm that an action of this success level deals to the other side, with weapon and armour.

        >>> from generator.rules import load
        >>> rules = load("tsoy")
        >>> rules.dealt(6, 2, weapon=2), rules.dealt(6, 2, "parallel", "parallel")
        (6, 6)
        """
        self._cross(kind, against_kind)
        harm = self._kind(kind).formula("harm")
        shield = against if self._kind(against_kind).number("absorbs") else 0
        base = max(0, harm.value(level=level, against=shield))
        if not base:
            return 0
        if self.option("weapon_mode") == "harm":
            return self.geared(base, weapon, armour)
        return max(0, harm.value(level=self.geared(level, weapon, armour), against=shield))

    def gained(
        self, level: int, against: int, kind: str = "defensive", against_kind: str = "perpendicular"
    ) -> int:
        """The bonus dice that an action of this kind earns for the next one."""
        self._cross(kind, against_kind)
        return max(0, self._kind(kind).formula("bonus").value(level=level, against=against))

    @procedure(title="Harm of a volley")
    def harm(
        self,
        rank: int,
        against: int,
        bonus: int = 0,
        penalty: int = 0,
        against_bonus: int = 0,
        against_penalty: int = 0,
        weapon: int = 0,
        armour: int = 0,
        kind: str = "perpendicular",
        against_kind: str = "",
    ) -> Distribution:
        """The harm that the side of ``rank`` deals to the other; ``armour`` is the other side's.

        Without ``against_kind`` both act alike.

        >>> from generator.rules import load
        >>> str(load("tsoy").harm(3, 3).at_least(3))
        '26/243'
        """
        own = self.check(rank, bonus, penalty)
        other = self.check(against, against_bonus, against_penalty)
        return self._harm_between(own, other, kind, against_kind or kind, weapon, armour)

    @procedure(title="A volley")
    def volley(
        self, a: Fighter, b: Fighter, does_a: Action, does_b: Action, roll_a: int, roll_b: int
    ) -> Volley:
        """Play one volley with these rolls (sums of the dice that stay); both actions happen at once.

        A defensive winner's and a preparing character's bonus dice wait for the next action. Success level
        enough to transcend ends the conflict. Raises HandbillError for an action that cannot be taken, for a
        roll that the dice cannot show, and where only one side's action is parallel.
        """
        self._cross(does_a.kind, does_b.kind)
        ready_a, ready_b = self.ready(a, does_a), self.ready(b, does_b)
        level_a = self.level(does_a.rank, self.possible(roll_a, ready_a.net))
        level_b = self.level(does_b.rank, self.possible(roll_b, ready_b.net))
        side_a = self._after(ready_a, level_a, does_a, level_b, does_b)
        side_b = self._after(ready_b, level_b, does_b, level_a, does_a)
        equal = self.formula("TSOY-BDP-8").holds(level=level_a, against=level_b)
        return Volley(
            (side_a, side_b),
            equal and does_a.kind != "parallel",
            self.is_over(((side_a.fighter,), (side_b.fighter,))),
            self.warnings(does_a) + self.warnings(does_b),
        )

    def can_play(
        self, a: Fighter, b: Fighter, does_a: Action, does_b: Action, roll_a: int, roll_b: int
    ) -> bool:
        """Whether a volley can go so: both are still in, can pay, and the dice can show these rolls."""
        try:
            self.volley(a, b, does_a, does_b, roll_a, roll_b)
        except HandbillError:
            return False
        return True

    @procedure(title="All outcomes of a volley")
    def outcomes(
        self, a: Fighter, b: Fighter, does_a: Action, does_b: Action
    ) -> tuple[tuple[Volley, Fraction], ...]:
        """Every pair of rolls with its chance; the chances add up to 1."""
        rolls_a = self.roll(self.ready(a, does_a).net)
        rolls_b = self.roll(self.ready(b, does_b).net)
        return tuple(
            (
                self.volley(a, b, does_a, does_b, roll_a, roll_b),
                rolls_a.chance(roll_a) * rolls_b.chance(roll_b),
            )
            for roll_a in rolls_a.outcomes()
            for roll_b in rolls_b.outcomes()
        )

    # The end

    @procedure("TSOY-BDP-11", title="Giving up", source="Resolution page, L184")
    def give_up(self, fighter: Fighter, in_free_and_clear: bool = False) -> Fighter:
        """The fighter out of the conflict; what the opponent intended happens.

        Allowed before a free and clear begins; HandbillError (``give-up``) once it has.
        """
        if in_free_and_clear:
            raise refuse(
                "give-up", "the free and clear has begun", "give up before it, or after this volley's harm"
            )
        return fighter._replace(out="gave up")

    @procedure("TSOY-BDP-12", title="When it ends", source="Resolution page, L151, L182, L288")
    def is_over(self, sides: tuple[tuple[Fighter, ...], ...]) -> bool:
        """Whether no two sides are left with someone in the conflict, or someone has transcended."""
        standing = sum(any(not fighter.out for fighter in side) for side in sides)
        return standing <= 1 or any(fighter.out == "transcended" for side in sides for fighter in side)

    @procedure("TSOY-SHK-1", title="Shaking out", source="Resolution page, L186")
    def shaken(self, track: Track) -> Track:
        """The marks moved to the low end in their order, older ones too, each keeping its pool.

        TSOY-AMB-11: states follow from the new boxes, and no new bruise comes of it.

        >>> from generator.rules import load
        >>> load("tsoy").shaken(Track.of({2: "vigor", 3: "reason", 6: "vigor"})).boxes
        (1, 2, 3)
        """
        return Track(tuple(mark._replace(box=box) for box, mark in enumerate(track.marks, 1)))

    def after_conflict(self, fighter: Fighter) -> Fighter:
        """The character after the conflict: harm shaken out, bonus dice gone, bruises as the option says."""
        bruises = fighter.bruises if self.option("bruise_after_conflict") == "keep" else 0
        return fighter._replace(track=self.shaken(fighter.track), bruises=bruises, bonus=0, out="")

    @procedure("TSOY-HEAL-1", title="Healing another", source="Resolution page, L188")
    def heal(self, track: Track, level: int, tried: int = 0) -> Healed:
        """Free the highest marked box that the healer's success level reaches; the rest stays where it is.

        TSOY-AMB-12: between two marks that is the lower one. ``tried`` counts this healer's earlier tries in
        the scene; HandbillError (``heal``) where there is none left.

        >>> from generator.rules import load
        >>> load("tsoy").heal(Track.of({1: "vigor", 2: "vigor", 4: "vigor"}), 3).box
        2
        """
        if tried >= self.number("TSOY-HEAL-TRIES"):
            raise refuse("heal", "this healer has tried already in this scene", "ask someone else, or wait")
        box = max((box for box in track.boxes if box <= level), default=None)
        return Healed(track if box is None else track.without(box), box)

    @procedure(title="Healing yourself")
    def self_heal(self, fighter: Fighter, box: int, points: int, maximum: int) -> Fighter:
        """Pay points for a marked box from the pool written there; the mark is gone when all is paid.

        ``maximum`` is what that pool can hold. Raises HandbillError (``heal``) where the box is free, more
        is paid than it costs, or a part is paid although the pool could hold it all.
        """
        rule = self.row("TSOY-HEAL-2")
        mark = next((mark for mark in fighter.track.marks if mark.box == box), None)
        if mark is None:
            raise refuse("heal", f"box {box} is not marked", f"marked: {fighter.track.boxes}")
        left = rule.formula("cost").value(box=box) - mark.paid
        in_parts = rule.formula("in_parts").holds(box=box, maximum=maximum)
        if not 0 < points <= left or (points < left and not in_parts):
            raise refuse("heal", f"{points} points are paid for box {box}", f"it needs {left}")
        track = fighter.track.without(box)
        if points < left:
            track = track.marked(mark._replace(paid=mark.paid + points))
        return fighter._replace(resources=fighter.resources.spend(mark.resource, points), track=track)

    # Several on a side

    @procedure("TSOY-BDP-14", title="Fighting as one", source="Resolution page, L256")
    def spread(
        self, losers: tuple[Fighter, ...], parts: tuple[int, ...], harm: int, resource: str
    ) -> tuple[Fighter, ...]:
        """The losing side with the harm spread over it as the winning side chose.

        A side with one intention acts as one (the rule for several characters and one ability), its pools
        may be spent for each other, and the winners may split a harm (TSOY-AMB-16): the parts add up to it,
        one part for each loser, none for some. Whoever is broken is out. The game's first edition had
        another name for it (TSOY-AMB-18). Raises HandbillError (``split``) where the parts do not fit.
        """
        if len(parts) != len(losers) or min(parts, default=0) < 0 or sum(parts) != harm:
            raise refuse(
                "split",
                f"harm of {harm} is split into {parts} over {len(losers)}",
                "name one part for each, adding up to the harm",
            )
        made = []
        for fighter, part in zip(losers, parts, strict=True):
            if fighter.out and part:
                raise refuse("split", "harm goes to one who is out", "spread it over those still in")
            after, marked = self.take(fighter, part, resource)
            broken = marked.state == "broken"
            made.append(after._replace(out="broken") if broken else after)
        return tuple(made)

    def splits(self, harm: int, losers: int) -> tuple[tuple[int, ...], ...]:
        """All ways to spread a harm over so many losers, some of whom may get none."""
        if losers == 0:
            return () if harm else ((),)
        return tuple(
            (part, *rest) for part in range(harm, -1, -1) for rest in self.splits(harm - part, losers - 1)
        )

    # Parts of the above

    def _free_box(self, track: Track, harm: int) -> int | None:
        taken = track.boxes
        return next((box for box in range(harm, self.last_box() + 1) if box not in taken), None)

    def _felt(self, row: Row, fighter: Fighter, resource: str) -> int:
        """How often a state counts for the next check with an ability of that pool."""
        if row.text("scope") == "next":
            times = fighter.bruises
        else:
            bound = row.text("scope") == "resource"
            times = sum(
                self.state(mark.box) == row.key and (not bound or mark.resource == resource)
                for mark in fighter.track.marks
            )
        return times if row.number("stacks") else min(1, times)

    def _kind(self, kind: str) -> Row:
        known = {kind_of(row): row.id for row in self.chart("TSOY-BDP-5")}
        if kind not in known:
            hint = nearest(kind, known) or "one of " + ", ".join(known)
            raise refuse("kind", f"'{kind}' is no kind of action", hint)
        return self.row(known[kind])

    def _cross(self, kind: str, against_kind: str) -> None:
        """Refuse two actions of which only one is parallel: they cross, or they do not."""
        self._kind(kind), self._kind(against_kind)
        if (kind == "parallel") != (against_kind == "parallel"):
            rule = self.row("TSOY-BDP-6")
            raise refuse(
                "kind",
                f"one action is {kind} and the other {against_kind}",
                f"{rule.text('first')}; failing that, {rule.text('failing_that')}",
            )

    def _harm_between(
        self, own: Distribution, other: Distribution, kind: str, against_kind: str, weapon: int, armour: int
    ) -> Distribution:
        counts: dict[int, int] = {}
        for level, ways in own.items():
            for against, others in other.items():
                harm = self.dealt(level, against, kind, against_kind, weapon, armour)
                counts[harm] = counts.get(harm, 0) + ways * others
        return Distribution.from_counts(counts)

    def _after(self, ready: Ready, level: int, does: Action, other_level: int, other: Action) -> Side:
        harm = self.dealt(other_level, level, other.kind, does.kind, other.weapon, does.armour)
        fighter, marked = self.take(ready.fighter, harm, other.harms or other.resource)
        fighter = fighter._replace(bonus=self.gained(level, other_level, does.kind, other.kind))
        if self.transcends(level):
            fighter = fighter._replace(out="transcended")
        return Side(fighter, ready.net, level, harm, marked.box, marked.state)
