"""Tokens of an account, for programs that read the API."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import actions
from scorekeeper.forms.tokens import TokenForm
from scorekeeper.views.access import Request, account_of, signed_in


@require_http_methods(["GET", "POST"])
@never_cache
@signed_in
def tokens(request: Request) -> HttpResponse:
    """The tokens of one's account; making one, whose text is shown this once."""
    account = account_of(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    text = _made(request, form) if form.is_valid() else ""
    context = {
        "form": TokenForm() if text else form,
        "text": text,
        "tokens": account.tokens.order_by("revoked_at", "-made_at"),
    }
    status = 422 if form.is_bound and not text else 200
    return render(request, "scorekeeper/tokens.html", context, status=status)


def _made(request: Request, form: TokenForm) -> str:
    name = form.cleaned_data["name"]
    try:
        _token, text = actions.make_token(
            account=account_of(request), name=name, now=timezone.now()
        )
    except actions.SameName:
        form.add_error("name", _("You have a token of this name already."))
    except actions.TooManyTokens:
        form.add_error("name", _("You have as many tokens as one may have: revoke one first."))
    else:
        return text
    return ""


@require_POST
@signed_in
def token_revoke(request: Request, pk: int) -> HttpResponse:
    """Ends a token of one's own."""
    token = get_object_or_404(account_of(request).tokens.select_related("account"), pk=pk)
    actions.revoke_token(token=token, now=timezone.now())
    return redirect("tokens")
