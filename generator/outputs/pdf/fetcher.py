"""A fetcher for WeasyPrint that reaches the declared assets, and nothing else at all."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

from generator.outputs.assets import ASSET_SCHEME
from generator.outputs.pdf.libraries import weasyprint


def closed_fetcher(assets: Mapping[str, bytes]) -> Any:
    """A fetcher of ``asset:NAME`` for the names given, and of pictures written as ``data:image/``.

    Its ``refused`` lists every other address that the page asked for.
    """
    urls = weasyprint().urls
    base: Any = urls.URLFetcher

    class ClosedFetcher(base):  # type: ignore[misc]
        def __init__(self) -> None:
            # Without the base's __init__ there is no handler that could open a file or a connection.
            self.refused: list[str] = []
            self._fail_on_errors = False

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(ASSET_SCHEME)
            if name != url and name in assets:
                kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
                return urls.URLFetcherResponse(url, assets[name], {"Content-Type": kind})
            if url[:11].lower() == "data:image/":
                kind, data = _data(url)
                return urls.URLFetcherResponse(url, data, {"Content-Type": kind})
            self.refused.append(url)
            raise ValueError(f"not a declared asset: {url}")

    return ClosedFetcher()


def _data(url: str) -> tuple[str, bytes]:
    head, _, body = url[len("data:") :].partition(",")
    data = unquote_to_bytes(body)
    return head.split(";")[0], base64.b64decode(data) if head.endswith(";base64") else data
