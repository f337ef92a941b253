"""The table of rights by route: who gets what, to a look and to an empty form."""

from dataclasses import dataclass

from scorekeeper.rights import MEMBERS, Right, Who, may

GONE, FREE = 404, 200

CAST: dict[str, Who] = {
    "owner": Who.OWNER,
    "organiser": Who.ORGANISER,
    "host": Who.HOST,
    "player": Who.PLAYER,
    "table link": Who.TABLE_LINK,
    "link of another game": Who.ANONYMOUS,
    "host of another club": Who.STRANGER,
    "stranger": Who.STRANGER,
    "anonymous": Who.ANONYMOUS,
}
NOT_SIGNED_IN = frozenset({"table link", "link of another game", "anonymous"})


@dataclass(frozen=True)
class Line:
    """What an address answers to a look and to an empty form, from those who have the right.

    ``own``: the page is of the club one works in, whichever that is.
    """

    right: Right | str
    get: int
    post: int
    own: bool = False


OPEN, ACCOUNT, NOBODY, SECOND = "open", "account", "nobody", "second factor"
"""Rights outside a club: of anybody · of any account · asked at an address of its own."""

TABLE: dict[str, Line] = {
    "home": Line(OPEN, 200, 405),
    "health": Line(OPEN, 200, 200),
    "robots": Line(OPEN, 200, 405),
    "sitemap": Line(OPEN, 200, 405),
    "worker": Line(OPEN, 200, 200),
    "rights": Line(OPEN, 200, 405),
    "tokens": Line(ACCOUNT, 200, 422),
    "token_revoke": Line(ACCOUNT, 405, 404),
    # the API, which does not know the session
    "api": Line(OPEN, 200, 405),
    "api_schema": Line(OPEN, 200, 405),
    "api_clubs": Line(OPEN, 200, 405),
    "api_club": Line(OPEN, 404, 405),
    "api_club_players": Line(OPEN, 404, 405),
    "api_club_games": Line(OPEN, 404, 405),
    "api_player": Line(OPEN, 422, 405),
    "api_player_games": Line(OPEN, 422, 405),
    "api_games": Line(OPEN, 200, 405),
    "api_game": Line(OPEN, 200, 405),
    "api_tournaments": Line(OPEN, 200, 405),
    "api_tournament": Line(OPEN, 404, 405),
    "api_standings": Line(OPEN, 404, 405),
    "api_club_tournaments": Line(OPEN, 404, 405),
    "api_seasons": Line(OPEN, 200, 405),
    "api_season": Line(OPEN, 404, 405),
    "api_club_seasons": Line(OPEN, 404, 405),
    "api_nothing": Line(OPEN, 404, 404),
    "set_language": Line(OPEN, 302, 302),
    "rules_list": Line(OPEN, 200, 405),
    "rules_detail": Line(OPEN, 200, 405),
    "blank": Line(OPEN, 200, 405),
    "clubs": Line(OPEN, 200, 405),
    "club_new": Line(ACCOUNT, 200, 422),
    "installation": Line(NOBODY, 200, 405),
    "join": Line(ACCOUNT, 200, 302),
    # the club
    "club": Line(Right.SEE, 200, 405),
    "club_choose": Line(Right.SEE, 405, 302),
    "club_settings": Line(Right.RULE, 200, 422),
    "club_logo": Line(Right.SEE, 200, 405),
    "club_logo_set": Line(Right.RULE, 405, 422),
    "members": Line(Right.SEE, 200, 405),
    "member_role": Line(Right.RULE, 405, 404),
    "member_remove": Line(Right.INVITE, 405, 302),
    "club_transfer": Line(Right.RULE, 405, 404),
    "club_leave": Line(Right.LEAVE, 405, 302),
    "invitation_new": Line(Right.INVITE, 405, 422),
    "invitation_withdraw": Line(Right.INVITE, 405, 302),
    "club_log": Line(Right.LOG, 200, 405),
    "ratings": Line(Right.SEE, 200, 405),
    "records": Line(Right.SEE, 200, 405),
    "dice": Line(Right.SEE, 200, 405),
    "money": Line(Right.SEE, 200, 405),
    "money_settings": Line(Right.RULE, 200, 422),
    "money_ledger": Line(Right.SEE, 200, 405),
    "money_xlsx": Line(Right.SEE, 200, 405),
    "money_evening": Line(Right.SEE, 404, 405),
    "payment_new": Line(Right.MONEY, 405, 404),
    "payment_withdraw": Line(Right.MONEY, 405, 404),
    "feeds": Line(Right.SEE, 200, 405),
    "feeds_renew": Line(Right.SEE, 405, 302),
    "club_calendar": Line(OPEN, 404, 405),
    "club_news": Line(OPEN, 404, 405),
    "member_calendar": Line(OPEN, 404, 405),
    "member_news": Line(OPEN, 404, 405),
    # people
    "players": Line(Right.SEE, 200, 422, own=True),
    "player": Line(Right.SEE, 200, 405),
    "player_rename": Line(Right.MERGE, 405, 422),
    "player_merge": Line(Right.MERGE, 405, 404),
    "player_forget": Line(Right.MERGE, 405, 302),
    "player_claim": Line(Right.CLAIM, 405, 302),
    "merge_undo": Line(Right.MERGE, 405, 302),
    "claim_decide": Line(Right.MERGE, 405, 302),
    # games
    "games": Line(Right.SEE, 200, 405, own=True),
    "game_new": Line(Right.KEEP, 200, 200, own=True),
    "club_json": Line(Right.KEEP, 200, 405, own=True),
    "club_import": Line(Right.KEEP, 200, 422, own=True),
    "players_csv": Line(Right.KEEP, 200, 405, own=True),
    "players_import": Line(Right.KEEP, 200, 422, own=True),
    "game_import": Line(Right.KEEP, 200, 422, own=True),
    "sheets": Line(Right.KEEP, 200, 422, own=True),
    "print_job": Line(Right.KEEP, 404, 405),
    "print_cancel": Line(Right.KEEP, 404, 404),
    "print_file": Line(Right.KEEP, 404, 405),
    "game": Line(Right.WRITE, 200, 405),
    "turn": Line(Right.WRITE, 405, 422),
    "turn_undo": Line(Right.WRITE, 405, 409),
    "turn_redo": Line(Right.WRITE, 405, 409),
    "paper_row": Line(Right.WRITE, 200, 422),
    "game_finish": Line(Right.WRITE, 405, 302),
    "game_qr": Line(Right.WRITE, 200, 405),
    "game_pdf": Line(Right.SEE, 200, 405),
    "game_xlsx": Line(Right.SEE, 200, 405),
    "game_history": Line(Right.KEEP, 200, 405),
    "correction": Line(Right.KEEP, 200, 422),
    "game_reopen": Line(Right.KEEP, 405, 302),
    "game_shown": Line(Right.KEEP, 405, 302),
    "table_links": Line(Right.LINK, 200, 422),
    "table_qr": Line(Right.LINK, 200, 405),
    "table_link_end": Line(Right.LINK, 405, 302),
    "table": Line(OPEN, 302, 405),
    "watch": Line(OPEN, 200, 405),
    "watch_screen": Line(OPEN, 200, 405),
    "watch_pdf": Line(OPEN, 200, 405),
    "watch_xlsx": Line(OPEN, 200, 405),
}
TABLE |= {
    # tournaments: setting up, entering, what next
    "tournaments": Line(OPEN, 200, 405),
    "tournament_new": Line(Right.ORGANISE, 200, 422, own=True),
    "organise": Line(Right.ORGANISE, 200, 405),
    "tournament_settings": Line(Right.ORGANISE, 200, 422),
    "tournament_stages": Line(Right.ORGANISE, 200, 422),
    "tournament_rules": Line(Right.ORGANISE, 200, 200),
    "tournament_cancel": Line(Right.ORGANISE, 405, 302),
    "tournament_reopen": Line(Right.ORGANISE, 405, 302),
    "tournament_log": Line(Right.ORGANISE, 200, 405),
    "entrants": Line(Right.ORGANISE, 200, 422),
    "entrants_import": Line(Right.ORGANISE, 200, 422),
    "entrant_change": Line(Right.ORGANISE, 200, 302),
    "entrant_paid": Line(Right.ORGANISE, 405, 302),
    "entrant_drop": Line(Right.ORGANISE, 405, 302),
    "entrant_return": Line(Right.ORGANISE, 405, 302),
    "entrant_remove": Line(Right.ORGANISE, 405, 302),
    "check_in": Line(Right.ORGANISE, 200, 302),
    "tournament_enter": Line(OPEN, 200, 422),
    "tournament_qr": Line(OPEN, 200, 405),
    "tournament_enter_qr": Line(OPEN, 200, 405),
    "application_decide": Line(Right.ORGANISE, 405, 302),
    # drawing, playing, points, ties
    "round_draw": Line(Right.ORGANISE, 302, 302),
    "round_edit": Line(Right.ORGANISE, 405, 302),
    "round_publish": Line(Right.ORGANISE, 405, 302),
    "round_withdraw": Line(Right.ORGANISE, 405, 302),
    "round_organise": Line(Right.KEEP, 200, 405),
    "round_clock": Line(Right.ORGANISE, 405, 422),
    "round_close": Line(Right.ORGANISE, 405, 302),
    "round_reopen": Line(Right.ORGANISE, 405, 302),
    "tournament_table": Line(Right.KEEP, 200, 405),
    "table_totals": Line(Right.KEEP, 405, 422),
    "table_totals_back": Line(Right.KEEP, 405, 302),
    "table_copy": Line(Right.KEEP, 405, 302),
    "table_confirm": Line(Right.KEEP, 405, 302),
    "table_photo": Line(Right.KEEP, 405, 422),
    "table_photo_file": Line(Right.KEEP, 404, 405),
    "table_photo_remove": Line(Right.KEEP, 405, 302),
    "table_link_new": Line(Right.KEEP, 405, 302),
    "table_void": Line(Right.ORGANISE, 405, 422),
    "table_restore": Line(Right.ORGANISE, 405, 302),
    "table_replay": Line(Right.ORGANISE, 405, 302),
    "table_substitute": Line(Right.ORGANISE, 405, 422),
    "table_time": Line(Right.ORGANISE, 405, 422),
    "table_strike": Line(Right.ORGANISE, 405, 302),
    "adjustments": Line(Right.ORGANISE, 200, 422),
    "adjustment_undo": Line(Right.ORGANISE, 405, 302),
    "ties": Line(Right.ORGANISE, 200, 405),
    "blitz_new": Line(Right.ORGANISE, 405, 302),
    "tie_decide": Line(Right.ORGANISE, 405, 302),
    "decider_undo": Line(Right.ORGANISE, 405, 302),
    "blitz": Line(Right.ORGANISE, 200, 422),
    "blitz_undo": Line(Right.ORGANISE, 405, 302),
    "blitz_link_new": Line(Right.ORGANISE, 405, 302),
    "blitz_qr": Line(Right.ORGANISE, 200, 405),
    "blitz_table": Line(OPEN, 200, 422),
    "stage_close": Line(Right.ORGANISE, 405, 302),
    "stage_reopen": Line(Right.ORGANISE, 405, 302),
    # what everybody sees, and when
    "tournament": Line(OPEN, 200, 405),
    "tournament_rounds": Line(OPEN, 200, 405),
    "tournament_round": Line(OPEN, 200, 405),
    "entrant": Line(OPEN, 200, 405),
    "tournament_screen": Line(OPEN, 200, 405),
    "tournament_results": Line(Right.ORGANISE, 200, 422),
    # paper
    "tournament_paper": Line(Right.KEEP, 200, 405),
    "seating_pdf": Line(Right.KEEP, 200, 405),
    "tables_pdf": Line(Right.KEEP, 200, 405),
    "cards_pdf": Line(Right.KEEP, 200, 405),
    "blitz_sheet": Line(Right.KEEP, 200, 405),
    "event_sheets": Line(Right.KEEP, 405, 302),
    "standings_pdf": Line(OPEN, 200, 405),
    "event_pdf": Line(OPEN, 200, 405),
    "event_xlsx": Line(OPEN, 200, 405),
}
"""Of tournaments."""
TABLE |= {
    "seasons": Line(OPEN, 200, 405),
    "season_new": Line(Right.ORGANISE, 200, 422, own=True),
    "season": Line(OPEN, 200, 405),
    "season_settings": Line(Right.ORGANISE, 200, 422),
    "season_evenings": Line(Right.ORGANISE, 200, 422),
    "season_day": Line(Right.ORGANISE, 405, 422),
    "season_teams": Line(Right.ORGANISE, 200, 302),
    "season_copy": Line(Right.ORGANISE, 405, 302),
    "season_archive": Line(Right.ORGANISE, 405, 302),
}
"""Of seasons."""
BY_POST = frozenset(name for name, line in TABLE.items() if line.get == 405)
"""Looked at, as after signing in again, they lead to the page above, which asks for the right."""
STATISTICS = ("dice", "ratings", "records")
SHOWN = frozenset({"watch", "watch_screen", "watch_pdf", "watch_xlsx", "api_game"})
SHOWN |= {"standings_pdf", "event_pdf", "event_xlsx"}
"""They show the game to whoever has its unguessable address."""

# allauth's own pages: nobody's results are on them. Looked at by an account, and by nobody.
ACCOUNTS: dict[str, tuple[int, int]] = {
    "sign_in": (302, 200),
    "sign_out": (302, 302),
    "account_login": (302, 200),
    "account_logout": (302, 302),
    "account_signup": (302, 200),
    "account_inactive": (200, 200),
    "account_reauthenticate": (200, 302),
    "account_email": (200, 302),
    "account_email_verification_sent": (200, 200),
    "account_confirm_email": (200, 200),
    "account_change_password": (200, 302),
    "account_set_password": (302, 302),
    "account_reset_password": (200, 200),
    "account_reset_password_done": (200, 200),
    "account_reset_password_from_key": (200, 200),
    "account_reset_password_from_key_done": (200, 200),
    "mfa_index": (200, 302),
    "mfa_authenticate": (302, 302),
    "mfa_reauthenticate": (302, 302),
    "mfa_activate_totp": (302, 302),
    "mfa_deactivate_totp": (404, 302),
    "mfa_view_recovery_codes": (404, 302),
    "mfa_generate_recovery_codes": (302, 302),
    "mfa_download_recovery_codes": (404, 302),
    "usersessions_list": (200, 302),
}


def expected(name: str, line: Line, who: str, *, post: bool) -> set[int]:
    """What somebody gets there, by the table of rights alone."""
    done = line.post if post else line.get
    if name == "home" and not post and who not in NOT_SIGNED_IN:
        return {302}
    if name in BY_POST and not post:
        return {302}
    if done == 405 or line.right == OPEN:
        return {done}
    if line.right == ACCOUNT:
        return {302} if who in NOT_SIGNED_IN else {done}
    if line.right == NOBODY:
        return {done} if who == "owner" else {302 if who in NOT_SIGNED_IN else GONE}
    if who in ("host of another club", "stranger") and line.own:
        return {done if who == "host of another club" else 302}
    assert isinstance(line.right, Right)
    right = Right.PEOPLE if name == "players" and post else line.right
    if may(CAST[who], right):
        return {done}
    # open to anybody where the club shows itself
    if name in ("club", *STATISTICS, "club_logo", "player"):
        return {GONE}
    if who in NOT_SIGNED_IN:
        # A helper at a table is known, so what is not theirs is not there.
        return {302, GONE} if right is Right.WRITE else {302}
    # Who may see a game but not write into it is led to where it is watched.
    looks_on = right is Right.WRITE and not post and CAST[who] in MEMBERS
    return {302} if looks_on else {GONE}
