"""One index array among slices: rows, columns and planes that are assigned and added to."""
import numpy
import pytest

import cupy
from cupy._core import gather

CASES = [((50, 7), 0), ((50, 8), 0), ((6, 40, 5), 1), ((6, 40, 4), 1), ((30,), 0), ((4, 5, 60), 2)]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("dtype", ["f8", "u1", "c16", "f4", "i2"])
def test_values_of_every_layout(case, dtype):
    shape, axis = case
    rng = numpy.random.default_rng(0)
    given = rng.integers(0, 99, shape).astype(dtype)
    number = shape[axis] // 2
    key = (slice(None),) * axis
    value = rng.integers(0, 99, (*shape[:axis], number, *shape[axis + 1:])).astype(dtype)
    once, often = rng.permutation(shape[axis])[:number], rng.integers(-shape[axis], shape[axis], number)
    for part in (value, value[(*key, slice(0, 1))], numpy.array(5, dtype), value[..., :1], numpy.asfortranarray(value)):
        wanted, found = given.copy(), cupy.asarray(given)
        wanted[(*key, once)] = part
        found[(*key, cupy.asarray(once))] = cupy.asarray(part)
        numpy.testing.assert_array_equal(found.get(), wanted)
        numpy.add.at(wanted, (*key, often), part)
        cupy.add.at(found, (*key, cupy.asarray(often)), cupy.asarray(part))
        numpy.testing.assert_array_equal(found.get(), wanted)


def test_nothing_to_index():
    empty = cupy.zeros((0, 3))
    with pytest.raises(IndexError):
        empty[cupy.asarray([0])] = 1
    empty[cupy.asarray([], "i8")] = 1


@pytest.mark.parametrize("share", [0, 0.01, 0.2, 0.5, 0.9, 1])
@pytest.mark.parametrize("n", [1, 63, 64, 65, 1000, 70001])
def test_positions_of_many_and_of_few(n, share):
    rng = numpy.random.default_rng(n)
    mask, x = rng.random(n) < share, rng.random(n).astype("f")
    numpy.testing.assert_array_equal(cupy.flatnonzero(cupy.asarray(mask)).get(), numpy.flatnonzero(mask))
    numpy.testing.assert_array_equal(cupy.asarray(x)[cupy.asarray(mask)].get(), x[mask])


@pytest.mark.parametrize("columns", [1, 3, 16, 600])
@pytest.mark.parametrize("index_dtype", ["i4", "i8"])
def test_rows_of_every_width(columns, index_dtype):
    rng = numpy.random.default_rng(columns)
    a, index = rng.random((50, columns)), rng.integers(-50, 50, 700).astype(index_dtype)
    numpy.testing.assert_array_equal(cupy.asarray(a)[cupy.asarray(index)].get(), a[index])
    across = cupy.asarray(a.T.copy()).take(cupy.asarray(index), axis=1)
    numpy.testing.assert_array_equal(across.get(), a.T.take(index, 1))
    there, rows = rng.permutation(50)[:20].astype(index_dtype), rng.random((20, columns))
    b, c = cupy.asarray(a), a.copy()
    b[cupy.asarray(there)], c[there] = cupy.asarray(rows), rows
    cupy.add.at(b, cupy.asarray(index), 1.0)
    numpy.add.at(c, index, 1.0)
    numpy.testing.assert_array_equal(b.get(), c)


@pytest.mark.parametrize("width", [1, 2, 4, 8])
@pytest.mark.parametrize("items", [7, 19, 43, 127, 128, 131, 145, 1027])
def test_rows_that_begin_anywhere(width, items):
    """Rows that are no whole vectors, of arrays that begin within one, taken and assigned, of a batch too."""
    rng = numpy.random.default_rng(items * width)
    dtype, first = f"u{width}", items % 5
    for outer in (1, 3):
        size = outer * 20 * items
        host = rng.integers(0, 250, first + size + 7).astype(dtype)
        device = cupy.asarray(host)
        a, b = (x[first:first + size].reshape(outer, 20, items) for x in (host, device))
        for kind in "il":
            often = rng.integers(-20, 20, 33).astype(kind)
            numpy.testing.assert_array_equal(cupy.take(b, cupy.asarray(often), axis=1).get(), numpy.take(a, often, 1))
            once = rng.permutation(20)[:7].astype(kind)
            values = rng.integers(0, 250, (outer, 7, items)).astype(dtype)
            a[:, once], b[:, cupy.asarray(once)] = values, cupy.asarray(values)
            numpy.testing.assert_array_equal(device.get(), host)        # the memory around it too
            few = rng.integers(0, 250, 1 + 7 * items).astype(dtype)
            a[0, once], b[0, cupy.asarray(once)] = few[1:].reshape(7, items), cupy.asarray(few)[1:].reshape(7, items)
            numpy.testing.assert_array_equal(device.get(), host)


@pytest.mark.parametrize("kind", ["i4", "i8"])
@pytest.mark.parametrize("items, dtype", [(1, "u1"), (1, "i2"), (1, "f4"), (1, "f8"), (1, "c16"), (9, "u1"),
                                          (13, "i2"), (9, "f8"), (3, "c16")])
@pytest.mark.parametrize("order", ["any", "sorted", "reversed", "near"])
def test_short_rows_band_by_band(kind, items, dtype, order, monkeypatch):
    """Arrays that no cache holds: places in any order, in order, and near one another; some from the end."""
    n = 9001
    size = n * items * numpy.dtype(dtype).itemsize
    monkeypatch.setattr(gather, "BAND", size // 5)
    monkeypatch.setattr(gather, "CACHED", size // 2)
    rng = numpy.random.default_rng(items)
    index = rng.permutation(n)[:n - 100]
    if order != "any":
        index = numpy.sort(index)[::-1 if order == "reversed" else 1]
    if order == "near":
        index = rng.permuted(index[:n // 32 * 32 - 128].reshape(-1, 32), axis=1).reshape(-1)
    index = numpy.where(rng.random(index.size) < 0.1, index - n, index).astype(kind)
    host = rng.integers(0, 250, 3 + n * items + 7).astype(dtype)
    device = cupy.asarray(host)
    values = rng.integers(0, 250, (index.size, items)).astype(dtype)
    a, b = (x[3:3 + n * items].reshape(n, items) for x in (host, device))
    for some in (values, values[:1]):
        a[index], b[cupy.asarray(index)] = some, cupy.asarray(some)
        numpy.testing.assert_array_equal(device.get(), host)
    if items == 1:
        a[index, 0], b[:, 0][cupy.asarray(index)] = values[::-1, 0], cupy.asarray(values)[::-1, 0]
        numpy.testing.assert_array_equal(device.get(), host)


@pytest.mark.parametrize("kind", ["i4", "i8"])
@pytest.mark.parametrize("items, dtype", [(33, "u1"), (47, "u1"), (17, "i2"), (5, "f4"), (3, "f8"), (9, "f8"),
                                          (1, "c16"), (3, "c16"), (130, "u1")])
@pytest.mark.parametrize("outer", [1, 2])
def test_rows_in_the_order_of_their_places(kind, items, dtype, outer, monkeypatch):
    """Arrays that no cache holds, of rows that fill no whole sectors: far apart, near, and both."""
    n = 9001
    monkeypatch.setattr(gather, "CACHED", 4 * n)
    rng = numpy.random.default_rng(items)
    host = rng.integers(0, 250, 3 + outer * n * items + 7).astype(dtype)
    device = cupy.asarray(host)
    a, b = (x[3:3 + outer * n * items].reshape(outer, n, items) for x in (host, device))
    index = rng.permutation(n)[:n - 100] - rng.integers(0, 2, n - 100) * n
    near = numpy.sort(index % n)
    for places in (index, near, numpy.concatenate([near[:5000], rng.permuted(near[5000:])])):
        values = rng.integers(0, 250, (outer, places.size, items)).astype(dtype)
        a[:, places], b[:, cupy.asarray(places.astype(kind))] = values, cupy.asarray(values)
        numpy.testing.assert_array_equal(device.get(), host)        # the memory around it too
