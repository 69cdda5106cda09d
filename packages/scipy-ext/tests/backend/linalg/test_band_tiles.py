"""Tridiagonal systems with one right-hand side against SciPy, and by tiles of any number of rows."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupy._ext import serial_blocks
from cupyx.scipy import linalg
from cupyx.scipy.linalg import _band_tiles


def system(bands, batch, n, dtype, kind="usual"):
    """Diagonals ``(batch, bands, n)`` and right-hand sides ``(batch, n)``."""
    rng = numpy.random.default_rng(n)
    ab, b = rng.standard_normal((batch, sum(bands) + 1, n)), rng.standard_normal((batch, n))
    if dtype in "FD":
        ab, b = ab + 1j * rng.standard_normal(ab.shape), b - 2j * rng.standard_normal(b.shape)
    if kind == "dominant" or 0 in bands:
        ab[:, bands[1]] += 5 * numpy.sign(ab[:, bands[1]].real)
    elif kind == "no diagonal":
        ab[:, bands[1]] = 0
    elif kind == "scaled":      # rows of very different size
        scale = 10.0 ** rng.integers(-9, 10, n)
        b *= scale
        ab[:, 1] *= scale
        ab[:, 0, 1:] *= scale[:-1]
        ab[:, 2, :-1] *= scale[1:]
    return ab.astype(dtype), b.astype(dtype)


def check(bands, ab, b, x):
    """That equations hold as well as for SciPy, each beside its own items."""
    lower, upper = bands
    full = numpy.pad(ab, ((1 - upper, 1 - lower), (0, 0))) if 0 in bands else ab
    above, below = numpy.append(full[0, 1:], 0), numpy.append(0, full[2, :-1])

    def missed(y):
        left, right = numpy.append(0, y[:-1]), numpy.append(y[1:], 0)
        size = abs(below * left) + abs(full[1] * y) + abs(above * right) + abs(b)
        size = numpy.maximum(size, (abs(below) + abs(full[1]) + abs(above)) * abs(y).max())
        return (abs(below * left + full[1] * y + above * right - b) / size).max()

    assert x.dtype == b.dtype and x.shape == b.shape
    wanted = scipy.linalg.solve_banded(bands, ab, b)
    assert missed(x) <= 20 * missed(wanted) + 100 * numpy.finfo(b.dtype).eps


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("bands, n", [((1, 1), 1), *(      # SciPy refuses more diagonals than a matrix has
    (bands, n) for bands in ((1, 1), (1, 0), (0, 1)) for n in (2, 9, 255, 256, 257, 700, 1023, 1024, 1025, 3000))])
def test_solve_banded(n, bands, dtype):
    ab, b = system(bands, 3, n, dtype, "dominant")
    x = linalg.solve_banded(bands, cupy.asarray(ab), cupy.asarray(b[..., None])).get()[..., 0]
    for k in range(3):
        check(bands, ab[k], b[k], x[k])


@pytest.mark.parametrize("n, kind", [
    *((n, kind) for n in (300, 1000, 2048, 5000) for kind in ("usual", "no diagonal", "scaled")),
    (140_000, "usual"), (140_000, "scaled")])       # threads merge several tiles
def test_rows_are_exchanged(n, kind):
    ab, b = system((1, 1), 1, n, "d", kind)
    check((1, 1), ab[0], b[0], linalg.solve_banded((1, 1), cupy.asarray(ab[0]), cupy.asarray(b[0])).get())


@pytest.mark.parametrize("dtype", "fd")
def test_a_larger_block_solves_many_tiles(dtype):
    ab, b = system((1, 1), 1, 530_000, dtype, "dominant")
    check((1, 1), ab[0], b[0], linalg.solve_banded((1, 1), cupy.asarray(ab[0]), cupy.asarray(b[0])).get())


def test_items_that_are_not_contiguous():
    ab, b = system((1, 1), 1, 1500, "d")
    gaps = cupy.zeros((1500, 6))
    gaps[:, ::2] = cupy.asarray(ab[0].T)
    right = cupy.zeros(4500)
    right[::-3] = cupy.asarray(b[0])
    x = linalg.solve_banded((1, 1), gaps[:, ::2].T, right[::-3])
    check((1, 1), ab[0], b[0], x.get())
    numpy.testing.assert_array_equal(right[::-3].get(), b[0])


@pytest.mark.parametrize("n, zero", [(300, 0), (300, 77), (300, 299), (2100, 1023), (2100, 1024), (2100, 2099)])
def test_singular(n, zero):
    ab = numpy.ones((2, 3, n))
    ab[:, 1] = 3
    ab[1, :, zero] = 0
    with pytest.raises(numpy.linalg.LinAlgError, match="singular"):
        linalg.solve_banded((1, 1), cupy.asarray(ab), cupy.ones((2, n, 1))).get()


def test_values_that_are_not_numbers():
    ab, b = system((1, 1), 1, 1500, "d", "dominant")
    b[0, 700] = numpy.nan
    x = linalg.solve_banded((1, 1), cupy.asarray(ab[0]), cupy.asarray(b[0]), check_finite=False).get()
    assert numpy.isnan(x[700])
    with pytest.raises(ValueError, match="infs or NaNs"):
        linalg.solve_banded((1, 1), cupy.asarray(ab[0]), cupy.asarray(b[0]))
    b[0, 700] = 1
    ab[0, 0, 0] = ab[0, 2, -1] = numpy.nan      # which are no items of the matrix
    x = linalg.solve_banded((1, 1), cupy.asarray(ab[0]), cupy.asarray(b[0]), check_finite=False).get()
    ab[0, 0, 0] = ab[0, 2, -1] = 0
    check((1, 1), ab[0], b[0], x)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("bands", [(1, 1), (1, 0), (0, 1)])
@pytest.mark.parametrize("n", [256, 1500])
def test_every_item_is_looked_at(n, bands, dtype):
    ab, b = system(bands, 2, n, dtype, "dominant")
    ours, right = cupy.asarray(ab), cupy.asarray(b[..., None])
    rng = numpy.random.default_rng(0)
    rows = sum(bands) + 1
    places = [(row, column) for row in range(rows) for column in (0, 1, n - 2, n - 1, rng.integers(n))]
    for value in (numpy.inf, -numpy.inf, numpy.nan):
        for row, column in places:
            changed = ours.copy()
            changed[1, row, column] = value if dtype in "fd" else 1j * value
            with pytest.raises(ValueError, match="infs or NaNs"):
                linalg.solve_banded(bands, changed, right)
    for k in (0, n - 1, n // 3):
        changed = right.copy()
        changed[0, k] = numpy.nan
        with pytest.raises(ValueError, match="infs or NaNs"):
            linalg.solve_banded(bands, ours, changed)
    assert numpy.isfinite(linalg.solve_banded(bands, ours, right).get()).all()


def test_hermitian():
    ab, b = system((0, 1), 2, 5000, "D")
    ab[:, 1] = 4 + abs(ab[:, 1])
    x = linalg.solveh_banded(cupy.asarray(ab), cupy.asarray(b[..., None])).get()[..., 0]
    for k in range(2):
        wanted = scipy.linalg.solveh_banded(ab[k], b[k])
        numpy.testing.assert_allclose(x[k], wanted, rtol=0, atol=1e-13 * abs(wanted).max())


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [*range(1, 20), 31, 64, 100, 250])
def test_fewer_rows_than_a_tile_has(n, dtype):
    if serial_blocks():
        pytest.skip("blocks have one thread here")
    ab, b = system((1, 1), 2, n, dtype)
    x = _band_tiles.solve(1, 1, cupy.asarray(ab), cupy.asarray(b))
    for k in range(2):
        check((1, 1), ab[k], b[k], x.get()[k])
