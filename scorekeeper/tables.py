"""Lists that can be sorted and turned over, drawn by django-tables2."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from scorekeeper.models import Game


class Line(Protocol):
    """What the link to a correction needs of a row."""

    @property
    def number(self) -> int:
        """The number of the turn, from 0."""

    @property
    def correctable(self) -> bool:
        """Whether it can be corrected."""


class HistoryTable(tables.Table):  # type: ignore[misc]  # django-tables2 has no types
    """What was typed into a game; a turn that counts leads to its correction."""

    number = tables.Column(verbose_name=gettext_lazy("Turn"), attrs={"td": {"class": "figure"}})
    player = tables.Column(verbose_name=gettext_lazy("Player"))
    turn = tables.Column(verbose_name=gettext_lazy("What was typed"))
    typed_by = tables.Column(verbose_name=gettext_lazy("By"))
    typed_at = tables.Column(verbose_name=gettext_lazy("When"))
    state = tables.Column(verbose_name=gettext_lazy("What became of it"))
    correct = tables.Column(verbose_name="", empty_values=(), orderable=False)

    class Meta:
        orderable = False
        template_name = "components/table.html"

    def __init__(self, lines: Sequence[Line], record: Game) -> None:
        self.record = record
        super().__init__(lines, empty_text=gettext_lazy("Nothing has been typed yet."))

    def render_number(self, value: int) -> int:
        """Turns are counted from 1 for people."""
        return value + 1

    def render_typed_at(self, value: datetime) -> str:
        """The time to the second, by the club's clock."""
        return date_format(localtime(value, ZoneInfo(self.record.club.zone)), "DATETIME_FORMAT")

    def render_correct(self, record: Line) -> SafeString | str:
        """The way to the correction, where there is one."""
        if not record.correctable:
            return ""
        address = reverse("correction", args=[self.record.pk, record.number])
        return format_html('<a href="{}">{}</a>', address, gettext_lazy("Correct"))
