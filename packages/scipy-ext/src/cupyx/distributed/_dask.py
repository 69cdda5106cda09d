"""Our arrays as chunks of Dask: sizes, tokens and messages, registered when Dask is imported.

The entry point ``dask.sizeof`` calls `register`; nothing is needed in the user's program.
"""
from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from cupy import ndarray
    from cupyx.scipy.sparse._data import Data

__all__ = []

_PROTOCOL = "distributed.protocol"
_TOKENS = "dask.tokenize"
_SMALL = 1 << 20        # bytes up to which an array's token is made on the CPU


def register(sizeof: Any) -> None:
    """Tell Dask what it needs to know; called with its dispatcher of sizes.

    Parameters
    ----------
    sizeof : dask.utils.Dispatch
        ``dask.sizeof.sizeof``.
    """
    @sizeof.register_lazy("cupy")
    def _cupy() -> None:
        import cupy

        @sizeof.register(cupy.ndarray)
        def _array(x: ndarray) -> int:
            return int(x.nbytes)

    @sizeof.register_lazy("cupyx")
    def _cupyx() -> None:
        from cupyx.scipy import sparse

        @sizeof.register(sparse.spmatrix)
        def _matrix(x: Any) -> int:
            return sum(int(getattr(x, name).nbytes) for name in _parts(x))

    waiting = {}
    for name, made, then in ((_TOKENS, "normalize_token", _register_tokens),
                             (_PROTOCOL, "dask_serialize", register_messages)):
        if hasattr(sys.modules.get(name), made):        # Dask asks while its own modules are half imported
            then()
        else:
            waiting[name] = then
    if waiting and not any(isinstance(finder, _AfterImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterImport(waiting))


def register_comm() -> None:
    """Make ``cupy://`` known where the package's entry points are not."""
    from distributed.comm.registry import backends

    from cupyx.distributed._dask_comm import CupyBackend

    if "cupy" not in backends:
        backends["cupy"] = CupyBackend()


class _AfterImport(importlib.abc.MetaPathFinder):
    """Calls what waits for a module when that has been imported."""

    def __init__(self, waiting: Any) -> None:
        self.waiting = waiting

    def find_spec(self, name: Any, path: Any = None, target: Any = None) -> Any:
        if name not in self.waiting:
            return None
        then = self.waiting.pop(name)
        if not self.waiting:
            sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def run(module: Any) -> None:
            execute(module)
            then()

        spec.loader.exec_module = run
        return spec


def register_messages() -> None:
    """How arrays travel between workers: as bytes over sockets, or as device memory where the comm takes it."""
    from distributed.protocol.cuda import cuda_deserialize, cuda_serialize
    from distributed.protocol.serialize import dask_deserialize, dask_serialize

    for dispatch in (dask_serialize, dask_deserialize, cuda_serialize, cuda_deserialize):
        # Dask's own way for these names needs numba or RMM.
        dispatch._lazy.pop("cupyx", None)
        dispatch._lazy.pop("cupy", None)

    def fill(serialize: Callable[..., Any], deserialize: Callable[..., Any], give: Callable[..., Any],
             take: Callable[..., Any]) -> None:
        @serialize.register_lazy("cupy")
        def _cupy() -> None:
            import cupy
            serialize.register(cupy.ndarray)(give)

        @deserialize.register_lazy("cupy")
        def _back() -> None:
            import cupy
            deserialize.register(cupy.ndarray)(take)

        @serialize.register_lazy("cupyx")
        def _cupyx() -> None:
            for kind in _matrices():
                serialize.register(kind)(lambda x, context=None: _give_sparse(x, give))

        @deserialize.register_lazy("cupyx")
        def _cupyx_back() -> None:
            for kind in _matrices():
                deserialize.register(kind)(lambda header, frames: _take_sparse(header, frames, take))

    fill(dask_serialize, dask_deserialize, give_bytes, take_bytes)
    fill(cuda_serialize, cuda_deserialize, give_memory, take_memory)


def _packed(x: ndarray) -> Any:
    """A contiguous array, and the order of its axes in memory."""
    import cupy

    if x.flags.c_contiguous:
        return x, "C"
    if x.flags.f_contiguous:
        return x, "F"
    return cupy.ascontiguousarray(x), "C"


def _header(x: ndarray, order: str) -> dict[str, str | list[Any]]:
    return {"shape": list(x.shape), "dtype": x.dtype.str, "order": order}


def give_bytes(x: Any, context: Any = None) -> tuple[dict[str, str | list[Any]], list[memoryview]]:
    """Header and frames of an array; on the host backend the frame is the array's own memory."""
    from cupy._ext import host_memory, host_view

    x, order = _packed(x)
    data = host_view(x) if host_memory() else x.get(order=order)
    frame = data.reshape(-1, order=order).view(numpy.uint8).data if x.size else memoryview(b"")
    return _header(x, order), [frame]


def take_bytes(header: Any, frames: Any) -> ndarray:
    """The array of a header and frames."""
    import cupy

    dtype, shape = numpy.dtype(header["dtype"]), tuple(header["shape"])
    if 0 in shape:
        return cupy.empty(shape, dtype, order=header["order"])
    data = numpy.frombuffer(frames[0], dtype).reshape(shape, order=header["order"])
    return cupy.array(data, order=header["order"])


def give_memory(x: Any, context: Any = None) -> tuple[dict[str, str | list[Any]], list[ndarray]]:
    """Header and frames of an array, on the device: for comms that send device memory."""
    x, order = _packed(x)
    header = _header(x, order)
    header["lengths"], header["is_cuda"] = [int(x.nbytes)], [True]
    return header, [x.ravel(order=order).view("u1")]


def take_memory(header: Any, frames: list[ndarray]) -> ndarray:
    """The array of a header and of device memory of any kind."""
    import cupy

    flat = cupy.asarray(frames[0]).view("u1").view(header["dtype"])
    return flat.reshape(tuple(header["shape"]), order=header["order"])


def _parts(matrix: Data) -> tuple[str, str, str]:
    return {"coo": ("data", "row", "col"), "dia": ("data", "offsets")}.get(matrix.format, ("data", "indices", "indptr"))


def _matrices() -> list[type[Any]]:
    from cupyx.scipy import sparse

    return [getattr(sparse, f"{kind}_{family}") for kind in ("csr", "csc", "coo", "dia")
            for family in ("matrix", "array")]


def _give_sparse(x: Data, give: Callable[..., Any]) -> tuple[dict[str, str | list[Any]], list[memoryview]]:
    headers, frames = [], []
    for name in _parts(x):
        header, part = give(getattr(x, name))
        headers.append(header)
        frames += part
    return {"kind": type(x).__name__, "shape": list(x.shape), "parts": headers}, frames


def _take_sparse(header: Any, frames: list[memoryview], take: Callable[..., Any]) -> Data:
    parts = [take(h, [f]) for h, f in zip(header["parts"], frames, strict=True)]
    data = (parts[0], tuple(parts[1:])) if header["kind"].startswith("coo") else tuple(parts)
    kinds = {kind.__name__: kind for kind in _matrices()}
    return kinds[header["kind"]](data, shape=tuple(header["shape"]))


def _register_tokens() -> None:
    from dask.tokenize import normalize_token

    @normalize_token.register_lazy("cupy")
    def _cupy() -> None:
        import cupy
        normalize_token.register(cupy.ndarray)(token_of)


def token_of(x: ndarray) -> tuple[bytes | str | tuple[int, ...], ...]:
    """What tells arrays apart: shape, dtype and a hash of the elements, the same for equal arrays in any layout."""
    import cupy

    x = cupy.ascontiguousarray(x)
    words = x.reshape(-1).view("u1") if x.size else cupy.zeros(0, "u1")
    if words.size <= _SMALL:
        return "cupy.ndarray", x.shape, x.dtype.str, words.get().tobytes()
    rest = words.size % 4
    sums = [0, 0]
    numbers = words[:words.size - rest].view("u4")
    step = 1 << 24
    for start in range(0, numbers.size, step):
        part = numbers[start:start + step].astype("u8")
        place = cupy.arange(start, start + part.size, dtype="u8")
        for k, odd in enumerate((0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)):
            # Mixed as SplitMix64 does, then summed: the order of the sum does not matter.
            mixed = (part + place * numpy.uint64(odd)) * numpy.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> numpy.uint64(29)
            mixed *= numpy.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> numpy.uint64(32)
            sums[k] = (sums[k] + int(mixed.sum())) % 2**64
    return "cupy.ndarray", x.shape, x.dtype.str, tuple(sums), words[words.size - rest:].get().tobytes()
