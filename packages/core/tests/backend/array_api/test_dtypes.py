"""Dtypes of results as the array API standard has them: promotion, accumulation, indices."""
import itertools

import numpy
import pytest

import cupy

SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
REAL = ["float32", "float64"]
COMPLEX = ["complex64", "complex128"]
ALL = ["bool", *SIGNED, *UNSIGNED, *REAL, *COMPLEX]


def promoted(a, b):
    """The standard's table, None where it has no entry."""
    for family in (SIGNED, UNSIGNED, REAL, COMPLEX):
        if a in family and b in family:
            return family[max(family.index(a), family.index(b))]
    for one, two in ((a, b), (b, a)):
        if one in SIGNED and two in UNSIGNED:
            at = max(SIGNED.index(one), UNSIGNED.index(two) + 1)
            return SIGNED[at] if at < 4 else None
        if one in REAL and two in COMPLEX:
            return COMPLEX[max(REAL.index(one), COMPLEX.index(two))]
    return "bool" if a == b == "bool" else None


@pytest.mark.parametrize("a, b", [(a, b) for a, b in itertools.product(ALL, ALL) if promoted(a, b)])
def test_promotion(a, b):
    x, y, want = cupy.ones(2, a), cupy.ones(2, b), promoted(a, b)
    assert cupy.result_type(x, y) == cupy.result_type(cupy.dtype(a), y) == want
    assert cupy.where(cupy.asarray([True, False]), x, y).dtype == want
    assert cupy.concat([x, y]).dtype == want
    assert cupy.equal(x, y).dtype == bool
    if want != "bool":
        assert (x + y).dtype == cupy.multiply(x, y).dtype == want


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("scalar", [True, 1, 1.5, 1j])
def test_python_scalars(dtype, scalar):
    """A scalar of a kind not above the array's takes the array's dtype."""
    x = cupy.ones(2, dtype)
    kinds = {bool: ALL, int: ALL[1:], float: REAL + COMPLEX, complex: COMPLEX}[type(scalar)]
    if dtype in kinds and dtype != "bool":
        assert (x + scalar).dtype == (scalar + x).dtype == dtype


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum", "cumulative_prod"])
def test_sums(name, dtype):
    want = {"i": "int64", "u": "uint64"}.get(numpy.dtype(dtype).kind, dtype)
    if dtype != "bool":
        assert getattr(cupy, name)(cupy.ones(3, dtype)).dtype == want
        assert getattr(cupy, name)(cupy.ones(3, dtype), dtype=cupy.float64 if dtype not in COMPLEX else dtype).dtype \
            == (numpy.float64 if dtype not in COMPLEX else dtype)


@pytest.mark.parametrize("name", ["argmax", "argmin", "argsort", "count_nonzero"])
def test_indices(name):
    assert getattr(cupy, name)(cupy.asarray([2.0, 1.0])).dtype == numpy.int64


@pytest.mark.parametrize("dtype", REAL + COMPLEX)
@pytest.mark.parametrize("name", ["mean", "var", "std"])
def test_statistics(name, dtype):
    want = dtype if name == "mean" or dtype in REAL else numpy.dtype(dtype).char.lower()
    assert getattr(cupy, name)(cupy.ones(3, dtype)).dtype == want


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_finfo_is_of_python_scalars(dtype):
    info = cupy.finfo(cupy.dtype(dtype))
    assert type(info.bits) is int
    for name in ("eps", "max", "min", "smallest_normal"):
        assert isinstance(getattr(info, name), float)
    assert info.dtype == numpy.dtype(dtype).char.lower()
    assert cupy.finfo(cupy.ones(1, dtype)).eps == info.eps


@pytest.mark.parametrize("dtype", SIGNED + UNSIGNED)
def test_iinfo_is_of_python_integers(dtype):
    info = cupy.iinfo(cupy.dtype(dtype))
    assert {type(info.bits), type(info.max), type(info.min)} == {int}
    assert info.dtype == dtype and cupy.iinfo(cupy.ones(1, dtype)).max == info.max


@pytest.mark.parametrize("kind, members", [
    ("bool", ["bool"]), ("signed integer", SIGNED), ("unsigned integer", UNSIGNED),
    ("integral", SIGNED + UNSIGNED), ("real floating", REAL), ("complex floating", COMPLEX),
    ("numeric", SIGNED + UNSIGNED + REAL + COMPLEX), (("bool", "integral"), ["bool", *SIGNED, *UNSIGNED])])
def test_kinds(kind, members):
    assert [d for d in ALL if cupy.isdtype(cupy.dtype(d), kind)] == [d for d in ALL if d in members]
    assert set(cupy.__array_namespace_info__().dtypes(kind=kind)) == set(members)


@pytest.mark.parametrize("low, high", [(None, None), (1, None), (None, 2), (1, 2), (0.5, 1.5)])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "float32"])
def test_clip_keeps_the_dtype(dtype, low, high):
    x = cupy.asarray([0, 1, 3], dtype)
    if dtype == "float32" or isinstance(low, (int, type(None))) and isinstance(high, (int, type(None))):
        have = cupy.clip(x, low, high)
        assert have.dtype == dtype and have is not x
        numpy.testing.assert_array_equal(have.get(), numpy.clip(x.get(), low, high) if low or high else x.get())
