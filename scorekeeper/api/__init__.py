"""The API to read, as addresses of the site."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from .contract import api, nothing
from .page import PREFIX, api_page, api_schema

# Ninja's own root is only there to find the others by a name space; ours have plain names.
_operations = [each for each in api.urls[0] if getattr(each, "name", "") != "api-root"]

patterns: list[URLPattern | URLResolver] = [
    path("api/", api_page, name="api"),
    path(f"{PREFIX}openapi.json", api_schema, name="api_schema"),
    path(PREFIX, include(_operations)),
    re_path(rf"^{PREFIX}(?P<rest>.*)$", nothing, name="api_nothing"),
]
