"""``handbill odds``: the words of a question read, and its answer printed."""

# Without click, and with few imports: a whole answer takes less than click takes to import.
from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.cli.telling import print_json, say, width
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.render.answer_text import answered, helped, listed, option
from generator.rules import Rules, load_or_empty, recording
from generator.rules.questions import Question, Setting

if TYPE_CHECKING:
    from generator.rules.changes import Change

HOUSE_RULES = "house-rules.yaml"  # as in workspace.py, which takes as long to import as an answer
OPTIONS = ("--exact", "--json", "--csv", "--help")


def is_plain(words: Sequence[str]) -> bool:
    """Whether a question comes first and the rest is parameters and options, as a player writes them.

    >>> is_plain(["tsoy", "check", "--rank", "2", "--exact"]), is_plain(["tsoy", "--json"])
    (True, False)
    """
    asked, rest = words[:2], words[2:]
    dashed = [word for word in rest if word.startswith("-")]
    unclear = any(word[:2] != "--" or word == "--" or word.startswith(_VALUED) for word in dashed)
    named = len(asked) == 2 and all(word and not word.startswith("-") for word in asked)
    return named and not unclear and not {"--json", "--csv"} <= set(rest)


_VALUED = tuple(f"{name}=" for name in OPTIONS)


def run(words: Sequence[str]) -> None:
    """Answer what plain words ask."""
    game, question, *rest = words
    ask(game, question, [word for word in rest if word not in OPTIONS], set(OPTIONS) & set(rest))


def ask(
    game: str, asked: str, words: Sequence[str], options: Collection[str] = (), house: str | None = None
) -> None:
    """Answer a question, given by its id or number, or with ``--help`` tell what it asks for.

    ``house`` names the file of house rules; the words may too.
    """
    words, valued = _without_valued(words)
    house = valued["--house-rules"] or house
    rules = _rules(game, house)
    question = _question(rules, game, asked)
    if "--help" in options:
        _print_lines(helped(game, question, width()))
        return
    path = valued["--character"]
    known = _known(question, game, path, valued["--of"], house) if path else {}
    setting = _setting(question, words, known)
    with recording() as reads:
        answer = question.respond(**setting)
        if "--json" in options:
            from generator.outputs.odds_files import as_data

            data = as_data(game, question, [(setting, answer)], printed=False)
            print_json({**data, "house_rules": [change._asdict() for change in _changes(rules, reads)]})
        elif "--csv" in options:
            from generator.outputs.odds_files import as_csv

            print(as_csv(question, [(setting, answer)]), end="")
            if told := _house_line(rules, reads):
                say(f"note: {told}")
        else:
            # The sentence has a setting of its own: beside the figures of another it would mislead, and in
            # the long fights it takes longer than the answer.
            remember = not words and not known
            _print_lines(answered(question, setting, answer, width(), "--exact" in options, remember))
            if told := _house_line(rules, reads):
                _print_lines(["", *wrap(told, width(), subsequent_indent="  ", break_long_words=False)])


def _house_line(rules: Rules, reads: Collection[str]) -> str:
    """Which changed rules an answer rests on; empty where none."""
    changes = _changes(rules, reads)
    return f"with house rules: {'; '.join(change.told for change in changes)}" if changes else ""


def _changes(rules: Rules, reads: Collection[str]) -> Sequence[Change]:
    return rules.changes(reads) if rules.has_house_rules else ()


def _rules(game: str, house: str | None) -> Rules:
    """A game's rules as the table plays them."""
    if house == "none" or (house is None and not os.path.exists(HOUSE_RULES)):
        return load_or_empty(game)
    from generator.content.house_rules import house_rules
    from generator.workspace import Workspace

    return house_rules(Workspace.find(house_rules=house)).rules(game)


def list_questions(game: str | None, as_json: bool, house: str | None = None) -> None:
    """The questions of all games by their titles, or those of one with what they ask."""
    from generator.content.packs import load_packs
    from generator.outputs.odds_files import described
    from generator.workspace import Workspace

    packs = load_packs(Workspace.find().content, [game] if game else ())
    found = [(pack, questions) for pack in packs if (questions := _rules(pack.id, house).questions())]
    if game and not found:
        raise HandbillError(_nothing_asked(game), USAGE)
    if as_json:
        rows = [
            {"game": pack.id, "title": pack.title, "questions": [described(each) for each in questions]}
            for pack, questions in found
        ]
        print_json({"games": rows})
        return
    for pack, questions in found:
        lines = listed(questions, width() - 2, asks=game is not None)
        _print_lines([f"{pack.id}: {pack.title}", *(f"  {line}" for line in lines)])


def _question(rules: Rules, game: str, word: str) -> Question:
    """A game's question by its id or its number."""
    questions = rules.questions()
    if not questions:
        raise HandbillError(_nothing_asked(game), USAGE)
    for question in questions:
        if word in (question.id, str(question.number)):
            return question
    return rules.question(word)  # which tells the nearest


def _nothing_asked(game: str) -> Problem:
    from generator.content.games import discover
    from generator.workspace import Workspace

    games = [name for name in discover(Workspace.find().content) if load_or_empty(name).questions()]
    hint = nearest(game, games) or f"the games are {', '.join(games)}"
    return Problem("unknown-game", f"there is no game '{game}' with questions", hint=hint)


_EXAMPLES = {
    "--character": "a file, such as igor.yaml",
    "--of": "a name, such as an ability's",
    "--house-rules": f"a file, such as {HOUSE_RULES}, or none",
}
"""The options with a value of their own, and what it is."""


def _without_valued(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The words without the options that have a value of their own, and these values."""
    found = dict.fromkeys(_EXAMPLES, "")
    rest: list[str] = []
    for word, value in _pairs(words):
        if word not in found:
            rest += [word] if value is None else [word, value]
        elif not value:
            raise HandbillError(Problem("usage", f"'{word}' needs {_EXAMPLES[word]}"), USAGE)
        else:
            found[word] = value
    if found["--of"] and not found["--character"]:
        message = "'--of' says which row of a character is meant"
        raise HandbillError(Problem("usage", message, hint="add --character FILE"), USAGE)
    return rest, found


def _known(question: Question, game: str, path: str, of: str, house: str | None) -> dict[str, Setting]:
    """What the character in a file answers of the question."""
    from pathlib import Path

    from generator.content.characters import read_character
    from generator.content.shelf import Shelf
    from generator.sheets.asking import known
    from generator.workspace import Workspace

    character = read_character(Path(path), Shelf.of(Workspace.find(house_rules=house)).sheet)
    if character.sheet.game != game:
        message = f"this is a character of {character.sheet.game}, but the question is one of {game}"
        raise HandbillError(Problem("other-game", message, path), USAGE)
    return known(question, character.sheet, character.values, of)


def _setting(
    question: Question, words: Sequence[str], known: Mapping[str, Setting] = MappingProxyType({})
) -> dict[str, Setting]:
    """Every parameter's value, the given ones read and checked; all problems at once.

    What is ``known`` from a character stands unless the words say otherwise.
    """
    names = {option(parameter.name): parameter.name for parameter in question.parameters}
    given: dict[str, Setting] = {}
    problems: list[Problem] = []
    for word, value in _pairs(words):
        name = names.get(word.replace("_", "-"))
        if name is None:
            problems.append(_not_asked(question, word, list(names)))
        elif value is None:
            allowed = question.parameter(name).allowed
            problems.append(Problem("parameter", f"'{word}' needs a value", hint=f"allowed: {allowed}"))
        elif name in given:
            problems.append(Problem("parameter", f"'{word}' is given twice", hint="write it once"))
        else:
            given[name] = value
    try:
        setting = question.setting({**known, **given})
    except HandbillError as error:
        problems += error.problems
    if problems:
        raise HandbillError(problems, USAGE)
    return setting


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """``--name value`` and ``--name=value`` as pairs; None where a value is missing, or a name before it."""
    waiting = ""
    for word in words:
        if waiting and not word.startswith("--"):
            yield waiting, word
            waiting = ""
            continue
        if waiting:
            yield waiting, None
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "=", None)
        waiting = "" if equals else name
        if equals:
            yield name, value
    if waiting:
        yield waiting, None


def _not_asked(question: Question, word: str, names: list[str]) -> Problem:
    message = f"the question '{question.id}' does not ask for '{word}'"
    written = nearest(word, [*names, *OPTIONS, *_EXAMPLES])
    return Problem("parameter", message, hint=written or f"it asks for {', '.join(names)}")


def _print_lines(lines: Sequence[str]) -> None:
    print("\n".join(lines))
