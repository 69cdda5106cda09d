"""Copies and contractions of arrays on several devices, by cuTENSORMg or by way of one device."""
from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import cupy
from cupy import _ext
from cupyx.cutensor import _own
from cupyx.cutensor._execute import factor_maker
from cupyx.cutensor._mg_array import HOST, gather, scatter, to_mg_ndarray
from cupyx.cutensor._mg_objects import (
    MgContractionDescriptor,
    MgContractionFind,
    MgContractionPlan,
    MgCopyDescriptor,
    MgCopyPlan,
    MgTensorDescriptor,
    handle_of,
)
from cupyx.cutensor._modes import check, labels
from cupyx.cutensor._objects import ALGO_DEFAULT, NAMES, OP_IDENTITY, WORKSPACE_DEFAULT
from cupyx.cutensor._types import check_types, factor_char, precision

if TYPE_CHECKING:
    import numpy

    from cupy.cuda import Stream
    from cupyx.cutensor._mg_array import ndarray_mg
    from cupyx.cutensor._mg_objects import MgHandle
    from cupy.typing import DTypeLike
    from cupyx.distributed.array._modes import Mode

__all__ = ["contractionMg", "contractionMgWorkspace", "copyMg", "copyMgWorkspace"]


def _usable(arrays: Sequence[ndarray_mg], modes: tuple[tuple[int, ...], ...]) -> bool:
    """Whether cuTENSORMg takes these layouts, there is a device among them, and its results are right.

    Those of version 2.8.1 were not where blocks of a mode in one array lie across those in another; under the rules
    here they were in a thousand random layouts on four H200s.
    """
    if _ext.tensor_service("tensor_mg") is None or all(a.devices[0] == HOST for a in arrays):
        return False
    if any(min(a.extent, default=1) <= 0 or min(a.element_stride, default=1) <= 0 for a in arrays):
        return False
    blocks = {}
    for a, mode in zip(arrays, modes, strict=True):
        for label, size, extent in zip(mode, a.block_size, a.extent, strict=True):
            if size < extent:
                blocks.setdefault(label, set()).add(size)
    return all(large % small == 0 for sizes in blocks.values() for small, large in itertools.pairwise(sorted(sizes)))


def _copied_by_library(dst: ndarray_mg, src: ndarray_mg, modes: tuple[tuple[int, ...], ...]) -> bool:
    """The same for a copy: 2.8.1 turned axes that do not change places in pairs, and last blocks are not checked."""
    places = [modes[0].index(label) for label in modes[1]]
    return (_usable((dst, src), modes) and all(places[place] == k for k, place in enumerate(places))
            and all(a.num_devices == 1 or all(n % size == 0 for n, size in zip(a.extent, a.block_size, strict=True))
                    for a in (dst, src)))


class _Described:
    """The layout of an array without the array, for plans that are kept."""

    def __init__(self,
            key: tuple[Any, ...]) -> None:
        self.key = key


@functools.lru_cache(maxsize=64)
def _copy_plan(handle: MgHandle,
        dst: tuple[Any, ...],
        mode_dst: tuple[int, ...],
        src: tuple[Any, ...],
        mode_src: tuple[int, ...]) -> Any:
    descs = [MgTensorDescriptor(handle, _Described(key)) for key in (dst, src)]
    return _checked(MgCopyPlan(handle, MgCopyDescriptor(handle, descs[0], mode_dst, descs[1], mode_src)))


@functools.lru_cache(maxsize=64)
def _contraction_plan(handle: MgHandle,
        keys: tuple[Any, ...],
        modes: tuple[tuple[int, int], ...], name: str, algo: int, ws_pref: int) -> Any:
    a, b, c = [MgTensorDescriptor(handle, _Described(key)) for key in keys]
    description = MgContractionDescriptor(handle, a, modes[0], b, modes[1], c, modes[2], name)
    return _checked(MgContractionPlan(handle, description, MgContractionFind(handle, algo), None, 0, ws_pref))


def _checked(plan: Any) -> Any:
    """The plan, made; None if the library has no kernels for it."""
    service = _ext.tensor_service("tensor_mg")
    try:
        return plan if plan.ptr else None
    except service.Error as error:
        if not service.unsupported(error):
            raise
        return None
    finally:
        _restore_device()


def _restore_device() -> None:
    """Make the current device current for the driver, too: the library may leave another one behind."""
    cupy.cuda.runtime.setDevice(cupy.cuda.get_device_id())


@contextlib.contextmanager
def _resources(handle: MgHandle, sizes: tuple[list[int], int], ws_device: Any,
               ws_host: Any) -> Iterator[tuple[list[int], int, list[Any]]]:
    """Workspace of each device and of the host, and streams between the current ones' work so far and what comes next.

    The library orders the work of several devices by events, which the default stream of no device stands for.
    """
    on_devices, current = [], []
    for device, size in zip(handle.devices, sizes[0], strict=True):
        with cupy.cuda.Device(device):
            on_devices.append(cupy.cuda.alloc(max(size, 1)) if ws_device is None else ws_device[len(on_devices)])
            current.append(cupy.cuda.get_current_stream())
    on_host = cupy.cuda.alloc_pinned_memory(max(sizes[1], 1)) if ws_host is None else ws_host
    streams = handle.streams()
    _after(handle.devices, current, streams)
    yield [_pointer(work) for work in on_devices], _pointer(on_host), [stream.ptr for stream in streams]
    _restore_device()
    _after(handle.devices, streams, current)
    if sizes[1] and ws_host is None:        # it goes back to a pool that knows nothing of these streams
        for stream in streams:
            stream.synchronize()


def _after(devices: tuple[int, ...], first: list[Stream], then: list[Stream]) -> None:
    """Let each stream of `then` wait for all of `first`, a stream a device."""
    events = []
    for device, stream in zip(devices, first, strict=True):
        with cupy.cuda.Device(device):
            events.append(cupy.cuda.Event(disable_timing=True))
            events[-1].record(stream)
    for device, stream in zip(devices, then, strict=True):
        with cupy.cuda.Device(device):
            for event in events:
                stream.wait_event(event)


def _pointer(memory: Any) -> int:
    return memory if isinstance(memory, int) else memory.data.ptr if hasattr(memory, "dtype") else memory.ptr


def _copy_arguments(dst: cupy.ndarray | numpy.ndarray[Any, Any] | ndarray_mg, mode_dst: range | str,
                    src: cupy.ndarray | numpy.ndarray[Any, Any] | ndarray_mg,
                    mode_src: range | str) -> tuple[ndarray_mg, ndarray_mg, tuple[tuple[int, ...], tuple[int, ...]]]:
    dst, src, modes = to_mg_ndarray(dst), to_mg_ndarray(src), (labels(mode_dst), labels(mode_src))
    if dst.dtype != src.dtype:
        raise TypeError(f"dst of {dst.dtype} and src of {src.dtype} must have one type")
    check(("src", "dst"), modes[::-1], (src.extent, dst.extent), True)
    check(("dst", "src"), modes, (dst.extent, src.extent), True)
    return dst, src, modes


def copyMg(dst: ndarray_mg | cupy.ndarray | numpy.ndarray[Any, Any], mode_dst: Any,
           src: ndarray_mg | cupy.ndarray | numpy.ndarray[Any, Any], mode_src: Any, ws_device: Any = None,
           ws_host: Any = None) -> ndarray_mg | cupy.ndarray | numpy.ndarray[Any, Any]:  # noqa: N802 - CuPy's name
    """Copy an array on several devices to another one, or from or to one device or the host.

    Parameters
    ----------
    dst, src : ndarray_mg, ndarray or numpy.ndarray
        The arrays.
    mode_dst, mode_src : Mode, or str or sequence of labels
        The name of each axis; in another order, axes are permuted.
    ws_device : sequence of memory or int, optional
        Workspace of each device, of the sizes of `copyMgWorkspace`; by default it is allocated.
    ws_host : memory or int, optional
        Pinned memory of the host.

    Returns
    -------
    ndarray_mg, ndarray or numpy.ndarray
        `dst`.

    Raises
    ------
    TypeError
        If types differ.
    ValueError
        If shapes and modes do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.to_mg_ndarray(cupy.arange(4.0).reshape(2, 2), device_count=(2, 1), devices=(0, 0))
    >>> cutensor.copyMg(cupy.empty((2, 2)), "ij", a, "ji")
    array([[0., 2.],
           [1., 3.]])
    """
    given = dst
    dst, src, modes = _copy_arguments(dst, mode_dst, src, mode_src)
    if _copied_by_library(dst, src, modes):
        handle = handle_of(dst, src)
        plan = _copy_plan(handle, dst.key, modes[0], src.key, modes[1])
        if plan is not None:
            with _resources(handle, plan.sizes, ws_device, ws_host) as (devices, host, streams):
                _ext.tensor_service("tensor_mg").copy(handle.ptr, plan.ptr, dst.data, src.data, devices, host, streams)
            return given
    scatter(dst, gather(src).transpose([modes[1].index(label) for label in modes[0]]))
    return given


def copyMgWorkspace(dst: ndarray_mg | cupy.ndarray | numpy.ndarray[Any, Any], mode_dst: Any,
                    src: ndarray_mg | cupy.ndarray | numpy.ndarray[Any, Any],
                    mode_src: Any) -> tuple[list[int], int]:  # noqa: N802 - CuPy's name
    """How much workspace `copyMg` takes.

    Parameters
    ----------
    dst, src : ndarray_mg, ndarray or numpy.ndarray
        The arrays.
    mode_dst, mode_src : Mode, or str or sequence of labels
        The name of each axis.

    Returns
    -------
    ws_device : list of int
        Bytes on each device that has a part, in the order of their numbers.
    ws_host : int
        Bytes of pinned memory.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> len(cutensor.copyMgWorkspace(a, "ij", a, "ij")[0])
    1
    """
    dst, src, modes = _copy_arguments(dst, mode_dst, src, mode_src)
    handle = handle_of(dst, src)
    plan = _copy_plan(handle, dst.key, modes[0], src.key, modes[1]) if _copied_by_library(dst, src, modes) else None
    return ([0] * handle.num_devices, 0) if plan is None else tuple(plan.sizes)


def _contraction_arguments(arrays: Any, modes: Any, compute_desc: int,
                           compute_dtype: DTypeLike | int | None) -> tuple[Any, Any, str, str | Any | None]:
    arrays = [to_mg_ndarray(x) for x in arrays]
    if any(a.devices[0] == HOST for a in arrays):
        raise ValueError("operands of a contraction must be on devices")
    modes = tuple([labels(mode) for mode in modes])
    found = "".join([a.dtype.char for a in arrays])
    check_types("Contraction", found)
    check(NAMES[3], modes, tuple([a.extent for a in arrays]), False)
    return arrays, modes, factor_char(found), precision("Contraction", found, compute_desc, compute_dtype)


def _planned(arrays: list[ndarray_mg], modes: Any, name: Any, algo: int,
             ws_pref: int) -> tuple[MgHandle, None] | tuple[MgHandle, Any]:
    handle = handle_of(*arrays)
    if not _usable(arrays, modes):
        return handle, None
    return handle, _contraction_plan(handle, tuple([a.key for a in arrays]), modes, name, algo, ws_pref)


def contractionMg(alpha: Any, A: ndarray_mg | cupy.ndarray, mode_A: Mode, B: ndarray_mg | cupy.ndarray,
                  mode_B: Mode, beta: Any, C: ndarray_mg | cupy.ndarray, mode_C: Mode, compute_desc: Any = 0,
                  algo: int = ALGO_DEFAULT, ws_pref: Any = WORKSPACE_DEFAULT, ws_device: Any = None,
                  ws_host: Any = None, *, compute_dtype: DTypeLike | None = None) -> Any:
    """``C = alpha * A * B + beta * C`` on several devices, summed over the modes that C has not.

    Parameters
    ----------
    alpha, beta : scalar
        Factors; what has the factor zero is not read.
    A, B : ndarray_mg or ndarray
        The operands.
    mode_A, mode_B, mode_C : Mode, or str or sequence of labels
        The name of each axis: numbers, or single characters.
    C : ndarray_mg or ndarray
        What is added, and the result.
    compute_desc : optional
        The precision to compute in, as for `contraction`.
    algo, ws_pref : int, optional
        How cuTENSORMg chooses its kernels.
    ws_device : sequence of memory or int, optional
        Workspace of each device, of the sizes of `contractionMgWorkspace`; by default it is allocated.
    ws_host : memory or int, optional
        Pinned memory of the host.
    compute_dtype : data-type, optional
        The precision, by a type.

    Returns
    -------
    ndarray_mg or ndarray
        `C`.

    Raises
    ------
    TypeError
        If types do not go together.
    ValueError
        If shapes and modes do not fit, or an operand is on the host.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.to_mg_ndarray(cupy.ones((2, 3)), device_count=(2, 1), devices=(0, 0))
    >>> cutensor.contractionMg(2, a, "ij", a, "kj", 0, cupy.empty((2, 2)), "ik")
    array([[6., 6.],
           [6., 6.]])
    """
    arrays, modes, char, name = _contraction_arguments((A, B, C), (mode_A, mode_B, mode_C), compute_desc,
                                                         compute_dtype)
    alpha, beta = map(complex if char in "FD" else float, (alpha, beta))
    handle, plan = _planned(arrays, modes, name, algo, ws_pref)
    a, b, c = arrays
    if plan is not None:
        factors = [factor_maker(char)(factor) for factor in (alpha, beta)]
        with _resources(handle, plan.sizes, ws_device, ws_host) as (devices, host, streams):
            _ext.tensor_service("tensor_mg").contraction(
                handle.ptr, plan.ptr, factors[0], a.data, b.data, factors[1], c.data, c.data, devices, host, streams)
        return C
    home = int(c.devices[0])
    a, b = (cupy.asarray(gather(x), device=home) for x in (a, b))
    with cupy.cuda.Device(home):
        whole = gather(c)
        _own.contraction(alpha, a, modes[0], OP_IDENTITY, b, modes[1], OP_IDENTITY, beta, whole, modes[2], OP_IDENTITY,
                         char, name)
    if c.num_devices > 1:
        scatter(c, whole)
    return C


def contractionMgWorkspace(alpha: Any, A: ndarray_mg | cupy.ndarray, mode_A: Mode, B: ndarray_mg | cupy.ndarray,
                           mode_B: Mode, beta: Any, C: ndarray_mg | cupy.ndarray, mode_C: Mode,
                           compute_desc: Any = 0, algo: int = ALGO_DEFAULT, ws_pref: Any = WORKSPACE_DEFAULT,
                           *, compute_dtype: DTypeLike | None = None) -> tuple[list[int], int]:
    """How much workspace `contractionMg` takes.

    Parameters
    ----------
    alpha, beta : scalar
        Factors.
    A, B, C : ndarray_mg or ndarray
        The operands.
    mode_A, mode_B, mode_C : Mode, or str or sequence of labels
        The name of each axis.
    compute_desc, algo, ws_pref, compute_dtype : optional
        As for `contractionMg`.

    Returns
    -------
    ws_device : list of int
        Bytes on each device that has a part, in the order of their numbers.
    ws_host : int
        Bytes of pinned memory.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cupy.ones((2, 2))
    >>> len(cutensor.contractionMgWorkspace(1, a, "ij", a, "jk", 0, a, "ik")[0])
    1
    """
    arrays, modes, _, name = _contraction_arguments((A, B, C), (mode_A, mode_B, mode_C), compute_desc, compute_dtype)
    handle, plan = _planned(arrays, modes, name, algo, ws_pref)
    return ([0] * handle.num_devices, 0) if plan is None else tuple(plan.sizes)
