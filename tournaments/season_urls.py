"""The addresses of seasons: below /seasons/, each by its unguessable key."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import seasons

urlpatterns: list[URLPattern | URLResolver] = [
    path("", seasons.seasons, name="seasons"),
    path("new/", seasons.season_new, name="season_new"),
    path("<slug:key>/", seasons.season, name="season"),
    path("<slug:key>/settings/", seasons.season_settings, name="season_settings"),
    path("<slug:key>/evenings/", seasons.season_evenings, name="season_evenings"),
    path("<slug:key>/day/", seasons.season_day, name="season_day"),
    path("<slug:key>/teams/", seasons.season_teams, name="season_teams"),
    path("<slug:key>/copy/", seasons.season_copy, name="season_copy"),
    path("<slug:key>/archive/", seasons.season_archive, name="season_archive"),
]
