"""One build at work: pieces that were made before are found, the others made, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from generator.content.house_rules import HouseRules, house_rules
from generator.making import pool
from generator.making.inputs import Inputs
from generator.making.listing import Listing
from generator.making.store import Made, Store, ValueOf, key_of, published
from generator.making.units import Unit
from generator.outputs.artifact import Artifact
from generator.outputs.cached import prune
from generator.outputs.staging import sweep_all
from generator.problems import USER_FAULT, HandbillError, Problem
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.making.maker import Maker
    from generator.render.house import News

Progress = Callable[[str, int, int], None]


_MOST_BYTES = 250_000_000
"""What each part of the cache may hold: a build of everything takes a tenth of it."""


class _Done(NamedTuple):
    """What a task came to; ``problems`` are those of all pieces that failed."""

    made: tuple[tuple[Unit, Made], ...]
    problems: tuple[Problem, ...] = ()
    status: int = USER_FAULT


class Work:
    """``games`` are all games that there are, ``earlier`` the printed rules of an earlier build, which news
    are told of. What is made is kept only by ``keep``, when it is known that
    the files did not change meanwhile. ``lacking`` is what this machine has not, to print PDFs."""

    def __init__(
        self,
        workspace: Workspace,
        house: HouseRules,
        inputs: Inputs,
        games: Sequence[str],
        papers: Sequence[str],
        earlier: Mapping[str, Mapping[str, str]],
        *,
        jobs: int | None = None,
        force: bool = False,
        progress: Progress = lambda what, done, total: None,
    ) -> None:
        self._workspace, self.house, self._inputs = workspace, house, inputs
        self._games, self._papers, self._earlier = tuple(games), tuple(papers), earlier
        self._jobs, self._force, self._progress = jobs or pool.processors(), force, progress
        self._store = Store(workspace.cache)
        self._new: list[tuple[str, Made, ValueOf]] = []
        self._values: dict[str, ValueOf] = {}
        self._templates: dict[str, str] = {}
        self._maker: Maker | None = None
        self.lacking: Problem | None = None

    @property
    def maker(self) -> Maker:
        """What makes the pieces; it is slow to import, and not needed where nothing changed."""
        if self._maker is None:
            from generator.making.maker import Maker

            news = {game: self._news(game) for game in self._earlier}
            self._maker = Maker(self._workspace, self.house, self._papers, news, force=self._force)
        return self._maker

    def _news(self, game: str) -> Sequence[News]:
        """What the rules of a game say otherwise than in the earlier build."""
        from generator.render.house import News

        before, rules = self._earlier.get(game, {}), self.house.rules(game)
        now, titles = rules.printed_values(), {each.key: each.title for each in rules.replaceable()}
        return tuple(
            News(key, titles[key], before[key], value)
            for key, value in now.items()
            if before.get(key, value) != value
        )

    def listings(self, games: Sequence[str]) -> tuple[Listing, ...]:
        """What there is to make of these games; HandbillError with the problems of all."""
        units = [Unit("listing", game, "") for game in games]
        made = self.make(units, jobs=1)
        return tuple(Listing.read(made[unit].artifacts[0].data) for unit in units)

    def one(self, name: str, made_from: object, make: Callable[[], Sequence[Artifact]]) -> Sequence[Artifact]:
        """A piece that rests on finished values and on no rule."""
        templates = self._inputs.templates("", ())
        known = key_of(name, self._inputs.engine, templates, made_from)
        found = None if self._force else self._store.find(known, published)
        if found is None:
            found = Made(tuple(make()), frozenset())
            self._new.append((known, found, published))
        return found.artifacts

    def make(self, units: Sequence[Unit], jobs: int | None = None) -> dict[Unit, Made]:
        """Every piece, but PDFs that cannot be printed here; HandbillError with the problems of all."""
        found = {} if self._force else self._found(units)
        missing = [unit for unit in units if unit not in found]
        if any(unit.prints for unit in missing):
            self.lacking = _lacking(self._workspace)
        if self.lacking:
            missing = [unit for unit in missing if not unit.prints]
        made = {**found, **self._made(missing, jobs or self._jobs)}
        return {unit: made[unit] for unit in units if unit in made}

    def keep(self) -> None:
        """Keep what was made, for later runs."""
        for known, made, value_of in self._new:
            self._store.keep(known, made, value_of)
        sweep_all(self._workspace.cache)
        for folder in ("made", "forms") if self._new else ():
            prune(self._workspace.cache / folder, _MOST_BYTES)
        self._new.clear()

    @property
    def fresh(self) -> bool:
        """Whether something was made that is not kept yet."""
        return bool(self._new)

    def _found(self, units: Sequence[Unit]) -> dict[Unit, Made]:
        known = {unit: self._store.find(self._known(unit), self._value_of(unit.game)) for unit in units}
        return {unit: made for unit, made in known.items() if made is not None}

    def _known(self, unit: Unit) -> str:
        """The key of all that a piece rests on, but for rules."""
        inputs, game = self._inputs, unit.game
        if unit.kind == "listing":
            return key_of(unit, inputs.engine, inputs.content(game))
        if unit.kind == "face":
            return key_of(unit, inputs.engine)
        if game not in self._templates:
            self._templates[game] = inputs.templates(game, self._games)
        papers = self._papers if unit.kind in ("page", "copy") else ()
        return key_of(unit, inputs.engine, self._templates[game], inputs.named(unit.files), papers)

    def _value_of(self, game: str) -> ValueOf:
        """The state of each rule of a game; rules are loaded only where there are house rules."""
        if game not in self._values:
            changed = dict(self.house.rules(game).overridden) if self.house.path else {}
            for news in self._news(game) if self._earlier else ():
                rule_id = news.id if news.id in self.house.rules(game) else news.id.rpartition(".")[0]
                changed[rule_id] = f"{changed.get(rule_id, '')} {news}"
            self._values[game] = lambda rule_id: changed.get(rule_id, "")
        return self._values[game]

    def _made(self, units: Sequence[Unit], jobs: int) -> Mapping[Unit, Made]:
        if not units:
            return {}
        tasks = _tasks(units)
        total, done = sum(unit.prints for unit in units), 0
        made: dict[Unit, Made] = {}
        problems: list[Problem] = []
        statuses = [0]
        if jobs > 1 and len(tasks) > 1:
            self._load({unit.game for unit in units if unit.game})
        anew = partial(_worker, self._workspace, self._papers, self._earlier, self._force)
        for number, result in pool.each(tasks, partial(_do, self.maker), anew, jobs):
            problems += result.problems
            statuses.append(result.status if result.problems else 0)
            made |= dict(result.made)
            for unit in tasks[number]:
                if unit.prints:
                    done += 1
                    self._progress(str(made[unit].artifacts[0].path) if unit in made else "", done, total)
        if problems:
            raise HandbillError(problems, max(statuses))
        self._new += [(self._known(unit), each, self._value_of(unit.game)) for unit, each in made.items()]
        return made

    def _load(self, games: set[str]) -> None:
        """Load games here, so that processes which are forked from this one need not."""
        for game in sorted(games):
            self.maker.game(game)


def _tasks(units: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """The pieces by their tasks: the longest first, so that no process is left with one alone."""
    tasks: dict[object, list[Unit]] = {}
    for unit in units:
        tasks.setdefault(unit.task, []).append(unit)
    return sorted(map(tuple, tasks.values()), key=lambda task: -sum(map(_effort, task)))


def _effort(unit: Unit) -> int:
    """About how many tenths of a second it takes; a sheet with a sample is mostly its blank once more."""
    return {"document": 15, "sheet": 3 if unit.sample else 18, "odds": 2, "face": 6}.get(unit.kind, 1)


def _worker(
    workspace: Workspace, papers: Sequence[str], earlier: Mapping[str, Mapping[str, str]], force: bool
) -> Callable[[Sequence[Unit]], _Done]:
    """What makes pieces in a process that has loaded nothing yet."""
    inputs, games = Inputs("", {}), tuple(earlier)
    work = Work(workspace, house_rules(workspace), inputs, games, papers, earlier, force=force)
    return partial(_do, work.maker)


def _do(maker: Maker, units: Sequence[Unit]) -> _Done:
    made: list[tuple[Unit, Made]] = []
    problems: list[Problem] = []
    status = 0
    for unit in units:
        try:
            made.append((unit, maker.make(unit)))
        except HandbillError as error:
            problems += error.problems
            status = max(status, error.exit_status)
    return _Done(tuple(made), tuple(dict.fromkeys(problems)), status)


def _lacking(workspace: Workspace) -> Problem | None:
    """What this machine lacks to print PDFs; else all that prints is loaded, for processes that fork."""
    from generator.outputs import pdf

    return pdf.available(workspace.cache)
