"""Permutations, shuffles, choices."""
import itertools

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

stats = pytest.importorskip("scipy.stats")
pytestmark = pytest.mark.optional


def rng(seed=1):
    return cupy.random.default_rng(seed)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 17, 1023, 1024, 1025, 4096, 4097, 100000])
def test_permutation_of_a_range(n):
    x = rng().permutation(n)
    assert x.dtype == numpy.int64
    assert_array_equal(numpy.sort(x.get()), range(n))


def test_permutations_are_equally_likely():
    orders = {order: k for k, order in enumerate(itertools.permutations(range(4)))}
    counts = numpy.zeros(24)
    lanes = rng(2).permuted(cupy.broadcast_to(cupy.arange(4), (6000, 4)), axis=1).get()
    for lane in lanes.tolist():
        counts[orders[tuple(lane)]] += 1
    assert stats.chisquare(counts).pvalue > 0.01


def test_long_permutations_are_uniform():
    """Places of an item, and pairs of neighbours, of permutations by the network."""
    n, lanes = 1100, 2000
    drawn = rng(3).permuted(cupy.broadcast_to(cupy.arange(n), (lanes, n)), axis=1).get()
    for k in (0, 1, 543, n - 1):
        where = (drawn == k).argmax(axis=1)
        assert stats.chisquare(numpy.bincount(where * 20 // n, minlength=20)).pvalue > 0.003
        assert stats.chisquare(numpy.bincount(drawn[:, k] * 20 // n, minlength=20)).pvalue > 0.003
    pairs = numpy.bincount(drawn[:, 5] * 5 // n * 5 + drawn[:, 6] * 5 // n, minlength=25)
    assert stats.chisquare(pairs).pvalue > 0.003
    inversions = (drawn[:, 1:] < drawn[:, :-1]).sum(axis=1)
    assert abs(inversions.mean() - (n - 1) / 2) < 5 * ((n + 1) / 12 / lanes) ** 0.5
    fixed = (drawn == numpy.arange(n)).sum(axis=1)
    assert abs(fixed.mean() - 1) < 0.12 and abs(fixed.var() - 1) < 0.2


def test_permutation_of_items():
    x = cupy.arange(12).reshape(4, 3)
    rows = rng().permutation(x).get()
    assert_array_equal(rows[numpy.argsort(rows[:, 0])], x.get())
    columns = rng().permutation(x, axis=-1).get()
    assert_array_equal(columns[:, numpy.argsort(columns[0])], x.get())
    assert_array_equal(numpy.sort(rng().permutation([3, 1, 2]).get()), [1, 2, 3])
    assert_array_equal(x.get(), numpy.arange(12).reshape(4, 3))
    with pytest.raises(numpy.exceptions.AxisError):
        rng().permutation(x, axis=2)
    with pytest.raises(ValueError, match="negative"):
        rng().permutation(-1)
    with pytest.raises((TypeError, IndexError, ValueError)):
        rng().permutation(cupy.array(2.5))


@pytest.mark.parametrize("dtype", "?bfdD")
def test_shuffle(dtype):
    x = cupy.arange(300).astype(dtype)
    before = numpy.sort(x.get())
    assert rng().shuffle(x) is None
    assert_array_equal(numpy.sort(x.get()), before)
    assert dtype == "?" or not (x.get() == numpy.arange(300).astype(dtype)).all()


def test_shuffle_axes_and_views():
    x = cupy.arange(40).reshape(4, 10)
    view = x[:, ::-2]
    rng().shuffle(view, axis=1)
    got = x.get()
    assert_array_equal(got[:, ::2], numpy.arange(40).reshape(4, 10)[:, ::2])
    assert_array_equal(numpy.sort(got, axis=1), numpy.arange(40).reshape(4, 10))
    assert len({tuple(row % 10) for row in got}) == 1
    for bad in (numpy.arange(3), [1, 2], cupy.array(1)):
        with pytest.raises(TypeError):
            rng().shuffle(bad)
    with pytest.raises(numpy.exceptions.AxisError):
        rng().shuffle(x, axis=2)
    rng().shuffle(cupy.empty((0, 3)))


def test_permuted():
    x = cupy.arange(60).reshape(3, 4, 5)
    for axis in (0, 1, 2, -1):
        got = rng().permuted(x, axis=axis).get()
        assert_array_equal(numpy.sort(got, axis=axis), x.get())
    assert_array_equal(numpy.sort(rng().permuted(x).get(), axis=None), numpy.arange(60))
    out = cupy.empty_like(x)
    assert rng().permuted(x, axis=1, out=out) is out
    assert_array_equal(numpy.sort(out.get(), axis=1), x.get())
    lanes = rng().permuted(cupy.broadcast_to(cupy.arange(30), (5, 30)), axis=1).get()
    assert len({tuple(lane) for lane in lanes.tolist()}) == 5
    with pytest.raises(ValueError, match="same shape"):
        rng().permuted(x, out=cupy.empty(3))


class TestChoice:
    def test_with_replacement(self):
        x = rng().choice(5, 2000)
        assert x.dtype == numpy.int64
        assert stats.chisquare(numpy.bincount(x.get(), minlength=5)).pvalue > 0.01
        assert rng().choice(5).shape == ()
        for values in ([2.0, 4.0], numpy.array([2.0, 4.0])):
            assert set(rng().choice(values, (3, 4)).get().ravel().tolist()) == {2.0, 4.0}

    @pytest.mark.parametrize(("n", "count"), [(5, 5), (1000, 10), (5000, 5000), (100000, 3), (5000, 0)])
    def test_without_replacement(self, n, count):
        x = rng().choice(n, count, replace=False).get()
        assert len(set(x.tolist())) == count
        assert count == 0 or (x.min() >= 0 and x.max() < n)

    @pytest.mark.parametrize("make", [list, cupy.asarray])
    def test_probabilities(self, make):
        p = numpy.array([0.1, 0.0, 0.6, 0.3])
        x = rng().choice(4, 5000, p=make(p)).get()
        counts = numpy.bincount(x, minlength=4)
        assert counts[1] == 0
        assert stats.chisquare(counts[[0, 2, 3]], 5000 * p[[0, 2, 3]]).pvalue > 0.01

    @pytest.mark.parametrize("dtype", "efd")
    def test_probabilities_sum_to_one_as_exactly_as_their_type_can(self, dtype):
        p = numpy.array([4, 4, 2], dtype) / numpy.array(10, dtype)
        for given in (p, cupy.asarray(p)):
            assert rng().choice(3, 2, p=given).shape == (2,)
            with pytest.raises(ValueError, match="sum to 1"):
                rng().choice(3, 2, p=given * numpy.array(0.9, dtype))

    def test_axis(self):
        a = cupy.arange(12).reshape(3, 4)
        assert rng().choice(a, 5, axis=1).shape == (3, 5)
        assert rng().choice(a, (2, 2)).shape == (2, 2, 4)
        picked = rng().choice(a, 2, axis=1, replace=False).get()
        assert (picked[1] - picked[0] == 4).all()

    @pytest.mark.parametrize(("arguments", "text"), [
        ((0, 3), "a must be a positive"), ((-1, 3), "a must be a positive"), (([], 3), "a cannot be empty"),
        ((3, 4, False), "larger sample"), ((3, 2, True, [0.5, 0.5]), "same size"),
        ((2, 2, True, [0.5, 0.6]), "sum to 1"),
        ((2, 2, True, [-0.5, 1.5]), "non-negative"), ((2, 2, True, [[0.5, 0.5]]), "1-dimensional"),
        ((2, 2, True, [numpy.nan, 0.5]), "NaN")])
    def test_refused(self, arguments, text):
        with pytest.raises(ValueError, match=text):
            rng().choice(*arguments)

    def test_legacy(self):
        cupy.random.seed(1)
        assert cupy.random.choice(3, (2, 2)).shape == (2, 2)
        assert_array_equal(numpy.sort(cupy.random.choice([3, 1, 2], 3, False).get()), [1, 2, 3])
        with pytest.raises(ValueError, match="1-dimensional"):
            cupy.random.choice(cupy.ones((2, 2)), 3)
        x = cupy.arange(100)
        cupy.random.shuffle(x)
        assert_array_equal(numpy.sort(x.get()), range(100))
        assert_array_equal(numpy.sort(cupy.random.permutation(9).get()), range(9))

    @pytest.mark.parametrize("make", [list, cupy.asarray])
    def test_weights_without_replacement(self, make):
        """The first is chosen by its weight; none comes again; items of no weight never come."""
        p = numpy.array([0.1, 0.5, 0.0, 0.4])
        one = rng()
        drawn = numpy.array([one.choice(4, 3, replace=False, p=make(p)).get() for _ in range(400)])
        assert all(set(row) == {0, 1, 3} for row in drawn.tolist())
        counts = numpy.bincount(drawn[:, 0], minlength=4)
        assert stats.chisquare(counts[[0, 1, 3]], 400 * p[[0, 1, 3]]).pvalue > 0.01
        with pytest.raises(ValueError, match="Fewer non-zero"):
            rng().choice(4, 4, replace=False, p=make(p))
