"""Axes in any order: copies, operations of several orders, and reductions of axes of one item."""
import itertools

import numpy as np
import pytest

import cupy as cp


def _random(shape, char):
    return np.random.default_rng(0).integers(0, 2 if char == "?" else 100, shape).astype(char)


@pytest.mark.parametrize("char", "?efD")
@pytest.mark.parametrize("shape", [(5, 7, 11, 13), (60, 5, 9, 3), (300, 3, 5), (3, 2500), (33, 1001)])
def test_every_order_of_the_axes(char, shape):
    a, b = _random(shape, char), _random(shape[::-1], char).T
    x, y = cp.array(a), cp.array(b.T).T
    for order in itertools.permutations(range(len(shape))):
        turned, other = a.transpose(order), b.transpose(order)[::-1]
        np.testing.assert_array_equal(cp.array(x.transpose(order), order="C").get(), turned)
        np.testing.assert_array_equal((x.transpose(order) == y.transpose(order)[::-1]).get(), turned == other)


@pytest.mark.parametrize("char", "Be")
@pytest.mark.parametrize("cut", [slice(1, -2), slice(3, None), slice(None, None, -1)])
def test_rows_of_small_items_that_begin_anywhere(char, cut):
    a, b = _random((70, 301), char), _random((70, 301), char)
    np.testing.assert_array_equal(cp.maximum(cp.array(a)[:, cut], cp.array(b)[::-1, cut]).get(),
                                  np.maximum(a[:, cut], b[::-1, cut]))


@pytest.mark.parametrize("char", "BeidD")
@pytest.mark.parametrize("step", [2, 3, 4, 5, -1, -3])
@pytest.mark.parametrize("size", [1, 2, 7, 100, 5000])
def test_items_some_steps_apart(char, step, size):
    """The first and the last item of an array too, where more than an item must not be read."""
    host = _random(((size - 1) * abs(step) + 1,), char)
    a, b = host[::step], cp.array(host)[::step]
    np.testing.assert_array_equal(b.copy().get(), a)
    np.testing.assert_array_equal((b == b[::-1]).get(), a == a[::-1])


@pytest.mark.parametrize("name", ["var", "argmax", "count_nonzero", "nanmax", "nansum", "nanmean"])
@pytest.mark.parametrize("shape, axis", [((5000, 1), 1), ((1, 70), 0), ((3, 1, 1500), 1), ((1,), 0)])
def test_axes_of_one_item(name, shape, axis):
    a = np.random.default_rng(0).standard_normal(shape)
    if name == "var":
        a[0] = np.inf
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(getattr(cp, name)(cp.array(a), axis=axis).get(), getattr(np, name)(a, axis=axis))


@pytest.mark.parametrize("char", "?Befd")
@pytest.mark.parametrize("length", [64, 129, 301])
def test_rows_that_begin_anywhere(char, length):
    """Vectors of the output, of inputs that lie beside it, backwards, repeated or some items further on."""
    host = _random((40, length + 9), char)
    x, left, right = cp.array(host), host[:, :length], np.arange(40)[:, None].astype(char)
    views = [(left[::-1], x[::-1, :length]), (left[:, ::-1], x[:, length - 1::-1]), (left[3], x[3, :length]),
             (host[:, 3:length + 3], x[:, 3:length + 3]),
             (np.broadcast_to(right, left.shape), cp.broadcast_to(cp.array(right), left.shape))]
    for a, b in views:
        np.testing.assert_array_equal(cp.array(b, order="C").get(), a)
        for c, d in views:
            np.testing.assert_array_equal(cp.maximum(b, d).get(), np.maximum(a, c))
            np.testing.assert_array_equal(cp.less(b, d).get(), a < c)
        out = cp.zeros((40, length + 5), char)
        cp.maximum(b, x[:, :length], out=out[:, 2:-3])
        wanted = np.zeros(out.shape, char)
        wanted[:, 2:-3] = np.maximum(a, left)
        np.testing.assert_array_equal(out.get(), wanted)


def _short(xp, outer, wide, turned):
    """Arrays whose last axis is repeated, cut, in steps, backwards, of another order, and the same for all rows."""
    length = turned.shape[-2]
    return [xp.broadcast_to(outer, (*outer.shape[:-1], length)), wide[..., 1:length + 1], wide[..., 1:2 * length + 1:2],
            wide[..., length::-1][..., :length], turned.swapaxes(-1, -2), wide[:1, ..., :length]]


@pytest.mark.parametrize("char", "Bef")
@pytest.mark.parametrize("shape", [(5003, 3), (1201, 5, 2), (37, 61, 7), (16, 700, 2, 3), (0, 5, 3), (7, 0, 3), (9, 0)])
def test_short_axes(char, shape):
    *rest, length = shape
    bases = [_random(x, char) for x in ((*rest, 1), (*rest, 2 * length + 3), (*rest[:-1], length, rest[-1]))]
    here, there = _short(np, *bases), _short(cp, *map(cp.array, bases))
    for (a, x), (b, y) in itertools.product(zip(here, there, strict=True), repeat=2):
        np.testing.assert_array_equal(cp.less(x, y).get(), np.less(a, b))
        wanted = np.broadcast_to(np.add(a, b), shape)
        held = cp.zeros(wanted.size + 9, char)
        cp.add(x, y, out=held[5:5 + wanted.size].reshape(shape))
        np.testing.assert_array_equal(held.get(), np.pad(wanted.ravel(), (5, 4)))


@pytest.mark.parametrize("char", "Bhfd")
@pytest.mark.parametrize("shape", [(3, 1500), (2, 9, 700), (5, 4, 300, 3), (31, 40, 3, 7), (2, 60, 13, 3),
                                   (97, 2, 150)])
def test_rows_that_lie_together_elsewhere(char, shape):
    """Short rows that follow one another, some items apart or along several axes, beside others that do not."""
    inner, several = (*shape[:-2], shape[-1], shape[-2]), shape[1:]
    packed, apart = _random(inner, char), _random((*inner[:-1], 2 * inner[-1]), char)
    last, wide = _random((*several, shape[0]), char), _random((*shape[:-1], shape[-1] + 3), char)
    views = [lambda a, b, c, d: a.swapaxes(-1, -2), lambda a, b, c, d: b[..., ::2].swapaxes(-1, -2),
             lambda a, b, c, d: b[..., ::-2].swapaxes(-1, -2), lambda a, b, c, d: np.moveaxis(c, -1, 0) if c is last
             else cp.moveaxis(c, -1, 0), lambda a, b, c, d: d[..., 1:-2]]
    here, device = (packed, apart, last, wide), [cp.array(x) for x in (packed, apart, last, wide)]
    for one, other in itertools.product(views, repeat=2):
        a, b, x, y = one(*here), other(*here), one(*device), other(*device)
        np.testing.assert_array_equal(cp.maximum(x, y).get(), np.maximum(a, b))
        np.testing.assert_array_equal(cp.less(x, y, order="C").get(), np.less(a, b))


def test_large_arrays_each_in_an_order_of_its_own():
    """What would be read item by item is copied first."""
    shape = (300, 2, 301, 47)
    a, b = _random(shape, "h").transpose(1, 2, 0, 3).copy(), _random(shape, "h").transpose(1, 3, 2, 0).copy()
    x, y = cp.array(a).transpose(2, 0, 1, 3)[::-1], cp.array(b).transpose(3, 0, 2, 1)
    out = cp.empty((300, 47, 2, 301), "h").transpose(0, 2, 3, 1)
    wanted = a.transpose(2, 0, 1, 3)[::-1] - b.transpose(3, 0, 2, 1)
    assert (cp.subtract(x, y, out=out) == cp.array(wanted)).all()


@pytest.mark.parametrize("dtype", ["B", "e", "i", "F"])
@pytest.mark.parametrize("inner", [2, 3, 4, 6, 8, 32, 40])
def test_copies_of_short_runs(dtype, inner):
    """Runs that are as long and begin where larger items might move as such; others item by item."""
    x = np.arange(6 * 70 * 2 * inner + 1).astype(dtype)
    for skip in (0, 1):
        whole = x[skip:][:6 * 70 * 2 * inner].reshape(6, 70, 2 * inner)
        for view in (lambda a: a[..., :inner].transpose(1, 0, 2), lambda a: a[::-1, :, inner:].swapaxes(0, 1),
                     lambda a: a[:, ::-2, 1:inner + 1], lambda a: a.reshape(6, 70, 2, inner).transpose(2, 1, 0, 3)):
            mine, wanted = (view(xp.asarray(x)[skip:][:whole.size].reshape(whole.shape)) for xp in (cp, np))
            np.testing.assert_array_equal(cp.array(mine, order="C").get(), wanted)
            target = cp.zeros((*wanted.shape[:-1], inner + 1), dtype)[..., 1:]
            target[...] = mine
            np.testing.assert_array_equal(target.get(), wanted)
