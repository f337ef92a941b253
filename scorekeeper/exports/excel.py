"""Workbooks: the only module that imports openpyxl."""

from io import BytesIO

from openpyxl import Workbook


def file_of(workbook: Workbook) -> bytes:
    """Return the workbook as the bytes of an .xlsx file."""
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()
