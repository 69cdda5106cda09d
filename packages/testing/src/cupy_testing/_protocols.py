"""Objects that are no arrays but offer one, by the interfaces that `cupy.asarray` knows."""
from __future__ import annotations

from typing import Any

import cupy


class DummyObjectWithCudaArrayInterface:
    """Offers an array by ``__cuda_array_interface__`` of a version.

    Parameters
    ----------
    a : cupy.ndarray or tuple
        The array, or ``(shape, strides, typestr, descr, data)`` of one.
    ver : int, optional
        Version of the interface.
    include_strides : bool, optional
        Say the strides of arrays that are contiguous, too.
    mask : object, optional
        What it says of a mask.
    stream : object, optional
        What version 3 says of a stream: ``cupy.cuda.Stream``, a number, or None.
    """

    def __init__(self, a: Any, ver: int = 3, include_strides: bool = False, mask: Any = None,
                 stream: int | None = None) -> None:
        if ver not in range(4):
            raise ValueError(f"there is no version {ver} of the interface")
        self.a = a      # keeps its memory
        if isinstance(a, cupy.ndarray):
            strides = a.strides if include_strides or not a.flags.c_contiguous else None
            a = a.shape, strides, a.dtype.str, a.dtype.descr, (a.data.ptr, False)
        self.shape, self.strides, self.typestr, self.descr, self.data = a
        self.ver, self.mask, self.stream = ver, mask, stream

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        said = {"shape": self.shape, "typestr": self.typestr, "descr": self.descr, "data": self.data,
                "version": self.ver}
        if self.strides is not None:
            said["strides"] = self.strides
        if self.mask is not None:
            said["mask"] = self.mask
        if self.ver == 3:
            said["stream"] = getattr(self.stream, "ptr", self.stream)
        return said


class DummyObjectWithCuPyGetNDArray:
    """Offers an array by ``__cupy_get_ndarray__``."""

    def __init__(self, a: Any) -> None:
        self.a = a

    def __cupy_get_ndarray__(self) -> Any:
        return self.a
