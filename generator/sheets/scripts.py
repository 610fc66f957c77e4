"""The PDF JavaScript that guards numbers: plain ES5, no function of Acrobat's own, no alert."""

from __future__ import annotations

from functools import cache

from generator.sheets.widget import Scripts


@cache
def number(least: int, most: int) -> Scripts:
    """Lets only digits (and a minus, where numbers below 0 exist) be typed, and only the range be entered."""
    minus = "-?" if least < 0 else ""
    keystroke = (
        "if(!event.willCommit){var v=String(event.value);"
        "v=v.slice(0,event.selStart)+event.change+v.slice(event.selEnd);"
        f"if(!/^{minus}\\d*$/.test(v))event.rc=false}}"
    )
    validate = (
        'var v=String(event.value).replace(/\\s/g,"");'
        f'if(v!==""&&!(/^[-+]?\\d+$/.test(v)&&+v>={least}&&+v<={most}))event.rc=false'
    )
    return Scripts(keystroke=keystroke, validate=validate)
