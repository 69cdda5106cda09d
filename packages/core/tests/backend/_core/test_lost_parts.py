"""Every cast that loses imaginary parts warns, whichever way it comes about."""
import warnings

import numpy
import pytest

import cupy

WAYS = {
    "NumPy's number in a slice": lambda xp, z: xp.zeros(2).__setitem__(..., numpy.complex64(1j)),
    "NumPy's number filling": lambda xp, z: xp.zeros(2).fill(numpy.complex128(1j)),
    "NumPy's number for all": lambda xp, z: [xp.full(2, numpy.complex64(1j), "i2"),
                                             xp.full_like(xp.zeros(2), numpy.complex64(1j))],
    "astype": lambda xp, z: z.astype("f4"), "array": lambda xp, z: xp.array(z, "f4"),
    "slice": lambda xp, z: xp.zeros(2).__setitem__(slice(None), z),
    "index": lambda xp, z: xp.zeros(2).__setitem__(xp.asarray([0, 1]), z),
    "mask": lambda xp, z: xp.zeros(2).__setitem__(xp.asarray([True, True]), z),
    "flat": lambda xp, z: xp.zeros(2).flat.__setitem__(slice(None), z),
    "put": lambda xp, z: xp.put(xp.zeros(2), xp.asarray([0, 1]), z),
    "put_along_axis": lambda xp, z: xp.put_along_axis(xp.zeros(2), xp.asarray([0, 1]), z, 0),
    "copyto": lambda xp, z: xp.copyto(xp.zeros(2), z, casting="unsafe"),
    "dtype": lambda xp, z: xp.add(z, z, dtype="f4", casting="unsafe"),
    "dtype of one": lambda xp, z: xp.sqrt(z, dtype="f8", casting="unsafe"),
    "signature": lambda xp, z: xp.multiply(z, 2, signature="dd->d", casting="unsafe"),
    "out": lambda xp, z: xp.add(z, z, out=xp.zeros(2, "f4"), casting="unsafe"),
    "at": lambda xp, z: xp.add.at(xp.zeros(2), xp.asarray([0, 1]), z),
    "concatenate": lambda xp, z: xp.concatenate([z, z], dtype="f8", casting="unsafe"),
    "sum": lambda xp, z: xp.sum(z, dtype="f8"), "mean": lambda xp, z: xp.mean(z, dtype="f8"),
    "cumsum": lambda xp, z: xp.cumsum(z, dtype="f8"), "reduce": lambda xp, z: xp.multiply.reduce(z, dtype="f8"),
    "full": lambda xp, z: xp.full(2, 1 + 1j, "f4"), "fill": lambda xp, z: xp.zeros(2).fill(z[0:1].reshape(())),
}
QUIET = {
    "bool": lambda xp, z: z.astype("?"), "wider": lambda xp, z: z.astype("F").astype("D"),
    "abs": lambda xp, z: abs(z), "real": lambda xp, z: z.real.astype("f4"),
    "dtype": lambda xp, z: xp.add(z, z, dtype="F", casting="unsafe"),
    "logical": lambda xp, z: xp.logical_and(z, z, out=xp.zeros(2, "?")),
    "concatenate": lambda xp, z: xp.concatenate([z, z.real]),
}


@pytest.mark.parametrize("xp", [numpy, cupy])
@pytest.mark.parametrize("name", WAYS)
def test_warned(name, xp):
    with pytest.warns(numpy.exceptions.ComplexWarning, match="discards the imaginary part"):
        WAYS[name](xp, xp.asarray([1 + 1j, 2]))


@pytest.mark.parametrize("xp", [numpy, cupy])
@pytest.mark.parametrize("name", QUIET)
def test_quiet(name, xp):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        QUIET[name](xp, xp.asarray([1 + 1j, 2]))
