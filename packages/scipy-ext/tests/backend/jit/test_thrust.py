"""Thrust's algorithms in translated kernels, against NumPy."""
import numpy
import pytest

import cupy
from cupyx import jit

thrust = jit.thrust


def run(function, *arrays):
    """Launch a kernel of one thread; what the arrays hold then."""
    given = [cupy.asarray(a) for a in arrays]
    jit.rawkernel()(function)[1, 1](*given)
    return [a.get() for a in given]


SORTED = numpy.array([1, 1, 2, 4, 4, 4, 7, 9], "i")
MIXED = numpy.array([4, 1, 4, 3, 9, 9, 0, 3], "i")


def test_searches():
    def kernel(x, out):
        first, last = x.begin(), x.end()
        out[0] = thrust.count(thrust.device, first, last, 4)
        out[1] = thrust.find(thrust.seq, first, last, 7) - first
        out[2] = thrust.lower_bound(thrust.seq, first, last, 4) - first
        out[3] = thrust.upper_bound(thrust.seq, first, last, 4) - first
        a, b = thrust.equal_range(thrust.seq, first, last, 1)
        out[4] = b - a
        out[5] = thrust.binary_search(thrust.seq, first, last, 3)
        out[6] = thrust.is_sorted(thrust.seq, first, last)
        out[7] = thrust.reduce(thrust.seq, first, last)
        out[8] = thrust.reduce(thrust.seq, first, last, 10)
        out[9] = thrust.inner_product(thrust.seq, first, last, first, 1)
        out[10] = thrust.equal(thrust.seq, first, last, first)
        out[11] = thrust.is_sorted_until(thrust.seq, first, last) - first

    found = run(kernel, SORTED, numpy.zeros(12, "q"))[1]
    assert found.tolist() == [3, 6, 3, 6, 2, 0, 1, 32, 42, int((SORTED ** 2).sum()) + 1, 1, 8]


def test_changes():
    def kernel(x, y, z):
        first, last = x.begin(), x.end()
        thrust.copy(thrust.seq, first, last, y.begin())
        thrust.sort(thrust.seq, y.begin(), y.end())
        thrust.reverse_copy(thrust.seq, first, last, z.begin())
        thrust.replace(thrust.seq, first, last, 4, 40)

    x, y, z = run(kernel, MIXED, numpy.zeros(8, "i"), numpy.zeros(8, "i"))
    assert numpy.array_equal(y, numpy.sort(MIXED))
    assert numpy.array_equal(z, MIXED[::-1])
    assert numpy.array_equal(x, numpy.where(MIXED == 4, 40, MIXED))


@pytest.mark.parametrize("size", [0, 1, 5, 16, 17, 100, 333])
def test_sorts(size):
    def kernel(keys, values, plain):
        thrust.stable_sort_by_key(thrust.seq, keys.begin(), keys.end(), values.begin())
        thrust.stable_sort(thrust.device, plain.begin(), plain.end())

    keys = numpy.random.default_rng(size).integers(0, 20, size).astype("i")
    found = run(kernel, keys, numpy.arange(size), keys.astype("f"))
    assert numpy.array_equal(found[0], numpy.sort(keys))
    assert numpy.array_equal(found[1], numpy.argsort(keys, kind="stable"))
    assert numpy.array_equal(found[2], numpy.sort(keys))


def test_scans():
    def kernel(x, keys, inclusive, exclusive, by_key, exclusive_by_key, differences):
        first, last = x.begin(), x.end()
        thrust.inclusive_scan(thrust.seq, first, last, inclusive.begin())
        thrust.exclusive_scan(thrust.seq, first, last, exclusive.begin(), 5)
        thrust.inclusive_scan_by_key(thrust.seq, keys.begin(), keys.end(), first, by_key.begin())
        thrust.exclusive_scan_by_key(thrust.seq, keys.begin(), keys.end(), first, exclusive_by_key.begin())
        thrust.adjacent_difference(thrust.seq, first, last, differences.begin())

    zeros = numpy.zeros(8, "i")
    found = run(kernel, MIXED, SORTED, *[zeros] * 5)[2:]
    segments = [MIXED[SORTED == key] for key in numpy.unique(SORTED)]
    sums = numpy.concatenate([s.cumsum() for s in segments])
    wanted = [MIXED.cumsum(), MIXED.cumsum() - MIXED + 5, sums, sums - MIXED, numpy.diff(MIXED, prepend=0)]
    for one, other in zip(found, wanted, strict=True):
        assert numpy.array_equal(one, other)


def test_sets_and_keys():
    def kernel(a, b, out, sizes, values, more):
        one, one_end, two, two_end, to = a.begin(), a.end(), b.begin(), b.end(), out.begin()
        sizes[0] = thrust.set_union(thrust.seq, one, one_end, two, two_end, to) - to
        sizes[1] = thrust.set_intersection(thrust.seq, one, one_end, two, two_end, to + 20) - (to + 20)
        sizes[2] = thrust.set_difference(thrust.seq, one, one_end, two, two_end, to + 40) - (to + 40)
        sizes[3] = thrust.set_symmetric_difference(thrust.seq, one, one_end, two, two_end, to + 60) - (to + 60)
        k, v = thrust.set_union_by_key(thrust.seq, one, one_end, two, two_end, values.begin(), values.begin(),
                                       more.begin(), more.begin() + 20)
        sizes[4] = v - (more.begin() + 20)
        k, v = thrust.reduce_by_key(thrust.seq, one, one_end, values.begin(), more.begin() + 40, more.begin() + 60)
        sizes[5] = k - (more.begin() + 40)
        sizes[6] = thrust.unique(thrust.seq, one, one_end) - one

    a, b = numpy.array([1, 2, 4, 7, 9], "i"), numpy.array([2, 3, 4, 8], "i")
    values = numpy.arange(10, 20).astype("i")
    _, _, out, sizes, _, more = run(kernel, a, b, numpy.zeros(80, "i"), numpy.zeros(7, "q"), values,
                                    numpy.zeros(80, "i"))
    wanted = [numpy.union1d(a, b), numpy.intersect1d(a, b), numpy.setdiff1d(a, b), numpy.setxor1d(a, b)]
    for k, one in enumerate(wanted):
        assert sizes[k] == len(one)
        assert numpy.array_equal(out[20 * k:20 * k + len(one)], one)
    assert sizes[4:].tolist() == [7, 5, 5]
    assert more[20:27].tolist() == [10, 11, 11, 12, 13, 13, 14]
    assert more[60:65].tolist() == [10, 11, 12, 13, 14]


def test_moves_and_iterators():
    def kernel(x, places, gathered, scattered, kept, counted, both):
        first, last = x.begin(), x.end()
        thrust.gather(thrust.seq, places.begin(), places.end(), first, gathered.begin())
        thrust.scatter(thrust.seq, first, last, places.begin(), scattered.begin())
        kept[0] = thrust.remove_copy(thrust.seq, first, last, kept.begin() + 1, 4) - kept.begin()
        thrust.sequence(thrust.seq, counted.begin(), counted.end(), 3, 2)
        c = thrust.make_counting_iterator(x[0])
        k = thrust.make_constant_iterator(x[1])
        both[0] = c[3] + k[5]
        a, b = thrust.mismatch(thrust.seq, first, last, places.begin())
        both[1] = a - first
        thrust.fill(thrust.seq, both.begin() + 2, both.end(), 6)
        thrust.swap_ranges(thrust.seq, both.begin() + 1, both.begin() + 2, both.begin() + 3)

    places = numpy.array([4, 0, 7, 1, 2, 6, 5, 3], "i")
    zeros = numpy.zeros(8, "i")
    x, _, gathered, scattered, kept, counted, both = run(kernel, MIXED, places, zeros, zeros, numpy.zeros(9, "i"),
                                                         zeros, numpy.zeros(4, "i"))
    assert numpy.array_equal(gathered, x[places])
    assert numpy.array_equal(scattered[places], x)
    assert kept[0] == 7 and kept[1:7].tolist() == [1, 3, 9, 9, 0, 3]
    assert counted.tolist() == list(range(3, 19, 2))
    assert both.tolist() == [x[0] + 3 + x[1], 6, 6, 1]


def test_policy_is_needed():
    def kernel(x):
        thrust.sort(x.begin(), x.end(), 3)

    with pytest.raises(TypeError, match="first argument"):
        run(kernel, MIXED)


def test_iterators_are_needed():
    def kernel(x):
        x[0] = thrust.count(thrust.seq, 1, 2, 3)

    with pytest.raises(TypeError, match="no argument is an iterator"):
        run(kernel, MIXED)
