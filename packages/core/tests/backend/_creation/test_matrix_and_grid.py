"""Diagonal, triangular and Vandermonde matrices, log scales, coordinates, data from the host."""
import io

import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "diag": lambda xp, a: xp.diag(a[0]),
    "diag k": lambda xp, a: xp.diag(a[0], 2),
    "diag -k": lambda xp, a: xp.diag(a[0], -1),
    "diag of": lambda xp, a: xp.diag(a),
    "diag of k": lambda xp, a: xp.diag(a, -1),
    "diag empty": lambda xp, a: xp.diag(a[0, :0], 1),
    "diagflat": lambda xp, a: xp.diagflat(a[:, :2], 1),
    "tril": lambda xp, a: xp.tril(a),
    "tril k": lambda xp, a: xp.tril(a, 1),
    "tril stack": lambda xp, a: xp.tril(xp.stack([a, a]), -1),
    "tril vector": lambda xp, a: xp.tril(a[0]),
    "triu": lambda xp, a: xp.triu(a),
    "triu k": lambda xp, a: xp.triu(a, -1),
    "triu far": lambda xp, a: xp.triu(a, 9),
    "triu view": lambda xp, a: xp.triu(a.T),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_all_dtypes()
@testing.numpy_cupy_array_equal()
def test_of_arrays(xp, dtype, call):
    return call(xp, testing.shaped_arange((3, 4), xp, dtype))


PLAIN = {
    "tri": lambda xp: xp.tri(3),
    "tri of floats": lambda xp: xp.tri(3.5, 4.0, 0.5),
    "tri k": lambda xp: xp.tri(3, 5, 1, dtype="i4"),
    "tri none": lambda xp: xp.tri(0),
    "tri bool": lambda xp: xp.tri(2, 3, -1, dtype=bool),
    "meshgrid": lambda xp: xp.meshgrid(xp.arange(3), xp.arange(4.0), [1]),
    "meshgrid ij": lambda xp: xp.meshgrid(xp.arange(3), xp.arange(4), indexing="ij"),
    "meshgrid sparse": lambda xp: xp.meshgrid(xp.arange(3), xp.arange(4), sparse=True),
    "meshgrid views": lambda xp: xp.meshgrid(xp.arange(3), 5, copy=False),
    "meshgrid none": lambda xp: xp.meshgrid(),
    "fromfunction": lambda xp: xp.fromfunction(lambda i, j: i * 10 + j, (2, 3), dtype=int),
    "fromiter": lambda xp: xp.fromiter(range(5), "f4", count=3),
    "frombuffer": lambda xp: xp.frombuffer(bytes(range(8)), "i2", count=2, offset=2),
    "fromstring": lambda xp: xp.fromstring("1 2 3", dtype=int, sep=" "),
    "loadtxt": lambda xp: xp.loadtxt(io.StringIO("1 2\n3 4"), dtype="f4", skiprows=1),
    "genfromtxt": lambda xp: xp.genfromtxt(io.StringIO("1,2\n3,"), delimiter=","),
    "finite": lambda xp: xp.asarray_chkfinite([1, 2.5], dtype="f4"),
    "require": lambda xp: xp.require(xp.zeros((2, 3)), "f4", ["F", "A"]),
}


@pytest.mark.parametrize("call", PLAIN.values(), ids=PLAIN)
@testing.numpy_cupy_array_equal(strides_check=False)
def test_from_nothing(xp, call):
    return call(xp)


SCALES = {
    "logspace": lambda xp: xp.logspace(0, 3, 7),
    "logspace base": lambda xp: xp.logspace(1, 4, 4, base=2, endpoint=False, dtype="f4"),
    "logspace arrays": lambda xp: xp.logspace(xp.asarray([0.0, 1]), xp.asarray([2.0, 3]), 3, axis=1),
    "geomspace": lambda xp: xp.geomspace(1, 256, 9),
    "geomspace negative": lambda xp: xp.geomspace(-1000.0, -1, 4),
    "geomspace open": lambda xp: xp.geomspace(2, 1e6, 5, endpoint=False),
    "geomspace complex": lambda xp: xp.geomspace(1j, 1000j, 4),
    "geomspace from infinity": lambda xp: xp.geomspace(-xp.inf, -10, 4),
    "vander": lambda xp: xp.vander(xp.asarray([1.5, 2, 3])),
    "vander int": lambda xp: xp.vander(xp.asarray([1, 2, 3, -5]), 3, increasing=True),
    "vander complex": lambda xp: xp.vander(xp.asarray([1 + 1j, 2]), 4),
}


@pytest.mark.parametrize("call", SCALES.values(), ids=SCALES)
@testing.numpy_cupy_allclose(rtol=1e-6, contiguous_check=False)
def test_scales(xp, call):
    return call(xp)


def test_meshgrid_copies_unless_told():
    line = cupy.zeros(2)
    first, _ = cupy.meshgrid(line, line)
    first[...] = 1
    assert not line.get().any()


def test_fromfile(tmp_path):
    numpy.arange(4, dtype="i2").tofile(tmp_path / "numbers")
    got = cupy.fromfile(tmp_path / "numbers", "i2", offset=2)
    assert got.get().tolist() == [1, 2, 3]


def test_fromregex():
    got = cupy.fromregex(io.StringIO("1312 foo\n1534 bar"), r"(\d+)\s+(...)", [("n", "i8"), ("s", "S3")])
    assert got["n"].get().tolist() == [1312, 1534]


ERRORS = {
    "diag": (lambda xp: xp.diag(xp.zeros((1, 1, 1))), ValueError),
    "tril": (lambda xp: xp.tril(xp.array(1)), TypeError),
    "triu": (lambda xp: xp.triu(3), TypeError),
    "vander": (lambda xp: xp.vander(xp.zeros((2, 2))), ValueError),
    "vander of less than nothing": (lambda xp: xp.vander(xp.zeros(2), -1), ValueError),
    "geomspace": (lambda xp: xp.geomspace(0, 1), ValueError),
    "meshgrid": (lambda xp: xp.meshgrid([1], indexing="no"), ValueError),
    "finite": (lambda xp: xp.asarray_chkfinite([1, xp.nan]), ValueError),
    "require": (lambda xp: xp.require([1], requirements=["C", "F"]), ValueError),
    "fromiter": (lambda xp: xp.fromiter([1], float, count=2), ValueError),
    "frombuffer": (lambda xp: xp.frombuffer(b"123", "i2"), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp)


def test_diag_takes_arrays_of_numpy():
    found = cupy.diag(numpy.arange(3.0), 1)
    assert isinstance(found, cupy.ndarray)
    numpy.testing.assert_array_equal(found.get(), numpy.diag(numpy.arange(3.0), 1))


@pytest.mark.parametrize("name", ["tril", "triu"])
@pytest.mark.parametrize("k", [-1, 0, 2])
@pytest.mark.parametrize("dtype", ["M8[D]", "m8[s]", "S2", "U3", "i4,f4"])
def test_triangles_of_what_are_no_numbers(name, k, dtype):
    a = numpy.arange(24).reshape(2, 3, 4).astype(dtype)
    testing.assert_array_equal(getattr(cupy, name)(cupy.asarray(a), k), getattr(numpy, name)(a, k))


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (70, 33), (4, 33, 17), (2, 3, 8, 64), (100, 1), (1, 100)])
@testing.for_dtypes("?bhfdD")
def test_triangles_of_every_diagonal(dtype, shape):
    a = numpy.random.default_rng(3).integers(1, 9, shape).astype(dtype)
    for given, wanted in ((cupy.asarray(a), a), (cupy.asarray(a)[..., ::-1], a[..., ::-1]),
                          (cupy.asarray(a).swapaxes(-1, -2), a.swapaxes(-1, -2))):
        for name in ("tril", "triu"):
            for k in (-200, -31, -1, 0, 1, 16, 200):
                testing.assert_array_equal(getattr(cupy, name)(given, k), getattr(numpy, name)(wanted, k))


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("sparse", [False, True])
@testing.numpy_cupy_array_list_equal()
def test_meshgrid_gives_the_sequence_that_numpy_gives(xp, copy, sparse):
    return xp.meshgrid(xp.arange(2), xp.arange(3), copy=copy, sparse=sparse)
