"""One index array among slices: rows, columns and planes that are assigned and added to."""
import numpy
import pytest

import cupy

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
