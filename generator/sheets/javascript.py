"""The PDF JavaScript that computes a derived value: plain ES5, complete in itself, with only what it needs.

Programs differ in what a widget's value is: a number or its text, the export value or what is displayed,
"Off" or nothing. The functions here take all of these.
"""

from __future__ import annotations

import re

from generator.rules.formula import Formula
from generator.rules.lookup import Lookup
from generator.sheets.inputs import Place
from generator.sheets.steps import Step

# v: a widget's value as trimmed text in small letters. n: a whole number or null. t: 1 where ticked, else 0.
# b: how many boxes are ticked. y: 1, 0 or null of yes, no or blank. c: 1 or 0 where the choice is or is not
# this one, null where nothing is chosen. s, r: the sum of a list, or over rows; null where all is null.
_FUNCTIONS = {
    "v": 'function v(k){var f=d.getField(k),x=f?f.value:"";'
    'return x===null||x===undefined?"":String(x).replace(/^\\s+|\\s+$/g,"").toLowerCase()}',
    "n": "function n(k,o){var x=v(k);if(o&&o.hasOwnProperty(x))return o[x];"
    "x=/^([-+\\u2212]?) ?(\\d+)(?:[.,]0*)?(?: .*)?$/.exec(x);"
    'return x?(x[1]&&x[1]!=="+"?-1:1)*x[2]:null}',
    "t": "function t(k){return/^(off|no|false|0|)$/.test(v(k))?0:1}",
    "b": 'function b(k,m){var x=0;for(var i=1;i<=m;i++)x+=t(k+"-"+i);return x}',
    "y": 'function y(k){var x=v(k);return x===""?null:x==="yes"?1:0}',
    "c": 'function c(k,a,l){var x=v(k);return x===""||x==="off"?null:x===a||x===l?1:0}',
    "s": "function s(a){var x=null;for(var i=0;i<a.length;i++)if(a[i]!==null)x=(x||0)+a[i];return x}",
    "r": "function r(m,f){var a=[];for(var i=1;i<=m;i++)a.push(f(i));return s(a)}",
    "g": "function g(x,z,w){if(x===null){if(z===null)m=1;return z}if(w)e=0;return x}",
}
_NEEDS = {"n": "v", "t": "v", "b": "t", "y": "v", "c": "v", "r": "s"}


def calculation(step: Step, place: Place) -> str:
    """The calculate script of a derived widget."""
    names: list[str] = []
    reads = []
    for given, own in zip(step.inputs, step.own, strict=True):
        names.append(f"a{len(names)}")
        default = "null" if given.default is None else str(given.default)
        reads.append(f"{names[-1]}=g({given.javascript(place)},{default},{int(own)})")
    body = _body(step, names)
    empty = "1" if step.inputs else "0"
    return _enclosed(f"var {','.join([f'e={empty}', 'm=0', *reads])};{body}")


def total(names: list[str]) -> str:
    """The calculate script of the sum of these widgets."""
    first = names[0].rpartition("-")
    row = first[0].rpartition("-")
    body = (
        f'var a=r({len(names)},function(i){{return n("{row[0]}-"+i+"-{first[2]}")}});'
        'event.value=a===null?"":String(a)'
    )
    return _enclosed(body)


def _enclosed(body: str) -> str:
    """The body with the functions that it calls, and no name left behind in the document."""
    return f"(function(d){{{''.join(_FUNCTIONS[key] for key in _used(body))}{body}}})(this)"


def _body(step: Step, names: list[str]) -> str:
    formula = step.field.formula
    if formula is None:
        value = names[0]
    else:
        known = formula.names if isinstance(formula, Lookup) else tuple(sorted(formula.names))
        by_name = dict(zip(known, names, strict=True))
        value = formula.javascript(by_name.__getitem__)
    if isinstance(formula, Formula) and formula.is_condition:
        return f'event.value=m||e?"":{value}?"yes":"no"'
    if isinstance(formula, Lookup):
        return f'event.value=m||e?"":{value}'
    return f'var z=m||e?"":{value};event.value=z===""||!isFinite(z)?"":String(z)'


def _used(body: str) -> list[str]:
    """The functions that a body calls, with those that they call."""
    used = {key for key in _FUNCTIONS if re.search(rf"(?<![\w.]){key}\(", body)}
    while more := {_NEEDS[key] for key in used if key in _NEEDS} - used:
        used |= more
    return [key for key in _FUNCTIONS if key in used]
