"""What there is to make of one game, read once and kept: a build without changes loads no game at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class ListedDocument:
    """A reference or odds page, or a sheet; ``path`` is its file."""

    name: str
    title: str
    path: str


@dataclass(frozen=True)
class ListedSample:
    """A sample character: the name of its file, its sheet's name, and all files that it comes from."""

    name: str
    sheet: str
    label: str
    files: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """``order`` sorts the games; ``faces`` are families; ``head`` is all that the site's first page says.

    ``rules`` are the printed values of all rules that may be replaced.
    """

    game: str
    order: tuple[bool, int, str]
    faces: tuple[str, ...]
    head: str
    documents: tuple[ListedDocument, ...]
    sheets: tuple[ListedDocument, ...]
    samples: tuple[ListedSample, ...]
    questions: tuple[str, ...]
    rules: Mapping[str, str]

    def data(self) -> bytes:
        """The listing as it is kept."""
        return json.dumps(asdict(self), ensure_ascii=False).encode()

    @classmethod
    def read(cls, data: bytes) -> Listing:
        """The listing that was kept so."""
        found: dict[str, Any] = json.loads(data)
        made: dict[str, Any] = {key: _frozen(value) for key, value in found.items()}
        made["documents"] = tuple(ListedDocument(**each) for each in found["documents"])
        made["sheets"] = tuple(ListedDocument(**each) for each in found["sheets"])
        made["samples"] = tuple(
            ListedSample(**{key: _frozen(value) for key, value in each.items()}) for each in found["samples"]
        )
        return cls(**made)

    def samples_of(self, sheet: str) -> tuple[ListedSample, ...]:
        """The sample characters on a sheet."""
        return tuple(sample for sample in self.samples if sample.sheet == sheet)


def in_order(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """The games as the site has them."""
    return tuple(sorted(listings, key=lambda each: each.order))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
