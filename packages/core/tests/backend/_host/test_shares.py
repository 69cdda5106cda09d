"""NumPy's work in shares: results and errors are those of one call."""
import numpy
import pytest

import cupy
from cupy._host import shares
from cupy._runtime import driver

rng = numpy.random.default_rng(61)


@pytest.fixture
def several(monkeypatch):
    """Shares of three threads, whatever the machine has."""
    monkeypatch.setattr(shares, "threads", lambda: 3)
    shares._workers.cache_clear()
    yield
    shares._workers.cache_clear()


@pytest.mark.usefixtures("several")
def test_shares_are_in_order():
    for count in (1, 2, 3, 10):
        parts = shares.in_shares(count, lambda first, last: list(range(first, last)))
        assert sum(parts, []) == list(range(count)) and len(parts) == min(3, count)
    assert shares.in_shares(10, lambda first, last: (first, last), alone=True) == [(0, 10)]


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize("wrong", [0, 5, 9])
def test_errors_come_after_all_shares(wrong):
    ended = []

    def work(first, last):
        if first <= wrong < last:
            raise KeyError(wrong)
        ended.append(first)

    with pytest.raises(KeyError):
        shares.in_shares(10, work)
    assert len(ended) == 2


@pytest.mark.usefixtures("several")
@pytest.mark.skipif(driver.backend().name != "host", reason="decompositions of the host")
def test_stacks_of_small_matrices():
    a, b = rng.random((1500, 3, 3)), rng.random((1500, 3, 2))
    for name, arrays in (("inv", (a,)), ("solve", (a, b)), ("eigh", (a,)), ("svd", (a,)), ("slogdet", (a,))):
        found = getattr(cupy.linalg, name)(*map(cupy.asarray, arrays))
        expected = getattr(numpy.linalg, name)(*arrays)
        for x, y in zip(found, expected, strict=True):
            numpy.testing.assert_array_equal(x.get(), y)
    a[1200] = 0
    with pytest.raises(numpy.linalg.LinAlgError):
        cupy.linalg.inv(cupy.asarray(a))


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize("length", [700, 40_000])
def test_rows_in_order(length):
    a = rng.random((80, length), "f")
    x = cupy.asarray(a)
    numpy.testing.assert_array_equal(cupy.sort(x).get(), numpy.sort(a))
    numpy.testing.assert_array_equal(cupy.median(x, 1).get(), numpy.median(a, 1))
    k = length // 3
    numpy.testing.assert_array_equal(cupy.partition(x, k).get()[:, k], numpy.partition(a, k)[:, k])
    numpy.testing.assert_array_equal(
        numpy.take_along_axis(a, cupy.argpartition(x, k).get(), 1)[:, k], numpy.partition(a, k)[:, k])


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize("shape", [(40_000, 7), (7, 40_000), (2, 20_000, 14)])
def test_matrix_by_a_column(shape):
    a, b = rng.random(shape), rng.random(shape[-1])
    a[..., 0, 0] = numpy.inf
    for x, v in ((a, b), (a[..., ::2], b[::2]), (a, b[:, None])):
        numpy.testing.assert_allclose((cupy.asarray(x) @ cupy.asarray(v)).get(), x @ v, rtol=1e-12)
