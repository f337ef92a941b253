"""The games explained: the list of them, and a page each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

import rules
from scorekeeper.forms import language
from scorekeeper.reports.rulebook import rule_page


@require_GET
def rules_list(request: HttpRequest) -> HttpResponse:
    """The nine games in a sentence each."""
    context = {"rule_sets": rules.RULE_SETS.values(), "language": language()}
    return render(request, "scorekeeper/rules_list.html", context)


@require_GET
def rules_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One game: its boxes with examples, and its house rules."""
    rule_set = rules.RULE_SETS.get(key)
    if rule_set is None:
        raise Http404
    context = {"rule_set": rule_set, "page": rule_page(rule_set, language())}
    return render(request, "scorekeeper/rules_detail.html", context | {"language": language()})
