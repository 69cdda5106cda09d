"""Structures that are changed by hand after the matrix was made lead no operation out of its arrays."""
import os
import subprocess
import sys
from pathlib import Path

import cupy
import pytest
from cupyx.scipy import sparse
from cupyx.scipy.sparse import csgraph, linalg

PROGRAM = Path(__file__).with_name("corrupted.py")
DENSE = cupy.asarray([[4.0, 1, 0], [1, 5, 2], [0, 2, 6]])


def test_random_operations():
    """In one process, which compiles each kernel once."""
    done = subprocess.run([sys.executable, PROGRAM, "0,1000,2000", "150"], text=True, capture_output=True, timeout=600,
                          env={**os.environ, "CUPY_BOUNDS_CHECK": "0"})
    assert done.returncode == 0 and "results: " in done.stdout, (done.stdout[-300:], done.stderr[-2000:])


@pytest.mark.parametrize("name", ["csr_matrix", "csc_array"])
@pytest.mark.parametrize("part", ["data", "indices", "indptr"])
def test_sizes_that_do_not_fit(name, part):
    """Seen without a look at any item, so that it is an error on every device."""
    a = getattr(sparse, name)(DENSE)
    setattr(a, part, getattr(a, part)[:-1])
    for operation in (lambda: a @ DENSE[0], lambda: a.T @ DENSE, lambda: a @ a, lambda: a + a, lambda: a.toarray(),
                      lambda: a.diagonal(), lambda: linalg.cg(a, DENSE[0]), lambda: csgraph.dijkstra(a), a.get):
        with pytest.raises(ValueError, match="size|length"):
            operation()


@pytest.mark.parametrize("column", [3, 10**9, -1, -10**9])
def test_columns_outside_count_for_nothing(column):
    a, expected = sparse.csr_matrix(DENSE), DENSE.get()
    a.indices[0] = column
    expected[0, 0] = 0
    cupy.testing.assert_array_equal(a @ DENSE[1], expected @ DENSE.get()[1])
    cupy.testing.assert_array_equal(a @ DENSE, expected @ DENSE.get())
    cupy.testing.assert_array_equal(a.T @ DENSE[1], expected.T @ DENSE.get()[1])
    cupy.testing.assert_array_equal(a.toarray(), expected)
    with pytest.raises(ValueError, match="ind"):
        a.get()


def test_rows_outside_end_with_the_last_item():
    a = sparse.csr_matrix(DENSE)
    a.indptr[-1] = 10**9
    cupy.testing.assert_array_equal(a @ DENSE[1], DENSE.get() @ DENSE.get()[1])
    a.indptr[1] = -5
    assert float((a @ DENSE[1])[0]) == 0


@pytest.mark.parametrize("index", ["i4", "i8"])
def test_rows_beyond_all_items_are_as_long_as_these(index):
    """What is allocated, and gone through, follows from the items that there are."""
    a = sparse.csr_matrix(DENSE)
    a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
    a.indptr[2] = 2 * 10**9
    for taken in (a[[1, 1, 0]], a[::-1], a[0:2], a[1:2], a[[2]]):
        assert 0 <= taken.data.size <= 3 * a.data.size
        assert taken.toarray().shape == taken.shape
    a.indptr[1] = -2 * 10**9
    for taken in (a[[1, 1, 0]], a[::-1], a[0:2], a[1:2], a[[2]]):
        assert 0 <= taken.data.size <= 3 * a.data.size


def test_indices_in_spare_room_are_not_looked_at():
    m = sparse.csr_matrix((cupy.arange(4.0), cupy.asarray([4, 1, 2, -1]), cupy.asarray([0, 2, 3, 3, 3])))
    assert m.shape == (4, 5) and m.data.tolist() == [0, 1, 2] and m.indices.tolist() == [4, 1, 2]
    with pytest.raises(ValueError, match="not negative"):
        sparse.csr_matrix((cupy.arange(3.0), cupy.asarray([4, -1, 2]), cupy.asarray([0, 2, 3])))
