"""Sparse matrices besides what `sparse` times: dense operands, formats, sums, triangular systems."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.bench._case import Suite
from cupy_testing.bench.sparse import random_coo

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library

suite = Suite("scipy")


def matrix(lib: Library, per_row: int = 26) -> Any:
    """A CSR matrix of 256 Ki rows at scale 1."""
    return lib.scipy("sparse").csr_matrix(random_coo(lib, max(1 << 10, lib.n >> 8), per_row).tocsr())


@suite.case("spmm_csr_f64_16_columns")
def spmm(lib: Library) -> Callable[..., Any]:
    m = matrix(lib)
    b = lib.array(lib.source.rand(m.shape[1], 16))
    return lambda: m @ b


@suite.case("spmv_csr_f64_transposed")
def spmv_transposed(lib: Library) -> Callable[..., Any]:
    m = matrix(lib)
    v = lib.array(lib.source.rand(m.shape[0]))
    return lambda: m.T @ v


@suite.case("spmv_coo_f64")
def spmv_coo(lib: Library) -> Callable[..., Any]:
    m = matrix(lib).tocoo()
    v = lib.array(lib.source.rand(m.shape[1]))
    return lambda: m @ v


@suite.case()
def csr_tocsc(lib: Library) -> Callable[..., Any]:
    m = matrix(lib)
    return lambda: m.tocsc()


@suite.case("csr_add_f64")
def csr_add(lib: Library) -> Callable[..., Any]:
    m, other = matrix(lib), matrix(lib)
    return lambda: m + other


@suite.case("csr_of_dense_4096_f64")
def csr_of_dense(lib: Library) -> Callable[..., Any]:
    sparse, n = lib.scipy("sparse"), 4096 if lib.scale >= 1 else 256
    a = lib.array(numpy.where(lib.source.rand(n, n) < 0.02, 1.0, 0.0))
    return lambda: sparse.csr_matrix(a)


@suite.case("csr_toarray_4096_f64")
def csr_toarray(lib: Library) -> Callable[..., Any]:
    m = csr_of_dense(lib)()
    return lambda: m.toarray()


def banded(lib: Library, n: int) -> Any:
    """The matrix of a Laplace operator on a grid of 300 columns."""
    import scipy.sparse

    ones = numpy.ones(n)
    host = scipy.sparse.diags([-ones[300:], -ones[1:], 4 * ones, -ones[1:], -ones[300:]], [-300, -1, 0, 1, 300])
    return lib.scipy("sparse").csr_matrix(host.tocsr())


@suite.case("triangular_csr_100k", numpy=False)
def triangular(lib: Library) -> Callable[..., Any]:
    from cupyx import cusparse

    n = 100_000 if lib.scale >= 1 else 1000
    m, b = banded(lib, n), lib.array(numpy.ones(n))
    return lambda: cusparse.spsm(m, b)


@suite.case("ilu0_csr_100k", numpy=False)
def ilu0(lib: Library) -> Callable[..., Any]:
    from cupyx import cusparse

    m = banded(lib, 100_000 if lib.scale >= 1 else 1000)
    return lambda: cusparse.csrilu02(m.copy())
