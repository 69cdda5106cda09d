"""Mistakes that type checkers find: each line is marked, and an unneeded mark is an error."""
import numpy

import cupy
import cupyx
from cupy.typing import NDArray
from cupyx.scipy import linalg, ndimage, signal, sparse, spatial

Single = NDArray[numpy.float32]
x = cupy.ones(3)
single = cupy.zeros((2, 2), "f4")


def halved(image: Single) -> Single:
    """Half of an image of float32."""
    return image / 2


# Names, arguments and values that do not exist.
x.nosuchmethod()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
cupy.zeros(shape=2, order="Z")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
x.shape = "wide"  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
cupy.linalg.qr(x, "whole")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
cupyx.scipy.ndimage.label(x, structures=x)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
signal.butter(4, 0.2, output="tf")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
corners = spatial.ConvexHull(x).corners  # type: ignore[attr-defined]  # pyright: ignore

# An array of the device is none of NumPy's.
y: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]] = x  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

# float32 is not float64, whatever it went through.
of_doubles: Single = cupy.zeros(3)  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
double: NDArray[numpy.float64] = single + 1  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
halved(x)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
halved(single.astype("f8"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ordered, values, smooth = cupy.sort(x), cupy.unique(x), ndimage.gaussian_filter(x, 1)
halved(ordered)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
halved(values)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
halved(smooth)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
halved(single > 0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

# Results of other kinds than an option asks for.
z, p, k = signal.butter(4, 0.2)  # type: ignore[misc]  # pyright: ignore
halved(linalg.svd(single))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
sparse.csr_matrix(single).tocsc().tocsr("F")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
