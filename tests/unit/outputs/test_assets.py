"""A page may fetch what is declared, link to the web, and run nothing but our own scripts."""

from __future__ import annotations

import pytest

from generator.outputs.assets import refuse_foreign

REFUSED = [
    ('<img src="file:///etc/passwd">', "file:///etc/passwd"),
    ('<img src="http://example.org/x.png">', "http://example.org/x.png"),
    ('<img src="//example.org/x.png">', "//example.org/x.png"),
    ('<img src="../secret.png">', "../secret.png"),
    ('<IMG SRC="&#102;ile:///x">', "file:///x"),
    ('<img srcset="data:image/png;base64 1x, http://example.org/2x.png 2x">', "http://example.org/2x.png"),
    ('<link rel="attachment" href="file:///etc/passwd">', "file:///etc/passwd"),
    ('<link rel="stylesheet" href="style.css">', "style.css"),
    ('<link rel="preload" as="image" imagesrcset="http://e.org/x 1x">', "http://e.org/x"),
    ('<object data="x.pdf"></object>', "x.pdf"),
    ('<object data="x.pdf"></object>', "<object>"),
    ('<embed src="x.swf">', "<embed>"),
    ('<iframe src="https://example.org"></iframe>', "<iframe>"),
    ('<iframe srcdoc="<script>x()</script>"></iframe>', "srcdoc"),
    ('<base href="https://example.org/">', "<base>"),
    ('<video poster="x.png"></video>', "x.png"),
    ('<audio src="x.mp3"></audio>', "x.mp3"),
    ('<input type="image" src="x.png">', "x.png"),
    ('<form action="https://example.org/steal"></form>', "https://example.org/steal"),
    ('<button formaction="https://example.org/steal">', "https://example.org/steal"),
    ('<body background="x.png">', "x.png"),
    ('<svg><image href="file:///x.png"/></svg>', "file:///x.png"),
    ('<svg><image xlink:href="x.png"/></svg>', "x.png"),
    ('<svg><use href="x.svg#a"/></svg>', "x.svg#a"),
    ('<svg><rect fill="url(x.svg#a)"/></svg>', "x.svg#a"),
    ('<p style="background: url(x.png)">', "x.png"),
    ("<p style=\"background: URL( 'file:///x' )\">", "file:///x"),
    ('<p style="background: u\\72l(http://e.org/x)">', "http://e.org/x"),
    ('<p style="background: ur/**/l(a) url/* */(b), url(c)">', "c"),
    ("<style>@import 'x.css';</style>", "x.css"),
    ('<style>@import url("http://e.org/x.css");</style>', "http://e.org/x.css"),
    ("<style>@font-face { src: url(file:///x.ttf) }</style>", "file:///x.ttf"),
    ('<style>a { background: image-set("x.png" 1x) }</style>', "x.png"),
    ("<style>@color-profile x { src: url(file:///x.icc) }</style>", "file:///x.icc"),
    ('<a href="javascript:alert(1)">', "javascript:alert(1)"),
    ('<a href=" java&#9;script:alert(1)">', " java\tscript:alert(1)"),
    ('<a href="file:///etc/passwd">', "file:///etc/passwd"),
    ('<a href="data:text/html,x">', "data:text/html,x"),
    ('<a href="//example.org">', "//example.org"),
    ('<a href="#x" onclick="x()">', "onclick"),
    ('<body onload="x()">', "onload"),
    ("<script>x()</script>", "<script>"),
    ('<script src="x.js"></script>', "<script>"),
    ('<meta http-equiv="Refresh" content="0; url=https://example.org">', "<meta http-equiv=refresh>"),
]


@pytest.mark.parametrize("html, what", REFUSED)
def test_what_a_page_must_not_fetch_or_run_is_refused_with_its_line(html: str, what: str) -> None:
    found = refuse_foreign(f"<!doctype html>\n<p>fine</p>\n{html}", "maid/reference.md")
    assert f"{what!r} is refused" in [problem.message for problem in found]
    assert {(problem.code, problem.path, problem.line) for problem in found} == {
        ("asset-refused", "maid/reference.md", 3)
    }


def test_nothing_is_refused_in_a_page_that_keeps_to_itself() -> None:
    html = """<a href="https://example.org/a?b=c:d">web</a> <a href="http://example.org">web</a>
      <a href="mailto:x@example.org">mail</a> <a href="#part">part</a>
      <a href="../maid/reference.html">page</a>
      <svg><defs><path id="a"/></defs><use href="#a"/><rect fill="url(#a)"/></svg>
      <img src="data:image/svg+xml,%3Csvg/%3E" alt="">
      <p style="color: red" class="fetch">file:///etc/passwd</p>
      <style>/* url(x.png) */ a { background: url("data:image/png;base64,AA=="); color: red }</style>"""
    assert refuse_foreign(html, "page") == []


def test_declared_addresses_are_allowed_exactly_as_written() -> None:
    html = '<style>@font-face { src: url("../fonts/a.woff2") }</style><img src="asset:figure.svg" alt="">'
    assert refuse_foreign(html, "page", {"../fonts/a.woff2", "asset:figure.svg"}) == []
    assert len(refuse_foreign(html, "page", {"fonts/a.woff2", "asset:figure"})) == 2


def test_only_scripts_that_carry_the_nonce_of_our_templates_run() -> None:
    html = '<script nonce="k3">fine()</script><script nonce="other">bad()</script><script>bad()</script>'
    assert len(refuse_foreign(html, "page", nonce="k3")) == 2
    assert len(refuse_foreign(html, "page")) == 3


def test_all_problems_are_told_at_once_with_the_line_that_holds_them() -> None:
    found = refuse_foreign("<p>\n  <img src=a>\n<img src=b>", "page")
    assert [(problem.line, problem.source) for problem in found] == [(2, "  <img src=a>"), (3, "<img src=b>")]
