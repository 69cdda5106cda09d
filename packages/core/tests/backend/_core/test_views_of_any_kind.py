"""Elementwise work, copies and assignments on random views: any strides, any overlap."""
import hypothesis.strategies as st
import numpy
import pytest
from hypothesis import given, settings

import cupy
from cupy_testing import strategies

quick = settings(max_examples=60, deadline=None)


def pair(data, dtype=None, shape=None, finite=True):
    """One random array, and one view of it, in both libraries."""
    host = data.draw(strategies.host_arrays(dtype=dtype, shape=shape, finite=finite))
    view = data.draw(strategies.views(host.shape))
    return view(cupy, cupy.asarray(host)), view(numpy, host)


def same(ours, theirs):
    numpy.testing.assert_array_equal(ours.get(), theirs, strict=True)


def steps(a):
    """Strides of the axes on which there is a step to make."""
    return [stride for size, stride in zip(a.shape, a.strides) if size > 1]


@given(st.data())
@quick
def test_view(data):
    ours, theirs = pair(data, finite=False)
    assert ours.shape == theirs.shape
    if theirs.size:
        assert steps(ours) == steps(theirs)
        assert ours.flags.c_contiguous == theirs.flags.c_contiguous
        assert ours.flags.f_contiguous == theirs.flags.f_contiguous
    same(ours, theirs)


@given(st.data(), st.sampled_from("CFAK"))
@quick
def test_copy(data, order):
    ours, theirs = pair(data)
    ours, theirs = ours.copy(order), theirs.copy(order)
    same(ours, theirs)
    if theirs.size and (order != "K" or 0 not in theirs.strides):
        assert steps(ours) == steps(theirs)


@given(st.data())
@quick
def test_unary(data):
    ours, theirs = pair(data, dtype="f4")
    same(cupy.square(ours), numpy.square(theirs))


@given(st.data())
@quick
def test_binary_of_two_views(data):
    ours, theirs = pair(data, dtype="i4")
    host = data.draw(strategies.host_arrays(dtype="i2", shape=theirs.shape[::-1]))
    same(ours + cupy.asarray(host).T, theirs + host.T)


@given(st.data())
@quick
def test_assignment_between_overlapping_views(data):
    host = data.draw(strategies.host_arrays(dtype="i4", shape=data.draw(
        strategies.shapes(min_dims=1, min_side=1))))
    ours = cupy.asarray(host)
    axis = data.draw(st.integers(0, host.ndim - 1))
    size = host.shape[axis]
    shift = data.draw(st.integers(0, size - 1))
    step = data.draw(st.sampled_from([1, -1]))
    to = (slice(None),) * axis + (slice(shift, None),)
    source = (slice(None),) * axis + (slice(0, size - shift),)
    flip = (slice(None),) * axis + (slice(None, None, step),)
    for a in (ours, host):
        a[to] = a[source][flip]
    same(ours, host)


@given(st.data())
@quick
def test_in_place_on_overlapping_views(data):
    n = data.draw(st.integers(2, 40))
    shift = data.draw(st.integers(0, n - 1))
    host = numpy.arange(n)
    ours = cupy.asarray(host)
    for a in (ours, host):
        a[shift:] += a[:n - shift]
    same(ours, host)


@pytest.mark.parametrize("shape", [(5, 5), (7, 7), (64, 64)])
def test_out_that_is_the_transpose(shape):
    host = numpy.arange(numpy.prod(shape)).reshape(shape)
    ours = cupy.asarray(host)
    for xp, a in ((cupy, ours), (numpy, host)):
        xp.add(a, a.T, out=a)
    same(ours, host)


def test_reduction_into_its_operand():
    host = numpy.arange(16.0).reshape(4, 4)
    ours = cupy.asarray(host)
    for xp, a in ((cupy, ours), (numpy, host)):
        xp.sum(a, axis=0, out=a[1])
    same(ours, host)


@given(st.data(), strategies.dtypes())
@quick
def test_casts(data, target):
    ours, theirs = pair(data, dtype=data.draw(strategies.dtypes(no_float16=True, no_complex=True)))
    if theirs.dtype.kind == "f" and target.kind in "iub":
        theirs, ours = abs(theirs) % 100, abs(ours) % 100
    with numpy.errstate(all="ignore"):
        same(ours.astype(target), theirs.astype(target))


@given(st.data())
@quick
def test_swapped_byte_order_is_taken_from_the_host(data):
    host = data.draw(strategies.host_arrays())
    swapped = host.astype(strategies.swapped_byte_order(host.dtype))
    numpy.testing.assert_array_equal(cupy.asarray(swapped).get(), host)


VIEWS = [lambda a: a[::-1].swapaxes(0, -1), lambda a: a.swapaxes(0, -1)[::-1], lambda a: a[..., ::-1].swapaxes(0, -1),
         lambda a: a[::-1, ..., ::-1].swapaxes(0, -1), lambda a: a.swapaxes(0, 1)[::-1, ::-1]]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", ["u1", "f4", "f8", "c16", "i2"])
@pytest.mark.parametrize("shape", [(70, 90), (33, 64), (5, 40, 60), (17, 100), (3, 17, 4, 33)])
def test_copies_and_sums(view, dtype, shape):
    host = numpy.random.default_rng(0).integers(0, 99, shape).astype(dtype)
    x = cupy.asarray(host)
    turned = view(host)
    numpy.testing.assert_array_equal(cupy.ascontiguousarray(view(x)).get(), turned)
    plain = numpy.ascontiguousarray(turned)
    numpy.testing.assert_array_equal((view(x) + cupy.asarray(plain)).get(), turned + plain)
    numpy.testing.assert_array_equal((view(x) * view(x)).get(), turned * turned)
