"""Feeds of a club: its calendar (iCalendar) and its news (Atom).

A club that shows itself has both for everybody. Each member has an address that nobody can guess,
which opens them as the member sees the club, and can be renewed.
"""

from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_GET, require_POST, require_safe

from scorekeeper import actions
from scorekeeper.exports.calendars import calendar_file
from scorekeeper.forms import language
from scorekeeper.happenings import Happening
from scorekeeper.models import Club, Membership, Shown
from scorekeeper.queries import Viewer, membership_of_feed
from scorekeeper.reports.feeds import calendar, news
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, account_of, club_at, signed_in
from scorekeeper.views.page import absolute

if TYPE_CHECKING:
    _Feed = Feed[Happening, Club]
else:
    _Feed = Feed

ICS = "text/calendar; charset=utf-8"
_host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"


def _public_club(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug, shown=Shown.PUBLIC)


def _membership(key: str) -> Membership:
    return get_object_or_404(membership_of_feed(key))


def _calendar(club: Club, viewer: Viewer) -> HttpResponse:
    happenings = calendar(club, viewer, language())
    content = calendar_file(club.name, club.zone, happenings, site=settings.PUBLIC_URL, host=_host)
    answer = HttpResponse(content, content_type=ICS)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@conditional_page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of a club that shows itself, the same for everybody."""
    return _calendar(_public_club(slug), AnonymousUser())


@require_safe
@conditional_page
def member_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar as the member sees it whose key this is."""
    found = _membership(key)
    return _unlisted(_calendar(found.club, found.account))


class _News(_Feed):
    """The news of a club, as somebody sees them."""

    feed_type = Atom1Feed

    def __init__(self, club: Club, viewer: Viewer, address: str) -> None:
        self.club, self.address = club, absolute(address)
        self.found = news(club, viewer, language())

    def get_object(self, request: HttpRequest, *args: object, **kwargs: object) -> Club:
        return self.club

    def title(self, obj: Club) -> str:
        return obj.name

    def link(self, obj: Club) -> str:
        return absolute(reverse("club", args=[obj.slug]))

    def feed_url(self, obj: Club) -> str:
        return self.address

    def feed_guid(self, obj: Club) -> str:
        return _tag(f"club-{obj.slug}")

    def subtitle(self, obj: Club) -> str:
        return _("News of the club")

    def items(self, obj: Club) -> list[Happening]:
        return self.found

    def item_title(self, item: Happening) -> str:
        return item.title  # Atom takes it as text, which its writer escapes

    def item_description(self, item: Happening) -> str:
        return escape(item.words)  # and this as HTML

    def item_link(self, item: Happening) -> str:
        return absolute(item.address)

    def item_guid(self, obj: Happening) -> str:
        return _tag(obj.key)

    def item_pubdate(self, item: Happening) -> datetime:
        return item.changed

    def item_updateddate(self, item: Happening) -> datetime:
        return item.changed


def _tag(key: str) -> str:
    return f"tag:{_host},2026:{key}"


@require_safe
@conditional_page
def club_news(request: HttpRequest, slug: str) -> HttpResponse:
    """The news of a club that shows itself, the same for everybody."""
    return _News(_public_club(slug), AnonymousUser(), request.path)(request)


@require_safe
@conditional_page
def member_news(request: HttpRequest, key: str) -> HttpResponse:
    """The news as the member sees them whose key this is."""
    found = _membership(key)
    return _unlisted(_News(found.club, found.account, request.path)(request))


def _unlisted(answer: HttpResponse) -> HttpResponse:
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_GET
@signed_in
def feeds(request: Request, slug: str) -> HttpResponse:
    """The addresses of the feeds: everybody's where there are any, and one's own."""
    found = club_at(request, slug, Right.SEE)
    key = get_object_or_404(found.memberships, account=account_of(request)).feed_key
    public = found.shown == Shown.PUBLIC
    context = {
        "club": found,
        "public": _addresses("club", found.slug) if public else (),
        "own": _addresses("member", key) if key else (),
    }
    return render(request, "scorekeeper/feeds.html", context)


def _addresses(whose: str, key: str) -> tuple[tuple[str, str], ...]:
    return (
        (_("Calendar"), absolute(reverse(f"{whose}_calendar", args=[key]))),
        (_("News"), absolute(reverse(f"{whose}_news", args=[key]))),
    )


@require_POST
@signed_in
def feeds_renew(request: Request, slug: str) -> HttpResponse:
    """Makes one's own addresses anew; those there were open nothing any more."""
    found = club_at(request, slug, Right.SEE)
    own = get_object_or_404(found.memberships, account=account_of(request))
    actions.renew_feeds(membership=own)
    return redirect("feeds", slug)
