"""The files of odds hold what the engine answers, exactly."""

from __future__ import annotations

import csv
import json

from generator.outputs.odds_files import as_csv, odds_files, printed
from tests.unit.toy_game import SUM, TOSS, Toy

FILES = {str(made.path): made.data.decode() for made in odds_files("toy", Toy())}


def test_every_question_has_a_csv_and_a_json() -> None:
    assert list(FILES) == ["odds/toy/sum.csv", "odds/toy/sum.json", "odds/toy/toss.csv", "odds/toy/toss.json"]


def test_a_row_holds_parameters_every_share_and_every_measure_as_fractions() -> None:
    assert FILES["odds/toy/sum.csv"] == (
        "dice,add,share.1,share.2,share.3,share.4,share.5,share.6,share.7,measure.mean\n"
        "1,none,1/2,1/2,0/1,0/1,0/1,0/1,0/1,3/2\n"
        "2,none,0/1,1/4,1/2,1/4,0/1,0/1,0/1,3/1\n"
        "2,one,0/1,0/1,1/4,1/2,1/4,0/1,0/1,4/1\n"
        "3,none,0/1,0/1,1/8,3/8,3/8,1/8,0/1,9/2\n"
        "3,one,0/1,0/1,0/1,1/8,3/8,3/8,1/8,11/2\n"
    )


def test_a_setting_that_two_tables_print_stands_once() -> None:
    settings = [setting for setting, _ in printed(SUM)]
    assert settings.count({"dice": 2, "add": "none"}) == 1 and len(settings) == 5


def test_the_json_holds_the_question_and_its_answers() -> None:
    data = json.loads(FILES["odds/toy/toss.json"])
    answers = data.pop("answers")
    assert data == {
        "schema_version": 1,
        "game": "toy",
        "question": "toss",
        "number": 2,
        "title": "A toss",
        "ask": "Who tosses more?",
        "parameters": [
            {
                "name": "your_coins",
                "label": "your coins",
                "allowed": TOSS.parameters[0].allowed,
                "values": [0, 1, 2],
                "default": 1,
                "field": "",
                "help": "",
                "aliases": {},
            },
            {
                "name": "luck",
                "label": "luck",
                "allowed": "none, or any of 1,2 with commas between",
                "values": ["none", "1", "2", "1,2"],
                "default": "none",
                "field": "",
                "help": "",
                "aliases": {},
            },
        ],
        "assumes": [],
        "remember": "Coins are even.",
    }
    assert len(answers) == 2 and answers[1] == {
        "setting": {"your_coins": 1, "luck": "none"},
        "ordered": False,
        "shares": [
            {"key": "win", "label": "you win", "chance": "1/4"},
            {"key": "tie", "label": "tie", "chance": "1/2"},
            {"key": "lose", "label": "they win", "chance": "1/4"},
        ],
        "measures": [
            {"key": "gain", "label": "a coin adds", "kind": "points", "value": "-1/8"},
            {"key": "fair", "label": "fair", "kind": "chance", "value": "1/500"},
        ],
        "says": ["Luck is not used up."],
    }


def test_a_set_of_numbers_is_one_cell() -> None:
    setting = TOSS.setting({"luck": "2"})
    made = list(
        csv.reader(as_csv(TOSS, [({**setting, "luck": "1,2"}, TOSS.respond(**setting))]).splitlines())
    )
    assert made[1][:3] == ["1", "1,2", "1/4"]


def test_the_same_rules_give_the_same_bytes() -> None:
    assert {str(made.path): made.data.decode() for made in odds_files("toy", Toy())} == FILES
