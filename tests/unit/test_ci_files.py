"""The workflow, the action and the hooks are well formed and safe, as those who check such files say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.unit.ci_files import ROOT, WORKFLOWS, run, step, steps


@pytest.mark.parametrize(
    ("schema", "files"),
    [("github-workflows", WORKFLOWS), ("github-actions", [ROOT / "action.yml"])],
    ids=["workflows", "action"],
)
def test_workflows_and_action_fit_the_published_schemas(schema: str, files: list[Path]) -> None:
    assert files
    done = run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_zizmor_finds_nothing() -> None:
    files = [*WORKFLOWS, ROOT / "action.yml"]
    done = run("zizmor", "--offline", "--no-progress", "--format", "plain", *files, cwd=ROOT)
    assert done.returncode == 0 and "No findings to report" in done.stdout, done.stdout


def test_zizmor_would_find_a_pasted_input(tmp_path: Path) -> None:
    broken = (ROOT / "action.yml").read_text(encoding="utf-8").replace('"$GAMES"', '"${{ inputs.games }}"')
    (tmp_path / "action.yml").write_text(broken, encoding="utf-8")
    done = run("zizmor", "--offline", "--no-progress", "action.yml", cwd=tmp_path)
    assert done.returncode != 0 and "template-injection" in done.stdout


def test_the_hooks_are_a_manifest_for_pre_commit(tmp_path: Path) -> None:
    manifest = ROOT / ".pre-commit-hooks.yaml"
    done = run("pre-commit", "validate-manifest", manifest, cwd=ROOT, PRE_COMMIT_HOME=str(tmp_path))
    assert done.returncode == 0, done.stdout


def test_no_script_has_an_expression_pasted_into_it() -> None:
    scripts = [each["run"] for each in steps() if "run" in each]
    assert len(scripts) >= 5
    assert [script for script in scripts if "${{" in script] == []


def test_every_action_of_others_is_pinned_to_a_commit() -> None:
    """A tag may be moved to other code, a commit may not."""
    lines = "\n".join(path.read_text(encoding="utf-8") for path in [*WORKFLOWS, ROOT / "action.yml"])
    used = re.findall(r"uses: (\S+)(.*)", lines)
    others = [(name, comment) for name, comment in used if name != "./"]
    assert len(others) >= 6
    for name, comment in others:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", name)
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment)


def test_one_action_is_pinned_to_one_commit_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for each in steps():
        name, _, commit = each.get("uses", "").partition("@")
        pins.setdefault(name, set()).add(commit)
    assert [name for name, commits in pins.items() if len(commits) > 1] == []


def test_the_workflow_tests_every_python_that_the_package_names() -> None:
    named = re.findall(r'Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == named


def test_the_site_is_published_from_main_alone_after_the_tests() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    # YAML 1.1 reads the key `on` as true.
    assert workflow[True]["push"] == {"branches": ["main"]}
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    assert jobs["site"]["if"] == "github.event_name == 'push'"
    assert jobs["site"]["needs"] == "test" and jobs["publish"]["needs"] == "site"
    writing = {name for name, job in jobs.items() if "write" in job["permissions"].values()}
    assert writing == {"publish"}


def test_the_address_of_the_published_folder_leads_to_the_site(tmp_path: Path) -> None:
    (tmp_path / "build" / "site").mkdir(parents=True)
    (tmp_path / "build" / "site" / "index.html").write_text("the site")
    (tmp_path / "build" / "pdf").mkdir()
    done = run("bash", "-eo", "pipefail", "-c", step("Lay out what is published")["run"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    public = tmp_path / "public"
    leads = re.findall(r'(?:url=|href=")([^"]+)"', (public / "index.html").read_text())
    assert leads and all((public / lead).read_text() == "the site" for lead in leads)
    assert (public / "pdf").is_dir()
    assert not (tmp_path / "build" / "index.html").exists()
