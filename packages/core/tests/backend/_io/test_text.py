"""Arrays as text are what NumPy writes, and large ones do not leave the device whole."""
import numpy
import pytest

import cupy

SHAPES = [(), (0,), (3,), (0, 4), (2, 3), (1500,), (7, 200), (200, 7), (40, 40), (6, 6, 40), (2000, 1), (8, 8, 8, 8)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_text(shape):
    a = numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape) % numpy.asarray(997)
    for dtype in "?bldD":
        theirs = numpy.asarray(a, dtype)
        ours = cupy.asarray(theirs)
        assert (repr(ours), str(ours)) == (repr(theirs[...]), str(theirs))
        assert cupy.array2string(ours, separator=",", threshold=5, edgeitems=2) == numpy.array2string(
            theirs, separator=",", threshold=5, edgeitems=2)
        assert cupy.array_repr(ours, 40, 3, True) == numpy.array_repr(theirs, 40, 3, True)
        assert cupy.array_str(ours, 40) == numpy.array_str(theirs, 40)


def test_print_options():
    with cupy.printoptions(threshold=4, edgeitems=1, precision=2, linewidth=30):
        a = numpy.arange(30.0).reshape(5, 6) / 7
        assert repr(cupy.asarray(a)) == repr(a)
        assert cupy.get_printoptions()["threshold"] == 4
    a = numpy.ones(3, [("a", "i4"), ("b", "U3")])
    assert repr(cupy.asarray(a)) == repr(a)


def test_only_what_is_shown_is_copied():
    from cupy.cuda import alloc

    big = cupy.zeros((1 << 16, 1 << 8), "b")
    assert "shape=(65536, 256)" in repr(big) and alloc(1) is not None
    assert cupy.format_float_positional(0.25) == "0.25"
    assert cupy.format_float_scientific(numpy.float32(2.5)) == "2.5e+00"
    assert (cupy.base_repr(5, 2), cupy.binary_repr(5)) == ("101", "101")
