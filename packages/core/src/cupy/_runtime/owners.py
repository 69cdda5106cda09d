"""Other distributions that put files into the folder of this package: which, and what mends it."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from os import PathLike

__all__ = []

#: Distributions of this project, as the folders of their metadata begin.
_OURS = ("cupy_core-", "cupy_scipy_ext-", "cupy_cuda_bindings-", "cupy_rocm_bindings-", "cupy_testing-")


def overlapping(folder: str | PathLike[str] | None = None) -> list[tuple[str, ...]]:
    """``(name, version)`` of other distributions whose files lie in the folder ``cupy`` beside their metadata.

    Parameters
    ----------
    folder : str, optional
        Where packages are installed; where this one is if not given.
    """
    folder = folder or _installed()
    found = []
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return found
    for name in names:
        if not name.startswith("cupy") or not name.endswith(".dist-info") or name.startswith(_OURS):
            continue
        distribution = _distribution(os.path.join(folder, name))
        if any(line.startswith("cupy/") for line in (distribution.read_text("RECORD") or "").splitlines()):
            found.append((distribution.metadata["Name"], distribution.version))
    return found


def _installed() -> str:
    """The folder that holds this package's."""
    path = os.path.realpath(__file__)
    for _ in range(3):
        path = os.path.dirname(path)
    return path


def _distribution(path: Any) -> Any:
    from importlib.metadata import PathDistribution     # which takes longer to load than there is to look at
    from pathlib import Path

    return PathDistribution(Path(path))


def remedy(found: list[tuple[str, ...]]) -> str:
    """The command that leaves this package alone in its folder."""
    names = " ".join(name for name, _ in found)
    return f"pip uninstall -y {names} && pip install --force-reinstall --no-deps cupy-core"


def overwritten(folder: str | PathLike[str] | None = None) -> int:
    """How many files of this package are not as they were installed."""
    from pathlib import Path

    folder = folder or _installed()
    count = 0
    for info in Path(folder).glob("cupy_core-*.dist-info"):
        for line in (_distribution(info).read_text("RECORD") or "").splitlines():
            start, _, size = line.rpartition(",")
            path = start.rpartition(",")[0]
            if path.startswith("cupy/") and size.isdigit():
                file = Path(folder, path)
                count += not file.exists() or file.stat().st_size != int(size)
    return count
