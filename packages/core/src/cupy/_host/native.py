"""Functions of CUDA beside the contract that have a meaning on the host: textures, external memory, the pool."""
from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cupy._host.external import FUNCTIONS as EXTERNAL
from cupy._memory.direct import async_usage
from cupy._runtime import linear_textures
from cupy._runtime.errors import NOT_PROVIDED
from cupy._runtime.linear_textures import member, version

if TYPE_CHECKING:
    from cupy._runtime.linear_textures import Struct

__all__ = ["call", "member", "struct", "version"]

_POOL = 1       # handle of the device's own pool

_ATTRIBUTES = {1: 1, 2: 1, 3: 1, 4: 0}      # numbers of cudaMemPoolAttr; 4 is the release threshold
_pools = {_POOL: dict(_ATTRIBUTES)}          # handle → attributes; their memory is the system's
_current = [_POOL]
_numbers = itertools.count(_POOL + 1)


def struct(name: str, address: int = 0) -> Struct:
    """A structure of CUDA's by its name: a new one, or the one at an address."""
    made = linear_textures.struct(name, address)
    if address:
        return made
    if name in ("cudaExternalMemoryHandleDesc", "cudaExternalSemaphoreHandleDesc"):
        made.handle = SimpleNamespace()
    if name in ("cudaExternalSemaphoreSignalParams", "cudaExternalSemaphoreWaitParams"):
        made.params = SimpleNamespace(fence=SimpleNamespace())
    if name == "cudaMemPoolProps":
        made.location = SimpleNamespace()
    return made


def call(name: str, *arguments: Any) -> tuple[int, str, int | None]:
    """Status, its text, and the result of a function of CUDA's runtime."""
    function = _FUNCTIONS.get(name)
    if function is None:
        return NOT_PROVIDED, "the host backend has no such function", None
    return linear_textures.status_of(function, *arguments)


def _new_pool(properties: Struct) -> int:
    pool = next(_numbers)
    _pools[pool] = dict(_ATTRIBUTES)
    return pool


def _end_pool(pool: int) -> None:
    if int(pool) == _POOL:
        raise ValueError("the pool that a device began with stays")
    del _pools[int(pool)]
    _current[0] = _POOL if _current[0] == int(pool) else _current[0]


def _use_pool(device: int, pool: int) -> None:
    _pools[int(pool)]           # one that is none is a KeyError
    _current[0] = int(pool)


def _from_pool(size: int, pool: int, stream: int) -> int:
    from cupy._runtime.calls import mallocAsync

    _pools[int(pool)]
    return mallocAsync(size, int(stream))


def _set_attribute(pool: int, attribute: tuple[str, int], value: int) -> None:
    _pools[int(pool)][attribute[1]] = int(value)


def _get_attribute(pool: int, attribute: tuple[str, int]) -> int:
    attributes, number = _pools[int(pool)], attribute[1]
    if number in (5, 6, 7, 8):      # reserved now and at most, used now and at most
        return async_usage()[1 if number < 7 else 0]
    return attributes[number]


_FUNCTIONS = {
    **EXTERNAL, **linear_textures.FUNCTIONS,
    "cudaStreamAttachMemAsync": lambda stream, address, size, flags: None,      # all see all memory at all times
    "cudaDeviceGetMemPool": lambda device: _current[0], "cudaDeviceGetDefaultMemPool": lambda device: _POOL,
    "cudaDeviceSetMemPool": _use_pool, "cudaMemPoolCreate": _new_pool, "cudaMemPoolDestroy": _end_pool,
    "cudaMallocFromPoolAsync": _from_pool,
    "cudaMemPoolGetAttribute": _get_attribute, "cudaMemPoolSetAttribute": _set_attribute,
    "cudaMemPoolTrimTo": lambda pool, size: _pools[int(pool)] and None,
}
