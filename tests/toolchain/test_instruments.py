"""One test for each instrument: a tier whose instrument is broken fails here by name."""

from pathlib import Path

import pytest
from django.db import connection
from openpyxl import Workbook, load_workbook
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.plugins.office import Recalculate


def test_the_browser_reads_the_served_program(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/health")
    expect(page.locator("body")).to_have_text("ok")


def test_the_office_computes_what_was_only_written(
    recalculate: Recalculate, tmp_path: Path
) -> None:
    workbook = Workbook()
    workbook["Sheet"]["A1"] = 20
    workbook["Sheet"]["A2"] = "=SUM(A1,A1,2)"
    workbook.save(tmp_path / "sum.xlsx")
    computed = load_workbook(recalculate(tmp_path / "sum.xlsx"), data_only=True)
    assert computed["Sheet"]["A2"].value == 42


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_is_postgresql_where_asked_for() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        assert cursor.fetchone()[0].startswith("PostgreSQL")
