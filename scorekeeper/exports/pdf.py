"""Pages for print: the only module that imports weasyprint."""

from weasyprint import HTML


def file_of(html: str) -> bytes:
    """Return a whole HTML document as the bytes of a PDF file."""
    pdf: bytes = HTML(string=html).write_pdf()
    return pdf
