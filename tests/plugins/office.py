"""LibreOffice as the judge of the workbooks: it recalculates what the program wrote."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Recalculate = Callable[[Path], Path]


@pytest.fixture(scope="session")
def recalculate(tmp_path_factory: pytest.TempPathFactory) -> Recalculate:
    """Return a function: path of an .xlsx in, path of a copy with every formula's value out.

    Raises `pytest.UsageError` when LibreOffice is missing, `CalledProcessError` when it fails.
    """
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        raise pytest.UsageError("No LibreOffice found: run .ci/packages test.")
    profile = tmp_path_factory.mktemp("office-profile")

    def convert(workbook: Path) -> Path:
        folder = tmp_path_factory.mktemp("recalculated")
        command = [
            office,
            f"-env:UserInstallation={profile.as_uri()}",
            "--headless",
            "--norestore",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(folder),
            str(workbook),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return folder / workbook.name

    return convert
