"""Files that are sent: one file, and what was read from it on its way from preview to writing."""

from typing import Any, ClassVar

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_SALT = "scorekeeper.uploads"


class UploadForm(forms.Form):
    """One file, small enough to be read at once."""

    most_bytes: ClassVar[int] = 2 * 1024 * 1024

    file = forms.FileField(label=gettext_lazy("File"), allow_empty_file=False)

    def clean_file(self) -> Any:  # noqa: ANN401 - bytes, or what a form makes of them
        """The bytes of the file."""
        sent = self.cleaned_data["file"]
        assert isinstance(sent, UploadedFile)
        if (sent.size or 0) > self.most_bytes:
            raise forms.ValidationError(_("The file is too large."))
        content: bytes = sent.read()
        return content


class TableForm(UploadForm):
    """A table of people, XLSX or CSV."""

    def clean_file(self) -> list[list[str]]:
        """Its rows."""
        from scorekeeper.exports.delimited import read_csv
        from scorekeeper.exports.reading import RefusedFileError, is_workbook, read_rows

        content = super().clean_file()
        try:
            return read_rows(content) if is_workbook(content) else read_csv(content)
        except RefusedFileError as refused:
            raise forms.ValidationError(str(refused)) from refused


class ArchiveForm(UploadForm):
    """A whole club."""

    most_bytes = 32 * 1024 * 1024


def sealed(value: object) -> str:
    """What was read, as a text that nobody else can make: it goes into the page and comes back."""
    return signing.dumps(value, salt=_SALT, compress=True)


def unsealed(text: str) -> Any:  # noqa: ANN401 - whatever was sealed
    """What was sealed within the last hour; None for anything else."""
    try:
        return signing.loads(text, salt=_SALT, max_age=3600)
    except signing.BadSignature:
        return None
