"""A showdown hand, throw by throw; a kept die cannot be thrown again."""

from django import forms

import rules
from scorekeeper.entry import Entry
from scorekeeper.forms import WholeNumberField

THROWN_SEPARATOR = " "


def read_hand(thrown: str) -> rules.Hand | None:
    """The hand after the throws that a form or an address carries: "33156 03:64".

    The first throw's five dice, then for each further throw the positions thrown (from 0) and what
    they show. None for nothing thrown; RuleError for anything the rules refuse.
    """
    first, *others = thrown.split() or [""]
    if not first:
        return None
    hand = rules.first_throw(rules.parse_dice(first))
    for part in others:
        positions, _colon, pips = part.partition(":")
        if not (positions.isascii() and positions.isdigit()):
            raise rules.RuleError(
                rules.Code.BAD_DICE,
                rules.Text("Броски не читаются.", "The throws cannot be read."),
            )
        again = [int(position) for position in positions]
        hand = rules.throw_again(hand, again, rules.parse_dice(pips, len(again)))
    return hand


class HandForm(forms.Form):
    """One step of a showdown hand: the first throw, dice thrown again, or the hand as it lies."""

    number = WholeNumberField(min_value=0, max_value=100_000)
    client_key = forms.UUIDField()
    player = forms.CharField(max_length=4)
    thrown = forms.CharField(max_length=60, required=False)
    dice = forms.CharField(max_length=40, required=False)
    again = forms.MultipleChoiceField(
        choices=[(str(position), str(position)) for position in range(5)], required=False
    )
    throws = WholeNumberField(min_value=1, max_value=rules.FREE_THROWS, required=False)
    step = forms.ChoiceField(choices=[("store", "store"), ("again", "again")])

    @property
    def throws_on(self) -> bool:
        """Whether the player throws again: nothing is stored yet."""
        return bool(self.cleaned_data["step"] == "again")

    def thrown_so_far(self) -> str:
        """The throws including this step; RuleError for anything the rules refuse."""
        cleaned = self.cleaned_data
        thrown, typed, again = cleaned["thrown"], cleaned["dice"], "".join(cleaned["again"])
        if not thrown:
            return rules.written(rules.parse_dice(typed))
        if not typed and not again:
            read_hand(thrown)
            return str(thrown)
        if not again:
            raise rules.RuleError(
                rules.Code.BAD_DICE,
                rules.Text(
                    "Отметьте, какие кости брошены ещё раз.",
                    "Mark the dice that were thrown again.",
                ),
            )
        pips = rules.written(rules.parse_dice(typed, len(again)))
        added = f"{thrown}{THROWN_SEPARATOR}{again}:{pips}"
        read_hand(added)
        return added

    def entry(self) -> Entry:
        """The hand to store; RuleError for anything the rules refuse."""
        cleaned = self.cleaned_data
        thrown = self.thrown_so_far()
        hand = read_hand(thrown)
        assert hand is not None
        typed_at_once = THROWN_SEPARATOR not in thrown and not cleaned["thrown"]
        throws = cleaned["throws"] or hand.throws if typed_at_once else hand.throws
        turn = rules.Turn(cleaned["player"], dice=rules.written(hand.dice), throws=throws)
        return Entry(
            cleaned["number"],
            cleaned["client_key"],
            turn,
            tuple(thrown.split(THROWN_SEPARATOR)),
        )
