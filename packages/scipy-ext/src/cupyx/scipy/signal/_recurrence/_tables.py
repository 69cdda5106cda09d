"""Coefficients of recurrences and the powers of their matrices, as kernels read them."""
from __future__ import annotations

import functools
from typing import Any

import numpy

import cupy
from cupy._ext import Kernel, linalg_check, on_devices

from cupyx.scipy.signal import _kernels

_FILL = {order: Kernel("recurrence_tables.hpp", _kernels, "RecurrenceTables", packed=on_devices("d", "D"),
                       arguments=str(order))
         for order in (1, 2, 4, 8, 16)}
LANES_OF_WARP = _FILL[1].constants["kRecurrenceLanes"]


class Filter:
    """The coefficients of a filter of a kernel's order.

    Parameters
    ----------
    dtype : numpy.dtype
        The working type.
    order : int
        Of the kernel: one of the filter or more.
    *given : numpy.ndarray or cupy.ndarray
        Numerator and denominator, or sections as rows of six.

    Notes
    -----
    Coefficients that lie on a device are divided by the first there, and what they must not be raises `ValueError` with
    the next copy to the host, as failures of decompositions do.
    """

    def __init__(self, dtype: numpy.dtype[Any], order: int, *given: cupy.ndarray | numpy.ndarray[Any, Any]) -> None:
        self.dtype, self.order = dtype, order
        self.given = [x.astype(dtype, copy=False) for x in given]

    def on_host(self) -> cupy.ndarray:
        """The coefficients alone, from values of the host."""
        order = self.order
        if len(self.given) == 1:
            values = numpy.zeros((order // 2, 5), self.dtype)
            values[:, 0] = 1
            values[:len(self.given[0])] = self.given[0][:, [0, 1, 2, 4, 5]]
        else:
            b, a = self.given
            values = numpy.zeros(2 * order + 1, self.dtype)
            values[:len(b)] = b / a[0]
            values[order + 1:order + len(a)] = a[1:] / a[0]
        return cupy.asarray(values)

    def tables(self, run: int, levels: int, lanes: bool = False) -> tuple[cupy.ndarray, cupy.ndarray, Any]:
        """What kernels of a device read; `run` is a power of two.

        Returns
        -------
        coefficients : cupy.ndarray
        powers : cupy.ndarray
            Matrices (levels, order, order) that move a state on by ``run * 2^j`` samples.
        lanes : cupy.ndarray or None
            Matrices (order, order, 32) that move it on by 0, run, ... 31 * run samples.
        """
        if any(isinstance(x, cupy.ndarray) for x in self.given):
            refused = linalg_check.word("filter coefficient a[0] == 0, or not 1 in a section")
            tables = _filled(self, list(map(cupy.ascontiguousarray, self.given)), run, levels, lanes, refused)
            linalg_check.launched()
            return tables
        values = tuple((x.tobytes(), x.shape) for x in self.given)
        return _remembered(self.dtype.char, self.order, values, run, levels, lanes, cupy.cuda.runtime.getDevice())


@functools.lru_cache(256)
def _remembered(char: str, order: int, values: tuple[Any, ...], run: int, levels: int, lanes: bool,
                device: int) -> tuple[cupy.ndarray, cupy.ndarray, Any]:
    given = [numpy.frombuffer(data, char).reshape(shape) for data, shape in values]
    tables = _filled(Filter(numpy.dtype(char), order, *given), list(map(cupy.asarray, given)), run, levels, lanes, None)
    cupy.cuda.get_current_stream().synchronize()        # other streams will read them
    return tables


def _filled(filter: Filter, given: Any, run: int, levels: int, lanes: Any,
            refused: Any) -> tuple[cupy.ndarray, cupy.ndarray, Any]:
    order, dtype, sections = filter.order, filter.dtype, len(given) == 1
    coefficients = cupy.empty(5 * order // 2 if sections else 2 * order + 1, dtype)
    powers = cupy.empty((levels, order, order), dtype)
    lanes = cupy.empty((order, order, LANES_OF_WARP), dtype) if lanes else None
    shape: dict[str, Any] = ({"sections": len(given[0])} if sections else
                             {"count_b": len(given[0]), "count_a": len(given[1])})
    _FILL[order](dtype.char, blocks=1, threads=256, b=given[0], a=given[-1], coefficients=coefficients, powers=powers,
                 lanes=lanes, refused=refused, before=run.bit_length() - 1, levels=levels, **shape)
    return coefficients, powers, lanes
