"""Names of outputs are made in one place, stay inside the output folder and never collide."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from generator.outputs.artifact import PAPERS, Artifact, check_paths, pdf_path, site_path
from generator.problems import HandbillError


def test_the_standard_edition_is_not_marked() -> None:
    plain = PurePosixPath("pdf/tsoy-charts-letter.pdf")
    assert pdf_path("tsoy", "charts", "letter") == pdf_path("tsoy", "charts", "letter", "standard") == plain
    assert str(pdf_path("tsoy", "charts", "a4", "large")) == "pdf/tsoy-charts-large-a4.pdf"
    assert str(site_path("maid", "reference")) == "site/maid/reference.html"


def test_the_papers_have_their_true_size() -> None:
    assert PAPERS == {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def test_a_paper_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(HandbillError) as refused:
        pdf_path("mlwm", "reference", "leter")
    assert refused.value.problems[0].hint == "did you mean 'letter'?"


@pytest.mark.parametrize("name", ["../mlwm", "Maid", "", "a--b", "a b", "con/aux", "ä"])
def test_a_name_that_cannot_stand_in_a_path_is_refused(name: str) -> None:
    for make in (lambda: pdf_path(name, "reference", "a4"), lambda: site_path("maid", name)):
        with pytest.raises(HandbillError) as refused:
            make()
        assert [problem.code for problem in refused.value.problems] == ["artifact-name"]


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "pdf/../../x", "C:/x", "pdf\\x", "."])
def test_a_path_out_of_the_folder_is_a_problem(path: str) -> None:
    found = check_paths([Artifact(PurePosixPath(path), b"")])
    assert [problem.code for problem in found] == ["artifact-path"]


@pytest.mark.parametrize("one, other", [("a/x.pdf", "a/x.pdf"), ("a/x.pdf", "A/X.pdf"), ("a/x", "a/x/y.pdf")])
def test_two_artifacts_at_one_path_are_a_problem(one: str, other: str) -> None:
    artifacts = [Artifact(PurePosixPath(path), b"") for path in (one, other)]
    assert [problem.code for problem in check_paths(artifacts)] == ["artifact-collision"]
    assert check_paths(artifacts[:1]) == []
