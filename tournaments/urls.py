"""The addresses of tournaments: below /tournaments/, each by its unguessable key."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import (
    entrants,
    log,
    paper,
    points,
    registration,
    results,
    rounds,
    screen,
    setup,
    showing,
    tables,
    ties,
)

set_up: list[URLPattern | URLResolver] = [
    path("", setup.tournaments, name="tournaments"),
    path("new/", setup.tournament_new, name="tournament_new"),
    path("<slug:key>/organise/", setup.organise, name="organise"),
    path("<slug:key>/settings/", setup.tournament_settings, name="tournament_settings"),
    path("<slug:key>/stages/", setup.tournament_stages, name="tournament_stages"),
    path("<slug:key>/rules/", setup.tournament_rules, name="tournament_rules"),
    path("<slug:key>/cancel/", setup.tournament_cancel, name="tournament_cancel"),
    path("<slug:key>/reopen/", setup.tournament_reopen, name="tournament_reopen"),
    path("<slug:key>/log/", log.tournament_log, name="tournament_log"),
    path("<slug:key>/entrants/", entrants.entrants, name="entrants"),
    path("<slug:key>/entrants/import/", entrants.entrants_import, name="entrants_import"),
    path("<slug:key>/entrants/<int:pk>/change/", entrants.entrant_change, name="entrant_change"),
    path("<slug:key>/entrants/<int:pk>/paid/", entrants.entrant_paid, name="entrant_paid"),
    path("<slug:key>/entrants/<int:pk>/drop/", entrants.entrant_drop, name="entrant_drop"),
    path("<slug:key>/entrants/<int:pk>/return/", entrants.entrant_return, name="entrant_return"),
    path("<slug:key>/entrants/<int:pk>/remove/", entrants.entrant_remove, name="entrant_remove"),
    path("<slug:key>/check-in/<int:number>/", entrants.check_in, name="check_in"),
    path("<slug:key>/enter/", registration.tournament_enter, name="tournament_enter"),
    path("<slug:key>/qr.svg", registration.tournament_qr, name="tournament_qr"),
    path("<slug:key>/enter/qr.svg", registration.tournament_enter_qr, name="tournament_enter_qr"),
    path(
        "<slug:key>/applications/<int:pk>/",
        registration.application_decide,
        name="application_decide",
    ),
]
"""Setting up, entering, and what to do next."""

showing_it: list[URLPattern | URLResolver] = [
    path("<slug:key>/", showing.tournament, name="tournament"),
    path("<slug:key>/rounds/", showing.tournament_rounds, name="tournament_rounds"),
    path("<slug:key>/rounds/<int:number>/", showing.tournament_round, name="tournament_round"),
    path("<slug:key>/entrant/<int:pk>/", showing.entrant, name="entrant"),
    path("<slug:key>/screen/", screen.tournament_screen, name="tournament_screen"),
    path("<slug:key>/results/", results.tournament_results, name="tournament_results"),
]
"""What everybody sees, and when."""

_ROUND = "<slug:key>/rounds/<int:number>"
_TABLE = "<slug:key>/tables/<int:pk>"

playing: list[URLPattern | URLResolver] = [
    path(f"{_ROUND}/draw/", rounds.round_draw, name="round_draw"),
    path(f"{_ROUND}/edit/", rounds.round_edit, name="round_edit"),
    path(f"{_ROUND}/publish/", rounds.round_publish, name="round_publish"),
    path(f"{_ROUND}/withdraw/", rounds.round_withdraw, name="round_withdraw"),
    path(f"{_ROUND}/organise/", rounds.round_organise, name="round_organise"),
    path(f"{_ROUND}/clock/", rounds.round_clock, name="round_clock"),
    path(f"{_ROUND}/close/", rounds.round_close, name="round_close"),
    path(f"{_ROUND}/reopen/", rounds.round_reopen, name="round_reopen"),
    path(f"{_TABLE}/", tables.tournament_table, name="tournament_table"),
    path(f"{_TABLE}/totals/", tables.table_totals, name="table_totals"),
    path(f"{_TABLE}/totals/back/", tables.table_totals_back, name="table_totals_back"),
    path(f"{_TABLE}/copy/", tables.table_copy, name="table_copy"),
    path(f"{_TABLE}/confirm/", tables.table_confirm, name="table_confirm"),
    path(f"{_TABLE}/photo/", tables.table_photo, name="table_photo"),
    path(f"{_TABLE}/photo/<int:photo>.jpg", tables.table_photo_file, name="table_photo_file"),
    path(
        f"{_TABLE}/photo/<int:photo>/remove/",
        tables.table_photo_remove,
        name="table_photo_remove",
    ),
    path(f"{_TABLE}/link/", tables.table_link_new, name="table_link_new"),
    path(f"{_TABLE}/void/", tables.table_void, name="table_void"),
    path(f"{_TABLE}/restore/", tables.table_restore, name="table_restore"),
    path(f"{_TABLE}/replay/", tables.table_replay, name="table_replay"),
    path(f"{_TABLE}/substitute/", tables.table_substitute, name="table_substitute"),
    path(f"{_TABLE}/time/", tables.table_time, name="table_time"),
    path(f"{_TABLE}/strike/", tables.table_strike, name="table_strike"),
    path("<slug:key>/points/", points.adjustments, name="adjustments"),
    path("<slug:key>/points/<int:pk>/undo/", points.adjustment_undo, name="adjustment_undo"),
    path("<slug:key>/ties/", ties.ties, name="ties"),
    path("<slug:key>/ties/blitz/", ties.blitz_new, name="blitz_new"),
    path("<slug:key>/ties/decide/", ties.tie_decide, name="tie_decide"),
    path("<slug:key>/ties/<int:pk>/undo/", ties.decider_undo, name="decider_undo"),
    path("<slug:key>/blitz/<int:pk>/", ties.blitz, name="blitz"),
    path("<slug:key>/blitz/<int:pk>/undo/", ties.blitz_undo, name="blitz_undo"),
    path("<slug:key>/blitz/<int:pk>/link/", ties.blitz_link_new, name="blitz_link_new"),
    path("<slug:key>/blitz/<int:pk>/link.svg", ties.blitz_qr, name="blitz_qr"),
    path("blitz/table/<uuid:link>/", ties.blitz_table, name="blitz_table"),
    path("<slug:key>/stages/<int:number>/close/", ties.stage_close, name="stage_close"),
    path("<slug:key>/stages/<int:number>/reopen/", ties.stage_reopen, name="stage_reopen"),
]
"""Drawing, playing, points, ties."""

printed: list[URLPattern | URLResolver] = [
    path("<slug:key>/paper/", paper.tournament_paper, name="tournament_paper"),
    path("<slug:key>/paper/<int:number>/seating.pdf", paper.seating_pdf, name="seating_pdf"),
    path("<slug:key>/paper/<int:number>/tables.pdf", paper.tables_pdf, name="tables_pdf"),
    path("<slug:key>/paper/<int:number>/cards.pdf", paper.cards_pdf, name="cards_pdf"),
    path("<slug:key>/paper/blitz-<int:pk>.pdf", paper.blitz_sheet, name="blitz_sheet"),
    path("<slug:key>/paper/sheets/", paper.event_sheets, name="event_sheets"),
    path("<slug:key>/standings-<int:stage>.pdf", paper.standings_pdf, name="standings_pdf"),
    path("<slug:key>/event.pdf", paper.event_pdf, name="event_pdf"),
    path("<slug:key>/event.xlsx", paper.event_xlsx, name="event_xlsx"),
]
"""What is printed, and what goes into a spreadsheet."""

urlpatterns: list[URLPattern | URLResolver] = [
    *set_up,
    *playing,
    *showing_it,
    *printed,
]
