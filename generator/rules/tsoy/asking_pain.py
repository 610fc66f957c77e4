"""The Shadow of Yesterday: what players ask of Bringing Down the Pain (questions 10 to 12)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from generator.dice.contests import Odds
from generator.rules.questions import (
    Answer,
    Measure,
    Parameter,
    Question,
    Setting,
    Table,
    choice,
    difference,
    number,
    of_odds,
    percent,
    subset,
)
from generator.rules.registry import procedure
from generator.rules.tsoy.asking import OPPOSED, Asking
from generator.rules.tsoy.corner import Condition, Habit
from generator.rules.tsoy.pain import kind_of

NONE, NEVER = "none", "never"
MOST_POINTS = 12
"""Pools begin at 7 at most, and grow."""
SHOWN = (0, 1, 2, 3, 5)
"""How many points the tables show."""
PURSE = 3
"""How many the sentence to remember takes."""

SPENDS = ("every", "penalty", "fee")
KINDS = ("perpendicular", "parallel")
USUAL: dict[str, Setting] = {
    "harm": NONE,
    "bruises": 0,
    "points": 0,
    "spend": SPENDS[0],
    "weapon": 0,
    "armour": 0,
    "give_up": NEVER,
}
"""One side of a fight where nothing else is told."""
THEIRS = "their_"
"""What the names of the other side's parameters begin with."""


class Side(NamedTuple):
    """One side as a question describes it."""

    habit: Habit
    condition: Condition

    def with_points(self, points: int) -> Side:
        """The same side with other points in the pool."""
        return self._replace(condition=self.condition._replace(points=points))


class PainAsked(Asking):
    """Whole fights: whether to begin one, what points do in it, and when to leave."""

    # 10

    @procedure("TSOY-Q-PAIN", title="Whether to bring down the pain", source="computed")
    def answer_pain(
        self, rank: int, against: int, lead: int, points: int, their_points: int, kind: str, wounds: str
    ) -> Answer:
        """The odds of the whole fight beside those of one more roll."""
        mine = self._side(rank, lead, wounds, points=points)
        theirs = self._side(against, -lead, wounds, points=their_points)
        odds, volleys = self._duel(mine, theirs, kind)
        roll = self.resisted(rank, against).chances[0]
        measures = (
            Measure("roll", "one roll instead", roll),
            difference("gain", "the fight adds", odds.chances[0], roll),
            Measure("volleys", "volleys on average", volleys, "number"),
        )
        return of_odds(odds, measures, self._says(mine, theirs))

    def _pain(self) -> Question:
        ranks, against = ("rank", self.ranks()), ("against", self.ranks())
        return Question(
            id="pain",
            number=10,
            title="Should I bring down the pain?",
            ask="Is a whole fight better for me than that one roll?",
            parameters=(
                self.rank_asked(),
                self.against_asked(),
                self._lead(),
                self._points(),
                self._points(THEIRS),
                self._kind_asked(),
                self._wounds(),
            ),
            tables=(
                Table("pain", "You against them, the whole fight", ranks, against, corner=OPPOSED),
                Table(
                    "pain-gain",
                    "Points that the fight adds to one roll that you begin",
                    ranks,
                    against,
                    "points",
                    "gain",
                    corner=OPPOSED,
                ),
            ),
            assumes=self._fight_assumes(),
            respond=self.answer_pain,
            remember=self._remember_pain,
        )

    def _remember_pain(self) -> str:
        middle = self.middle()
        better = self.ranks()[self.ranks().index(middle) + 1]
        mine, theirs = self._side(middle), self._side(better)
        win, roll = self._duel(mine, theirs)[0].chances[0], self.resisted(middle, better).chances[0]
        return (
            f"{self.versus(middle, better)} wins {percent(roll)} of single rolls, {percent(win)} of fights."
        )

    # 11

    @procedure("TSOY-Q-FIGHT", title="What points do in a fight", source="computed")
    def answer_fight(
        self, rank: int, against: int, lead: int, kind: str, wounds: str, **told: Setting
    ) -> Answer:
        """The odds of the fight, how long it takes, and what your points add to it."""
        mine, theirs = self._sides(rank, against, lead, wounds, told)
        odds, volleys = self._duel(mine, theirs, kind)
        without = self._duel(mine.with_points(0), theirs, kind)[0].chances[0]
        measures = (
            Measure("volleys", "volleys on average", volleys, "number"),
            Measure("without", "without your points", without),
            difference("worth", "your points add", odds.chances[0], without),
        )
        return of_odds(odds, measures, self._says(mine, theirs))

    def _fight(self) -> Question:
        name, near = self.rank_name(self.middle()), ("against", self._near())
        return Question(
            id="fight",
            number=11,
            title="What does a bonus die in every volley do?",
            ask="How does the fight go, and is it worth my points?",
            parameters=self._fight_asked(),
            tables=(
                Table(
                    "fight",
                    f"{name} with points against them with none, the whole fight",
                    ("points", SHOWN),
                    near,
                    corner=("points", "they"),
                ),
                Table(
                    "fight-worth",
                    "What these points add to the chance, in percentage points",
                    ("points", SHOWN[1:]),
                    near,
                    "points",
                    "worth",
                    corner=("points", "they"),
                ),
            ),
            assumes=self._fight_assumes(),
            respond=self.answer_fight,
            remember=self._remember_fight,
        )

    def _near(self) -> tuple[int, ...]:
        """The rank that stands for anybody with its neighbours: against others points hardly matter."""
        return tuple(rank for rank in self.ranks() if abs(rank - self.middle()) <= 1)

    def _remember_fight(self) -> str:
        middle = self.middle()
        mine = self._side(middle)
        without, with_points = (
            self._duel(side, mine)[0].chances[0] for side in (mine, mine.with_points(PURSE))
        )
        die = self.row("TSOY-DIE-4")
        paid = f"{die.number('cost') or 'none'} at a time" if die.number("cost") != 1 else "one a volley"
        does = "lift" if with_points > without else "turn"
        if with_points == without:
            return f"Between equals ({self.rank_name(middle)}) {PURSE} points change nothing."
        return (
            f"Between equals ({self.rank_name(middle)}) {PURSE} points, {paid}, "
            f"{does} {percent(without)} to {percent(with_points)}."
        )

    # 12

    @procedure("TSOY-Q-GIVE-IN", title="When to give in", source="computed")
    def answer_give_in(
        self, rank: int, against: int, lead: int, kind: str, wounds: str, **told: Setting
    ) -> Answer:
        """The odds from the present marks, and what fighting on costs in volleys, boxes and points."""
        mine, theirs = self._sides(rank, against, lead, wounds, told)
        odds, volleys = self._duel(mine, theirs, kind)
        fight = self.fight(mine.habit, theirs.habit, kind)
        boxes, spent = (fight.value(name, mine.condition, theirs.condition) for name in ("boxes", "spent"))
        now = Fraction(len(mine.condition.boxes))
        measures = (
            Measure("volleys", "volleys to go", volleys, "number"),
            Measure("now", "your boxes marked now", now, "number"),
            Measure("boxes", "your boxes marked", boxes, "number"),
            Measure("spent", "points spent", spent, "number"),
        )
        return of_odds(odds, measures, self._says(mine, theirs))

    def _give_in(self) -> Question:
        ladder = self._ladder()
        middle = self.rank_name(self.middle())
        return Question(
            id="give-in",
            number=12,
            title="When is it time to give in?",
            ask="From these marks: do I still win, and what does going on cost?",
            parameters=self._fight_asked(),
            tables=(
                Table(
                    "give-in",
                    f"{middle} against {middle} from these marked boxes",
                    ("harm", ladder),
                    ("their_harm", ladder),
                    corner=OPPOSED,
                ),
                Table(
                    "give-in-points",
                    f"{middle} against {middle}, unhurt, points against none",
                    ("points", SHOWN),
                    show="chance",
                    keys=("win", "volleys", "spent", "boxes"),
                    corner=("points", ""),
                ),
            ),
            assumes=(
                *self._fight_assumes(),
                "Afterwards marks move to the low end: so many boxes stay.",
            ),
            respond=self.answer_give_in,
            remember=self._remember_give_in,
        )

    def _remember_give_in(self) -> str:
        fresh = self._side(self.middle())
        even = self._duel(fresh, fresh)[0].chances[0]
        hurt = fresh._replace(condition=fresh.condition._replace(boxes=(self.lasting_box(),)))
        behind = self._duel(hurt, fresh)[0].chances[0]
        return (
            f"Between equals ({self.rank_name(self.middle())}) box {hurt.condition.boxes[0]} alone "
            f"takes you from {percent(even)} to {percent(behind)}."
        )

    # What is asked

    def _fight_asked(self) -> tuple[Parameter, ...]:
        sides = zip(self._side_asked(""), self._side_asked(THEIRS), strict=True)
        both = tuple(parameter for pair in sides for parameter in pair)
        return (
            self.rank_asked(),
            self.against_asked(),
            *both,
            self._lead(),
            self._kind_asked(),
            self._wounds(),
        )

    def _side_asked(self, prefix: str) -> tuple[Parameter, ...]:
        boxes = tuple(range(1, self.last_box() + 1))
        whose, field = ("their", "") if prefix else ("your", "character.harm_*")
        waiting = "" if prefix else "character.bruises"
        spend = f"every volley, only against a penalty die, or only for the fee of {self._paying()}"
        states = {row.key: box for row in self.chart("TSOY-HRM") for box in self.boxes(row.key)[:1]}
        give_up = "as soon as this box or a higher one is marked"
        return (
            subset(f"{prefix}harm", f"{whose} marked boxes", boxes, field, "such as 2,4"),
            number(f"{prefix}bruises", f"{whose} bruises that wait", 0, 3, 0, waiting, "for the next check"),
            self._points(prefix),
            choice(f"{prefix}spend", f"when {whose} points buy a bonus die", SPENDS, help=spend),
            self.gear_asked(f"{prefix}weapon", f"{whose} weapon"),
            self.gear_asked(f"{prefix}armour", f"{whose} armour"),
            choice(f"{prefix}give_up", f"{whose} mark to give up at", (NEVER, *boxes), "", give_up, states),
        )

    def _points(self, prefix: str = "") -> Parameter:
        # Which pool pays depends on the ability, and how much of it on the player.
        label = f"{'their' if prefix else 'your'} pool points"
        return number(f"{prefix}points", label, 0, MOST_POINTS, 0, help="that may be spent in this fight")

    def _lead(self) -> Parameter:
        most = max(row.number("level") for row in self.chart("TSOY-SL"))
        help = "the winner's bonus dice in the first volley; below 0, theirs"
        label = "by how much you won the check before"
        if any(self.opening(level + 1, 1) != self.opening(level, 0) for level in range(1, most)):
            label = "the level that won you the check before, theirs being 0"
        return number("lead", label, -most, most, 0, help=help)

    def _kind_asked(self) -> Parameter:
        known = {kind_of(row): row.text("when").lower() for row in self.chart("TSOY-BDP-5")}
        help = "; ".join(f"{kind}: {known[kind]}" for kind in KINDS)
        return choice("kind", "kind of all actions", KINDS, help=help)

    def _wounds(self) -> Parameter:
        help = f"count or ignore penalty dice from harm and the fee of {self._paying()}"
        return choice("wounds", "wounds", ("count", "ignore"), help=help)

    def _fight_assumes(self) -> tuple[str, ...]:
        return (
            "Both use one ability to the end, perpendicular unless told otherwise.",
            self._buying(),
            f"Marks bear that ability's pool; who transcends wins; both out at once is a tie{self._stuck()}.",
        )

    def _stuck(self) -> str:
        """What else is a tie where house rules may let a fight come to a standstill."""
        deciding = ("TSOY-CHK-1", "TSOY-BDP-5.perpendicular", "TSOY-BDP-5.parallel", "TSOY-GEAR-1")
        changed = [self.rewritten(rule_id) for rule_id in deciding]
        return ", and so is a fight in which nobody can do harm any more" if any(changed) else ""

    def _buying(self) -> str:
        """What points are spent on, and who must have some, in words."""
        die = self.row("TSOY-DIE-4")
        cost, dice = die.number("cost"), die.number("dice")
        bought = "a bonus die" if dice == 1 else f"{dice} bonus dice"
        spent = f"While points last {'one buys' if cost == 1 else f'{cost} buy'} {bought} in every volley"
        if not die.number("most"):
            spent = "No points are spent on bonus dice"
        elif not cost:
            spent = f"Each volley has {bought} from the pool"
        if not any(row.number("cost") for row in self.chart("TSOY-HRM")):
            return f"{spent}; no harm makes an action cost more."
        return f"{spent}; {self._paying()} who cannot pay give up."

    def _paying(self) -> str:
        """Those whose every action costs points, in words."""
        states = [row.text("state").lower() for row in self.chart("TSOY-HRM") if row.number("cost")]
        return f"the {' and '.join(states)}" if states else "the hurt"

    # From what was asked to the fight

    def _side(self, rank: int, lead: int = 0, wounds: str = "count", **about: Setting) -> Side:
        told = {**USUAL, **about}
        harm, mark = told["harm"], told["give_up"]
        boxes = () if harm == NONE else tuple(int(box) for box in str(harm).split(","))
        weapon, armour, bruises, points = (
            int(told[name]) for name in ("weapon", "armour", "bruises", "points")
        )
        give_up = mark if isinstance(mark, int) else 0
        opening = self.opening(lead, 0) if lead > 0 else 0
        return Side(
            Habit(rank, str(told["spend"]), weapon, armour, give_up, wounds == "count"),
            Condition(boxes, bruises, opening, points),
        )

    def _sides(
        self, rank: int, against: int, lead: int, wounds: str, told: dict[str, Setting]
    ) -> tuple[Side, Side]:
        mine = {name: told[name] for name in told if not name.startswith(THEIRS)}
        theirs = {name.removeprefix(THEIRS): told[name] for name in told if name.startswith(THEIRS)}
        return self._side(rank, lead, wounds, **mine), self._side(against, -lead, wounds, **theirs)

    def _duel(self, mine: Side, theirs: Side, kind: str = KINDS[0]) -> tuple[Odds, Fraction]:
        return self.duel(mine.habit, theirs.habit, mine.condition, theirs.condition, kind)

    def _says(self, mine: Side, theirs: Side) -> tuple[str, ...]:
        """What became of bonus and penalty dice in the first volley, if there is one."""
        yours, others = (self.first_dice(side.habit, side.condition) for side in (mine, theirs))
        if yours is None or others is None:
            return ("It is over before the first volley: with these marks a side gives up.",)
        said = self.cancelled(*yours) + self.cancelled(*others, "Their")
        return tuple(f"First volley: {line[0].lower()}{line[1:]}" for line in said)

    def _ladder(self) -> tuple[str, ...]:
        """Marks as they are after a fight, at the low end, and the first box alone of a lasting state."""
        low = [tuple(range(1, boxes + 1)) for boxes in range(self.last_box() - 1)]
        marked = sorted({*low, (self.lasting_box(),)}, key=lambda boxes: (max(boxes, default=0), boxes[::-1]))
        return tuple(",".join(map(str, boxes)) or NONE for boxes in marked)

    def pain_questions(self) -> tuple[Question, ...]:
        """Questions 10 to 12."""
        return self._pain(), self._fight(), self._give_in()
