"""The Shadow of Yesterday: what its sheets compute, how far their values go, and what they let choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from generator.rules.chart import Row
from generator.rules.formula import Formula
from generator.rules.formula_tree import Name, Node, Number, Operation, substituted
from generator.rules.lookup import Lookup
from generator.rules.questions import percent
from generator.rules.registry import procedure
from generator.rules.tsoy.pain import Pain, kind_of
from generator.rules.tsoy.state import Resources

POOLS = Resources._fields
INNATES = dict(zip(("endure", "react", "resist"), POOLS, strict=True))
"""The fields of the innate abilities, whatever they are called in print, each with its pool."""

THEIRS = "their_"
"""Before a name it means the other side's of a conflict."""

Made: TypeAlias = Callable[[], Formula | Lookup]


class OnSheets(Pain):
    """Names as sheets use them, each the other side's with ``their_`` before it.

    ``vigor_4`` is 1 where Vigor is written at the fourth box of harm; ``bruises`` counts those that wait;
    ``in_vigor`` is 1 for an ability of Vigor, ``is_parallel`` 1 for a parallel action; ``level`` is a success
    level. No kind of action chosen means the first of the chart, as in the engine.
    """

    @procedure("TSOY-DERIVE", title="Values that a sheet computes", source="computed")
    def derived(self, name: str) -> Formula | Lookup:
        """What computes a value of a sheet; HandbillError (``unknown-derived``) for no such value.

        ``penalty_POOL``: penalty dice from harm, ``fee``: points that any action costs, ``highest``: the
        highest mark, ``state``: its name, ``defeated_at``: the least harm that finds no free box;
        ``POOL_now``; in a row of abilities ``penalty`` and the chances ``succeeds``, ``with_die`` and
        ``great``, for an innate ability ``endure_succeeds`` and so on; ``gift_left``; ``most`` of a rating on
        one item; ``opening``; in a volley the harm that one ``takes`` before gear and the bonus dice that one
        ``gains``.

        >>> from generator.rules import load
        >>> rules = load("tsoy")
        >>> rules.derived("penalty_vigor").text
        'bruises + min(1, vigor_4 + vigor_5) + min(1, vigor_6 + instinct_6 + reason_6)'
        >>> rules.derived("succeeds").value(rank=1, penalty=1)
        '40%'
        """
        makers = {**self._of_character(), **self._of_side(""), **self._of_side(THEIRS)}
        if name not in makers:
            raise self._unknown("derived", "computes no value", name, makers)
        return makers[name]()

    @procedure("TSOY-BOUNDS", title="Bounds of what a sheet holds", source="computed")
    def bounds(self, name: str) -> tuple[int | None, int | None]:
        """The least and the most of a value; None where there is no end.

        >>> from generator.rules import load
        >>> rules = load("tsoy")
        >>> [rules.bounds(name) for name in ("rank", "pool", "harm", "bruises", "rating", "level")]
        [(0, 4), (0, None), (0, 6), (0, 3), (1, 3), (0, 7)]
        """
        ends: dict[str, Callable[[], tuple[int | None, int | None]]] = {
            "rank": lambda: (0, max(self._ranks())),
            "pool": lambda: (0, None),
            "dice": lambda: (0, None),
            "harm": lambda: (0, self.last_box()),
            "bruises": lambda: (0, self._most_bruises()),
            "rating": lambda: (1, max(row.number("rating") for row in self.chart("TSOY-GEAR"))),
            "level": lambda: (0, self._highest_level()),
        }
        if name not in ends:
            raise self._unknown("bounds", "has no bounds", name, ends)
        return ends[name]()

    @procedure("TSOY-CHOICES", title="What a sheet lets choose", source="computed")
    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """(value, label) pairs in order; ``harm`` are the pools in the short form written at a box.

        >>> from generator.rules import load
        >>> load("tsoy").choices("harm")
        (('vigor', 'V'), ('instinct', 'I'), ('reason', 'R'))
        >>> load("tsoy").choices("ranks")[2]
        ('2', 'Adept')
        """
        pools = {row.key: row.text("name") for row in self.chart("TSOY-POOL")}
        match name:
            case "pools":
                return tuple(pools.items())
            case "harm":
                return tuple(zip(pools, _short(list(pools.values())), strict=True))
            case "ranks":
                return tuple((str(row.number("rank")), row.text("name")) for row in self.chart("TSOY-RANK"))
            case "kinds":
                return tuple((kind_of(row), row.text("kind")) for row in self.chart("TSOY-BDP-5"))
            case "gear":
                return tuple((kind, kind.capitalize()) for kind in ("weapon", "armour"))
        known = ("pools", "harm", "ranks", "kinds", "gear")
        raise self._unknown("choices", "has no choices", name, known)

    def wording(self, name: str) -> str:
        """What the rules call a pool, an innate ability or a success level that labels and helps name.

        >>> from generator.rules import load
        >>> load("tsoy", {"TSOY-POOL.vigor.name": "Might"}).wording("vigor"), load("tsoy").wording("great")
        ('Might', 'Great')
        """
        if name in POOLS:
            return self.row(f"TSOY-POOL.{name}").text("name")
        if name in INNATES:
            return self.row(f"TSOY-POOL.{INNATES[name]}").text("innate")
        if name == "great":
            return self.row("TSOY-SL.great").text("name")
        raise self._unknown("wording", "has no words for", name, (*POOLS, *INNATES, "great"))

    # The catalogue

    def _of_character(self) -> dict[str, Made]:
        """What is computed of one character only."""
        made: dict[str, Made] = {"penalty": self._penalty_of_row, "gift_left": self._gifts_left}
        made |= {"most": self._most_on_an_item, "opening": self._opening}
        made |= {f"{pool}_now": partial(_room, pool, f"{pool}_spent") for pool in POOLS}
        for what, chance in self._chances().items():
            made[what] = partial(self._by_rank, "rank", "penalty", chance)
            for innate, pool in INNATES.items():
                made[f"{innate}_{what}"] = partial(self._by_rank, innate, f"penalty_{pool}", chance)
        return made

    def _of_side(self, whose: str) -> dict[str, Made]:
        """What is computed of either side of a conflict."""
        made: dict[str, Made] = {
            f"{whose}penalty_{pool}": partial(self._penalty_of_pool, pool, whose) for pool in POOLS
        }
        made[f"{whose}fee"] = partial(self._fee, whose)
        made[f"{whose}highest"] = partial(self._highest, whose)
        made[f"{whose}state"] = partial(self._state_now, whose)
        made[f"{whose}defeated_at"] = partial(self._defeated_at, whose)
        made[f"{whose}takes"] = partial(self._takes, whose)
        made[f"{whose}gains"] = partial(self._gains, whose)
        return made

    # Harm

    def _penalty_of_pool(self, pool: str, whose: str = "") -> Formula:
        """``Pain.penalty`` over the boxes of a sheet."""
        return Formula(
            _sum(
                _times(row.number("dice"), self._felt_in(row, pool, whose)) for row in self.chart("TSOY-HRM")
            )
        )

    def _felt_in(self, row: Row, pool: str, whose: str) -> Node:
        if row.text("scope") == "next":
            times: Node = Name(f"{whose}bruises")
        elif row.text("scope") == "resource":
            times = _sum(Name(f"{whose}{pool}_{box}") for box in self.boxes(row.key))
        else:
            times = _sum(_marked(box, whose) for box in self.boxes(row.key))
        return times if row.number("stacks") else _least(Number(1), times)

    def _fee(self, whose: str) -> Formula:
        """``Pain.fee`` over the boxes of a sheet."""
        return Formula(
            _sum(
                _times(
                    row.number("cost"),
                    _least(Number(1), _sum(_marked(box, whose) for box in self.boxes(row.key))),
                )
                for row in self.chart("TSOY-HRM")
            )
        )

    def _highest(self, whose: str) -> Formula:
        marks = [_times(box, _marked(box, whose)) for box in range(1, self.last_box() + 1)]
        return Formula(Operation("max", (Number(0), *marks)))

    def _state_now(self, whose: str) -> Lookup:
        """The name of the state that the highest mark brings."""
        chart = self.chart("TSOY-HRM")
        names: dict[tuple[int, ...], str] = {
            (box,): row.text("state") for row in chart for box in self.boxes(row.key)
        }
        return Lookup((f"{whose}highest",), names)

    def _defeated_at(self, whose: str) -> Formula:
        """The least harm for which ``Pain.defeats`` holds: one more than the highest free box."""
        boxes = range(1, self.last_box() + 1)
        free = [_times(box, Operation("-", (Number(1), _marked(box, whose)))) for box in boxes]
        return Formula(Operation("+", (Number(1), Operation("max", (Number(0), *free)))))

    def _most_bruises(self) -> int:
        """Every bruise comes with a box of its own."""
        rows = (row for row in self.chart("TSOY-HRM") if row.text("scope") == "next")
        return max(1, sum(len(self.boxes(row.key)) for row in rows))

    # Checks

    def _penalty_of_row(self) -> Formula:
        """The penalty dice of the pool that the row's ability belongs to."""
        return Formula(_sum(Operation("*", (Name(f"in_{pool}"), Name(f"penalty_{pool}"))) for pool in POOLS))

    def _chances(self) -> dict[str, Callable[[int, int], str]]:
        """The chances beside an ability, as text, by rank and penalty dice."""

        def great(rank: int, penalty: int) -> str:
            level = self.row("TSOY-SL.great").number("level")
            return percent(self.check(rank, penalty=penalty).at_least(level))

        def with_die(rank: int, penalty: int) -> str:
            return percent(self.success(rank, self.row("TSOY-DIE-4").number("dice"), penalty))

        return {
            "succeeds": lambda rank, penalty: percent(self.success(rank, penalty=penalty)),
            "with_die": with_die,
            "great": great,
        }

    def _by_rank(self, rank: str, penalty: str, chance: Callable[[int, int], str]) -> Lookup:
        ranks = range(max(self._ranks()) + 1)
        penalties = range(self._most_penalty() + 1)
        return Lookup(
            (rank, penalty), {(one, dice): chance(one, dice) for one in ranks for dice in penalties}
        )

    def _ranks(self) -> list[int]:
        return [row.number("rank") for row in self.chart("TSOY-RANK")]

    def _highest_level(self) -> int:
        """The highest level with a name, or beyond it what the highest rank can reach."""
        named = max(row.number("level") for row in self.chart("TSOY-SL"))
        best = self.row("TSOY-CHK-1").number("dice") * max(self.faces())
        return max(named, self.level(max(self._ranks()), best))

    def _most_penalty(self) -> int:
        """The penalty dice of one whose track is full in one pool, with every bruise waiting."""
        formula = self._penalty_of_pool(POOLS[0])
        full = {f"{POOLS[0]}_{box}": 1 for box in range(1, self.last_box() + 1)}
        return formula.value(**dict.fromkeys(formula.names, 0) | full | {"bruises": self._most_bruises()})

    def _gifts_left(self) -> Formula:
        """``Checks.gift_dice`` for one Story Guide, less those given."""
        count = self.row("TSOY-GIFT-1").formula(str(self.option("gift_count")))
        return Formula(Operation("-", (substituted(count.tree, {"guides": Number(1)}), Name("gift_given"))))

    def _most_on_an_item(self) -> Lookup:
        chart = self.chart("TSOY-GEAR")
        return Lookup(("rating",), {(row.number("rating"),): str(row.number("most")) for row in chart})

    # The conflict

    def _opening(self) -> Formula:
        """``Pain.opening`` of the winner's and the loser's success levels."""
        names: dict[str, Node] = {"level": Name("won_with"), "against": Name("lost_with")}
        return Formula(_most(substituted(self.row("TSOY-BDP-4").formula("dice").tree, names)))

    def _takes(self, whose: str) -> Formula:
        """``Pain.dealt`` by the other side's action, before weapon and armour."""
        attacker = "" if whose else THEIRS
        stands = _sum(_times(row.number("absorbs"), self._is(row, whose)) for row in self._kinds())
        shield = Operation("*", (Name(f"{whose}level"), stands))
        return self._in_row(self._each_kind("harm", attacker, shield), whose)

    def _gains(self, whose: str) -> Formula:
        """``Pain.gained`` for one's next action."""
        return self._in_row(self._each_kind("bonus", whose, Name(f"{'' if whose else THEIRS}level")), whose)

    def _in_row(self, made: Formula, whose: str) -> Formula:
        """The formula, reading this side's level at least: it stands in a row, and is blank where that is."""
        level = Name(f"{whose}level")
        if level.name in made.names:
            return made
        return Formula(_plus(made.tree, Operation("*", (Number(0), level))))

    def _each_kind(self, column: str, whose: str, against: Node) -> Formula:
        """A formula of the chart of kinds, for the kind that this side chose."""
        names: dict[str, Node] = {"level": Name(f"{whose}level"), "against": against}
        parts = ((row, row.formula(column).tree) for row in self._kinds())
        return Formula(
            _sum(
                Operation("*", (self._is(row, whose), _most(substituted(tree, names))))
                for row, tree in parts
                if tree != Number(0)
            )
        )

    def _kinds(self) -> tuple[Row, ...]:
        return self.chart("TSOY-BDP-5").rows

    def _is(self, row: Row, whose: str) -> Node:
        """1 where this side's action is of that kind."""
        first, *others = (Name(f"{whose}is_{kind_of(each)}") for each in self._kinds())
        mine = Name(f"{whose}is_{kind_of(row)}")
        return Operation("-", (Number(1), _sum(others))) if mine == first else mine


def _marked(box: int, whose: str) -> Node:
    """1 where any pool is written at the box."""
    return _sum(Name(f"{whose}{pool}_{box}") for pool in POOLS)


def _room(full: str, used: str) -> Formula:
    return Formula(_most(Operation("-", (Name(full), Name(used)))))


def _most(node: Node) -> Node:
    """The value, but nothing where it is below."""
    return Operation("max", (Number(0), node))


def _least(limit: Number, node: Node) -> Node:
    return node if node == Number(0) else Operation("min", (limit, node))


def _times(number: int, node: Node) -> Node:
    if number == 0 or node == Number(0):
        return Number(0)
    return node if number == 1 else Operation("*", (Number(number), node))


def _sum(parts: Iterable[Node]) -> Node:
    made: Node = Number(0)
    for part in parts:
        made = _plus(made, part)
    return made


def _plus(left: Node, right: Node) -> Node:
    if right == Number(0):
        return left
    return right if left == Number(0) else Operation("+", (left, right))


def _short(names: list[str]) -> list[str]:
    """The shortest beginnings that tell names apart; all of them where none do."""
    for letters in range(1, max(map(len, names), default=1)):
        begun = [name[:letters] for name in names]
        if len(set(begun)) == len(names):
            return begun
    return names
