"""PDF output through pdflatex, if installed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from plywise.errors import InputError

MAX_SECONDS = 120


def make_pdf(latex: str) -> bytes:
    """Return a LaTeX document as PDF. Raises InputError if pdflatex is missing or fails."""
    program = shutil.which("pdflatex")
    if program is None:
        raise InputError("PDF needs pdflatex, which is not installed (Debian: texlive-latex-base, texlive-pictures)")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sheet.tex").write_text(latex, encoding="utf-8")
        words = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "sheet.tex"]
        try:
            done = subprocess.run(words, cwd=folder, capture_output=True, timeout=MAX_SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise InputError(f"pdflatex did not finish within {MAX_SECONDS} seconds") from None
        if done.returncode:
            said = [line for line in done.stdout.decode("utf-8", "replace").splitlines() if line.startswith("!")]
            raise InputError(f"pdflatex failed: {said[0] if said else 'without a message'}")
        return (Path(folder) / "sheet.pdf").read_bytes()
