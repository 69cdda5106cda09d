"""Which backend is used, and why not the others."""
import importlib
import importlib.util
import os

from cupy._runtime.errors import BackendError
from cupy._runtime.warned import BackendWarning, warn

GROUP = "cupy.backends"
HOST = "host"

#: Tried in this order when nobody asks for a backend by name.
PREFERRED = ("cuda", "rocm")

_DEVICES = {"cuda": "NVIDIA GPU", "rocm": "AMD GPU"}

CONTRACT = 1


def find(name):
    """The backend module of this name, or None when it is not installed.

    The modules of the preferred names are looked up directly: reading the entry
    points of a whole environment takes tens of milliseconds.
    """
    if name == HOST:
        return importlib.import_module("cupy._host.backend")
    module = f"cupy_{name}.backend"
    if name in PREFERRED:
        return importlib.import_module(module) if importlib.util.find_spec(f"cupy_{name}") else None
    for entry in _entry_points():
        if entry.name == name:
            return entry.load()
    return None


def _entry_points():
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def installed():
    """Names of all backends that are installed, preferred ones first, host last."""
    others = sorted({entry.name for entry in _entry_points()} - {HOST, *PREFERRED})
    return [*(name for name in PREFERRED if importlib.util.find_spec(f"cupy_{name}")), *others, HOST]


def _probe(backend):
    """``(devices, reason, fix)`` of a backend; a wrong contract version counts as no device."""
    if backend.contract_version != CONTRACT:
        reason = f"it has version {backend.contract_version} of the contract, cupy-core has {CONTRACT}"
        return 0, reason, f"pip install --upgrade cupy-core cupy-{backend.name}-bindings"
    found = backend.probe()
    return found.devices, found.reason, found.fix


def _load(name):
    """``(backend or None, reason, fix)`` of a name."""
    try:
        backend = find(name)
    except Exception as error:  # a broken installation is a reason, not a crash
        return None, f"{type(error).__name__}: {error}", f"pip install --force-reinstall cupy-{name}-bindings"
    if backend is None:
        return None, "not installed", f"pip install cupy-{name}-bindings"
    devices, reason, fix = _probe(backend)
    return (backend, "", "") if devices else (None, reason, fix)


def choose():
    """The backend to use: ``CUPY_BACKEND``, else the first that sees a device, else host."""
    wanted = os.environ.get("CUPY_BACKEND", "").strip().lower()
    if wanted:
        known = list(dict.fromkeys([*PREFERRED, *installed()]))
        if wanted not in known:
            raise BackendError(f"CUPY_BACKEND={wanted}: there is no such backend; there are {', '.join(known)}")
        backend, reason, fix = _load(wanted)
        if backend is None:
            raise BackendError(
                f"CUPY_BACKEND={wanted}, but the {wanted} backend cannot be used: {reason}. To fix it: {fix}")
        return backend
    unusable = []
    for name in PREFERRED:
        backend, reason, fix = _load(name)
        if backend is not None:
            break
        if reason != "not installed":
            unusable.append(name)
    else:
        backend = find(HOST)
    if unusable:
        warn(f"no usable {' or '.join(_DEVICES.get(name, name) for name in unusable)}: using the "
             f"{'CPU' if backend.name == HOST else backend.name} (python -m cupy info)", BackendWarning)
    return backend


def report():
    """For each backend: ``(name, usable, reason, fix)``, as `info` shows it."""
    rows = []
    for name in dict.fromkeys([*PREFERRED, *installed()]):
        backend, reason, fix = _load(name)
        rows.append((name, backend is not None, reason, fix))
    return rows


def usable(name):
    """Whether a backend of this name is installed and sees a device; never raises."""
    return _load(name)[0] is not None


def has_gpu():
    """Whether the backend in use, or one that would be chosen, is not the host; never raises."""
    from cupy._runtime import driver

    name = driver.started() or os.environ.get("CUPY_BACKEND", "").strip().lower()
    if name:
        return name != HOST and usable(name)
    return any(usable(found) for found in PREFERRED)
