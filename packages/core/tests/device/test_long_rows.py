"""Rows of more than 2**32 items; skipped where memory is short."""
import numpy
import pytest

import cupy

LENGTH = (1 << 32) + 1_000_003
GIB = 1 << 30


@pytest.fixture
def row(request):
    """Bytes that begin with 0, 1, … and are mostly 200: counts beyond 32 bits."""
    needed = request.param * GIB
    pool = cupy.get_default_memory_pool()
    pool.free_all_blocks()
    if cupy.cuda.Device().mem_info[0] < needed:
        pytest.skip(f"needs {request.param} GiB")
    a = cupy.full(LENGTH, 200, numpy.uint8)
    a[:1024] = cupy.arange(1024).astype("B")
    a[-5:] = cupy.arange(5)
    yield a
    del a
    pool.free_all_blocks()


def is_ascending(a):
    return bool((a[1:] >= a[:-1]).all())


@pytest.mark.parametrize("row", [24], indirect=True)
def test_sort(row):
    expected = cupy.bincount(cupy.concatenate([row[:1024], row[-5:]]), minlength=256)
    ordered = cupy.sort(row)
    assert is_ascending(ordered)
    assert cupy.searchsorted(ordered, cupy.arange(256, dtype="B")).tolist()[:201] == \
        numpy.concatenate([[0], numpy.cumsum(expected.get())])[:201].tolist()
    assert ordered[-1] == 255


@pytest.mark.parametrize("row", [126], indirect=True)
def test_argsort(row):
    order = cupy.argsort(row)
    assert order[:6].tolist() == [0, 256, 512, 768, LENGTH - 5, 1]
    assert order[-4:].tolist() == [255, 511, 767, 1023]


@pytest.mark.parametrize("row", [30], indirect=True)
def test_median_and_partition(row):
    assert cupy.median(row) == 200
    assert cupy.partition(row, 3)[:4].tolist() == [0, 0, 0, 0]
