"""Which backend is used, and why not the others.

A backend is a package ``cupy_NAME`` with a module ``backend``, or what an entry point of the group ``cupy.backends``
names.  Nothing is known of it here but what it declares.
"""
from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import re
import sys
import warnings
from typing import TYPE_CHECKING, Any

from cupy._runtime import owners
from cupy._runtime.errors import BackendError
from cupy._runtime.warned import BackendWarning, warn

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints
    from types import ModuleType

GROUP = "cupy.backends"

#: The backend that core ships, which always works and has the lowest priority.
HOST = "host"

CONTRACT = 1


def find(name: str) -> Any:
    """The backend module of this name, or None when it is not installed."""
    if name == HOST:
        return importlib.import_module("cupy._host.backend")
    if name in _on_path() or name.isidentifier() and importlib.util.find_spec(f"cupy_{name}") \
            and importlib.util.find_spec(f"cupy_{name}.backend"):
        return importlib.import_module(f"cupy_{name}.backend")
    for entry in _entry_points():
        if entry.name == name:
            return entry.load()
    return None


@functools.cache
def _on_path() -> tuple[str, ...]:
    """Names of the packages ``cupy_NAME`` that have a module ``backend``.

    Listing the folders of the path takes less than a millisecond, reading the entry points of an environment a hundred.
    """
    found = {}
    for folder in sys.path:
        try:
            with os.scandir(folder or ".") as entries:
                packages = sorted(entry.name for entry in entries if entry.name.startswith("cupy_"))
        except OSError:
            continue
        found.update(dict.fromkeys(name.removeprefix("cupy_") for name in packages
                                   if os.path.isfile(os.path.join(folder, name, "backend.py"))))
    return tuple(found)


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _offered() -> list[Any]:
    """Names of the backends that core's own package offers as extras, installed or not."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        return list(dict.fromkeys(re.findall(r"\bcupy-(\w+)-bindings\b", " ".join(requires("cupy-core") or ()))))
    except PackageNotFoundError:
        return []


def installed() -> list[str]:
    """Names of all backends that are installed, in the order in which they are tried."""
    names = dict.fromkeys([*(_on_path() or [entry.name for entry in _entry_points()]), HOST])
    return sorted(names, key=_order)


def _order(name: str) -> tuple[Any, ...]:
    """Place of a backend in `installed`: the highest priority first; one that cannot be loaded before the host."""
    try:
        return -find(name).priority, name
    except Exception:       # `_load` says why
        return -find(HOST).priority - 1, name


def _probe(backend: ModuleType) -> tuple[int, str, str]:
    """``(devices, reason, fix)`` of a backend; a wrong contract version counts as no device."""
    if backend.contract_version != CONTRACT:
        reason = f"it has version {backend.contract_version} of the contract, cupy-core has {CONTRACT}"
        return 0, reason, f"pip install --upgrade cupy-core cupy-{backend.name}-bindings"
    found = backend.probe()
    return found.devices, found.reason, found.fix


def _load(name: str) -> tuple[ModuleType | None, str, str]:
    """``(backend or None, reason, fix)`` of a name."""
    try:
        backend = find(name)
    except Exception as error:  # a broken installation is a reason, not a crash
        return None, f"{type(error).__name__}: {error}", f"pip install --force-reinstall cupy-{name}-bindings"
    if backend is None:
        return None, "not installed", f"pip install cupy-{name}-bindings"
    devices, reason, fix = _probe(backend)
    return (backend, "", "") if devices else (None, reason, fix)


def choose() -> ModuleType:
    """The backend to use: ``CUPY_BACKEND``, else the one of highest priority that sees a device."""
    found = owners.overlapping()
    if found:
        names = " and ".join(name for name, _ in found)
        _tell(f"{names} also puts files into cupy (python -m cupy info)")
    wanted = os.environ.get("CUPY_BACKEND", "").strip().lower()
    if wanted:
        backend, reason, fix = _load(wanted)
        if backend is None:
            names = known()
            if wanted not in names:
                raise BackendError(f"CUPY_BACKEND={wanted}: there is no such backend; there are {', '.join(names)}")
            raise BackendError(
                f"CUPY_BACKEND={wanted}, but the {wanted} backend cannot be used: {reason}. To fix it: {fix}")
        return backend
    unusable = []
    for name in installed():
        backend, _, _ = _load(name)
        if backend is not None:
            if unusable:
                _tell(f"no usable {' or '.join(unusable)}: using the {_label(name)} (python -m cupy info)")
            return backend
        unusable.append(_label(name))
    raise BackendError(f"no backend can be used, not even the host's; tried were {', '.join(unusable)}")


def _tell(message: str) -> None:
    """Warn about the machine, which is no fault of the program: an error only where a filter names this category.

    Where all warnings are errors (``-W error``, as test suites run), it is a line of standard error.
    """
    try:
        warn(message, BackendWarning)
    except BackendWarning:
        if any(action == "error" and category is BackendWarning for action, _, category, *_ in warnings.filters):
            raise
        print(f"BackendWarning: {message}", file=sys.stderr)


def _label(name: str) -> str:
    """What a backend calls its devices."""
    try:
        return find(name).device_label
    except Exception:
        return f"device of the {name} backend"


def known() -> list[str]:
    """Names of the backends that are installed or could be."""
    names = [*installed(), *(entry.name for entry in _entry_points()), *_offered()]
    return list(dict.fromkeys([*(name for name in names if name != HOST), HOST]))


def report() -> list[tuple[str, bool, str, str]]:
    """For each backend: ``(name, usable, reason, fix)``, as `info` shows it."""
    rows = []
    for name in known():
        backend, reason, fix = _load(name)
        rows.append((name, backend is not None, reason, fix))
    return rows


def usable(name: str) -> bool:
    """Whether a backend of this name is installed and sees a device; never raises."""
    return _load(name)[0] is not None


def has_gpu() -> bool:
    """Whether the backend in use, or one that would be chosen, has memory of its own; never raises."""
    from cupy._runtime import driver

    name = driver.started() or os.environ.get("CUPY_BACKEND", "").strip().lower()
    candidates = (_load(name)[0] for name in ([name] if name else installed()))
    return any(found is not None and not found.host_memory for found in candidates)
