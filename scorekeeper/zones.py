"""What people call a time zone."""

import rules

_NAMES = {
    "Europe/Kaliningrad": rules.Text("калининградское время", "Kaliningrad time"),
    "Europe/Moscow": rules.Text("московское время", "Moscow time"),
    "Europe/Samara": rules.Text("самарское время", "Samara time"),
    "Asia/Yekaterinburg": rules.Text("екатеринбургское время", "Yekaterinburg time"),
    "Asia/Omsk": rules.Text("омское время", "Omsk time"),
    "Asia/Novosibirsk": rules.Text("новосибирское время", "Novosibirsk time"),
    "Asia/Krasnoyarsk": rules.Text("красноярское время", "Krasnoyarsk time"),
    "Asia/Irkutsk": rules.Text("иркутское время", "Irkutsk time"),
    "Asia/Yakutsk": rules.Text("якутское время", "Yakutsk time"),
    "Asia/Vladivostok": rules.Text("владивостокское время", "Vladivostok time"),
    "Asia/Magadan": rules.Text("магаданское время", "Magadan time"),
    "Asia/Kamchatka": rules.Text("камчатское время", "Kamchatka time"),
}
"""The Russian zones that have a word of their own; any other is called after its city."""


def zone_name(zone: str, language: str) -> str:
    """``zone`` ("Europe/Moscow") as it is said in ``language``: "московское время"."""
    known = _NAMES.get(zone)
    if known is not None:
        return known.in_language(language)
    return zone.rpartition("/")[2].replace("_", " ")
