"""What every test run shares: `needs`, the account of skipped tests, `--update-golden`, tiers of examples."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

# Time limits on an example fail at random on a busy machine; fixed examples make a run repeatable.
settings.register_profile("short", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=2000)
settings.load_profile("short")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expected files in tests/golden"
    )


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--update-golden"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    wanted = {command for marker in item.iter_markers("needs") for command in marker.args}
    missing = sorted(name for name in wanted if not _is_there(name))
    if missing:
        pytest.skip(" and ".join(missing) + (" is missing" if len(missing) == 1 else " are missing"))


def _is_there(name: str) -> bool:
    """Whether there is a command of that name, or an npm package that set-up put beside this Python."""
    return shutil.which(name) is not None or Path(sys.prefix, "node", "node_modules", name).is_dir()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names every test that was not run, by reason."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for report in terminalreporter.stats.get("skipped", ()):
        by_reason[_reason(report)].append(report.nodeid)
    for reason, tests in sorted(by_reason.items()):
        noun = "test" if len(tests) == 1 else "tests"
        terminalreporter.write_line(f"{len(tests)} {noun} not run because {reason}:", yellow=True)
        for test in sorted(tests):
            terminalreporter.write_line(f"    {test}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With HANDBILL_NO_SKIPS=1, a run that skipped a test has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("HANDBILL_NO_SKIPS") != "1" or reporter is None or _is_worker(session):
        return
    if reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _is_worker(session: pytest.Session) -> bool:
    return hasattr(session.config, "workerinput")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason as written at the skip, without pytest's own prefix.

    A module skipped while it is collected carries its reason as a plain text.
    """
    found = report.longrepr
    text = found[2] if isinstance(found, tuple) else str(found)
    return re.sub(r"^Skipped: ", "", text).rstrip(":.")


collect_ignore = ["bench"]  # programs of their own, some for other engines: `make bench` runs them
