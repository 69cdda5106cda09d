"""Handles, descriptors and plans of cuTENSORMg, made by the library when their addresses are asked for."""
from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

import cupy
from cupyx.cutensor._modes import labels
from cupyx.cutensor._objects import ALGO_DEFAULT, WORKSPACE_DEFAULT, Owned, library
from cupyx.cutensor._types import CUDA_TYPES, check_types, precision

if TYPE_CHECKING:
    from cupyx.cutensor._mg_array import ndarray_mg
    from cupyx.cutensor._mg_operations import _Described
    from cupyx.cutensor._modes import Mode

__all__ = ["MgContractionDescriptor", "MgContractionFind", "MgContractionPlan", "MgCopyDescriptor", "MgCopyPlan",
           "MgHandle", "MgTensorDescriptor"]


class _OwnedMg(Owned):
    """Something of cuTENSORMg's, which keeps the handle."""

    _service = "tensor_mg"


class MgHandle(_OwnedMg):
    """The devices that work together.

    Parameters
    ----------
    devices : sequence of int, optional
        Numbers of devices; all by default.

    Attributes
    ----------
    devices : tuple of int
        As above.
    num_devices : int
        How many there are.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> cutensor.MgHandle([0]).num_devices
    1
    """

    __slots__ = ("_streams", "devices", "num_devices")

    _kind = "Handle"

    def __init__(self, devices: Sequence[SupportsIndex] | None = None) -> None:
        self.devices: tuple[Any, ...] = tuple(range(cupy.cuda.runtime.getDeviceCount()) if devices is None else devices)
        self.num_devices = len(self.devices)
        self._streams = []

    def _make(self, library: ModuleType) -> int:
        return library.handle(self.devices)

    def streams(self) -> list[Any]:
        """A stream of its own for each device."""
        if not self._streams:
            for device in self.devices:
                with cupy.cuda.Device(device):
                    self._streams.append(cupy.cuda.Stream(non_blocking=True))
        return self._streams


@functools.lru_cache(maxsize=32)
def _handle(devices: tuple[int, ...], thread: int) -> MgHandle:
    return MgHandle(devices)


def handle_of(*arrays: Any) -> MgHandle:
    """The calling thread's handle of the devices of some arrays: calls of one handle must not overlap."""
    return _handle(tuple(sorted({device for a in arrays for device in a.devices if device >= 0})),
                   threading.get_ident())


class MgTensorDescriptor(_OwnedMg):
    """Layout of an array on several devices.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    a : ndarray_mg
        The array.

    Attributes
    ----------
    cutensor_dtype : int
        The library's number of the type.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cutensor.to_mg_ndarray(cupy.ones(3, "f"))
    >>> cutensor.MgTensorDescriptor(cutensor.MgHandle([0]), a).cutensor_dtype
    0
    """

    __slots__ = ("cutensor_dtype",)

    _kind = "TensorDescriptor"

    def __init__(self, handle: MgHandle, a: _Described | ndarray_mg) -> None:
        self.handle, self.key = handle, a.key
        self.cutensor_dtype = CUDA_TYPES[a.key[-1]]

    def _make(self, library: ModuleType) -> int:
        return library.tensor(self.handle.ptr, *self.key)


class MgCopyDescriptor(_OwnedMg):
    """What is copied, and with which labels.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    dst, src : MgTensorDescriptor
        The layouts.
    mode_dst, mode_src : Mode, or str or sequence of labels
        Labels of their axes.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> copy = cutensor.MgCopyDescriptor(handle, desc, "ab", desc, "ba")
    """

    _kind = "CopyDescriptor"

    def __init__(self, handle: MgHandle, dst: MgTensorDescriptor, mode_dst: Any, src: MgTensorDescriptor,
                 mode_src: Any) -> None:
        self.handle, self.dst, self.src = handle, dst, src
        self.modes = labels(mode_dst), labels(mode_src)

    def _make(self, library: ModuleType) -> int:
        return library.copy_descriptor(self.handle.ptr, self.dst.ptr, self.modes[0], self.src.ptr, self.modes[1])

    def workspace(self) -> tuple[list[int], int]:
        """Bytes of workspace on each device of the handle, and on the host."""
        return library("tensor_mg").copy_workspace(self.handle.ptr, self.handle.num_devices, self.ptr)


class MgCopyPlan(_OwnedMg):
    """How something is copied.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    desc : MgCopyDescriptor
        What is copied.
    ws_device : sequence of int, optional
        Bytes of workspace on each device; by default what the library asks for.
    ws_host : int, optional
        Bytes of pinned memory.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> plan = cutensor.MgCopyPlan(handle, cutensor.MgCopyDescriptor(handle, desc, "ab", desc, "ba"))
    """

    _kind = "CopyPlan"

    def __init__(self, handle: MgHandle, desc: MgCopyDescriptor, ws_device: Sequence[SupportsIndex] | None = None,
                 ws_host: SupportsIndex = 0) -> None:
        self.handle, self.desc = handle, desc
        self.sizes: Any = None if ws_device is None else (list(ws_device), ws_host)

    def _make(self, library: ModuleType) -> int:
        if self.sizes is None:
            self.sizes = self.desc.workspace()
        return library.copy_plan(self.handle.ptr, self.desc.ptr, *self.sizes)


class MgContractionFind(_OwnedMg):
    """How kernels of a contraction are chosen.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    algo : int, optional
        ``CUTENSORMG_ALGO_DEFAULT``, which is -1.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> find = cutensor.MgContractionFind(cutensor.MgHandle([0]))
    """

    _kind = "ContractionFind"

    def __init__(self, handle: MgHandle, algo: SupportsIndex = ALGO_DEFAULT) -> None:
        self.handle, self.algo = handle, algo

    def _make(self, library: ModuleType) -> int:
        return library.contraction_find(self.handle.ptr, self.algo)


class MgContractionDescriptor(_OwnedMg):
    """The contraction ``C = alpha * A * B + beta * C``.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    desc_A, desc_B, desc_C : MgTensorDescriptor
        The layouts.
    mode_A, mode_B, mode_C : Mode, or str or sequence of labels
        Labels of their axes.
    compute_desc : optional
        The precision to compute in; 0 is that of the types.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> contraction = cutensor.MgContractionDescriptor(handle, desc, "ab", desc, "bc", desc, "ac")
    """

    _kind = "ContractionDescriptor"

    def __init__(self, handle: MgHandle, desc_A: MgTensorDescriptor, mode_A: Mode | str | tuple[int, ...],
                 desc_B: MgTensorDescriptor, mode_B: Mode | str | tuple[int, ...], desc_C: MgTensorDescriptor,
                 mode_C: Mode | str | tuple[int, ...], compute_desc: Any = 0) -> None:
        found = "".join([desc.key[-1] for desc in (desc_A, desc_B, desc_C)])
        check_types("Contraction", found)
        self.handle, self.precision = handle, precision("Contraction", found, compute_desc)
        self.operands = tuple(zip((desc_A, desc_B, desc_C), map(labels, (mode_A, mode_B, mode_C)), strict=True))

    def _make(self, library: ModuleType) -> int:
        operands = [(desc.ptr, modes) for desc, modes in self.operands]
        return library.contraction_descriptor(self.handle.ptr, operands, self.precision)

    def workspace(self, find: MgContractionFind, ws_pref: SupportsIndex = WORKSPACE_DEFAULT) -> tuple[list[int], int]:
        """Bytes of workspace on each device of the handle, and on the host."""
        return library("tensor_mg").contraction_workspace(self.handle.ptr, self.handle.num_devices, self.ptr, find.ptr,
                                                          ws_pref)


class MgContractionPlan(_OwnedMg):
    """How a contraction is done.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    desc : MgContractionDescriptor
        What is computed.
    find : MgContractionFind
        How kernels are chosen.
    ws_device : sequence of int, optional
        Bytes of workspace on each device; by default what the library asks for.
    ws_host : int, optional
        Bytes of pinned memory.
    ws_pref : int, optional
        ``WORKSPACE_...`` of `cupy.cuda.cutensor`, for what the library asks for.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> contraction = cutensor.MgContractionDescriptor(handle, desc, "ab", desc, "bc", desc, "ac")
    >>> plan = cutensor.MgContractionPlan(handle, contraction, cutensor.MgContractionFind(handle))
    """

    _kind = "ContractionPlan"

    def __init__(self, handle: MgHandle, desc: MgContractionDescriptor, find: MgContractionFind,
                 ws_device: Sequence[SupportsIndex] | None = None, ws_host: SupportsIndex = 0,
                 ws_pref: SupportsIndex = WORKSPACE_DEFAULT) -> None:
        self.handle, self.desc, self.find, self.ws_pref = handle, desc, find, ws_pref
        self.sizes: Any = None if ws_device is None else (list(ws_device), ws_host)

    def _make(self, library: ModuleType) -> int:
        if self.sizes is None:
            self.sizes = self.desc.workspace(self.find, self.ws_pref)
        return library.contraction_plan(self.handle.ptr, self.desc.ptr, self.find.ptr, *self.sizes)
