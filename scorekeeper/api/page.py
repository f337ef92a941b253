"""The description of the API: as OpenAPI for programs, and as a page drawn from it for people."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorekeeper.views.page import absolute

from .contract import api

PREFIX = "api/1/"


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an address, or a field of an answer; ``shape``: the answer it leads to."""

    name: str
    type: str
    words: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """An address that can be asked, what it takes, and its answers: status, words, shape."""

    path: str
    summary: str
    fields: tuple[Field, ...]
    answers: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What an answer is made of."""

    name: str
    words: str
    fields: tuple[Field, ...]


@cache
def schema() -> dict[str, Any]:
    """The OpenAPI description; the same as long as the program runs."""
    return dict(api.get_openapi_schema(path_prefix=PREFIX))


@require_GET
def api_schema(request: HttpRequest) -> HttpResponse:
    """The description for programs."""
    return JsonResponse(schema())


@require_GET
def api_page(request: HttpRequest) -> HttpResponse:
    """The description for people, without any script."""
    found = schema()
    context = {
        "description": found["info"]["description"],
        "operations": [
            _operation(path, methods["get"]) for path, methods in found["paths"].items()
        ],
        "shapes": [_shape(name, each) for name, each in found["components"]["schemas"].items()],
        "address": absolute("/" + PREFIX),
    }
    return render(request, "scorekeeper/api.html", context)


def _operation(path: str, said: Mapping[str, Any]) -> Operation:
    fields = [
        Field(each["name"], _type(each["schema"])[0], each.get("description", ""))
        for each in said["parameters"]
    ]
    answers = [
        (str(status), answer["description"], _type(_content(answer))[1])
        for status, answer in said["responses"].items()
    ]
    return Operation(path, said["description"], tuple(fields), tuple(answers))


def _content(answer: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return found


def _shape(name: str, said: Mapping[str, Any]) -> Shape:
    fields = [
        Field(key, *_type_and_words(each)) for key, each in said.get("properties", {}).items()
    ]
    return Shape(name, said.get("description", ""), tuple(fields))


def _type_and_words(said: Mapping[str, Any]) -> tuple[str, str, str]:
    kind, shape = _type(said)
    return kind, said.get("description", ""), shape


def _type(said: Mapping[str, Any]) -> tuple[str, str]:
    """A type in words ("list of Place", "integer or null"), and the shape in it, "" without one."""
    if "$ref" in said:
        name = said["$ref"].rsplit("/", 1)[-1]
        return name, name
    if "anyOf" in said:
        kinds = [_type(each) for each in said["anyOf"]]
        return " or ".join(kind for kind, _ in kinds), next((s for _, s in kinds if s), "")
    if said.get("type") == "array":
        kind, shape = _type(said["items"])
        return f"list of {kind}", shape
    if "enum" in said:
        return " · ".join(map(str, said["enum"])), ""
    if "additionalProperties" in said and isinstance(said["additionalProperties"], dict):
        kind, shape = _type(said["additionalProperties"])
        return f"name → {kind}", shape
    return str(said.get("format", said.get("type", ""))), ""
