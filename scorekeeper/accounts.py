"""How allauth keeps accounts here."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from django.conf import settings
from django.http import HttpRequest, HttpResponse


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-up can be closed by the settings; letters come from, and links lead to, PUBLIC_URL."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether somebody without an account may make one."""
        return bool(settings.SIGN_UP)

    def format_email_subject(self, subject: str) -> str:
        """The subject on one line."""
        return " ".join(subject.split())

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
