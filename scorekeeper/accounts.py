"""How allauth keeps accounts here."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.core import context as current
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

_log = logging.getLogger("scorekeeper.accounts")


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-up can be closed by the settings; letters come from, and links lead to, PUBLIC_URL."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether somebody without an account may make one."""
        return bool(settings.SIGN_UP)

    def format_email_subject(self, subject: str) -> str:
        """The subject on one line."""
        return " ".join(subject.split())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends a letter; where no mail server takes it, says so and logs why."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError as error:  # smtplib's errors are of this kind too
            _log.error("a letter could not be sent: %s", error)
            messages.error(
                current.request, _("The letter could not be sent. Try again later, or tell us.")
            )

    def get_login_stages(self) -> list[str]:
        """As allauth has them, but that an account without any address has none to confirm."""
        own = f"{ConfirmedEmail.__module__}.{ConfirmedEmail.__qualname__}"
        usual = "allauth.account.stages.EmailVerificationStage"
        return [own if stage == usual else stage for stage in super().get_login_stages()]


class ConfirmedEmail(EmailVerificationStage):  # type: ignore[misc]
    """Asks for a confirmed address of whoever has given one.

    Hosts added on the command line, as on a laptop in a hall, have none.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """The answer that interrupts signing in, if any, and whether it may go on."""
        user = self.login.user
        if not user.email and not EmailAddress.objects.filter(user=user).exists():
            return None, True
        response, goes_on = super().handle()
        return response, goes_on
