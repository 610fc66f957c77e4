"""Write artifacts with a manifest of their own, and look at what then stands in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

from generator.outputs.artifact import Artifact
from generator.outputs.manifest import MANIFEST, SUMS, Manifest, manifest, read_manifest
from generator.outputs.standing import JOURNAL
from generator.outputs.writer import Written, write

OWN = {str(path) for path in (MANIFEST, SUMS)}


def artifact(path: str, data: bytes) -> Artifact:
    return Artifact(PurePosixPath(path), data)


def manifest_of(artifacts: Sequence[Artifact], **more: object) -> Manifest:
    about: dict[str, object] = {"environment": {"python": "3.11.2"}, "inputs": {}, "rules": {}, **more}
    return manifest(artifacts, **about)  # type: ignore[arg-type]


def write_all(
    artifacts: Sequence[Artifact],
    root: Path,
    *,
    whole: bool = True,
    tell: Callable[[str], None] = lambda text: None,
    **more: object,
) -> Written:
    return write(artifacts, root, manifest_of(artifacts, **more), whole=whole, tell=tell)


def write_files(files: dict[str, bytes], root: Path, *, whole: bool = True) -> Written:
    return write_all([artifact(path, data) for path, data in files.items()], root, whole=whole)


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def others(root: Path) -> dict[str, bytes]:
    """All files but the manifest and the sums."""
    return {path: data for path, data in files(root).items() if path not in OWN}


def folders(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_dir()}


def assert_true(root: Path) -> Manifest | None:
    """A manifest that is there is true: each file that it lists stands there, the sums are those of all."""
    if not (root / MANIFEST).exists():
        return None
    found = read_manifest(root)
    assert found is not None, "the manifest is damaged"
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in files(root).items() if path != str(SUMS)}
    assert {path: sums.get(path) for path in found.artifacts} == {
        path: entry.sha256 for path, entry in found.artifacts.items()
    }
    listed = [*found.artifacts, str(MANIFEST)]
    expected = "".join(f"{sums[path]}  {path}\n" for path in sorted(listed))
    assert (root / SUMS).read_text(encoding="utf-8") == expected
    return found


def assert_finished(root: Path) -> Manifest:
    """As above, and nothing of a write is left over."""
    found = assert_true(root)
    assert found is not None
    assert [path for path in files(root) if Path(path).name.startswith(".handbill-")] == []
    assert not (root / JOURNAL).exists()
    return found
