"""Every button pressed twice, or from a window that shows how it stood before: the first counts.

Nothing is written by the second press: no other time, no other reason, no line in the log. What
cannot be done twice is refused by something that the pages have words for.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from functools import partial
from random import Random
from typing import Any, TypeAlias
from uuid import UUID

import pytest
from django.apps import apps

from scorekeeper.models import Account, Club, Game, Membership, Player, Seat, TableLink
from tests import factories
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.archive_reading import checked_words
from tournaments.models import (
    Adjustment,
    Application,
    Decider,
    Entrant,
    Round,
    Season,
    Stage,
    Table,
    Tournament,
    TournamentLogEntry,
)
from tournaments.queries import open_ties, whole
from tournaments.views.refusals import REFUSED

POLITE = (
    *REFUSED,
    actions.AlreadyEntered,
    actions.HasPlayed,
    actions.RegistrationClosed,
    actions.SeasonArchived,
)
"""What the pages have words for."""

LATER = NOW + timedelta(minutes=7)
KEY = UUID(int=6)
DAY = date(2026, 11, 29)

Press: TypeAlias = Callable[..., object]
"""Takes ``by`` and ``now`` of whoever presses; acts on rows as they were when the page was made."""

TWO_STAGES = (
    StagePlan(rounds_planned=2, method="lottery", cut=Stage.Cut.OVERALL, cut_count=4),
    StagePlan(rounds_planned=1),
)


def first_round(record: Tournament) -> Round:
    return record.rounds.get(number=1)


def first_table(record: Tournament) -> Table:
    return Table.objects.filter(round__tournament=record, round__number=1).earliest("pk")


def anna(record: Tournament) -> Entrant:
    return organising.entrant(record, "Анна")


def stage(record: Tournament) -> Stage:
    return record.stages.get(number=1)


def asked(record: Tournament) -> Application:
    return record.applications.get()


def season(record: Tournament) -> Season:
    return Season.objects.get(club=record.club)


def of(record: Tournament) -> dict[str, Any]:
    return {"by": organising.organiser(record), "now": NOW}


# What has happened before


def drafted(record: Tournament) -> None:
    actions.draft_round(tournament=record, seed=1, **of(record))


def published(record: Tournament) -> None:
    organising.publish(record)


def played(record: Tournament) -> None:
    published(record)
    organising.play(first_round(record), Random(1))


def confirmed(record: Tournament) -> None:
    played(record)
    by = factories.account("vera")
    actions.confirm_table(table=first_table(record), by=by, now=NOW)


def voided(record: Tournament) -> None:
    played(record)
    actions.void_table(table=first_table(record), reason="чужие кости", **of(record))


def closed(record: Tournament) -> None:
    played(record)
    organising.close(first_round(record))


def level(record: Tournament) -> None:
    """Everybody has the same, so that the cut cannot be drawn."""
    record.stages.filter(number=1).update(rounds_planned=1)
    published(record)
    for table in first_round(record).tables.all():
        entrants = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, dict.fromkeys(entrants, 100))
    organising.close(first_round(record))


def stage_ready(record: Tournament) -> None:
    record.stages.filter(number=1).update(rounds_planned=1)
    closed(record)
    stands = whole(record)
    for tie in open_ties(stands, stands.stage):
        order = [[int(key)] for key in sorted(tie.level, key=str)]
        actions.decide(stage=stands.stage, order=order, reason="жребий", **of(record))


def stage_closed(record: Tournament) -> None:
    stage_ready(record)
    organising.close_stage(record)


def blitz_begun(record: Tournament) -> None:
    level(record)
    group = sorted(int(key) for key in open_ties(whole(record), stage(record))[0].level)
    actions.start_blitz(stage=stage(record), group=group, **of(record))


def blitz_played(record: Tournament) -> None:
    blitz_begun(record)
    press_hands(record)(**of(record))


def clock_runs(record: Tournament) -> None:
    published(record)
    actions.start_clock(one=first_round(record), minutes=60, **of(record))


def turns_written(record: Tournament) -> None:
    published(record)
    factories.write(first_table(record).game, factories.entry(0, 0, "sixes", "66632"))


def dropped(record: Tournament) -> None:
    published(record)
    actions.drop(entrant=anna(record), **of(record))


def removed(record: Tournament) -> None:
    actions.remove(entrant=anna(record), **of(record))


def application(record: Tournament) -> None:
    record.registration = Tournament.Registration.MODERATED
    record.save(update_fields=["registration"])
    actions.apply(tournament=record, name="Яна", key=KEY, account=None, now=NOW)


def adjusted(record: Tournament) -> None:
    given: dict[str, Any] = {
        "stage": stage(record),
        "entrant": anna(record),
        "points": -5,
        "reason": "опоздание",
    }
    actions.adjust(**given, **of(record))


def photo_kept(record: Tournament) -> None:
    published(record)
    keep_photo(record)(**of(record))


def hidden(record: Tournament) -> None:
    actions.hide_results(tournament=record, hidden_from=1, **of(record))


def cancelled(record: Tournament) -> None:
    actions.cancel_tournament(tournament=record, **of(record))


def season_there(record: Tournament) -> None:
    days: dict[str, Any] = {"first_day": DAY, "last_day": DAY + timedelta(days=60)}
    actions.create_season(club=record.club, name="Зима", start_key=KEY, **days, **of(record))


def archived(record: Tournament) -> None:
    season_there(record)
    actions.archive_season(season=season(record), now=NOW)


def evening_void(record: Tournament) -> None:
    season_there(record)
    actions.void_evening(season=season(record), day=DAY, reason="спор", **of(record))


def evening_planned(record: Tournament) -> None:
    season_there(record)
    actions.plan_evenings(season=season(record), days=[DAY], at=time(19))


# What is pressed


def on_table(name: str, /, **given: object) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, table=first_table(record), **given)


def on_round(name: str, /, **given: object) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, one=first_round(record), **given)


def on_entrant(name: str, /, **given: object) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, entrant=anna(record), **given)


def on_stage(name: str, /, **given: object) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, stage=stage(record), **given)


def on_tournament(name: str, /, **given: object) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, tournament=Tournament.objects.get(pk=record.pk), **given)


def on_application(name: str) -> Callable[[Tournament], Press]:
    act = getattr(actions, name)
    return lambda record: partial(act, application=asked(record))


def on_season(
    name: str, /, *, named: bool = False, **given: object
) -> Callable[[Tournament], Press]:
    """``named``: it is kept who did it; ``now`` is passed where the action takes it."""
    act = getattr(actions, name)

    def press(record: Tournament) -> Press:
        one = season(record)

        def pressed(by: Account, now: datetime) -> object:
            return act(season=one, **given, **({"by": by, "now": now} if named else {}))

        return pressed

    return press


def archive(record: Tournament) -> Press:
    one = season(record)
    return lambda by, now: actions.archive_season(season=one, now=now)


def type_again(record: Tournament) -> Press:
    table = first_table(record)
    totals = dict.fromkeys(table.seats.values_list("entrant", flat=True), 250)
    return partial(actions.type_totals, table=table, totals=totals)


def keep_photo(record: Tournament) -> Press:
    given: dict[str, Any] = {"content": factories.png(), "media_type": "image/png"}
    return partial(actions.keep_photo, table=first_table(record), **given)


def remove_photo(record: Tournament) -> Press:
    table = first_table(record)
    return partial(actions.remove_photo, table=table, photo=table.photos.get())


def renew_link(record: Tournament) -> Press:
    table = first_table(record)
    seen = table.game.table_links.get(ended_at=None).pk
    return partial(actions.renew_link, table=table, seen=seen)


def sit_in(record: Tournament) -> Press:
    seat = first_table(record).seats.select_related("table__round", "sheet_seat")[0]
    return partial(actions.substitute, seat=seat, name="Яна")


def publish(record: Tournament) -> Press:
    one = first_round(record)
    return partial(actions.publish_round, one=one, revision=1)


def edit(record: Tournament) -> Press:
    one = first_round(record)
    draw = one.draws.get()
    (first, *others), *tables = draw.tables
    turned = [[*others, first], *tables]
    return partial(actions.edit_draft, one=one, tables=turned, byes=draw.byes, revision=1)


def start_clock(record: Tournament) -> Press:
    one = first_round(record)
    return partial(actions.start_clock, one=one, minutes=60, seen=one.ends_at)


def stop_clock(record: Tournament) -> Press:
    one = first_round(record)
    return partial(actions.stop_clock, one=one, seen=one.ends_at)


def begin_blitz(record: Tournament) -> Press:
    group = sorted(int(key) for key in open_ties(whole(record), stage(record))[0].level)
    return partial(actions.start_blitz, stage=stage(record), group=group)


def press_hands(record: Tournament) -> Press:
    blitz = Decider.objects.get(stage__tournament=record)
    hands = {key: f"{1 + at % 6}{1 + at // 6}664" for at, key in enumerate(blitz.group)}
    return partial(actions.play_blitz, blitz=blitz, hands=hands, attempt=0)


def press_hand(record: Tournament) -> Press:
    blitz = Decider.objects.get(stage__tournament=record)
    given = {"entrant": blitz.group[0], "hand": "66664", "attempt": 0, "seen": {}}
    return partial(actions.play_hand, blitz=blitz, **given)


def renew_blitz_link(record: Tournament) -> Press:
    blitz = Decider.objects.get(stage__tournament=record)
    return partial(actions.renew_blitz_link, blitz=blitz, seen=None)


def undo_hands(record: Tournament) -> Press:
    blitz = Decider.objects.get(stage__tournament=record)
    return partial(actions.undo_attempt, blitz=blitz, attempt=1)


def decide(record: Tournament) -> Press:
    stands = whole(record)
    (tie, *_others) = open_ties(stands, stands.stage)
    order = [[int(key)] for key in sorted(tie.level, key=str)]
    return partial(actions.decide, stage=stage(record), order=order, reason="жребий")


def undo_decider(record: Tournament) -> Press:
    return partial(actions.undo_decider, record=Decider.objects.filter(stage__tournament=record)[0])


def adjust(record: Tournament) -> Press:
    given: dict[str, Any] = {
        "entrant": anna(record),
        "points": -5,
        "client_key": KEY,
        "reason": "опоздание",
    }
    return partial(actions.adjust, stage=stage(record), **given)


def undo_adjustment(record: Tournament) -> Press:
    one = Adjustment.objects.get(stage__tournament=record)
    return partial(actions.undo_adjustment, adjustment=one)


def check_in(record: Tournament) -> Press:
    away = {anna(record).pk: "болеет"}
    return partial(actions.check_in, tournament=record, round_number=1, away=away)


def enter_by_page(record: Tournament) -> Press:
    return lambda by, now: actions.apply(
        tournament=record, name="Яна", key=KEY, account=by, now=now
    )


def open_registration(record: Tournament) -> None:
    Tournament.objects.filter(pk=record.pk).update(registration=Tournament.Registration.OPEN)
    record.refresh_from_db()


def change_rules(record: Tournament) -> Press:
    given: dict[str, Any] = {"rule_set": "classic", "options": {}, "sizes": [3, 4], "pairs": False}
    return partial(actions.change_rules, tournament=record, **given)


def create(record: Tournament) -> Press:
    given: dict[str, Any] = {"name": "Второй", "starts_at": NOW, "start_key": KEY}
    return partial(actions.create_tournament, club=record.club, **given)


def create_season(record: Tournament) -> Press:
    days: dict[str, Any] = {"first_day": DAY, "last_day": DAY + timedelta(days=60)}
    return partial(actions.create_season, club=record.club, name="Зима", start_key=KEY, **days)


def nothing(record: Tournament) -> None:
    """As it was set up: eight are in it."""


PLANNED = [StagePlan(rounds_planned=3, cut=Stage.Cut.OVERALL, cut_count=4), StagePlan()]
COPY: dict[str, Any] = {"name": "Весна", "first_day": date(2027, 3, 1), "start_key": UUID(int=7)}

CASES: dict[str, tuple[Callable[[Tournament], None], Callable[[Tournament], Press]]] = {
    "void_table": (played, on_table("void_table", reason="чужие кости")),
    "restore_table": (voided, on_table("restore_table")),
    "replay_table": (voided, on_table("replay_table")),
    "type_totals": (played, type_again),
    "take_totals_back": (played, on_table("take_totals_back")),
    "copy_from_paper": (published, on_table("copy_from_paper")),
    "confirm_table": (played, on_table("confirm_table")),
    "doubt_table": (confirmed, on_table("doubt_table")),
    "strike_open_boxes": (turns_written, on_table("strike_open_boxes")),
    "keep_photo": (published, keep_photo),
    "remove_photo": (photo_kept, remove_photo),
    "renew_link": (published, renew_link),
    "give_time": (published, on_table("give_time", minutes=10)),
    "substitute": (published, sit_in),
    "edit_draft": (drafted, edit),
    "publish_round": (drafted, publish),
    "withdraw_round": (published, on_round("withdraw_round")),
    "start_clock": (published, start_clock),
    "stop_clock": (clock_runs, stop_clock),
    "close_round": (played, on_round("close_round")),
    "reopen_round": (closed, on_round("reopen_round")),
    "close_stage": (stage_ready, on_stage("close_stage", shared=False)),
    "reopen_stage": (stage_closed, on_stage("reopen_stage")),
    "adjust": (nothing, adjust),
    "undo_adjustment": (adjusted, undo_adjustment),
    "start_blitz": (level, begin_blitz),
    "play_blitz": (blitz_begun, press_hands),
    "play_hand": (blitz_begun, press_hand),
    "renew_blitz_link": (blitz_begun, renew_blitz_link),
    "undo_attempt": (blitz_played, undo_hands),
    "decide": (level, decide),
    "undo_decider": (blitz_begun, undo_decider),
    "enter": (nothing, on_tournament("enter", name="Яна")),
    "enter_all": (nothing, on_tournament("enter_all", people=[("Яна", "", "")])),
    "change_entrant": (nothing, on_entrant("change_entrant", group="Шестёрка", paid=True)),
    "drop": (published, on_entrant("drop")),
    "come_back": (dropped, on_entrant("come_back")),
    "remove": (nothing, on_entrant("remove")),
    "put_back": (removed, on_entrant("put_back")),
    "check_in": (nothing, check_in),
    "apply": (open_registration, enter_by_page),
    "admit": (application, on_application("admit")),
    "refuse": (application, on_application("refuse")),
    "hide_results": (nothing, on_tournament("hide_results", hidden_from=2)),
    "reveal_places": (hidden, on_tournament("reveal_places", down_to=5, seen=None)),
    "release_results": (hidden, on_tournament("release_results")),
    "cancel_tournament": (nothing, on_tournament("cancel_tournament")),
    "reopen_tournament": (cancelled, on_tournament("reopen_tournament")),
    "change_tournament": (nothing, on_tournament("change_tournament", name="Кубок", minutes=45)),
    "change_rules": (nothing, change_rules),
    "plan_stages": (nothing, on_tournament("plan_stages", stages=PLANNED)),
    "create_tournament": (nothing, create),
    "create_season": (nothing, create_season),
    "copy_season": (season_there, on_season("copy_season", named=True, **COPY)),
    "set_teams": (season_there, on_season("set_teams", teams={"1": "Красные"})),
    "archive_season": (season_there, archive),
    "unarchive_season": (archived, on_season("unarchive_season")),
    "void_evening": (season_there, on_season("void_evening", named=True, day=DAY, reason="спор")),
    "restore_evening": (evening_void, on_season("restore_evening", named=True, day=DAY)),
    "plan_evenings": (season_there, on_season("plan_evenings", days=[DAY], at=time(19))),
    "cancel_evening": (evening_planned, on_season("cancel_evening", day=DAY)),
    "cancel_evenings": (evening_planned, on_season("cancel_evenings", since=DAY)),
}
"""Each action of the tournaments: what has happened before, and what is pressed twice."""

NOT_PRESSED = {
    "draft_round": "drawing again is wished: the page tells a repeat by the draw it showed",
    "change_season": "its form is stored whole, and says nothing of who or when",
    "next_round": "reads",
    "show_tables": "follows from another action",
    "raise_version": "follows from another action",
    "usual_sizes": "reckons",
    "weekly": "reckons",
    "writing": "wraps the others",
}
"""The rest of the actions, and why not."""


@pytest.fixture
def record(club: Club) -> Tournament:
    """Eight are in it; four go on after two rounds."""
    return organising.tournament(club, *TWO_STAGES, players=8)


@pytest.fixture
def other(club: Club) -> Account:
    """Who presses second: another organiser of the club."""
    account = factories.account("nina")
    Membership.objects.create(club=club, account=account, role="organiser")
    return account


def rows() -> Iterator[tuple[str, list[Any]]]:
    """All that is stored of tournaments, and of their games, links and people."""
    for model in apps.get_app_config("tournaments").get_models():
        yield model.__name__, list(model._default_manager.order_by("pk").values())
    for name, found in (("games", Game), ("seats", Seat), ("links", TableLink)):
        yield name, list(found._default_manager.order_by("pk").values())
    yield "players", list(Player.objects.order_by("pk").values())


@pytest.mark.parametrize("name", CASES)
def test_the_second_press_changes_nothing(record: Tournament, other: Account, name: str) -> None:
    before, pressed = CASES[name]
    before(record)
    first, second = pressed(record), pressed(record)
    third = factories.account("zoya")
    untouched = dict(rows())
    first(by=third, now=NOW)
    stored = dict(rows())
    assert stored != untouched, "the first press does something"
    for entry in TournamentLogEntry.objects.all():
        checked_words({"kind": entry.kind, "words": entry.words})  # as the club's file is read
    with suppress(*POLITE):
        second(by=other, now=LATER)
    for model, found in rows():
        assert found == stored[model], model


def test_every_action_is_pressed() -> None:
    functions = {name for name, one in vars(actions).items() if callable(one) and name.islower()}
    assert functions == CASES.keys() | NOT_PRESSED.keys()
