"""``handbill rules``: every rule with its value, and what house rules may put in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from generator.cli.options import house_rules
from generator.cli.telling import print_json, width
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.rules import Rules
    from generator.rules.changes import Replaceable


@click.command(options_metavar="[options]")
@click.argument("game", metavar="[GAME]", required=False)
@click.argument("rule_id", metavar="[ID]", required=False)
@house_rules
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON.")
def rules(game: str | None, rule_id: str | None, house_rules: str | None, as_json: bool) -> None:
    """Show the rules of every game, or of GAME, or the one with that ID, and what may replace them.

    What is replaced stands in 'house-rules.yaml' of this folder, or in the FILE named: a line for each
    rule, such as 'MAID-DER-1: 8 * will'.
    """
    from generator.content import house_rules as house
    from generator.rules import games

    table = house.house_rules(Workspace.find(house_rules=house_rules))
    known = games()
    if game and game not in known:
        hint = nearest(game, known) or f"the games are {', '.join(known)}"
        raise HandbillError(Problem("unknown-game", f"no rules are declared for '{game}'", hint=hint), USAGE)
    found = {each: table.rules(each) for each in ([game] if game else known)}
    if as_json:
        print_json({"games": [_as_data(each, made, rule_id) for each, made in found.items()]})
        return
    for each, made in found.items():
        print("\n".join(_one(made, rule_id) if rule_id else _all(each, made)))


def _chosen(rules: Rules, rule_id: str | None) -> Sequence[Replaceable]:
    """The values of all rules, or of the one of that id, name or key; of a chart those of all its rows."""
    values = rules.replaceable()
    if not rule_id:
        return values
    ids = rules.meant(rule_id)
    chosen = [each for each in values if each.key == rule_id or each.id in ids]
    if not ids and not chosen:
        from generator.rules.house import nearest_key

        message = f"'{rule_id}' is no rule of {rules.game}"
        hint = nearest_key(rule_id, rules.keys_for_house_rules())
        raise HandbillError(Problem("unknown-rule", message, hint=hint), USAGE)
    return [each for each in chosen if each.key == rule_id] or chosen


def _all(game: str, rules: Rules) -> Iterator[str]:
    """Two lines or more for each value: what it is now, and what may stand there."""
    yield f"{game}:"
    printed, published = rules.printed_values(), rules.printed_values(published=True)
    for each in rules.replaceable():
        yield from _wrapped(_value(each.key, printed[each.key], published[each.key]), "  ", 4)
        yield from _wrapped(f"{each.title}. May be {each.allows}.", "      ", 6)
    fixed = [rule_id for rule_id in rules if rules.rule(rule_id).kind == "procedure"]
    if fixed:
        yield from _wrapped(f"Worked out from these, and not replaced: {', '.join(fixed)}.", "  ", 4)


def _value(key: str, now: str, published: str) -> str:
    mark = f"  (house rule; published: {published})" if now != published else ""
    return f"{key}  {now}{mark}"


def _one(rules: Rules, rule_id: str) -> Iterator[str]:
    """All that is declared about one rule."""
    chosen = _chosen(rules, rule_id)
    printed, published = rules.printed_values(), rules.printed_values(published=True)
    for each in chosen:
        yield from _wrapped(_value(each.key, printed[each.key], published[each.key]), "", 4)
        yield from _wrapped(f"{each.title}. May be {each.allows}.", "    ", 4)
        yield from _wrapped(f"In {_FILE}: {each.key}: {each.value}", "    ", 6)
    for said in dict.fromkeys(_about(rules, each) for each in rules.meant(rule_id)):
        if not chosen:
            yield f"{rule_id} is not replaced."
        yield from _wrapped(said, "    ", 4) if said else ()


_FILE = "house-rules.yaml"


def _about(rules: Rules, rule_id: str) -> str:
    """What a rule says of itself, and where it stands."""
    rule = rules.rule(rule_id)
    page = f"page {rule.page}" if rule.page else ""
    source = ", ".join(part for part in (rule.source, page) if part)
    says = " ".join(rule.doc.split("\n\n")[0].split())
    return f"{says} ({source})".strip() if source else says


def _as_data(game: str, rules: Rules, rule_id: str | None) -> dict[str, object]:
    printed = rules.printed_values()
    rows = [
        {
            "key": each.key,
            "id": each.id,
            "cell": each.cell,
            "kind": each.kind,
            "title": each.title,
            "value": each.value,
            "published": each.published,
            "printed": printed[each.key],
            "changed": each.value != each.published,
            "allows": each.allows,
            "source": each.source,
            "page": rules.rule(each.id).page,
        }
        for each in _chosen(rules, rule_id)
    ]
    return {"game": game, "rules": rows}


def _wrapped(text: str, first: str, rest: int) -> list[str]:
    return wrap(
        text, width(), initial_indent=first, subsequent_indent=" " * rest, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
