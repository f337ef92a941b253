"""Signing in, in the words of the page."""

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """A sign-in name or a confirmed address, and the passphrase."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = gettext_lazy("Username or e-mail")
        self.fields["password"].label = gettext_lazy("Password")
        self.fields["login"].widget.attrs["autofocus"] = True
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            field.help_text = ""
