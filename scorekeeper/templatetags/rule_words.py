"""The two-language names of the rules, in templates."""

from django import template

import rules

register = template.Library()


@register.filter
def said(text: rules.Text, language: str) -> str:
    """The name in the language of the page: ``{{ rule_set.name|said:language }}``."""
    return text.in_language(language)
