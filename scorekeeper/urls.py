"""Addresses of the whole site."""

from allauth.account import views as account
from allauth.mfa.base import views as factor
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.usersessions import views as sessions
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path, re_path, register_converter
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scorekeeper import api
from scorekeeper.addresses import DayConverter
from scorekeeper.views import (
    clubs,
    feeds,
    files,
    games,
    history,
    imports,
    links,
    money,
    paper,
    people,
    printing,
    rulebook,
    server,
    sheet,
    statistics,
    tokens,
    watch,
)

register_converter(DayConverter, "day")


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, because it rules over the addresses below it."""
    answer = render(request, "worker.js", content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


# allauth's pages under our addresses; it finds them by these names.
accounts: list[URLPattern | URLResolver] = [
    path("sign-in/", account.login, name="sign_in"),
    path("sign-in/", account.login, name="account_login"),
    path("sign-out/", require_POST(account.logout), name="sign_out"),
    path("sign-out/", require_POST(account.logout), name="account_logout"),
    path("account/new/", account.signup, name="account_signup"),
    path("account/inactive/", account.account_inactive, name="account_inactive"),
    path("account/again/", account.reauthenticate, name="account_reauthenticate"),
    path("account/email/", account.email, name="account_email"),
    path(
        "account/confirm/",
        account.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^account/confirm/(?P<key>[-:\w]+)/$",
        account.confirm_email,
        name="account_confirm_email",
    ),
    path("account/passphrase/", account.password_change, name="account_change_password"),
    path("account/passphrase/set/", account.password_set, name="account_set_password"),
    path("account/forgotten/", account.password_reset, name="account_reset_password"),
    path(
        "account/forgotten/sent/",
        account.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^account/forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/forgotten/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("account/factor/", factor.index, name="mfa_index"),
    path("account/factor/code/", factor.authenticate, name="mfa_authenticate"),
    path("account/factor/again/", factor.reauthenticate, name="mfa_reauthenticate"),
    path("account/factor/on/", totp.activate_totp, name="mfa_activate_totp"),
    path("account/factor/off/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("account/codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "account/codes/new/",
        recovery.generate_recovery_codes,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/codes/file/",
        recovery.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", tokens.token_revoke, name="token_revoke"),
    path("account/sessions/", sessions.list_usersessions, name="usersessions_list"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", games.home, name="home"),
    *accounts,
    *api.patterns,
    path("health", server.health, name="health"),
    path("robots.txt", server.robots, name="robots"),
    path("sitemap.xml", server.sitemap, name="sitemap"),
    path("installation/", server.installation, name="installation"),
    path("rights/", server.rights, name="rights"),
    path("worker.js", worker, name="worker"),
    path("language/", set_language, name="set_language"),
    path("rules/", rulebook.rules_list, name="rules_list"),
    path("rules/<slug:key>/", rulebook.rules_detail, name="rules_detail"),
    path("blank/", files.blank, name="blank"),
    path("club/new/", clubs.club_new, name="club_new"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/choose/", clubs.club_choose, name="club_choose"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club_settings"),
    path("clubs/<slug:slug>/logo.png", clubs.club_logo, name="club_logo"),
    path("clubs/<slug:slug>/logo/", clubs.club_logo_set, name="club_logo_set"),
    path("clubs/<slug:slug>/members/", clubs.members, name="members"),
    path("clubs/<slug:slug>/members/<int:pk>/role/", clubs.member_role, name="member_role"),
    path("clubs/<slug:slug>/members/<int:pk>/remove/", clubs.member_remove, name="member_remove"),
    path("clubs/<slug:slug>/transfer/", clubs.club_transfer, name="club_transfer"),
    path("clubs/<slug:slug>/leave/", clubs.club_leave, name="club_leave"),
    path("clubs/<slug:slug>/invitations/", clubs.invitation_new, name="invitation_new"),
    path(
        "clubs/<slug:slug>/invitations/<int:pk>/withdraw/",
        clubs.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("clubs/<slug:slug>/log/", clubs.club_log, name="club_log"),
    path("clubs/<slug:slug>/ratings/", statistics.ratings, name="ratings"),
    path("clubs/<slug:slug>/records/", statistics.records, name="records"),
    path("clubs/<slug:slug>/dice/", statistics.dice, name="dice"),
    path("clubs/<slug:slug>/money/", money.money, name="money"),
    path("clubs/<slug:slug>/money/settings/", money.money_settings, name="money_settings"),
    path("clubs/<slug:slug>/money/ledger.xlsx", money.money_xlsx, name="money_xlsx"),
    path("clubs/<slug:slug>/money/ledger/", money.money_ledger, name="money_ledger"),
    path("clubs/<slug:slug>/money/evenings/<day:day>/", money.money_evening, name="money_evening"),
    path("clubs/<slug:slug>/money/payments/", money.payment_new, name="payment_new"),
    path(
        "clubs/<slug:slug>/money/payments/<int:pk>/withdraw/",
        money.payment_withdraw,
        name="payment_withdraw",
    ),
    path("clubs/<slug:slug>/feeds/", feeds.feeds, name="feeds"),
    path("clubs/<slug:slug>/feeds/renew/", feeds.feeds_renew, name="feeds_renew"),
    path("clubs/<slug:slug>/calendar.ics", feeds.club_calendar, name="club_calendar"),
    path("clubs/<slug:slug>/news.atom", feeds.club_news, name="club_news"),
    path("feeds/<slug:key>/calendar.ics", feeds.member_calendar, name="member_calendar"),
    path("feeds/<slug:key>/news.atom", feeds.member_news, name="member_news"),
    path("join/<slug:key>/", clubs.join, name="join"),
    path("players/", people.players, name="players"),
    path("club/club.json", imports.club_json, name="club_json"),
    path("club/import/", imports.club_import, name="club_import"),
    path("players/players.csv", imports.players_csv, name="players_csv"),
    path("players/import/", imports.players_import, name="players_import"),
    path("players/<int:pk>/", people.player, name="player"),
    path("players/<int:pk>/rename/", people.player_rename, name="player_rename"),
    path("players/<int:pk>/merge/", people.player_merge, name="player_merge"),
    path("players/<int:pk>/forget/", people.player_forget, name="player_forget"),
    path("players/<int:pk>/claim/", people.player_claim, name="player_claim"),
    path("merges/<int:pk>/undo/", people.merge_undo, name="merge_undo"),
    path("claims/<int:pk>/decide/", people.claim_decide, name="claim_decide"),
    path("table/<slug:key>/", links.table, name="table"),
    path("games/", games.games, name="games"),
    path("games/new/", games.game_new, name="game_new"),
    path("games/import/", imports.game_import, name="game_import"),
    path("games/<int:pk>/", sheet.game, name="game"),
    path("games/<int:pk>/turn/", sheet.turn, name="turn"),
    path("games/<int:pk>/undo/", sheet.turn_undo, name="turn_undo"),
    path("games/<int:pk>/redo/", sheet.turn_redo, name="turn_redo"),
    path("games/<int:pk>/history/", history.game_history, name="game_history"),
    path("games/<int:pk>/turns/<int:number>/", history.correction, name="correction"),
    path("games/<int:pk>/finish/", games.game_finish, name="game_finish"),
    path("games/<int:pk>/reopen/", games.game_reopen, name="game_reopen"),
    path("games/<int:pk>/paper/<int:position>/", paper.paper_row, name="paper_row"),
    path("games/<int:pk>/helpers/", links.table_links, name="table_links"),
    path("games/<int:pk>/helpers/<int:link>/qr.svg", links.table_qr, name="table_qr"),
    path("games/<int:pk>/helpers/<int:link>/end/", links.table_link_end, name="table_link_end"),
    path("games/<int:pk>/shown/", links.game_shown, name="game_shown"),
    path("games/<int:pk>/qr.svg", sheet.game_qr, name="game_qr"),
    path("games/<int:pk>/sheet.pdf", files.game_pdf, name="game_pdf"),
    path("games/<int:pk>/sheet.xlsx", files.game_xlsx, name="game_xlsx"),
    path("sheets/", printing.sheets, name="sheets"),
    path("sheets/<uuid:job>/", printing.print_job, name="print_job"),
    path("sheets/<uuid:job>/cancel/", printing.print_cancel, name="print_cancel"),
    path("sheets/<uuid:job>/file/", printing.print_file, name="print_file"),
    path("tournaments/", include("tournaments.urls")),
    path("seasons/", include("tournaments.season_urls")),
    path("watch/<slug:key>/", watch.watch, name="watch"),
    path("watch/<slug:key>/screen/", watch.watch_screen, name="watch_screen"),
    path("watch/<slug:key>/sheet.pdf", files.watch_pdf, name="watch_pdf"),
    path("watch/<slug:key>/sheet.xlsx", files.watch_xlsx, name="watch_xlsx"),
]
