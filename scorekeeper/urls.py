"""Addresses of the whole site."""

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path
from django.views.i18n import set_language

from scorekeeper.views import clubs, files, games, history, paper, refusals, rulebook, sheet, watch


def health(request: HttpRequest) -> HttpResponse:
    """Answer that the server lives, in plain text, without touching the database."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, because it rules over the addresses below it."""
    answer = render(request, "worker.js", content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


sign_in = LoginView.as_view(
    template_name="scorekeeper/sign_in.html", redirect_authenticated_user=True
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", games.home, name="home"),
    path("health", health, name="health"),
    path("worker.js", worker, name="worker"),
    path("language/", set_language, name="set_language"),
    path("sign-in/", sign_in, name="sign_in"),
    path("sign-out/", refusals.get_or(LogoutView.as_view(next_page="home")), name="sign_out"),
    path("rules/", rulebook.rules_list, name="rules_list"),
    path("rules/<slug:key>/", rulebook.rules_detail, name="rules_detail"),
    path("blank/", files.blank, name="blank"),
    path("club/new/", clubs.club_new, name="club_new"),
    path("players/", games.players, name="players"),
    path("games/", games.games, name="games"),
    path("games/new/", games.game_new, name="game_new"),
    path("games/<int:pk>/", sheet.game, name="game"),
    path("games/<int:pk>/turn/", refusals.get_or(sheet.turn), name="turn"),
    path("games/<int:pk>/undo/", refusals.get_or(sheet.turn_undo), name="turn_undo"),
    path("games/<int:pk>/redo/", refusals.get_or(sheet.turn_redo), name="turn_redo"),
    path("games/<int:pk>/history/", history.game_history, name="game_history"),
    path("games/<int:pk>/turns/<int:number>/", history.correction, name="correction"),
    path("games/<int:pk>/finish/", refusals.get_or(games.game_finish), name="game_finish"),
    path("games/<int:pk>/reopen/", refusals.get_or(games.game_reopen), name="game_reopen"),
    path("games/<int:pk>/paper/<int:position>/", paper.paper_row, name="paper_row"),
    path("games/<int:pk>/qr.svg", sheet.game_qr, name="game_qr"),
    path("games/<int:pk>/sheet.pdf", files.game_pdf, name="game_pdf"),
    path("games/<int:pk>/sheet.xlsx", files.game_xlsx, name="game_xlsx"),
    path("watch/<slug:key>/", watch.watch, name="watch"),
    path("watch/<slug:key>/screen/", watch.watch_screen, name="watch_screen"),
    path("watch/<slug:key>/sheet.pdf", files.watch_pdf, name="watch_pdf"),
    path("watch/<slug:key>/sheet.xlsx", files.watch_xlsx, name="watch_xlsx"),
]
