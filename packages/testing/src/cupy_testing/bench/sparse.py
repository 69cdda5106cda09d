"""Sparse products, conversions and solvers."""
import numpy

from cupy_testing.bench._case import Suite

suite = Suite("scipy")


def random_coo(lib, n, per_row):
    import scipy.sparse

    rows = numpy.repeat(numpy.arange(n), per_row)
    columns = lib.source.randint(0, n, n * per_row)
    return scipy.sparse.coo_matrix((lib.source.rand(n * per_row), (rows, columns)), shape=(n, n))


@suite.case("spmv_csr_f64")
def spmv(lib):
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    v = lib.array(lib.source.rand(n))
    return lambda: m @ v


@suite.case("spmv_uneven_f64")
def spmv_uneven(lib):
    """Few rows with most of the items."""
    import scipy.sparse

    n = max(1 << 10, lib.n >> 8)
    lengths = numpy.minimum(2 / (lib.source.rand(n) + 1e-5), n).astype(int)
    starts = numpy.concatenate([[0], lengths.cumsum()])
    items = lib.source.rand(starts[-1]), lib.source.randint(0, n, starts[-1]), starts
    m = lib.scipy("sparse").csr_matrix(scipy.sparse.csr_matrix(items, shape=(n, n)))
    v = lib.array(lib.source.rand(n))
    return lambda: m @ v


@suite.case("spgemm_csr_f64")
def spgemm(lib):
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, max(1 << 10, lib.n >> 10), 13).tocsr())
    return lambda: m @ m


@suite.case("spmm16_csr_f64")
def spmm(lib):
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    b = lib.array(lib.source.rand(n, 16))
    return lambda: m @ b


@suite.case("csr_plus_csr_f64")
def plus(lib):
    sparse, n = lib.scipy("sparse"), max(1 << 10, lib.n >> 10)
    a, b = (sparse.csr_matrix(random_coo(lib, n, 13).tocsr()) for _ in range(2))
    return lambda: a + b


@suite.case()
def csr_take_rows(lib):
    n = max(1 << 10, lib.n >> 8)
    m = lib.scipy("sparse").csr_matrix(random_coo(lib, n, 26).tocsr())
    rows = lib.array(lib.source.randint(0, n, n // 4))
    return lambda: m[rows]


@suite.case()
def coo_tocsr(lib):
    sparse = lib.scipy("sparse")
    m = sparse.coo_matrix(random_coo(lib, max(1 << 10, lib.n >> 8), 26))
    return lambda: sparse.coo_matrix((m.data, (m.row, m.col)), shape=m.shape).tocsr()


@suite.case("cg_poisson512_100it")
def poisson(lib):
    import scipy.sparse

    n = 512 if lib.scale >= 1 else 128
    ones = numpy.ones(n * n)
    m = scipy.sparse.diags([-ones[n:], -ones[1:], 4 * ones, -ones[1:], -ones[n:]], [-n, -1, 0, 1, n])
    a, b = lib.scipy("sparse").csr_matrix(m.tocsr()), lib.array(ones)
    cg = lib.scipy("sparse.linalg").cg
    return lambda: cg(a, b, maxiter=100)
