"""The JSON Schema of a sheet's character files, for editors and other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.sheets.field import Field
from generator.sheets.head import Head


def of(sheet: Head, fields: Iterable[Field]) -> dict[str, Any]:
    """Draft 7: it accepts what ``Sheet.check`` accepts, outer space around texts aside."""
    properties: dict[str, Any] = {
        "sheet": {"const": sheet.id, "description": "which sheet this character is on"},
        "version": {"const": sheet.version, "description": "the version of the sheet"},
        "based_on": {"type": "string", "description": "another character's file, whose values count too"},
        "aside": {"type": "object", "additionalProperties": {"type": "string"}},
    }
    for field in (field for field in fields if field.stored):
        about = {"title": field.label} | ({"description": field.help} if field.help else {})
        properties[field.name] = about | field.schema()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:handbill:{sheet.id.replace('/', ':')}:{sheet.version}",
        "title": f"{sheet.title} ({sheet.id})",
        "type": "object",
        "properties": properties,
        "required": ["sheet"],
        "additionalProperties": False,
    }
