"""What the installation says of itself: its health, to search engines, to whoever runs it."""

import os
import shutil
import sys
import tempfile

import django
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_safe

from scorekeeper import backups
from scorekeeper.models import Job, Shown
from scorekeeper.queries import clubs_shown, games_shown
from scorekeeper.reports.log import rights_table
from scorekeeper.views.access import Request, own_installation, signed_in
from scorekeeper.views.page import absolute

PLAIN = "text/plain; charset=utf-8"
MOST_ADDRESSES = 5000
JOBS_SHOWN = 20


def health(request: HttpRequest) -> HttpResponse:
    """ "ok" when the database answers and the folder of the data takes a file, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(b"ok")
    except (DatabaseError, OSError):
        return HttpResponse("failing", content_type=PLAIN, status=503)
    return HttpResponse("ok", content_type=PLAIN)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: the rules, and what clubs show to everybody."""
    closed = ("games", "players", "account", "join", "table", "feeds", "installation", "sign-in")
    lines = ["User-agent: *", *(f"Disallow: /{word}/" for word in closed)]
    lines.append(f"Sitemap: {absolute(reverse('sitemap'))}")
    return HttpResponse("\n".join(lines) + "\n", content_type=PLAIN)


@require_safe
def sitemap(request: Request) -> HttpResponse:
    """The addresses that are for everybody, whoever asks."""
    nobody = AnonymousUser()
    clubs = clubs_shown(nobody).filter(shown=Shown.PUBLIC)[:MOST_ADDRESSES]
    games = games_shown(nobody, listed=True)[:MOST_ADDRESSES]
    addresses = [reverse("rules_list"), *(reverse("club", args=[club.slug]) for club in clubs)]
    addresses += [reverse("watch", args=[game.public_key]) for game in games]
    context = {"addresses": [absolute(address) for address in addresses]}
    return render(request, "sitemap.xml", context, content_type="application/xml; charset=utf-8")


@require_GET
def rights(request: HttpRequest) -> HttpResponse:
    """The table of rights, as the help shows it."""
    return render(request, "scorekeeper/rights.html", {"table": rights_table()})


@require_GET
@signed_in
def installation(request: Request) -> HttpResponse:
    """For whoever runs this: version, last backup, disk, failed jobs."""
    own_installation(request)
    disk = shutil.disk_usage(settings.DATA_DIR)
    kept = backups.stored(settings.BACKUP_FOLDER)
    context = {
        "version": settings.VERSION,
        "django": django.get_version(),
        "python": sys.version.split()[0],
        "database": connection.vendor,
        "process": os.getpid(),
        "backup": kept[-1] if kept else None,
        "backups": len(kept),
        "free": disk.free,
        "total": disk.total,
        "jobs": Job.objects.order_by("-pk")[:JOBS_SHOWN],
    }
    return render(request, "scorekeeper/installation.html", context)
