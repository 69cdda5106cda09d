"""Samples, distances and layouts: what other tests rest on."""
from types import SimpleNamespace

import numpy
import pytest

from cupy_testing import samples
from cupy_testing.layouts import LAYOUTS

SINE = SimpleNamespace(name="sin", test={"domain": (-4, 4), "ulp": 4})
SHIFT = SimpleNamespace(name="left_shift", test={"domain": (0, 7)})


@pytest.mark.parametrize("char", "efdFD")
def test_expected_is_correctly_rounded(char):
    arrays = samples.operands(SINE, char)
    wanted, = samples.expected(SINE, arrays, char)
    assert wanted.dtype == char
    with numpy.errstate(invalid="ignore"):
        assert samples.ulp_distance(numpy.sin(arrays[0]), wanted).max() <= 4


def test_special_values_meet_each_other():
    a, b = samples.operands(SimpleNamespace(name="add", test={}), "ff")
    pairs = {(repr(x), repr(y)) for x, y in zip(a, b)}
    special = samples.special_values("f")
    assert {(repr(x), repr(y)) for x in special for y in special} <= pairs


def test_integers_stay_in_the_domain():
    a, b = samples.operands(SHIFT, "bb")
    assert a.min() >= 0 and b.max() <= 7


def test_operands_are_the_same_each_time():
    first, second = (samples.operands(SINE, "d")[0] for _ in range(2))
    numpy.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("char", "efd")
def test_distance(char):
    one = numpy.ones(1, char)
    assert samples.ulp_distance(numpy.nextafter(one, one * 2), one) == 1
    assert samples.ulp_distance(-one * 0, one * 0) == 0
    tiny = numpy.array([numpy.finfo(char).smallest_subnormal])
    assert samples.ulp_distance(-tiny, tiny) == 2
    for lost in (numpy.nan, numpy.inf, -numpy.inf):
        assert samples.ulp_distance(one * lost, one) == numpy.inf
        assert samples.ulp_distance(one * lost, one * lost) == 0
    assert samples.ulp_distance(one * numpy.inf, -one * numpy.inf) == numpy.inf


def test_failure_shows_operands():
    with pytest.raises(AssertionError, match=r"f\(np.float32\(2.0\)\) gave"):
        samples.assert_close(numpy.float32([1, 3]), numpy.float32([1, 2]), 1,
                             [numpy.float32([1, 2])], "f")
    with pytest.raises(AssertionError, match="dtype"):
        samples.assert_close(numpy.float32([1]), numpy.float64([1]), 1)


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 3, 4)])
def test_layouts_keep_values(name, shape):
    values = numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape)
    found = LAYOUTS[name](numpy, values)
    numpy.testing.assert_array_equal(found, values)


def test_layouts_differ():
    values = numpy.arange(24).reshape(2, 3, 4)
    strides = {layout(numpy, values).strides for layout in LAYOUTS.values()}
    assert len(strides) == 4
