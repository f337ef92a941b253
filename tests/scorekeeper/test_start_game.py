"""Starting games: a repeat makes no second one, and a game keeps what it began with."""

from uuid import uuid4

import pytest

import rules
from scorekeeper import actions
from scorekeeper.models import Club, Game, HouseRules, Player, Seat
from scorekeeper.queries import played
from tests import factories


def test_a_repeated_form_starts_one_game(club: Club) -> None:
    key = uuid4()
    first = factories.game(club, start_key=key)
    second = factories.game(club, start_key=key)
    assert first == second
    assert Game.objects.count() == 1
    assert Seat.objects.count() == 2


def test_the_form_of_another_club_starts_a_game_of_its_own(club: Club, other_club: Club) -> None:
    key = uuid4()
    ours = factories.game(club, start_key=key)
    theirs = factories.game(other_club, start_key=key)
    assert ours != theirs
    assert theirs.club == other_club


def test_players_sit_in_the_order_given(club: Club) -> None:
    game = factories.game(club, names=("Яна", "Аня", "Ёлкин"))
    assert played(game).names == ("Яна", "Аня", "Ёлкин")


def test_known_players_are_found_again(club: Club) -> None:
    factories.game(club, names=("Лена", "Оля"))
    factories.game(club, names=("ЛЕНА", " оля "))
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Лена", "Оля"]


@pytest.mark.parametrize("names", [(), ("Оля",), ("Оля", "оля"), ("Оля", "Лев", "оЛЯ ")])
def test_players_who_do_not_fit_are_refused_and_nothing_is_stored(
    club: Club, names: tuple[str, ...]
) -> None:
    with pytest.raises(rules.RuleError) as refused:
        factories.game(club, names=names)
    assert refused.value.code is rules.Code.BAD_INPUT
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_showdown_has_no_teams_and_takes_two(club: Club) -> None:
    game = factories.game(club, "showdown")
    assert played(game).deals is not None
    with pytest.raises(rules.RuleError):
        factories.game(club, "showdown", names=("Оля",))


def test_pairs_are_kept_by_seat(club: Club) -> None:
    game = factories.game(club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    assert played(game).sheet_game.teams == (("0", "2"), ("1", "3"))


def test_pairs_that_do_not_fit_are_refused(club: Club) -> None:
    with pytest.raises(rules.RuleError):
        factories.game(club, "classic", factories.NAMES, teams=[[0, 2], [1, 3]])


def test_a_game_keeps_the_rules_it_began_with(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever becomes the default later, and whatever the club saves under the old name."""
    saved = actions.save_house_rules(
        club=club, rule_set="classic", name="Наши", options={"poker_bonus": 80}
    )
    game = factories.game(club, options=saved.options)
    actions.save_house_rules(
        club=club, rule_set="classic", name="Наши", options={"poker_bonus": 300}
    )
    later = rules.rule_set("classic", {"school_bonus": 500, "first_throw_multiplier": 1})
    monkeypatch.setitem(rules.RULE_SETS, "classic", later)
    under = played(Game.objects.get(pk=game.pk)).rule_set.options
    assert (under.poker_bonus, under.school_bonus, under.first_throw_multiplier) == (80, 50, 2)


def test_every_house_rule_is_written_down_at_the_start(club: Club) -> None:
    for key, rule_set in rules.RULE_SETS.items():
        game = factories.game(club, key, factories.seats_for(key))
        assert Game.objects.get(pk=game.pk).options == rule_set.house_rules()


# House rules of a club


def test_it_saves_house_rules_whole(club: Club) -> None:
    actions.save_house_rules(
        club=club, rule_set="classic", name=" Наши  правила ", options={"poker_bonus": 80}
    )
    saved = HouseRules.objects.get()
    assert saved.name == "Наши правила"
    assert saved.options == {**rules.RULE_SETS["classic"].house_rules(), "poker_bonus": 80}


def test_the_same_name_takes_the_new_values(club: Club) -> None:
    for bonus in (80, 90):
        actions.save_house_rules(
            club=club, rule_set="classic", name="Наши", options={"poker_bonus": bonus}
        )
    assert HouseRules.objects.get().options["poker_bonus"] == 90


@pytest.mark.parametrize(
    "options", [{"poker_bonus": 1001}, {"poker_bonus": "50"}, {"kickers": True}, {"nothing": 1}]
)
def test_house_rules_the_game_does_not_take_are_refused(
    club: Club, options: dict[str, object]
) -> None:
    with pytest.raises(rules.RuleError):
        actions.save_house_rules(club=club, rule_set="classic", name="Наши", options=options)
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\x00"])
def test_house_rules_need_a_name_that_can_be_seen(club: Club, name: str) -> None:
    with pytest.raises(ValueError, match="visible"):
        actions.save_house_rules(club=club, rule_set="classic", name=name, options={})
    assert not HouseRules.objects.exists()
