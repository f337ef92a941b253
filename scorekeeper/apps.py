"""How Django knows the score keeper."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScorekeeperConfig(AppConfig):
    """Games at one table, and the accounts of those who keep them."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "scorekeeper"
    verbose_name = _("Score keeper")
