"""Maid: the questions about a Stress Explosion: how soon, fight or give in, what to spend Favor on."""

from __future__ import annotations

from fractions import Fraction

from generator.rules.maid.asking import SIDES, SOURCE, Asking, about, counted, found, win
from generator.rules.maid.uniform import listed
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Parameter,
    Question,
    Share,
    Table,
    choice,
    number,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

MOST_STRESS = 150
"""The most Stress that may be asked for, unless house rules let the usual Will bear more."""
MOST_FAVOR = 200
MOST_CONTESTS = 12
MOST_CLEARED = 1_000
STRONGEST, MOST_SPIRIT = 8, 80
"""The highest Will that may be asked for, and its Spirit: with more, a duel takes long to answer."""


class StressQuestions(Asking):
    """Questions 7, 9 and 11."""

    def resolve_asked(self) -> tuple[Parameter, ...]:
        """Will, or whatever else it rests on how much Stress you bear."""
        least = self.number("MAID-ATT-LEAST")
        return tuple(
            number(
                name, f"your {self.labels[name]}", least, self._strongest(name), self.usual, f"maid.{name}"
            )
            for name in self.steadied_by
        )

    def their_resolve_asked(self) -> tuple[Parameter, ...]:
        """The same of the other side."""
        return tuple(
            asked._replace(name=f"against_{asked.name}", label=f"their {self.labels[asked.name]}", field="")
            for asked in self.resolve_asked()
        )

    def _strongest(self, name: str) -> int:
        """The highest value of an attribute whose duels do not take long to answer."""
        most = MOST_SPIRIT * 6 // max(6, self.row("MAID-DIE").number("sides"))
        values = range(self.usual, max(STRONGEST, self.usual) + 1)
        return max((value for value in values if self.spirit(**{name: value}) <= most), default=self.usual)

    @property
    def resolve(self) -> str:
        """The usual values of what it rests on how much Stress one bears, with a comma before them."""
        return "".join(f", {self.labels[name]} {self.usual}" for name in self.steadied_by)

    @property
    def borne(self) -> int:
        """The Spirit of the usual maid."""
        return self.spirit()

    def stress_asked(
        self, name: str = "stress", label: str = "your Stress", default: int = 0, field: str = "maid.stress"
    ) -> Parameter:
        """Stress as it is now."""
        most = max(MOST_STRESS, 2 * self.borne)
        return number(name, label, 0, most, default, field)

    def contests_asked(self) -> Parameter:
        """How far ahead to look."""
        return number("contests", "contests", 1, MOST_CONTESTS, 3, help="how many such contests are to come")

    def explosion_question(self) -> Question:
        """Question 7: who explodes first, how soon, and what damaged uniforms change."""
        usual, matrix = self.usual, (("attribute", self.scores), ("against", self.scores))
        start = f"both with {self.resolve[2:]}, no Stress yet" if self.resolve else "no Stress yet"
        damages = ("none", "yours", "both")
        return Question(
            "explosion",
            7,
            "Until the Stress Explosion",
            "How many contests until somebody explodes, and who is it?",
            (
                *self.sides_asked(),
                *self.resolve_asked(),
                *self.their_resolve_asked(),
                self.stress_asked(),
                self.stress_asked("against_stress", "their Stress", field=""),
                *self.penalties_asked(),
                choice(
                    "damage",
                    "damage to uniforms",
                    damages,
                    help="whose lost contests damage the next part, in the order of the chart",
                ),
            ),
            (
                Table("first", f"Large: they explode first; {start}", *matrix, corner=SIDES),
                Table(
                    "contests",
                    f"Contests until somebody explodes; {start}",
                    *matrix,
                    show="number",
                    key="contests",
                    corner=SIDES,
                ),
                Table(
                    "damage",
                    f"Against {usual}. Large: they explode first. Small: nobody ever · you",
                    ("attribute", self.scores[:4]),
                    ("damage", damages),
                    corner=("you", "damage"),
                ),
            ),
            (
                "Averages, if both fight on until one explodes.",
                "Where uniforms suffer, a loss takes the next part of the chart.",
            ),
            self.explosion_answer,
            self._explosion_remember,
        )

    @procedure("MAID-Q-EXPLOSION", title="Contests until a Stress Explosion", source=SOURCE)
    def explosion_answer(
        self,
        attribute: int,
        against: int,
        stress: int,
        against_stress: int,
        penalty: int,
        against_penalty: int,
        damage: str,
        **resolve: int,
    ) -> Answer:
        """Who explodes first: they (win), nobody ever (tie) or you (lose), and after how many contests.

        >>> from generator.rules import load
        >>> answer = load("maid").question("explosion").answer(will=0, against_will=0)
        >>> str(answer.chance("win")), str(answer.value("contests"))
        ('1/2', '6/5')
        """
        theirs = {
            name.removeprefix("against_"): value
            for name, value in resolve.items()
            if name.startswith("against_")
        }
        breaks = self.breaks_at(**{name: resolve[name] for name in theirs}), self.breaks_at(**theirs)
        mine = self.damaged(penalty) if damage != "none" else (penalty,)
        others = self.damaged(against_penalty) if damage == "both" else (against_penalty,)
        duel = self.duel(attribute, against, breaks, (stress, against_stress), mine, others)
        done = stress >= breaks[0], against_stress >= breaks[1]
        says = [
            words for words, is_so in zip(("you explode now", "they explode now"), done, strict=True) if is_so
        ]
        measures = []
        if duel.contests is None:
            says.append("it may go on for ever, so it takes no number of contests on average")
        else:
            measures.append(counted("contests", "contests until the first explosion", duel.contests))
        nobody = "both at once" if all(done) else "nobody ever explodes"
        labels = (("win", "they explode first"), ("tie", nobody), ("lose", "you explode first"))
        shares = [Share(*names, ways) for names, ways in zip(labels, duel.first.weights, strict=True)]
        return Answer(tuple(shares), tuple(measures), says=tuple(says))

    def _explosion_remember(self) -> str:
        ask, usual = self.explosion_question().answer, self.usual
        contests = found(ask(), "contests")
        more, torn = ask(attribute=usual + 1).chance("win"), ask(damage="yours").chance("lose")
        long = "may go on for ever" if contests is None else f"last {about(contests, 'contest', 'contests')}"
        return (
            f"Equals {long}; if only your uniform suffers, you explode first in {percent(torn)}. "
            f"With {usual + 1} against {usual}, they do in {percent(more)}."
        )

    def give_in_question(self) -> Question:
        """Question 9: the danger of the next contests, and the worst that a loss can cost."""
        usual, uphill = self.usual, self.usual + 1
        spirit = self.borne
        marks = tuple(sorted({spirit * tenths // 10 for tenths in (0, 2, 4, 5, 6, 7, 8, 9, 10)}))
        return Question(
            "give-in",
            9,
            "Give in or fight",
            "Should I give in or fight?",
            (
                *self.sides_asked(uphill),
                *self.resolve_asked(),
                self.stress_asked(default=spirit // 2),
                self.contests_asked(),
                *self.penalties_asked(),
            ),
            (
                Table(
                    "within",
                    f"Chance in percent to explode within so many contests: {usual} v {uphill}{self.resolve}",
                    ("stress", marks),
                    ("contests", tuple(range(1, 7))),
                    show="chance",
                    key="within",
                    corner=("Stress", "within"),
                ),
                Table(
                    "most",
                    "The most Stress that one loss can cost you",
                    ("attribute", self.scores),
                    ("against", self.scores),
                    show="number",
                    key="most",
                    corner=SIDES,
                ),
            ),
            (AsPrinted(AsPrinted("Both uniforms are whole.")), "They do not explode before."),
            self.give_in_answer,
            self._give_in_remember,
        )

    @procedure("MAID-Q-GIVE-IN", title="Give in or fight", source=SOURCE)
    def give_in_answer(
        self,
        attribute: int,
        against: int,
        stress: int,
        contests: int,
        penalty: int,
        against_penalty: int,
        **resolve: int,
    ) -> Answer:
        """One contest: win, tie, lose and bear it, or explode; and the chance to explode within several."""
        contest = self.opposed(attribute, against, penalty, against_penalty)
        burst = self.breaks_at(**resolve)
        win_ways, tie_ways, lose_ways = contest.odds.weights
        explode = sum(ways for taken, ways in contest.taken.items() if stress + taken >= burst)
        if stress >= burst:
            weights, says = (0, 0, 0, contest.odds.total), "you explode already"
        else:
            weights = (win_ways, tie_ways, lose_ways - explode, explode)
            says = "one loss can make you explode" if explode else "one loss cannot make you explode"
        labels = ("you win", "tie", "you bear the loss", "you explode")
        names = zip(("win", "tie", "bear", "explode"), labels, weights, strict=True)
        within = self.explosion_within(
            contests, attribute, against, stress, penalty, against_penalty, **resolve
        )
        measures = (
            Measure("within", "you explode within those contests", within),
            counted("taken", "Stress that you take in a contest", contest.taken.mean()),
            counted("most", "the most that a loss can cost", contest.taken.highest),
            counted("room", "Stress that you can still bear", max(0, burst - 1 - stress)),
        )
        instead = f"told elsewhere: {self.row('MAID-ELSEWHERE').text('give in')}"
        return Answer(tuple(Share(*name) for name in names), measures, says=(says, instead))

    def _give_in_remember(self) -> str:
        asked = self.give_in_question()
        answer = asked.answer()
        attribute, against = (asked.parameter(name).default for name in ("attribute", "against"))
        safe = self.breaks_at() - 1 - answer.value("most")
        return (
            f"Up to a Stress of {safe}, no loss of {attribute} against {against} can make you explode."
            if safe >= 0
            else f"Any loss of {attribute} against {against} can make you explode"
            f"{f', with {self.resolve[2:]}' if self.resolve else ''}."
        )

    def spend_question(self) -> Question:
        """Question 11: when a raise has paid for itself, and which spending is safer."""
        usual = self.usual
        price = self.cost_to_raise(usual)
        spirit = self.borne
        names = [self.labels[name] for name in self.steadied_by]
        ahead = (1, 2, 3, 4, 5, 6, 8)
        return Question(
            "spend",
            11,
            "Raise or calm down",
            "Should I raise an attribute or clear Stress?",
            (
                *self.sides_asked(),
                choice(
                    "raises",
                    "what is raised",
                    ("attribute", *self.steadied_by),
                    help="the attribute that you fight with"
                    + (f", or {listed(names, 'or')} for its Spirit" if names else ""),
                ),
                *self.resolve_asked(),
                self.stress_asked(default=spirit),
                number("favor", "your Favor", 0, MOST_FAVOR, min(price, MOST_FAVOR), "maid.favor"),
                self.contests_asked(),
                *self.penalties_asked(),
            ),
            (
                Table(
                    "break-even",
                    "Contests until a raise has saved the Stress that its price clears at once",
                    ("attribute", self.scores[:-1]),
                    ("against", self.scores),
                    show="number",
                    key="break_even",
                    corner=SIDES,
                ),
                Table(
                    "danger",
                    f"Chance in percent to explode, by the use of {price} Favor: {usual} v {usual}"
                    f"{self.resolve}, Stress {spirit}",
                    ("contests", ahead),
                    show="chance",
                    keys=("nothing", "raise", "clear"),
                ),
            ),
            ("The Favor goes to one or the other.", AsPrinted("Both uniforms are whole.")),
            self.spend_answer,
            self._spend_remember,
        )

    @procedure("MAID-Q-SPEND", title="Raise an attribute or clear Stress", source=SOURCE)
    def spend_answer(
        self,
        attribute: int,
        against: int,
        raises: str,
        stress: int,
        favor: int,
        contests: int,
        penalty: int,
        against_penalty: int,
        **resolve: int,
    ) -> Answer:
        """The price of one raise spent on it or on Stress: the contest after the raise, and what follows.

        ``break_even`` is after how many contests the raise has saved the Stress that its price clears; it is
        missing where it never does.
        """
        step = self.raised_by
        fights = raises == "attribute"
        price = self.cost_to_raise(attribute if fights else resolve[raises])
        clears = self._clears(price)
        used = attribute + step if fights else attribute
        spirited = resolve if fights else {**resolve, raises: resolve[raises] + step}
        now, then = (self.opposed(one, against, penalty, against_penalty) for one in (attribute, used))
        room = self.spirit(**spirited) - self.spirit(**resolve)
        saves = now.taken.mean() - then.taken.mean()

        def within(one: int, borne: int, scores: dict[str, int]) -> Fraction:
            return self.explosion_within(contests, one, against, borne, penalty, against_penalty, **scores)

        raised, cleared = within(used, stress, spirited), within(attribute, max(0, stress - clears), resolve)
        measures = [
            counted("price", "Favor that the raise costs", price),
            counted("clears", "Stress that the same Favor clears", clears),
            counted("spirit", "the raise adds to Spirit", room),
            Measure("gain", "the raise adds to a win", win(then) - win(now), "points"),
            counted("saves", "Stress that the raise saves in a contest", saves),
            Measure("nothing", "spending nothing", within(attribute, stress, resolve)),
            Measure("raise", "raising", raised),
            Measure("clear", "clearing Stress", cleared),
        ]
        says = [f"the raise costs {price} Favor; you have {favor}"] if favor < price else []
        if saves > 0:
            measures.append(
                counted("break_even", "contests until the raise has saved as much", clears / saves)
            )
        else:
            says.append("such contests never save as much Stress as the price clears")
        if raised != cleared:
            safer = "raising" if raised < cleared else "clearing Stress"
            says.append(f"over so many contests {safer} is safer")
        return of_odds(then.odds, measures, says)

    def _clears(self, favor: int) -> int:
        """The most Stress that so much Favor clears, as far as anybody has that much."""
        points, most = 0, max(MOST_CLEARED, 2 * self.borne)
        while points < most and self.cost_to_calm(points + 1) <= favor:
            points += 1
        return points

    def _spend_remember(self) -> str:
        answer, usual = self.spend_question().answer(), self.usual
        price, contests = answer.value("price"), found(answer, "break_even")
        saves = (
            "it never saves"
            if contests is None
            else f"it takes {about(contests, 'contest', 'contests')} to save"
        )
        return (
            f"To raise {usual} costs {price} Favor; against {usual} {saves} the Stress "
            "that the same Favor clears at once."
        )
