"""The argument `where` of functions that reduce and copy: which masks are taken, and how they broadcast."""
import warnings

import numpy
import pytest

import cupy
from cupy import testing

PLAIN = ["sum", "prod", "mean", "var", "std", "any", "all", "nansum", "nanprod", "nanmean", "nanvar", "nanstd"]
BOUNDED = ["max", "min", "nanmax", "nanmin"]      # those without an identity
# An axis is prepended, one is stretched, lengths do not fit; masks that broadcast to the operand.
SHAPES = [((3,), (2, 3)), ((1, 3), (2, 3)), ((), (2,)), ((2, 3), (2,)), ((2, 3), (3,)), ((2, 3), (2, 1)), ((2, 3), ()),
          ((0, 3), (1, 3)), ((2, 1, 3), (1, 2, 3))]
NUMBERS = [0, 1, [0, 1, 1], (True, False, True), [[1], [0]], numpy.True_, numpy.int64(1)]


def call(xp, name, a, **options):
    return getattr(xp, name)(a, **options, **({"initial": 1} if name in BOUNDED else {}))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("shape, mask", SHAPES, ids=str)
@pytest.mark.parametrize("name", PLAIN + BOUNDED)
@testing.numpy_cupy_allclose(rtol=1e-12, accept_error=ValueError)
def test_masks_broadcast_to_the_operand_and_no_further(xp, name, shape, mask):
    a, where = testing.shaped_random(shape, xp, "d"), testing.shaped_random(mask, xp, "?", seed=3)
    return call(xp, name, a, where=where)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("where", NUMBERS, ids=str)
@pytest.mark.parametrize("name", PLAIN + BOUNDED)
@testing.numpy_cupy_allclose(rtol=1e-12)
def test_numbers_and_lists_are_true_or_false(xp, name, where):
    return call(xp, name, testing.shaped_random((2, 3), xp, "d"), where=where)


@pytest.mark.parametrize("name", PLAIN + BOUNDED)
@testing.for_dtypes("iBdF")
@testing.numpy_cupy_raises(accept_error=TypeError)
def test_arrays_of_numbers_are_no_masks(xp, name, dtype):
    call(xp, name, xp.ones((2, 3)), where=xp.ones(3, dtype))


@pytest.mark.parametrize("where", NUMBERS, ids=str)
@testing.for_dtypes("id")
@testing.numpy_cupy_array_equal()
def test_copyto(xp, where, dtype):
    a = testing.shaped_arange((2, 3), xp, dtype)
    xp.copyto(a, -1, where=where)
    return a


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("number", [True, 3, 3.0, 3j])
@testing.for_dtypes("?BilfdFD")
@testing.numpy_cupy_array_equal(accept_error=TypeError)
def test_copyto_of_numbers_by_the_rule(xp, number, casting, dtype):
    a = xp.zeros(2, dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        xp.copyto(a, number, casting=casting)
    return a


def test_masks_of_the_host_are_refused():
    with pytest.raises(cupy.ImplicitTransferError):
        cupy.sum(cupy.ones(3), where=numpy.ones(3, bool))
