"""PDFs out of HTML: the only user of WeasyPrint, which is imported when it is first needed."""

from __future__ import annotations

from generator.outputs.pdf.libraries import Libraries, available, probe, system_command
from generator.outputs.pdf.printing import Finisher, Printed, print_form, print_pdf

__all__ = [
    "Finisher",
    "Libraries",
    "Printed",
    "available",
    "print_form",
    "print_pdf",
    "probe",
    "system_command",
]
