"""Plans of the Fourier library by CuPy's names: cuFFT, hipFFT, or pocketfft on the host."""
from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Literal, Self, SupportsIndex
from math import prod

import numpy

from cupy._core.ndarray import ndarray
from cupy._runtime.services import fft as library
from cupy._runtime.services.fft import Layout, PlanTypes
from cupy._core.fft_call import FftCall
from cupy.cuda._cufft_calls import (
    XtExec, check_result, create, execC2C, execC2R, execD2Z, execR2C, execZ2D, execZ2Z, multi_gpu_execC2C,
    multi_gpu_execZ2Z, setAutoAllocation, setCallback, setJITCallback)

__all__ = [
    "CUFFT_C2C", "CUFFT_C2R", "CUFFT_CB_LD_COMPLEX", "CUFFT_CB_LD_COMPLEX_DOUBLE", "CUFFT_CB_LD_REAL",
    "CUFFT_CB_LD_REAL_DOUBLE", "CUFFT_CB_ST_COMPLEX", "CUFFT_CB_ST_COMPLEX_DOUBLE", "CUFFT_CB_ST_REAL",
    "CUFFT_CB_ST_REAL_DOUBLE", "CUFFT_D2Z", "CUFFT_FORWARD", "CUFFT_INVERSE", "CUFFT_R2C", "CUFFT_Z2D", "CUFFT_Z2Z",
    "CuFFTError", "Plan1d", "PlanNd", "XtExec", "XtPlanNd", "check_result", "create", "execC2C", "execC2R",  # noqa: F822
    "execD2Z", "execR2C", "execZ2D", "execZ2Z", "getVersion", "get_current_plan", "multi_gpu_execC2C",
    "multi_gpu_execZ2Z", "setAutoAllocation", "setCallback", "setJITCallback",
]

CUFFT_FORWARD, CUFFT_INVERSE = -1, 1
CUFFT_C2C, CUFFT_R2C, CUFFT_C2R = PlanTypes.C2C, PlanTypes.R2C, PlanTypes.C2R
CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D = PlanTypes.Z2Z, PlanTypes.D2Z, PlanTypes.Z2D

(CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
 CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE) = range(8)

#: Kind of a plan → type dtype chars of source and target.
CHARS = {CUFFT_C2C: "FF", CUFFT_R2C: "fF", CUFFT_C2R: "Ff", CUFFT_Z2Z: "DD", CUFFT_D2Z: "dD", CUFFT_Z2D: "Dd"}

_thread = threading.local()

#: How many plans any thread has made current; while it is 0, nobody asks for one.
entered: int = 0


def __getattr__(name: str) -> Any:
    if name == "CuFFTError":
        return library.service().Error
    raise AttributeError(f"module 'cupy.cuda.cufft' has no attribute {name!r}")


def getVersion() -> int:
    """Version of the library, as it counts.

    Examples
    --------
    >>> from cupy.cuda import cufft
    >>> cufft.getVersion() > 0
    True
    """
    return library.service().version()


def get_current_plan() -> Plan1d | PlanNd | None:
    """The plan of the innermost ``with`` statement of this thread, or None."""
    plans = getattr(_thread, "plans", None)
    return plans[-1] if plans else None


class _Plan:
    """What both kinds of plans do; `layout` is as cuFFT describes it."""

    handle: object      # what a library made
    gpus = None         # several devices share a batch by one plan each, not by one plan together

    def __init__(self, layout: Layout, fft_type: int) -> None:
        if fft_type not in CHARS:
            raise ValueError(f"fft_type is {fft_type}, which is no type of a transform")
        if min(layout.lengths) < 1:
            raise ValueError(f"Invalid number of FFT data points ({min(layout.lengths)}) specified.")
        if layout.batch < 1:
            raise ValueError(f"batch is {layout.batch} and must be positive")
        self.fft_type = fft_type
        self._adopt(layout, library.make_plan(layout, fft_type))

    def _adopt(self, layout: Layout, plan: Any) -> None:
        self.layout = layout
        self.batch = layout.batch
        self.handle = plan
        self.work_size = plan.work_size
        self.run = FftCall(plan)

    @property
    def work_area(self) -> None:
        """None: workspaces are borrowed from the memory pool for each execution."""
        return

    def __enter__(self) -> Self:
        global entered
        if not hasattr(_thread, "plans"):
            _thread.plans = []
        _thread.plans.append(self)
        entered += 1
        return self

    def __exit__(self, *exception: object) -> None:
        global entered
        _thread.plans.pop()
        entered -= 1

    def fft(self, a: ndarray, out: ndarray, direction: SupportsIndex) -> None:
        """Transform `a` into `out`, unscaled.

        Parameters
        ----------
        a, out : ndarray
            Contiguous arrays of the plan's types; both may be the same. A complex-to-real plan spoils `a`.
        direction : int
            `CUFFT_FORWARD` or `CUFFT_INVERSE`.
        """
        if direction not in (CUFFT_FORWARD, CUFFT_INVERSE):
            raise ValueError(f"direction is {direction}; it must be CUFFT_FORWARD (-1) or CUFFT_INVERSE (1)")
        for name, array, char in (("a", a, CHARS[self.fft_type][0]), ("out", out, CHARS[self.fft_type][1])):
            if not isinstance(array, ndarray) or array.dtype.char != char:
                raise TypeError(f"{name} must be an array of {numpy.dtype(char)} for this plan")
        self.run(a, out, direction == CUFFT_FORWARD)

    def _last(self, n: int) -> int:
        """Items along the halved axis of the complex side."""
        return n // 2 + 1 if self.fft_type in (CUFFT_R2C, CUFFT_D2Z) else n

    def _check(self, out: ndarray, shape: Sequence[int]) -> None:
        char = CHARS[self.fft_type][1]
        if out.dtype.char != char:
            raise ValueError(f"output dtype mismatch: found {out.dtype}, expected {numpy.dtype(char)}")
        if out.shape != tuple(shape):
            raise ValueError(f"output shape mismatch: found {out.shape}, expected {tuple(shape)}")


class Plan1d(_Plan):
    """A batched one-dimensional transform.

    Parameters
    ----------
    nx : int
        Length of the transform; of the real side for a real one.
    fft_type : int
        ``CUFFT_C2C`` and so on.
    batch : int
        How many transforms.
    devices : sequence of int, optional
        Accepted for CuPy's signature; a plan belongs to the current device.
    inembed, istride, idist, onembed, ostride, odist : int, optional
        Layout of both sides, in elements; contiguous by default.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cufft
    >>> a = cupy.ones(4, 'F')
    >>> plan = cufft.Plan1d(4, cufft.CUFFT_C2C, 1)
    >>> out = plan.get_output_array(a)
    >>> plan.fft(a, out, cufft.CUFFT_FORWARD)
    >>> out
    array([4.+0.j, 0.+0.j, 0.+0.j, 0.+0.j], dtype=complex64)
    """

    def __init__(self, nx: int, fft_type: int, batch: int,
                 devices: Sequence[SupportsIndex] | None = None, *, inembed: Sequence[int] | None = None,
                 istride: int = 1, idist: int = 0, onembed: Sequence[int] | None = None,
                 ostride: int = 1, odist: int = 0) -> None:
        nx, batch = int(nx), int(batch)
        half = nx // 2 + 1
        n_in = half if fft_type in (CUFFT_C2R, CUFFT_Z2D) else nx
        n_out = half if fft_type in (CUFFT_R2C, CUFFT_D2Z) else nx
        super().__init__(Layout((nx,), tuple(inembed or (n_in,)), istride, idist or n_in,
                                tuple(onembed or (n_out,)), ostride, odist or n_out, batch), fft_type)
        self.nx = nx

    def get_output_array(self, a: ndarray, order: Literal["C", "F"] = "C") -> ndarray:
        """An array for the result of a transform of `a` along its last axis."""
        import cupy
        return cupy.empty((*a.shape[:-1], self._last(self.nx)), CHARS[self.fft_type][1], order)

    def check_output_array(self, a: ndarray, out: ndarray) -> None:
        """Raise a ValueError unless `out` fits the result of a transform of `a` along its last axis."""
        self._check(out, (*a.shape[:-1], self._last(self.nx)))


class PlanNd(_Plan):
    """A batched transform of two or three dimensions.

    Parameters
    ----------
    shape : tuple of int
        Lengths, outermost first; of the real side for a real transform.
    inembed, onembed : tuple of int or None
        Padded lengths of both sides; None for contiguous arrays.
    istride, idist, ostride, odist : int
        Distances, in elements, of neighbours along the innermost axis, and of the batch's entries.
    fft_type : int
        ``CUFFT_C2C`` and so on.
    batch : int
        How many transforms.
    order : {'C', 'F'}
        Memory order that the plan is meant for.
    last_axis : int
        The halved axis of a real transform.
    last_size : int or None
        Elements of the result along it.
    """

    def __init__(self, shape: Sequence[SupportsIndex], inembed: Sequence[SupportsIndex] | None, istride: int,
                 idist: int, onembed: Sequence[SupportsIndex] | None, ostride: int,
                 odist: int, fft_type: int, batch: int, order: Literal["C", "F"] = "C",
                 last_axis: SupportsIndex = -1, last_size: SupportsIndex | None = None) -> None:
        shape = tuple(int(n) for n in shape)
        half = (*shape[:-1], shape[-1] // 2 + 1)
        n_in = half if fft_type in (CUFFT_C2R, CUFFT_Z2D) else shape
        n_out = half if fft_type in (CUFFT_R2C, CUFFT_D2Z) else shape
        super().__init__(Layout(shape, tuple(inembed or n_in), istride, idist or prod(n_in),
                                tuple(onembed or n_out), ostride, odist or prod(n_out), int(batch)), fft_type)
        self.shape = shape
        self.order = order
        self.last_axis = last_axis
        self.last_size = n_out[-1] if last_size is None else last_size

    def _output_shape(self, a: ndarray) -> tuple[int, ...]:
        if self.fft_type in (CUFFT_C2C, CUFFT_Z2Z):
            return a.shape
        shape: list[Any] = list(a.shape)
        shape[self.last_axis] = self.last_size
        return tuple(shape)

    def get_output_array(self, a: ndarray, order: Literal["C", "F"] = "C") -> ndarray:
        """An array for the result of a transform of `a`."""
        import cupy
        return cupy.empty(self._output_shape(a), CHARS[self.fft_type][1], order)

    def check_output_array(self, a: ndarray, out: ndarray) -> None:
        """Raise a ValueError unless `out` fits the result of a transform of `a`."""
        self._check(out, self._output_shape(a))


class XtPlanNd(_Plan):
    """A batched transform of any types that the library knows, half precision among them.

    Parameters
    ----------
    shape : tuple of int
        Lengths, outermost first.
    inembed, onembed : tuple of int or None
        Padded lengths of both sides; None for contiguous arrays.
    istride, idist, ostride, odist : int
        Distances, in elements.
    idtype, odtype, edtype : str
        Type dtype chars of source, target and computation; "E" is a complex number of two halves.
    batch : int
        How many transforms.
    order, last_axis, last_size
        As of `PlanNd`.

    Examples
    --------
    >>> import cupy
    >>> from cupy.cuda import cufft
    >>> a = cupy.ones((2, 2), 'F')
    >>> plan = cufft.XtPlanNd((2, 2), None, 1, 4, 'F', None, 1, 4, 'F', 1, 'F', order='C', last_axis=-1, last_size=None)
    >>> plan.fft(a, a, cufft.CUFFT_FORWARD)
    >>> a[0, 0]
    array(4.+0.j, dtype=complex64)
    """

    _NUMBERS = {"f": 0, "d": 1, "e": 2, "F": 4, "D": 5, "E": 6}     # cudaDataType

    def __init__(self, shape: Sequence[SupportsIndex], inembed: Sequence[SupportsIndex] | None, istride: int,
                 idist: int, idtype: str, onembed: Sequence[SupportsIndex] | None, ostride: int, odist: int,
                 odtype: str, batch: int, edtype: str, *, order: str = "C", last_axis: int = -1,
                 last_size: int | None = None) -> None:
        shape = tuple(int(n) for n in shape)
        half = (*shape[:-1], shape[-1] // 2 + 1)
        n_in = half if odtype in "efd" else shape
        n_out = half if idtype in "efd" else shape
        layout = Layout(shape, tuple(inembed or n_in), istride, idist or prod(n_in), tuple(onembed or n_out), ostride,
                        odist or prod(n_out), int(batch))
        try:
            types = tuple(self._NUMBERS[char] for char in (idtype, odtype, edtype))
        except KeyError as error:
            raise ValueError(f"no transform has the type {error}") from None
        self._adopt(layout, library.service().make_typed_plan(layout, types))
        self.shape, self.order, self.last_axis = shape, order, last_axis
        self.last_size = n_out[-1] if last_size is None else last_size
        self.itype, self.otype, self.etype = idtype, odtype, edtype

    def fft(self, a: ndarray, out: ndarray, direction: int) -> None:
        """Transform `a` into `out`, unscaled; complex numbers of halves are pairs along the last axis."""
        if direction not in (CUFFT_FORWARD, CUFFT_INVERSE):
            raise ValueError(f"direction is {direction}; it must be CUFFT_FORWARD (-1) or CUFFT_INVERSE (1)")
        self.run(a, out, direction == CUFFT_FORWARD)

    def get_output_array(self, a: ndarray, order: Literal["C", "F"] = "C") -> ndarray:
        """An array for the result of a transform of `a`."""
        import cupy
        shape = list(a.shape)
        if self.idtype_is_real != (self.otype in "efd"):
            shape[self.last_axis] = self.last_size
        if self.otype == "E":
            return cupy.empty((*shape, 2) if self.itype != "E" else shape, "e", order)
        return cupy.empty(tuple(shape), self.otype, order)

    @property
    def idtype_is_real(self) -> bool:
        """Whether the source is real."""
        return self.itype in "efd"
