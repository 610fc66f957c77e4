"""Makes the listing of a game that is loaded."""

from __future__ import annotations

from collections.abc import Mapping

from generator.content.characters import Character
from generator.content.shelf import Game
from generator.making.listing import ListedDocument, ListedSample, Listing
from generator.outputs import site


def listing(game: Game, samples: Mapping[str, Character]) -> Listing:
    """The listing of a loaded game with its sample characters, by the names of their files."""
    pack = game.pack
    documents = tuple(ListedDocument(each.name, each.title, each.path) for each in pack.documents)
    sheets = tuple(
        ListedDocument(sheet.name, sheet.title, game.source(sheet.name).path)
        for sheet in game.sheets.values()
    )
    labels = _labels(samples)
    found = tuple(
        ListedSample(name, each.sheet.name, labels[name], each.sources) for name, each in samples.items()
    )
    head = [
        pack.meta.model_dump_json(),
        *((each.name, each.title, each.summary) for each in pack.documents),
        *((each.name, each.title, each.summary) for each in game.sheets.values()),
    ]
    order = pack.meta.order
    return Listing(
        pack.id,
        (order is None, order or 0, pack.id),
        site.families(pack),
        repr(head),
        documents,
        sheets,
        found,
        tuple(question.id for question in game.rules.questions()),
        game.rules.printed_values(),
    )


def _labels(samples: Mapping[str, Character]) -> dict[str, str]:
    """What each sample is called, by its file's name, added where two of a sheet are called alike."""
    titles = [(each.sheet.id, each.title) for each in samples.values()]
    return {
        name: each.title if titles.count((each.sheet.id, each.title)) == 1 else f"{each.title} ({name})"
        for name, each in samples.items()
    }
