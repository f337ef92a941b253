"""Signing in and making an account, in the words of the page."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.utils.translation import gettext_lazy


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """A sign-in name or a confirmed address, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = gettext_lazy("Username or e-mail")
        self.fields["password"].label = gettext_lazy("Password")
        self.fields["login"].widget.attrs["autofocus"] = True
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
            field.help_text = ""


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """A name to sign in with, an address, and a password twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("Name to sign in with")
        self.fields["email"].label = gettext_lazy("E-mail")
        self.fields["password1"].help_text = " ".join(password_validators_help_texts())
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
