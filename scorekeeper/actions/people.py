"""The people of a club: adding, renaming, merging with a way back, forgetting, claiming.

Rows are locked in one order everywhere, so that no two wait for each other: a tournament, players,
games, the club; of several of a kind the lower number first.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from scorekeeper.actions.log import log
from scorekeeper.actions.receipts import forget_ratings
from scorekeeper.models import (
    MOST_WRITER_LETTERS,
    Account,
    Claim,
    Club,
    DrawnSheet,
    Game,
    LedgerEntry,
    Merge,
    Player,
    PrintJob,
    Seat,
    TableLink,
    Turn,
)
from scorekeeper.names import checked_name, name_key, search_key
from scorekeeper.signals import (
    player_forgotten,
    players_changing,
    players_merging,
)


class SameTable(Exception):
    """Two players sat in one game and so cannot be one person; ``game`` says which."""

    def __init__(self, game: Game) -> None:
        super().__init__(str(game))
        self.game = game


class MergeRefused(Exception):
    """Two players are two people, as the message says to whoever wanted to merge them."""


class NameTaken(Exception):
    """The club has a player of that name, or one merged by now; ``player`` is who that is."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.name)
        self.player = player


class AlreadyDone(Exception):
    """What was asked for has been done or undone meanwhile."""


@transaction.atomic
def add_player(*, club: Club, name: str) -> Player:
    """The person of that name: the one the club has already, or a new one.

    Names that differ in case, spacing or composition only are the same person, and a merged name
    is whoever it was merged into. ValueError for a name in which nothing is visible, or one too
    long.
    """
    cleaned = checked_name(name)
    player, _ = Player.objects.select_related("merged_into").get_or_create(
        club=club,
        name_key=name_key(cleaned),
        defaults={"name": cleaned, "search_key": search_key(cleaned)},
    )
    return player.merged_into or player


@transaction.atomic
def rename_player(
    *, player: Player, name: str, by: Account, now: datetime, seen: str | None = None
) -> None:
    """The player goes by another name, in everything that has been played too.

    ``seen``: the name that whoever asks saw, None for the one of now. ValueError as for a new
    name, NameTaken where it is another's, AlreadyDone where it is theirs by now, or they were
    renamed, merged or forgotten meanwhile.
    """
    cleaned = checked_name(name)
    players_changing.send(Player, players=[player.pk])
    (player,) = _locked([player.pk])
    if player.merged_into_id or player.forgotten_at or player.name == cleaned:
        raise AlreadyDone
    if seen is not None and seen != player.name:
        raise AlreadyDone
    games = _locked_games(player.seats.all())
    before = player.name_key
    player.set_name(cleaned)
    _refuse_taken(player)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", "search_key"])
    except IntegrityError:  # somebody has been added under it at the same moment
        _refuse_taken(player)
        raise
    # Forgetting finds a writer by the name of now: the one before must not be left behind.
    _rename_writer(player, before)
    _raise_versions(games)
    log("renamed", club=player.club, by=by, now=now, player=player.pk)


def _refuse_taken(player: Player) -> None:
    others = player.club.players.exclude(pk=player.pk).select_related("merged_into")
    holder = others.filter(name_key=player.name_key).first()
    if holder:
        raise NameTaken(holder.merged_into or holder)


@transaction.atomic
def merge_players(*, kept: Player, gone: Player, by: Account, now: datetime) -> Merge:
    """The games of ``gone`` become those of ``kept``.

    SameTable where both sat in one game, MergeRefused where an event knows them as two people,
    AlreadyDone where either is merged or they are the same, ValueError for players of two clubs.
    """
    if kept.club_id != gone.club_id:
        raise ValueError("players of two clubs are two players")
    players_changing.send(Player, players=[kept.pk, gone.pk])
    locked = {one.pk: one for one in _locked([kept.pk, gone.pk])}
    kept, gone = locked[kept.pk], locked[gone.pk]
    if kept.pk == gone.pk or kept.merged_into_id or gone.merged_into_id:
        raise AlreadyDone
    both = Seat.objects.filter(player=kept, game__seats__player=gone).select_related("game")
    together = both.order_by("game__started_at").first()
    if together:
        raise SameTable(together.game)
    players_merging.send(Player, kept=kept, gone=gone)
    moved = list(gone.seats.values_list("pk", flat=True))
    _move(moved, kept)
    gone.merged.update(merged_into=kept)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    made = Merge.objects.create(kept=kept, gone=gone, seats=moved, made_by=by, made_at=now)
    log("merged", club=kept.club, by=by, now=now, kept=kept.pk, gone=gone.pk, seats=len(moved))
    return made


@transaction.atomic
def sit_in(*, seat: Seat, player: Player) -> None:
    """Somebody else plays at a seat, or has played there: the sheet and the rating are theirs."""
    (person,) = _locked([player.pk])
    _move([seat.pk], person.merged_into or person)


def hold_players(players: Iterable[Player]) -> list[Player]:
    """The same people, each whoever they are merged into by now; nobody is merged until the end
    of this transaction."""
    keys = [player.pk for player in players]
    held = {one.pk: one.merged_into or one for one in _locked(keys)}
    return [held[key] for key in keys]


def _locked(players: Sequence[int]) -> list[Player]:
    # Whom they are merged into is read after the wait, which a join would not do.
    found = Player.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return list(found.filter(pk__in=players).order_by("pk"))


def _locked_games(seats: QuerySet[Seat]) -> list[Game]:
    """The games of these seats. A turn is written into its game first, then into the seats."""
    games = Game.objects.filter(pk__in=seats.order_by().values("game")).order_by("pk")
    return list(games.select_for_update())


def _move(seats: list[int], player: Player) -> None:
    moved = Seat.objects.filter(pk__in=seats)
    changed = _locked_games(moved)
    moved.update(player=player)
    _raise_versions(changed)
    forget_ratings(changed)


def _raise_versions(games: Iterable[Game]) -> None:
    """Whoever watches such a game must not be told that nothing has changed."""
    for game in games:
        game.version += 1
        game.save(update_fields=["version"])


@transaction.atomic
def undo_merge(*, merge: Merge, by: Account, now: datetime) -> None:
    """Two players again, each with the games they had; AlreadyDone the second time.

    Games played since under the kept name stay there. AlreadyDone too where the kept one has
    been merged further, which has to be undone first, or where either is forgotten.
    """
    players_changing.send(Player, players=[merge.kept_id, merge.gone_id])
    _locked([merge.kept_id, merge.gone_id])
    merge = (
        Merge.objects.select_for_update(of=("self",))
        .select_related("kept__club", "gone")
        .get(pk=merge.pk)
    )
    forgotten = merge.kept.forgotten_at or merge.gone.forgotten_at
    if merge.undone_at or merge.kept.merged_into_id or forgotten:
        raise AlreadyDone
    _move(
        list(merge.kept.seats.filter(pk__in=merge.seats).values_list("pk", flat=True)), merge.gone
    )
    merge.gone.merged_into = None
    merge.gone.save(update_fields=["merged_into"])
    for earlier in merge.gone.merges.filter(undone_at=None).select_related("gone"):
        earlier.gone.merged_into = merge.gone
        earlier.gone.save(update_fields=["merged_into"])
    merge.undone_at = now
    merge.save(update_fields=["undone_at"])
    log(
        "merge_undone", club=merge.kept.club, by=by, now=now, kept=merge.kept_id, gone=merge.gone_id
    )


@transaction.atomic
def forget_player(*, player: Player, by: Account, now: datetime) -> None:
    """The name goes from everywhere, the results stay; there is no way back.

    Names merged into this player go too, and the tie to an account.
    """
    players_changing.send(Player, players=[player.pk])
    people = _locked([player.pk, *player.merged.values_list("pk", flat=True)])
    _locked_games(Seat.objects.filter(player__in=people))
    # Files that were made of the games say the name still.
    PrintJob.objects.filter(club=player.club_id).delete()
    DrawnSheet.objects.all().delete()
    keys = frozenset(one.name_key for one in people)
    for one in people:
        _forget(one, now)
    player.refresh_from_db()
    player_forgotten.send(Player, player=player, keys=keys)
    log("forgotten", club=player.club, by=by, now=now, player=player.pk)


def _forget(player: Player, now: datetime) -> None:
    number = f"№ {player.pk}"
    while player.club.players.exclude(pk=player.pk).filter(name_key=name_key(number)).exists():
        number += "*"
    before = player.name_key
    player.set_name(number)
    _rename_writer(player, before, whole=True)
    player.account, player.forgotten_at = None, now
    player.save()
    player.claims.all().delete()
    # Whoever wrote down a payment may have named them in the note.
    LedgerEntry.objects.filter(lines__person=player).update(note="")
    _move(list(player.seats.values_list("pk", flat=True)), player)


def _rename_writer(player: Player, before: str, *, whole: bool = False) -> None:
    """Whoever played may have been a helper at a table, here or where the games come from.

    ``before``: the key of the name they had · ``whole``: who opened the table to them goes too.
    """
    for link in TableLink.objects.filter(game__club=player.club_id):
        if name_key(link.helper) == before:
            link.helper = player.name
            link.save(update_fields=["helper"])
    turns = Turn.objects.filter(game__club=player.club_id)
    for column in ("typed_as", "withdrawn_as"):
        named = turns.exclude(**{column: ""}).values_list(column, flat=True).distinct()
        for words in list(named):
            # "helper (host)"; a name may have brackets of its own
            helper, _bracket, host = words.rpartition(" (")
            alone = name_key(words) == before
            if alone or name_key(helper) == before:
                now = player.name if alone or whole else f"{player.name} ({host}"
                turns.filter(**{column: words}).update(**{column: now[:MOST_WRITER_LETTERS]})


@transaction.atomic
def claim_player(*, player: Player, account: Account, now: datetime) -> Claim:
    """The account says that it is this player; a repeat changes nothing.

    AlreadyDone where the player is somebody's already, merged or forgotten.
    """
    (player,) = _locked([player.pk])
    if player.account_id or player.merged_into_id or player.forgotten_at:
        raise AlreadyDone
    made, new = Claim.objects.get_or_create(
        player=player, account=account, decided_at=None, defaults={"made_at": now}
    )
    if new:
        log("claimed", club=player.club, by=account, now=now, player=player.pk)
    return made


@transaction.atomic
def decide_claim(*, claim: Claim, confirmed: bool, by: Account, now: datetime) -> None:
    """The club says whether it is so; AlreadyDone where that has been said, or of another."""
    (player,) = _locked([claim.player_id])
    current = Claim.objects.filter(pk=claim.pk, decided_at=None).first()
    if current is None or (confirmed and player.account_id):
        raise AlreadyDone
    current.decided_at, current.confirmed = now, confirmed
    current.save(update_fields=["decided_at", "confirmed"])
    if confirmed:
        player.account = current.account
        player.save(update_fields=["account"])
    kind = "claim_confirmed" if confirmed else "claim_refused"
    log(kind, club=player.club, by=by, now=now, player=player.pk, account=claim.account_id)
