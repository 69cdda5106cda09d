"""Questions about dtypes and memory, and helpers that NumPy 2 dropped."""
import io

import numpy
import pytest

import cupy
from cupy import testing


@testing.for_all_dtypes_combination(names=("x", "y"))
@testing.numpy_cupy_equal()
def test_result_type(xp, x, y):
    a, b = xp.ones(2, x), xp.ones((), y)
    return [xp.result_type(a, b), xp.result_type(a, 1), xp.result_type(a, 1.0), xp.result_type(a, 1j),
            xp.result_type(x, b), xp.promote_types(x, y), xp.can_cast(x, y),
            xp.can_cast(x, y, "same_kind")]


@testing.numpy_cupy_equal()
def test_of_types(xp):
    return [xp.min_scalar_type(10), xp.min_scalar_type(-1.5), xp.min_scalar_type(xp.zeros(2, "f")),
            xp.common_type(xp.zeros(1, "i"), xp.zeros(1, "f")), xp.common_type(xp.zeros(1, "F")),
            xp.issubdtype(xp.float32, xp.floating), xp.isdtype(xp.dtype("f4"), "real floating"),
            xp.mintypecode("fD"), xp.typename("B"), xp.finfo("f4").eps, xp.iinfo("i2").max]


def test_can_cast_an_array():
    with pytest.raises(TypeError):
        cupy.common_type(cupy.zeros(1, bool))
    assert cupy.can_cast(cupy.zeros(1, "i2"), "i4")


@testing.numpy_cupy_equal()
def test_memory(xp):
    a = xp.arange(24).reshape(2, 3, 4)
    pairs = [(a, a), (a[0], a[1]), (a[..., ::2], a[..., 1::2]), (a[:, 0], a[:, 1]), (a, a.T),
             (a[:0], a), (a, a.copy()), (a[::-1], a[0])]
    return [(bool(xp.may_share_memory(x, y)), bool(xp.shares_memory(x, y))) for x, y in pairs]


def test_byte_bounds():
    a = cupy.arange(10, dtype="i4")
    low, high = cupy.byte_bounds(a[2:8:2])
    assert low == a.data.ptr + 8 and high == a.data.ptr + 28
    assert cupy.byte_bounds(a[::-1]) == (a.data.ptr, a.data.ptr + 40)


def test_array_module():
    assert cupy.get_array_module(numpy.ones(2), cupy.ones(2)) is cupy
    assert cupy.get_array_module(numpy.ones(2), 3) is numpy


def test_older_helpers(capsys):
    assert cupy.find_common_type(["f4", "i4"], ["i8"]) == numpy.dtype("f8")
    assert cupy.find_common_type(["i2"], ["f4"]) == numpy.dtype("f4")
    assert cupy.obj2sctype(cupy.zeros(1, "f4")) is numpy.float32
    assert cupy.issctype(numpy.int32) and not cupy.issctype(3)
    assert cupy.issubsctype("f4", numpy.floating) and not cupy.issubclass_(3, int)
    assert cupy.sctype2char("i4") == "i" and cupy.safe_eval("(1, 'a')") == (1, "a")
    with pytest.raises(ValueError):
        cupy.safe_eval("__import__('os')")
    assert cupy.make_aligned_dtype([("a", "i1"), ("b", "f8")]).itemsize == 16
    cupy.disp("text")
    cupy.who({"a": cupy.zeros((2, 3))})
    text = capsys.readouterr().out
    assert text.startswith("text\n") and "2 x 3" in text and "float64" in text
    output = io.StringIO()
    cupy.info(cupy.zeros((2, 3)), output=output)
    assert "(2, 3)" in output.getvalue()


@pytest.mark.parametrize("name", ["array_repr", "array_str", "array2string"])
@testing.for_all_dtypes()
@testing.numpy_cupy_equal()
def test_text(xp, name, dtype):
    a = testing.shaped_arange((2, 3), xp, dtype)
    return [getattr(xp, name)(a), repr(a), str(a[0]), repr(a[:0]), str(a[0, 0][...])]


def test_isdtype():
    for dtype in "?bBfdFD":
        for kind in ("bool", "signed integer", "integral", "real floating", "numeric", ("bool", "complex floating")):
            assert cupy.isdtype(cupy.dtype(dtype), kind) == numpy.isdtype(numpy.dtype(dtype), kind)
    assert cupy.isdtype(cupy.int32, cupy.int32) and not cupy.isdtype(cupy.int32, (cupy.int8, "bool"))
    for bad, kind in ((cupy.arange(2), "numeric"), (cupy.int32, "number"), ("f", "numeric"), (cupy.int32, 3)):
        with pytest.raises((TypeError, ValueError)):
            cupy.isdtype(bad, kind)
