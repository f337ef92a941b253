"""The games of poker dice on a score sheet: rules, scores, settlement. Standard library only.

The front door: whoever uses the games imports ``rules`` and nothing inside it.
"""

from rules.beginning import begin, number_of_players
from rules.catalog import RULE_SETS, rule_set
from rules.choices import Choice as BoxChoice
from rules.choices import Choices, choices
from rules.deals import Attempt, Deal, Deals, PlayedHand, check_throws, play_deals
from rules.dice import CYRILLIC_FACES, LATIN_FACES, Dice, parse_dice, written
from rules.errors import Code, RuleError
from rules.explain import explain
from rules.layout import Column, Figure, Group, columns
from rules.model import Box, Game, Kind, Mark, Presence, RuleSet, Series, Sheet, Turn
from rules.options import OPTIONS, Option, Options
from rules.payments import Payment, payments
from rules.play import FREE_THROWS, apply, enterable, why_not_pour
from rules.replay import CorrectionRefused, Refusal, correct, replay
from rules.rolloff import RollOff, read_throw, roll_off
from rules.scoring import Score, average, reachable, score
from rules.settlement import (
    Settlement,
    add_money,
    places,
    settle,
    two_decimals,
)
from rules.showdown import Hand, first_throw, hand_name, rank, strength, throw_again
from rules.takes import Choice, DecimalString, Flag, WholeNumber
from rules.text import Text, signed
from rules.totals import Figures, Result, Team, possible_totals, result
from rules.turn_order import has_open

__all__ = [
    "CYRILLIC_FACES",
    "FREE_THROWS",
    "LATIN_FACES",
    "OPTIONS",
    "RULE_SETS",
    "Attempt",
    "Box",
    "BoxChoice",
    "Choice",
    "Choices",
    "Code",
    "Column",
    "CorrectionRefused",
    "Deal",
    "Deals",
    "DecimalString",
    "Dice",
    "Figure",
    "Figures",
    "Flag",
    "Game",
    "Group",
    "Hand",
    "Kind",
    "Mark",
    "Option",
    "Options",
    "Payment",
    "PlayedHand",
    "Presence",
    "Refusal",
    "Result",
    "RollOff",
    "RuleError",
    "RuleSet",
    "Score",
    "Series",
    "Settlement",
    "Sheet",
    "Team",
    "Text",
    "Turn",
    "WholeNumber",
    "add_money",
    "apply",
    "average",
    "begin",
    "check_throws",
    "choices",
    "columns",
    "correct",
    "enterable",
    "explain",
    "first_throw",
    "hand_name",
    "has_open",
    "number_of_players",
    "parse_dice",
    "payments",
    "places",
    "play_deals",
    "possible_totals",
    "rank",
    "reachable",
    "read_throw",
    "replay",
    "result",
    "roll_off",
    "rule_set",
    "score",
    "settle",
    "signed",
    "strength",
    "throw_again",
    "two_decimals",
    "why_not_pour",
    "written",
]
