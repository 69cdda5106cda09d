"""Descriptors and plans of operations on several devices, as functions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupyx.cutensor._mg_objects import (
    MgContractionDescriptor,
    MgContractionFind,
    MgContractionPlan,
    MgCopyDescriptor,
    MgCopyPlan,
    MgTensorDescriptor,
)
from cupyx.cutensor._objects import ALGO_DEFAULT

if TYPE_CHECKING:
    from cupyx.cutensor._mg_array import ndarray_mg
    from cupyx.cutensor._mg_objects import MgHandle
    from cupyx.cutensor._modes import Mode

__all__ = ["create_mg_contraction_descriptor", "create_mg_contraction_find", "create_mg_contraction_plan",
           "create_mg_copy_descriptor", "create_mg_copy_plan", "create_mg_tensor_descriptor"]


def create_mg_tensor_descriptor(handle: MgHandle, a: ndarray_mg) -> MgTensorDescriptor:
    """The layout of an array on several devices.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    a : ndarray_mg
        The array.

    Returns
    -------
    MgTensorDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    """
    return MgTensorDescriptor(handle, a)


def create_mg_copy_descriptor(handle: MgHandle, dst: MgTensorDescriptor, mode_dst: Any, src: MgTensorDescriptor,
                              mode_src: Any) -> MgCopyDescriptor:
    """What is copied, and with which labels.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    dst, src : MgTensorDescriptor
        The layouts.
    mode_dst, mode_src : Mode, or str or sequence of labels
        Labels of their axes.

    Returns
    -------
    MgCopyDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> copy = cutensor.create_mg_copy_descriptor(handle, desc, "ab", desc, "ba")
    """
    return MgCopyDescriptor(handle, dst, mode_dst, src, mode_src)


def create_mg_copy_plan(handle: MgHandle, desc: MgCopyDescriptor, ws_device: Sequence[SupportsIndex] | None = None,
                        ws_host: SupportsIndex = 0) -> MgCopyPlan:
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

    Returns
    -------
    MgCopyPlan
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> copy = cutensor.create_mg_copy_descriptor(handle, desc, "ab", desc, "ba")
    >>> plan = cutensor.create_mg_copy_plan(handle, copy)
    """
    return MgCopyPlan(handle, desc, ws_device, ws_host)


def create_mg_contraction_find(handle: MgHandle, algo: SupportsIndex = ALGO_DEFAULT) -> MgContractionFind:
    """How kernels of a contraction are chosen.

    Parameters
    ----------
    handle : MgHandle
        The devices.
    algo : int, optional
        ``CUTENSORMG_ALGO_DEFAULT``, which is -1.

    Returns
    -------
    MgContractionFind
        The new description.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> handle = cutensor.MgHandle([0])
    >>> find = cutensor.create_mg_contraction_find(handle)
    """
    return MgContractionFind(handle, algo)


def create_mg_contraction_descriptor(handle: MgHandle, desc_A: MgTensorDescriptor, mode_A: Mode,
                                     desc_B: MgTensorDescriptor, mode_B: Mode, desc_C: MgTensorDescriptor, mode_C: Mode,
                                     compute_desc: Any = 0) -> MgContractionDescriptor:
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

    Returns
    -------
    MgContractionDescriptor
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> work = cutensor.create_mg_contraction_descriptor(handle, desc, "ab", desc, "bc", desc, "ac")
    """
    return MgContractionDescriptor(handle, desc_A, mode_A, desc_B, mode_B, desc_C, mode_C, compute_desc)


def create_mg_contraction_plan(handle: MgHandle, desc: MgContractionDescriptor, find: MgContractionFind,
                               ws_device: Sequence[SupportsIndex] | None = None,
                               ws_host: SupportsIndex = 0) -> MgContractionPlan:
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

    Returns
    -------
    MgContractionPlan
        The new description.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> handle, a = cutensor.MgHandle([0]), cutensor.to_mg_ndarray(cupy.ones((2, 2)))
    >>> desc = cutensor.create_mg_tensor_descriptor(handle, a)
    >>> work = cutensor.create_mg_contraction_descriptor(handle, desc, "ab", desc, "bc", desc, "ac")
    >>> plan = cutensor.create_mg_contraction_plan(handle, work, cutensor.create_mg_contraction_find(handle))
    """
    return MgContractionPlan(handle, desc, find, ws_device, ws_host)
