"""The Jinja environment: sandboxed, escaping, and every undefined name told with its file and line."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from jinja2 import (
    FileSystemLoader,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplatesNotFound,
    TemplateSyntaxError,
    Undefined,
    pass_context,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import escape

from generator.content.games import owner
from generator.problems import HandbillError, Problem, nearest
from generator.render import numbers
from generator.render.marks import called

FILTERS: dict[str, Callable[..., str]] = {
    "percent": numbers.percent,
    "signed": numbers.signed,
    "number": numbers.number_text,
    "decimal": numbers.decimal,
    "words": numbers.words,
    "times": numbers.times,
    "die": numbers.die,
    "called": called,
}
"""All filters that make text, mostly from numbers; Jinja's own come beside them."""


_HEADING_ID = re.compile(r"\{#[\w-]+\}")  # the id of a heading, which Jinja would take for a comment


class Environment(ImmutableSandboxedEnvironment):
    """Jinja over ``templates/``; ``problems`` collects what content asked for and did not get."""

    def __init__(self, templates: Path, shown: Callable[[Path], str]) -> None:
        super().__init__(
            autoescape=True,
            undefined=_noting(self),
            loader=FileSystemLoader(templates),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            # What is wrong in a constant expression has its place only at run time: fold none.
            optimized=False,
            finalize=pass_context(lambda _, value: value),
        )
        self.problems: list[Problem] = []
        self._shown = shown
        self._names: tuple[str, ...] = ()
        self.filters.update({name: _asking(make) for name, make in FILTERS.items()})

    def join_path(self, template: str, parent: str) -> str:
        """A template that another one, or content, names. A game reads its own and the shared ones only, for
        a change to the templates of one game makes no other game anew."""
        game, other = owner(parent.removeprefix("content/")), owner(template)
        if game and other and game != other:
            raise _Foreign(template)
        return template

    def call_template(self, name: str, **values: object) -> str:
        """The text of a template file; HandbillError with its file and line."""
        with self._telling(None, values):
            return self.get_template(name).render(values)

    def call_text(
        self, text: str, path: str, line: int, values: Mapping[str, object], *, plain: bool = False
    ) -> str:
        """Render content that begins at ``line`` of ``path``; HandbillError with the true line.

        ``plain`` is for text that is no Markdown: what stands outside Jinja is escaped.
        """
        written = _HEADING_ID.sub(r'{{ "\g<0>" }}', text)
        with self._telling(path, values):
            if plain:
                written = self._escaped(written)
            code = self.compile("\n" * (line - 1) + written, name=path, filename=path)
            made = Template.from_code(self, code, self.make_globals(None)).render(values)
        return made[line - 1 :]

    def _escaped(self, text: str) -> str:
        """The text with everything escaped that is not Jinja."""
        parts = ((escape(part) if kind == "data" else part) for _, kind, part in self.lex(text))
        return "".join(parts)

    @contextmanager
    def _telling(self, path: str | None, names: Collection[str]) -> Iterator[None]:
        """Raise what was noted meanwhile, and whatever ended it, as problems with their places."""
        before, self._names = len(self.problems), tuple(names)
        try:
            yield
        except HandbillError as error:
            place = _line_in(error, path)
            raised = [problem.at(path, place) if path else problem for problem in error.problems]
            raise HandbillError(self.problems[before:] + raised, error.exit_status) from error
        except Exception as error:
            raise HandbillError(self._with_noted(before, self._problem(error, path))) from error
        if len(self.problems) > before:
            raise HandbillError(self.problems[before:])

    def _with_noted(self, before: int, last: Problem) -> list[Problem]:
        """What was noted, and what ended the rendering unless it follows from a name noted on its line."""
        noted = self.problems[before:]
        follows = any(problem.line == last.line and problem.code == "unknown-fact" for problem in noted)
        return noted if follows else [*noted, last]

    def note(self, code: str, message: str, hint: str | None = None) -> None:
        """Collect a problem at the place in content or template that is being rendered now."""
        path, line = _current_place()
        self.problems.append(Problem(code, message, path and self._show(path), line, hint=hint))

    def _show(self, path: str) -> str:
        return self._shown(Path(path)) if Path(path).is_absolute() else path

    def _problem(self, error: Exception, path: str | None = None) -> Problem:
        match error:
            case TemplatesNotFound() | TemplateNotFound():
                code, message = "missing-template", f"there is no template '{error.name}'"
                hint = nearest(str(error.name), self.list_templates())
                if isinstance(error, _Foreign):
                    code, message = "foreign-template", f"'{error.name}' is a template of another game"
                    hint = "a game uses its own and those of all games: move it to templates/macros/"
                place, line = (path, _line_in(error, path)) if path else _last_template_line(error)
                return Problem(code, message, place and self._show(place), line, hint=hint)
            case TemplateSyntaxError():
                found = self._show(error.filename) if error.filename else path
                return Problem("template", error.message or "not a template", found, error.lineno)
        place, line = (path, _line_in(error, path)) if path else _last_template_line(error)
        if isinstance(error, _ASKED_WRONGLY):
            reason = str(error.args[0]) if error.args else type(error).__name__
            return Problem("fact", reason, place and self._show(place), line)
        raise error


def _asking(make: Callable[..., str]) -> Callable[..., str]:
    """The filter, but an undefined value is told as such instead of as a wrong type."""

    @functools.wraps(make)
    def call(value: object, *args: object, **named: object) -> str:
        return str(value) if isinstance(value, Undefined) else make(value, *args, **named)

    return call


def _noting(environment: Environment) -> type[Undefined]:
    class Missing(Undefined):
        """An unknown name: noted with its place when it is used, then empty, so that all are told at once."""

        def _told(self, *_: Any, **__: Any) -> Any:
            name = self._undefined_name
            if self._undefined_obj is not missing:
                known = [key for key in dir(self._undefined_obj) if not key.startswith("_")]
                message = f"'{name}' is not something that can be asked here"
            else:
                known = [*environment._names, *environment.globals]
                message = f"'{name}' is not a fact that content can ask for"
            environment.note("unknown-fact", message, nearest(str(name), known))
            return self

        def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
            self._told()
            raise _AlreadyTold

        __call__ = __getitem__ = __add__ = __radd__ = __sub__ = __mul__ = __lt__ = __gt__ = _told
        __eq__ = __ne__ = _told
        __hash__ = Undefined.__hash__

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            return self._told()

        def __str__(self) -> str:
            self._told()
            return ""

        def __html__(self) -> str:
            return str(self)

        def __iter__(self) -> Iterator[Any]:
            self._told()
            return iter(())

        def __bool__(self) -> bool:
            self._told()
            return False

    return Missing


_ASKED_WRONGLY = (TemplateError, TypeError, ValueError, KeyError, ArithmeticError, AttributeError)


class _Foreign(TemplateNotFound):
    """A template that belongs to another game."""


class _AlreadyTold(Exception):
    """The place of an undefined name is noted; rendering cannot go on."""


def _current_place() -> tuple[str | None, int | None]:
    """The innermost template frame that is running: its file and the line there."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            return template.filename or template.name, template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back
    return None, None


def _template_lines(error: BaseException) -> Iterator[tuple[str, int]]:
    trace = error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.filename or template.name, template.get_corresponding_lineno(trace.tb_lineno)
        else:
            yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _line_in(error: BaseException, path: str | None) -> int | None:
    lines = [line for found, line in _template_lines(error) if found == path]
    return lines[-1] if lines else None


def _last_template_line(error: BaseException) -> tuple[str | None, int | None]:
    found = [place for place in _template_lines(error) if place[0].endswith((".html", ".css", ".md"))]
    return found[-1] if found else (None, None)
