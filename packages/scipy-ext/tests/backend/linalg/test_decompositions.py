"""QR and eigenvalues, against SciPy and against what defines them."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg

rng = numpy.random.default_rng(11)


def random(shape, dtype="d"):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def hermitian(shape, dtype="d"):
    x = random(shape, dtype)
    return (x + x.swapaxes(-1, -2).conj()).astype(dtype)


def near(x, y, dtype="d"):
    tolerance = 2e-3 if dtype in "fF" else 1e-9
    numpy.testing.assert_allclose(x.get() if isinstance(x, cupy.ndarray) else x, y, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 7), (2, 5, 3), (2, 3, 5), (1, 1)])
def test_qr(shape, dtype):
    a = random(shape, dtype)
    given = cupy.asarray(a)
    for mode in ("full", "economic"):
        q, r = linalg.qr(given, mode=mode)
        wanted = scipy.linalg.qr(a, mode=mode)
        assert q.shape == wanted[0].shape and r.shape == wanted[1].shape and q.dtype == dtype
        near(q @ r, a, dtype)
        near((q.swapaxes(-1, -2).conj() @ q) - cupy.eye(q.shape[-1]), 0, dtype)
        near(abs(r), abs(wanted[1]), dtype)
        r, q = linalg.rq(given, mode=mode)
        wanted = scipy.linalg.rq(a, mode=mode)
        assert q.shape == wanted[1].shape and r.shape == wanted[0].shape
        near(r @ q, a, dtype)
        near(abs(r), abs(wanted[0]), dtype)
        q, r, p = linalg.qr(given, mode=mode, pivoting=True)
        near(q @ r, numpy.take_along_axis(a, p.get()[..., None, :], -1), dtype)
    r, = linalg.qr(given, mode="r")
    near(abs(r), abs(numpy.linalg.qr(a, mode="complete")[1]), dtype)
    near(abs(linalg.rq(given, mode="r")), abs(scipy.linalg.rq(a, mode="r")), dtype)
    (packed, tau), r = linalg.qr(given, mode="raw")
    expected = scipy.linalg.qr(a, mode="raw") if len(shape) == 2 else None
    if expected:
        near(abs(r), abs(expected[1]), dtype)
        assert packed.shape == expected[0][0].shape and tau.shape == expected[0][1].shape


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("shape", [(4, 4), (7, 3), (3, 7)])
def test_qr_multiply(shape, dtype):
    a = random(shape, dtype)
    m, n = shape
    for mode, c, whole in (("left", (min(m, n), 2), False), ("left", (m, 2), True), ("right", (2, m), False),
                           ("right", (m,), False), ("left", (min(m, n),), False)):
        c = random(c, dtype)
        found = linalg.qr_multiply(cupy.asarray(a), cupy.asarray(c), mode, overwrite_c=whole)
        wanted = scipy.linalg.qr_multiply(a, c.copy(), mode, overwrite_c=whole)
        assert found[0].shape == wanted[0].shape and found[1].shape == wanted[1].shape
        near(abs(found[0]), abs(wanted[0])) if mode == "right" else near(
            numpy.linalg.norm(found[0].get()), numpy.linalg.norm(wanted[0]))
        other = c.astype("F" if dtype == "D" else "i")
        narrow, wanted = (m.qr_multiply(xp.asarray(a, "f" if dtype == "d" else "F"),
                                        xp.asarray(other), mode, overwrite_c=whole) for m, xp in (
                                            (linalg, cupy), (scipy.linalg, numpy)))
        assert [x.dtype for x in narrow] == [x.dtype for x in wanted]


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (20, 20), (2, 3, 4, 4)])
def test_eigh(shape, dtype):
    a, b = hermitian(shape, dtype), random(shape, dtype)
    b = (b @ b.swapaxes(-1, -2).conj() + 5 * numpy.eye(shape[-1])).astype(dtype)
    for lower in (True, False):
        half = numpy.tril(a) if lower else numpy.triu(a)
        w, v = linalg.eigh(cupy.asarray(half), lower=lower)
        assert w.dtype == dtype.lower() and v.dtype == dtype
        near(w, numpy.linalg.eigvalsh(a), dtype)
        near(a @ v.get(), v.get() * w.get()[..., None, :], dtype)
        other = numpy.tril(b) if lower else numpy.triu(b)
        for type in (1, 2, 3):
            w, v = linalg.eigh(cupy.asarray(half), cupy.asarray(other), lower=lower, type=type)
            near(w, scipy.linalg.eigh(a, b, type=type, eigvals_only=True), dtype)
            x = v.get()
            left, right = {1: (a @ x, b @ x), 2: (a @ (b @ x), x), 3: (b @ (a @ x), x)}[type]
            near(left, right * w.get()[..., None, :], "f" if dtype in "fF" else dtype) if dtype in "dD" else None
            metric = numpy.linalg.inv(b) if type == 3 else b
            unit = x.swapaxes(-1, -2).conj() @ metric @ x
            near(unit, numpy.broadcast_to(numpy.eye(shape[-1]), shape), dtype)
            near(linalg.eigvalsh(cupy.asarray(a), cupy.asarray(b), type=type), w.get(), dtype)


@pytest.mark.parametrize("lower", [True, False])
def test_eigh_of_a_triangle_whose_diagonal_is_complex(lower):
    a, b = random((5, 5), "D"), hermitian((5, 5), "D") + 20 * numpy.eye(5) + 1j * numpy.eye(5)
    near(linalg.eigvalsh(cupy.asarray(a), cupy.asarray(b), lower=lower), scipy.linalg.eigvalsh(a, b, lower=lower))


def test_subsets():
    a = hermitian((8, 8))
    given = cupy.asarray(a)
    w, v = linalg.eigh(given, subset_by_index=(2, 4))
    wanted = scipy.linalg.eigh(a, subset_by_index=(2, 4))
    near(w, wanted[0])
    near(abs(v), abs(wanted[1]))
    for span in ((-1.0, 2.0), (-numpy.inf, 0.0), (100.0, 200.0)):
        w, v = linalg.eigh(given, subset_by_value=span)
        wanted = scipy.linalg.eigh(a, subset_by_value=span)
        near(w, wanted[0])
        assert v.shape == wanted[1].shape
    for options in ({"subset_by_index": (2, 8)}, {"subset_by_value": (3, 2)}, {"driver": "gv"}, {"driver": "x"},
                    {"subset_by_index": (0, 1), "subset_by_value": (0, 1)}, {"driver": "ev", "subset_by_index": (0, 1)},
                    {"b": given, "driver": "ev"}, {"b": given, "type": 4}, {"b": cupy.ones((3, 3))}):
        with pytest.raises(ValueError):
            linalg.eigh(given, **options)
    with pytest.raises(linalg.LinAlgError):
        linalg.eigh(given, -cupy.eye(8))[0].get()


@pytest.mark.parametrize("dtype", "fdFD")
def test_banded(dtype):
    bands = random((3, 7), dtype)
    bands[2] = bands[2].real
    for lower in (False, True):
        given = bands[::-1] if lower else bands
        w, v = linalg.eig_banded(cupy.asarray(given), lower=lower)
        near(w, scipy.linalg.eig_banded(given, lower=lower)[0], dtype)
        assert v.shape == (7, 7)
        for select, span in (("v", (-1, 1)), ("i", (1, 3))):
            near(linalg.eigvals_banded(cupy.asarray(given), lower, select=select, select_range=span),
                 scipy.linalg.eigvals_banded(given, lower, select=select, select_range=span), dtype)
    for options in ({"select": "x"}, {"select": "i", "select_range": (0, 9)}, {"select": "v", "select_range": (2, 1)},
                    {"select": "i", "select_range": (0.5, 1.5)}):
        with pytest.raises(ValueError):
            linalg.eig_banded(cupy.asarray(bands), **options)


def test_tridiagonal():
    d, e = random(6), random(5)
    w, v = linalg.eigh_tridiagonal(cupy.asarray(d), cupy.asarray(e))
    near(w, scipy.linalg.eigh_tridiagonal(d, e)[0])
    near(linalg.eigvalsh_tridiagonal(cupy.asarray(d), cupy.asarray(e), select="i", select_range=(0, 2)), w.get()[:3])


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (2, 4, 4)])
def test_eig(shape, dtype):
    a, b = random(shape, dtype), random(shape, dtype)
    given = cupy.asarray(a)
    w, v = linalg.eig(given)
    assert w.dtype.kind == "c"
    near(a @ v.get(), v.get() * w.get()[..., None, :], dtype)
    for found, wanted in ((linalg.eigvals(given), scipy.linalg.eigvals(a)),
                          (linalg.eigvals(given, cupy.asarray(b)), scipy.linalg.eigvals(a, b))):
        near(numpy.sort_complex(found.get().round(3)), numpy.sort_complex(wanted.round(3)), "f")
    w, left, right = linalg.eig(given, cupy.asarray(b), left=True)
    near(a @ right.get(), b @ right.get() * w.get()[..., None, :], "f")
    real = linalg.eig(cupy.asarray(hermitian(shape, "d")))[1]
    assert real.dtype == "d"


def test_blocks():
    w, v = numpy.linalg.eig(numpy.array([[1.0, 2, 3], [0, 4, 5], [0, -5, 4]]))
    for x, y in zip(linalg.cdf2rdf(cupy.asarray(w), cupy.asarray(v)), scipy.linalg.cdf2rdf(w, v), strict=True):
        near(x, y)


def test_errors():
    bad, wide = cupy.array([[numpy.nan, 1], [1, 1]]), cupy.ones((2, 3))
    for call in (linalg.qr, linalg.rq, linalg.eigh, linalg.eig, linalg.eigvals):
        with pytest.raises(ValueError):
            call(bad)
        with pytest.raises(ValueError):
            call(cupy.ones(3))
    for call in (linalg.eigh, linalg.eig, linalg.eigvalsh, lambda a: linalg.qr(a, mode="x"),
                 lambda a: linalg.rq(a, mode="raw"), lambda a: linalg.qr_multiply(a, cupy.ones((2, 3))),
                 lambda a: linalg.qr_multiply(a, a, "up")):
        with pytest.raises(ValueError):
            call(wide)
