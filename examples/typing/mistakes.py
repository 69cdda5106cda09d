"""Mistakes that type checkers find: each line is marked, and an unneeded mark is an error."""
import numpy

import cupy
import cupyx
from cupy.typing import NDArray

x = cupy.ones(3)
x.nosuchmethod()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
cupy.zeros(shape=2, order="Z")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
x.shape = "wide"  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
y: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]] = x  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
single: NDArray[numpy.float32] = cupy.zeros(3)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
double: NDArray[numpy.float64] = single + 1  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
cupy.linalg.qr(x, "whole")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
cupyx.scipy.ndimage.label(x, structures=x)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
