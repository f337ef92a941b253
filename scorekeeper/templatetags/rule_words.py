"""The two-language names of the rules and of time zones, in templates."""

from django import template

import rules
from scorekeeper import zones

register = template.Library()


@register.filter
def said(text: rules.Text, language: str) -> str:
    """The name in the language of the page: ``{{ rule_set.name|said:language }}``."""
    return text.in_language(language)


@register.filter
def zone_name(zone: str, language: str) -> str:
    """What people call a zone: ``{{ club.zone|zone_name:language }}``."""
    return zones.zone_name(zone, language)
