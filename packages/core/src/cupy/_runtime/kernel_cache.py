"""Loaded kernels of this process: a source, a device → functions.

What is not loaded yet comes from a kernel pack, the disk or the compiler (`images`).
"""
from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from cupy._runtime import driver
from cupy._runtime.errors import BackendError
from cupy._runtime.images import Images
from cupy._runtime.locks import Lock
from cupy._runtime.module import Module

if TYPE_CHECKING:
    from cupy._codegen.source import KernelSource
    from cupy._runtime.function import Function

_modules = {}    # everything that identifies a module → Module
_images = {}     # compiler → Images
_locks = {}      # like _modules: one thread loads, the others wait
_kept = set()    # modules whose handles were given out for good: they are never unloaded
_owned = WeakKeyDictionary()    # object → modules whose handles it has
_guard = Lock()

#: As many modules are remembered: on the host loaded code is a file that is mapped into the process, which may have
#: 65530 mappings, elsewhere it takes memory of the device.  Those before them are loaded again when they are asked for,
#: unless somebody has them still.
_MOST = 4096

#: Called with a name, where the code came from, and two times of `time.perf_counter` for what was not loaded yet.
watch = None


def module(text: Any, name: str, *, options: Sequence[str] = (), include_roots: Sequence[str] = (),
           name_expressions: Sequence[str] = (), compiler: Any = None) -> Module:
    """The loaded module of a source text, on this thread's current device.

    Parameters
    ----------
    text : str
        A source in the language of the backend's compiler.
    name : str
        Names the module in messages.
    options, include_roots, name_expressions : tuple of str
        Passed on to the compiler.
    compiler : object, optional
        Another compiler of the backend than its usual one.

    Returns
    -------
    Module
        The same object for the same arguments as long as it is remembered.
    """
    device = driver.current_device()
    key = (device, text, options, include_roots, name_expressions, compiler and compiler.language)
    found = _modules.get(key)
    if found is None:
        with _guard:
            lock = _locks.setdefault(key, Lock())
        with lock:
            found = _modules.get(key)
            if found is None:
                found = _modules[key] = _load(text, name, device, compiler, {
                    "options": options, "include_roots": include_roots, "name_expressions": name_expressions})
                if len(_modules) > _MOST:
                    _forget_oldest()
        _locks.pop(key, None)
    return found


def _load(text: str, name: str, device: int, compiler: Any, more: dict[str, Any]) -> Module:
    backend = driver.backend()
    compiler = compiler or backend.compiler()
    images = _images.get(compiler)
    if images is None:
        images = _images[compiler] = Images.of_backend(backend, compiler)
    more |= {"name": name, "target": compiler.target(device)}
    begin = time.perf_counter()
    image = images.get(text, **more)
    try:
        found = Module(image.data, name, image.lowered, image.log)
        if watch is not None:
            watch(name, image.origin, begin, time.perf_counter())
        return found
    except BackendError:
        if image.origin == "compiler":
            raise
    # A pack made by a compiler that is newer than the driver, or an entry that was damaged before
    # it was written.
    image = images.get(text, **more, fresh=True)
    return Module(image.data, name, image.lowered, image.log)


def loaded() -> set[Module]:
    """Every module that is loaded, for what may launch it later: a graph."""
    return {*_modules.values(), *_kept, *(found for several in _owned.values() for found in several)}


def _forget_oldest() -> None:
    """Forget half of the modules; what is in use stays loaded, and graphs hold what they launch."""
    if not driver.backend().synchronous and not _wait_for_devices():
        return
    with _guard:
        keep = {*_kept, *(found for several in _owned.values() for found in several)}
        for key in [key for key, found in _modules.items() if found not in keep][:_MOST // 2]:
            del _modules[key]
    gc.collect()        # a module and its functions refer to each other


def _wait_for_devices() -> bool:
    """Whether no kernel runs any more, as none may whose module is unloaded; a capture forbids to wait."""
    import cupy._memory.capture as capture
    import cupy._runtime.calls as calls

    if capture.is_under_way():
        return False
    here = driver.current_device()
    for device in sorted({key[0] for key in _modules}):
        calls.setDevice(device)
        calls.deviceSynchronize()
    calls.setDevice(here)
    return True


def get_function(unit: Any, name: str) -> Function:
    """The `Function` of a built-in unit (a `KernelSource`) on the current device."""
    return module(unit.text, unit.name, options=unit.options).get_function(name)


def function(unit: KernelSource, name: str, owner: Any = None, **arguments: Sequence[str]) -> int:
    """The backend's handle of a unit's kernel on the current device; valid as long as `owner` lives, or for good."""
    found = module(unit.text, unit.name, **{"options": unit.options, **arguments})
    if owner is None:
        _kept.add(found)
    else:
        _owned.setdefault(owner, set()).add(found)
    return found.get_function(name).ptr


def constant(unit: KernelSource, name: str) -> int:
    """The address of a constant in a unit's module, which is kept for good."""
    found = module(unit.text, unit.name, options=unit.options)
    _kept.add(found)
    return found.get_global(name)[0]


def names_of_functions() -> dict[int, str]:
    """``{handle: name}`` of the kernels that were asked for by name."""
    return {function.ptr: function.name if function.name.startswith(found.name) else f"{found.name} {function.name}"
            for found in loaded() for function in found.loaded()}


def clear() -> None:
    """Forget what is loaded and read the environment again; loaded code stays while it is used."""
    _modules.clear()
    _images.clear()
