"""XMP metadata: its title cut out, so that each sheet has its own, and PDF/UA declared beside PDF/A."""

from __future__ import annotations

import re
from html import escape

_UA = """<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>the part of ISO 14289 that the file keeps</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
"""
"""PDF/A allows only what it knows, and PDF/UA's mark is none of it: a schema declares it."""

_TITLE = re.compile(r'(<rdf:li xml:lang="x-default">)([^<]*)(</rdf:li>)')


def metadata_around_title(xmp: str, title: str, archival: bool) -> tuple[str, str]:
    """What stands before and after the title in WeasyPrint's metadata.

    A PDF/A file is PDF/UA as well. The document has a title, or it could not be PDF/UA.
    """
    if archival:
        xmp = xmp.replace("</rdf:RDF>", f"{_UA}</rdf:RDF>")
    found = [match for match in _TITLE.finditer(xmp) if match[2] == escape(title, quote=False)]
    if not found:
        raise ValueError("the metadata that WeasyPrint wrote has no title")
    return xmp[: found[0].end(1)], xmp[found[0].start(3) :]
