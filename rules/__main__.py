"""The engine from the command line: ``python -m rules list|score|rank|settle|replay`` (§6).

Reads JSON, one object a line, from standard input and writes one object a line, in the same
order. Exit status 0, or 1 if any line failed, or 2 for an unknown command.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping

from rules.catalog import RULE_SETS, rule_set
from rules.dice import parse_dice
from rules.errors import Code, RuleError
from rules.model import Game, RuleSet, Series, Sheet
from rules.play import FREE_THROWS, apply
from rules.reading import (
    JSON,
    bad_input,
    mapping,
    optional_mapping,
    read_record,
    read_turn,
    text,
    throws_of,
)
from rules.scoring import score
from rules.settlement import Settlement, settle
from rules.showdown import rank
from rules.text import Text
from rules.totals import Figures, result

Answer = dict[str, object]


def answer_score(found: JSON) -> Answer:
    """The points of dice in one box."""
    key, options = text(found, "ruleset"), optional_mapping(found, "options")
    category = text(found, "category")
    if "dice" not in found:
        raise bad_input("Нет ключа «dice».", "The key “dice” is missing.")
    rules = rule_set(key, options)
    box = rules.box(category)
    if box.series is Series.EXTRA:
        raise RuleError(
            Code.UNKNOWN_CATEGORY,
            Text(f"{category} не считается по костям.", f"{category} is not scored from dice."),
        )
    throws = throws_of(found)
    if throws is None or throws < 1 or (throws > FREE_THROWS and not rules.bank):
        raise RuleError(
            Code.BAD_THROWS, Text("Бросков бывает от 1 до 3.", "A turn has from 1 to 3 throws.")
        )
    dice = found["dice"]
    if not isinstance(dice, str):
        raise bad_input("Кости — это строка.", "Dice are a string.")
    parsed = parse_dice(dice, rules.dice, joker=rules.dice == 6 and throws == 1)
    scored = score(rules, box, parsed, throws)
    return {"points": scored.points, "made": scored.made}


def answer_rank(found: JSON) -> Answer:
    """Hands in groups, best first."""
    hands, options = mapping(found, "hands"), optional_mapping(found, "options")
    typed = {player: text(hands, player) for player in hands}
    rules = rule_set("showdown", options)
    if not hands:
        raise bad_input("Нет ни одной руки.", "There are no hands.")
    parsed = {player: parse_dice(dice) for player, dice in typed.items()}
    return {"groups": [list(group) for group in rank(parsed, rules.options)]}


def answer_settle(found: JSON) -> Answer:
    """What each player wins or loses."""
    totals: dict[str, int] = {}
    for player, total in mapping(found, "totals").items():
        if type(total) is not int:
            raise bad_input("Итог — целое число.", "A total is a whole number.")
        totals[player] = total
    if not totals:
        raise bad_input("Нет ни одного итога.", "There are no totals.")
    mode = text(found, "mode")
    stake = text(found, "stake") if "stake" in found else "1"
    unit = text(found, "unit") if "unit" in found else "1"
    return settlement_json(settle(totals, mode, stake, unit))


def settlement_json(settled: Settlement) -> Answer:
    """The three readings of a settlement, as strings."""
    return {
        "exact": {player: str(share) for player, share in settled.exact.items()},
        "shown": {player: settled.shown(player) for player in settled.exact},
        "pays": {player: f"{amount:f}" for player, amount in settled.pays.items()},
    }


def answer_replay(found: JSON) -> Answer:
    """A whole game, turn by turn, and where it stands."""
    record = read_record(found)
    game = record.start
    for index, turn in enumerate(record.turns):
        try:
            game = apply(game, read_turn(turn))
        except RuleError as error:
            raise error.at(index) from None
    return game_json(game)


def game_json(game: Game) -> Answer:
    """Sheets, places and settlement of everyone who was not removed."""
    stands = result(game)
    answer: Answer = {
        "players": {
            player: _sheet_json(game, game.sheet(player), figures)
            for player, figures in stands.figures.items()
        },
        "places": dict(stands.places),
        "settlement": settlement_json(stands.settlement) if stands.settlement else None,
        "over": game.over,
        "next": game.next,
    }
    if game.teams:
        answer["teams"] = [
            {"players": list(team.players), "total": team.total, "place": team.place}
            for team in stands.teams
        ]
    return answer


def _sheet_json(game: Game, sheet: Sheet, figures: Figures) -> Answer:
    rules = game.rules
    marked = list(zip(rules.boxes, sheet.marks, strict=True))
    answer: Answer = {
        "boxes": {
            box.key: mark.points if mark else None
            for box, mark in marked
            if mark or box.series is not Series.EXTRA
        },
        "struck": [box.key for box, mark in marked if mark and mark.struck],
        "school": figures.school,
        "bonus": figures.bonus,
        "subtotal": figures.subtotal,
        "saved_throws": sheet.bank,
        "total": figures.total,
    }
    if rules.bank:
        answer["throw_points"] = figures.throw_points
    if rules.race:
        answer["unfinished"] = figures.unfinished
    if rules.pouring:
        answer["pours"] = {
            box.key: {"from": pour.giver, "points": pour.points, "turns_left": pour.turns_left}
            for box, pour in zip(rules.boxes, sheet.pours, strict=True)
            if pour
        }
    return answer


def _list_json(rules: RuleSet) -> Answer:
    return {
        "ruleset": rules.key,
        "name": {"ru": rules.name.ru, "en": rules.name.en},
        "boxes": [box.key for box in rules.boxes],
        "players": [rules.fewest, rules.most],
        "options": rules.house_rules(),
    }


ANSWERS: Mapping[str, Callable[[JSON], Answer]] = {
    "score": answer_score,
    "rank": answer_rank,
    "settle": answer_settle,
    "replay": answer_replay,
}


def answer_line(command: str, line: bytes) -> Answer:
    """The answer to one line of input; a line that fails is answered with its error."""
    try:
        return ANSWERS[command](_object(line))
    except RuleError as error:
        said: Answer = {"code": error.code.value, "message": error.message.en}
        if error.turn is not None:
            said["turn"] = error.turn
        return {"error": said}


def _object(line: bytes) -> JSON:
    try:
        found = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise bad_input("Это не JSON.", "This is not JSON.") from None
    if not isinstance(found, dict):
        raise bad_input("Строка — это один объект.", "A line is one object.")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def write(answers: Iterable[Answer]) -> bool:
    """Writes one line an answer to standard output; True if any of them is an error."""
    failed = False
    for answer in answers:
        failed = failed or "error" in answer
        line = json.dumps(answer, ensure_ascii=False)
        # A lone surrogate in a name has no UTF-8: it goes out as the JSON escape it came in as.
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    return failed


def main(arguments: list[str]) -> int:
    """Runs one command; returns the exit status."""
    if arguments == ["list"]:
        write(_list_json(rules) for rules in RULE_SETS.values())
        return 0
    if len(arguments) != 1 or arguments[0] not in ANSWERS:
        known = " | ".join(["list", *ANSWERS])
        print(f"usage: python -m rules {known}  (JSON lines on standard input)", file=sys.stderr)
        return 2
    command = arguments[0]
    # A number of any length is a number: whoever judges it says what is wrong with it.
    sys.set_int_max_str_digits(0)
    return int(write(answer_line(command, line) for line in sys.stdin.buffer))


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
    except BrokenPipeError:
        # Whoever read the answers has gone: what is left in the buffer must not be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
