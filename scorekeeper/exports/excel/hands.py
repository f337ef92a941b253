"""A list of single hands in one worksheet, each balance a live formula."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _
from openpyxl.styles import Border, Protection
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.exports.formulas import decimals
from scorekeeper.exports.report import Deal, DealtHand, HandsReport

from .cells import CENTRED, CLUB, HAIR, HEAD, set_up, write_date, write_text


def write_hands(sheet: Worksheet, report: HandsReport) -> None:
    write_text(sheet["A1"], report.club or report.rules.name.in_language(report.language))
    sheet["A1"].font = CLUB
    write_text(sheet["A2"], " · ".join(filter(None, (report.title, report.code))))
    write_date(sheet, 3, report)
    heads = (_("Deal"), _("Player"), _("Dice"), _("Hand"), _("Place"), _("Pot"), _("Balance"))
    for letter, width, head in zip("ABCDEFG", (8, 26, 14, 34, 8, 12, 12), heads, strict=True):
        write_text(sheet[f"{letter}5"], head)
        sheet[f"{letter}5"].font, sheet[f"{letter}5"].alignment = HEAD, CENTRED
        sheet.column_dimensions[letter].width = width
    for row, (title, hand) in enumerate(_hands(report), start=6):
        _hand(sheet, row, title, hand, decimals(Decimal(report.rules.options.unit)))
    sheet.freeze_panes = "C6"
    set_up(sheet, 5)


def _hands(report: HandsReport) -> Iterator[tuple[str, DealtHand]]:
    blank = tuple(DealtHand(name) for name in report.players)
    deals = report.deals or tuple(Deal(str(n + 1), blank) for n in range(report.blank_deals))
    for deal in deals:
        for hand in deal.hands:
            yield deal.title, hand


def _hand(sheet: Worksheet, row: int, title: str, hand: DealtHand, cents: int) -> None:
    zero = f"0.{'0' * cents}" if cents else "0"
    for letter, text in zip("ABCD", (title, hand.player, "", hand.name), strict=True):
        write_text(sheet[f"{letter}{row}"], text)
    write_text(sheet[f"C{row}"], " ".join(map(str, hand.dice)))
    sheet[f"E{row}"], sheet[f"F{row}"] = hand.place, hand.won
    same = f"EXACT(B$6:B{row},B{row})"
    sheet[f"G{row}"] = f'=IF(F{row}="","",SUMPRODUCT({same}*1,F$6:F{row}))'
    for letter in "FG":
        sheet[f"{letter}{row}"].number_format = f'"+"{zero};"−"{zero};{zero}'
    for letter in "ABCDEFG":
        sheet[f"{letter}{row}"].border = Border(HAIR, HAIR, HAIR, HAIR)
        sheet[f"{letter}{row}"].protection = Protection(locked=letter == "G")
