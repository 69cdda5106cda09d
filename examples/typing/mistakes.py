"""Mistakes that type checkers find: each line is marked, and an unneeded mark is an error."""
import numpy

import cupy

x = cupy.ones(3)
x.nosuchmethod()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
cupy.zeros(shape=2, order="Z")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
x.shape = "wide"  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
y: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]] = x  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
