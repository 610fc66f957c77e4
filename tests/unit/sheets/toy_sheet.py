"""A sheet that has every kind of field, with the rules that it computes from."""

from __future__ import annotations

from functools import cache

from generator.content.sheets import SheetSource, bind_sheet, read_sheet
from generator.content.source import Source
from generator.rules.formula import Formula, parse
from generator.rules.lookup import Lookup
from generator.rules.registry import Rules
from generator.sheets import Sheet

FORMULAS = {
    "pool": "max(1, love_total - stress + luck)",
    "against": "fear + innocents",
    "margin": "love_total - (fear + pool)",
    "armed": "margin > 0 and not captured == 1",
    "moons": "suns * 2",
    "share": "10 // rank",
    "net": "rank - bruises - mine",
    "ranks": "nets + favor",
    "shown": "armed + size",
}
CHANCES = Lookup(
    ("net", "rank"),
    {(net, rank): f"{net}/{rank} ≥" for net in range(-3, 5) for rank in range(5)},
)


class ToyRules(Rules):
    """Bounds, choices and formulas by their names."""

    game = "toy"

    def derived(self, name: str) -> Formula | Lookup:
        if name == "chances":
            return CHANCES
        if name not in FORMULAS:
            raise self._unknown("derived", "computes no value", name, FORMULAS)
        return parse(FORMULAS[name])

    def bounds(self, name: str) -> tuple[int | None, int | None]:
        known = {"rank": (0, 4), "fear": (0, None), "luck": (-3, 3)}
        if name not in known:
            raise self._unknown("bounds", "has no bounds", name, known)
        return known[name]

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        known = {
            "suits": (("sun", "The Sun"), ("moon", "The Moon")),
            "ranks": tuple(
                (str(rank), name) for rank, name in enumerate("Unskilled Able Adept Master Grand".split())
            ),
        }
        if name not in known:
            raise self._unknown("choices", "has no choices", name, known)
        return known[name]


TEXT = """\
title: Hero
subtitle: A sheet for tests
summary: Every kind of field once.
audience: players
version: 2
named_by: name
pages:
  - - [[who], [scores]]
  - - {columns: [[deeds], [more]], widths: [2, 1]}
reads:
  love_total: {sum: deeds.love}
  suns: {count: [first_suit, second_suit], is: sun}
  bruises: {count: [bruised_once, bruised_twice]}
  mine: {count: [suit], is: moon}
  nets: {sum: deeds.net}
sections:
  who:
    title: Who
    text: Some **words** before.
    fields:
      - {name: name, kind: text, label: Name, span: 6, required: true, help: as the others call you}
      - {name: code, kind: text, label: Code, longest: 6, comb: true, align: center}
      - {name: look, kind: prose, label: Look, lines: 4, longest: 300}
      - {name: first_suit, kind: choice, label: First suit, choices: suits}
      - {name: second_suit, kind: choice, label: Second suit, choices: suits, style: menu}
      - name: size
        kind: choice
        label: Size
        choices: [{value: "1", label: Small}, {value: "2", label: Large}]
  scores:
    title: Scores
    draw: moon
    fields:
      - {name: fear, kind: number, label: Fear, bounds: fear}
      - {name: innocents, kind: number, label: Innocents, least: 0, most: 9, blank: 0}
      - {name: luck, kind: rating, label: Luck, bounds: luck}
      - {name: rank, kind: rating, label: Rank, names: ranks}
      - {name: stress, kind: track, label: Stress, boxes: 5, beyond: true, per_row: 5}
      - {name: favor, kind: track, label: Favor, boxes: 3, beyond: true, least: -20}
      - {name: harm, kind: track, label: Harm, bounds: rank}
      - {name: captured, kind: check, label: Captured}
      - {name: bruised_once, kind: check, label: Bruise}
      - {name: bruised_twice, kind: check, label: Another bruise}
      - {name: pool, kind: derived, label: Pool, rule: pool}
      - {name: against, kind: derived, label: Against, rule: against}
      - {name: margin, kind: derived, label: Margin, rule: margin}
      - {name: armed, kind: derived, label: Armed, rule: armed}
      - {name: moons, kind: derived, label: Moons, rule: moons}
      - {name: share, kind: derived, label: Share, rule: share}
      - {name: shown, kind: derived, label: Shown, rule: shown}
      - {name: love, kind: derived, label: Love, total: deeds.love}
      - {name: ranks, kind: derived, label: Ranks, rule: ranks}
  deeds:
    title: Deeds
    fields:
      - name: deeds
        kind: list
        label: Deeds
        rows: 3
        most: 8
        row_label: Deed
        columns:
          - {name: tie, kind: text, label: Tie}
          - {name: love, kind: number, label: Love, least: 0, most: 99}
          - {name: rank, kind: rating, label: Rank, bounds: rank, names: ranks}
          - {name: suit, kind: choice, label: Suit, choices: suits, style: menu}
          - {name: done, kind: check, label: Done}
          - {name: net, kind: derived, label: Net, rule: net}
          - {name: chances, kind: derived, label: Chances, rule: chances}
  more:
    title: More
    fields:
      - name: hearts
        kind: grid
        label: Hearts
        rows: 3
        columns: 2
        most_rows: 5
        most_columns: 4
        row_label: Person
        column_label: Hero
        least: -9
        most: 9
        totals: true
"""


def source(text: str = TEXT) -> SheetSource:
    """The sheet's file as read."""
    return read_sheet("toy", "hero", Source("content/toy/sheets/hero.yaml", text))


@cache
def toy_sheet() -> Sheet:
    """The sheet, bound to its rules."""
    return bind_sheet(source(), ToyRules())
