"""Random matrices of SciPy's, and the same on the device."""
import numpy
import pytest
import scipy.sparse

import cupyx.scipy.sparse


@pytest.fixture
def dense():
    """A random array, of which some items are zero."""
    def make(shape, dtype, seed=1, density=1.0):
        rng = numpy.random.default_rng(seed)
        found = rng.standard_normal(shape)
        if dtype in "FD":
            found = found + 1j * rng.standard_normal(shape)
        return (found * (rng.random(shape) < density)).astype(dtype)
    return make


@pytest.fixture
def pair(dense):
    """A matrix of SciPy's and the device's, of a format and of an index type."""
    def make(form, shape, dtype="d", seed=1, index="i", density=0.3):
        wanted = scipy.sparse.coo_matrix(dense(shape, dtype, seed, density))
        kind = getattr(cupyx.scipy.sparse, f"{form}_matrix")
        if form == "coo":
            wanted.row, wanted.col = wanted.row.astype(index), wanted.col.astype(index)
            return wanted, kind(wanted)
        wanted = wanted.asformat(form)
        wanted.indices, wanted.indptr = wanted.indices.astype(index), wanted.indptr.astype(index)
        return wanted, kind(wanted)
    return make
