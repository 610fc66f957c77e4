"""The versions of what lays out and writes, read off file names: nothing of it is imported for that."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable

from generator.outputs.fonts import package_name
from generator.outputs.forms.versions import library_version, version

PACKAGES = (
    "brotli", "cssselect2", "fonttools", "jinja2", "markdown", "pydyf", "pymdown-extensions", "pypdf",
    "pyphen", "tinycss2", "tinyhtml5", "uharfbuzz", "weasyprint",
)  # fmt: skip
ALWAYS = ("python", "pango", "harfbuzz", "zlib", *PACKAGES)
"""What every manifest tells the version of. (zlib packs every PDF, and its forks pack otherwise.)"""
UNKNOWN = "unknown"


def environment(families: Iterable[str] = ()) -> dict[str, str]:
    """Name to version of all that shapes the bytes of an artifact, "unknown" where it was not found.

    ``families`` are the typefaces that were used; each stands as its package, ``fontpkg-eb-garamond``.
    """
    found = {
        "python": ".".join(str(part) for part in sys.version_info[:3]),
        "pango": library_version("pango"),
        "harfbuzz": library_version("harfbuzz"),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }
    names = (*PACKAGES, *(package_name(family) for family in families))
    found |= {name: version(name) for name in names}
    return {name: made or UNKNOWN for name, made in sorted(found.items())}
