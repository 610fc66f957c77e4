"""``handbill odds``: the words of a question read, and its answer printed."""

# Without click, and with few imports: a whole answer takes less than click takes to import.
from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.cli.telling import print_json
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.render.answer_text import NARROWEST, WIDEST, answered, helped, listed, option
from generator.rules import load_or_empty
from generator.rules.questions import Question, Setting

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


def ask(game: str, asked: str, words: Sequence[str], options: Collection[str] = ()) -> None:
    """Answer a question, given by its id or number, or with ``--help`` tell what it asks for."""
    question = _question(game, asked)
    if "--help" in options:
        _print_lines(helped(game, question, _width()))
        return
    words, path, of = _without_character(words)
    known = _known(question, game, path, of) if path else {}
    setting = _setting(question, words, known)
    answer = question.respond(**setting)
    if "--json" in options or "--csv" in options:
        from generator.outputs import odds_files

        if "--json" in options:
            print_json(odds_files.as_data(game, question, [(setting, answer)], printed=False))
        else:
            print(odds_files.as_csv(question, [(setting, answer)]), end="")
        return
    # The sentence has a setting of its own: beside the figures of another it would mislead, and in the
    # long fights it takes longer than the answer.
    remember = not words and not known
    _print_lines(answered(question, setting, answer, _width(), "--exact" in options, remember))


def list_questions(game: str | None, as_json: bool) -> None:
    """The questions of all games by their titles, or those of one with what they ask."""
    from generator.content.packs import load_packs
    from generator.outputs.odds_files import described
    from generator.workspace import Workspace

    packs = load_packs(Workspace.find().content, [game] if game else ())
    found = [(pack, questions) for pack in packs if (questions := _questions(pack.id))]
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
        lines = listed(questions, _width() - 2, asks=game is not None)
        _print_lines([f"{pack.id}: {pack.title}", *(f"  {line}" for line in lines)])


def _questions(game: str) -> tuple[Question, ...]:
    return load_or_empty(game).questions()


def _question(game: str, word: str) -> Question:
    """A game's question by its id or its number."""
    rules = load_or_empty(game)
    questions = rules.questions()
    if not questions:
        raise HandbillError(_nothing_asked(game), USAGE)
    for question in questions:
        if word in (question.id, str(question.number)):
            return question
    return rules.question(word)  # which tells the nearest


def _nothing_asked(game: str) -> Problem:
    from generator.content.packs import discover
    from generator.workspace import Workspace

    games = [name for name in discover(Workspace.find().content) if _questions(name)]
    hint = nearest(game, games) or f"the games are {', '.join(games)}"
    return Problem("unknown-game", f"there is no game '{game}' with questions", hint=hint)


def _without_character(words: Sequence[str]) -> tuple[list[str], str, str]:
    """The words without ``--character FILE`` and ``--of NAME``, and what these say."""
    found = {"--character": "", "--of": ""}
    rest: list[str] = []
    for word, value in _pairs(words):
        if word not in found:
            rest += [word] if value is None else [word, value]
        elif not value:
            example = "a file, such as igor.yaml" if word == "--character" else "a name, such as an ability's"
            raise HandbillError(Problem("usage", f"'{word}' needs {example}"), USAGE)
        else:
            found[word] = value
    if found["--of"] and not found["--character"]:
        message = "'--of' says which row of a character is meant"
        raise HandbillError(Problem("usage", message, hint="add --character FILE"), USAGE)
    return rest, found["--character"], found["--of"]


def _known(question: Question, game: str, path: str, of: str) -> dict[str, Setting]:
    """What the character in a file answers of the question."""
    from pathlib import Path

    from generator.content.characters import read_character
    from generator.content.shelf import Shelf
    from generator.sheets.asking import known
    from generator.workspace import Workspace

    character = read_character(Path(path), Shelf(Workspace.find().content).sheet)
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
    written = nearest(word, [*names, *OPTIONS, "--character", "--of"])
    return Problem("parameter", message, hint=written or f"it asks for {', '.join(names)}")


def _print_lines(lines: Sequence[str]) -> None:
    print("\n".join(lines))


def _width() -> int:
    """How wide the lines may be: as the terminal is, or 80 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    try:
        found = int(columns) if columns.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        found = 80
    return max(NARROWEST, min(found, WIDEST))
