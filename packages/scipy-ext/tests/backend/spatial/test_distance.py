"""Distances against SciPy."""
import numpy
import pytest
from scipy.spatial import distance as wanted

import cupy
from cupyx.scipy import spatial
from cupyx.scipy.spatial import distance

rng = numpy.random.default_rng(29)
NUMBERS = ["braycurtis", "canberra", "chebyshev", "cityblock", "correlation", "cosine", "euclidean", "hamming",
           "jensenshannon", "minkowski", "seuclidean", "sqeuclidean", "mahalanobis"]
TRUTHS = ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]
UNWEIGHTED = ("jensenshannon", "seuclidean", "mahalanobis")


def close(found, expected, rtol=1e-9):
    expected = numpy.asarray(expected)
    assert found.shape == expected.shape
    numpy.testing.assert_allclose(found.get(), expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("metric", NUMBERS + TRUTHS)
@pytest.mark.parametrize("shapes", [((1, 3), (1, 3)), ((20, 5), (70, 5)), ((70, 130), (20, 130)), ((9, 1), (9, 1))])
def test_pairs(metric, shapes):
    a, b = (rng.random(shape) + 0.1 for shape in shapes)
    if metric in TRUTHS or metric == "hamming":
        a, b = (numpy.where(x > 0.6, x.round(1), 0) for x in (a, b))
        a[:, 0] = b[:, 0] = 1
    if metric == "mahalanobis":
        inverse = rng.random((shapes[0][1],) * 2)
        options = {"VI": inverse @ inverse.T + numpy.eye(len(inverse))}
    else:
        options = {}
    if shapes[0][1] == 1 and metric == "correlation":       # 0 / 0
        return
    given = {key: cupy.asarray(value) for key, value in options.items()}
    expected, in_pairs = wanted.cdist(a, b, metric, **options), wanted.pdist(a, metric, **options)
    if metric == "jensenshannon":       # of which SciPy takes the roots of what rounding leaves below zero
        expected, in_pairs = numpy.nan_to_num(expected), numpy.nan_to_num(in_pairs)
    close(distance.cdist(cupy.asarray(a), cupy.asarray(b), metric, **given), expected)
    out = cupy.empty((len(a), len(b)))         # by kernels, however few there are
    close(distance.cdist(cupy.asarray(a), cupy.asarray(b), metric, out=out, **given), expected)
    if len(a) > 1:
        close(distance.pdist(cupy.asarray(a), metric, **given), in_pairs)
        out = cupy.empty(len(a) * (len(a) - 1) // 2)
        close(distance.pdist(cupy.asarray(a), metric, out=out, **given), in_pairs)
    if metric not in UNWEIGHTED:
        a, b = (a != 0, b != 0) if metric == "dice" else (a, b)
        w = rng.random(a.shape[1])
        w[-1] *= a.shape[1] == 1
        close(distance.cdist(cupy.asarray(a), cupy.asarray(b), metric, w=cupy.asarray(w)),
              wanted.cdist(a, b, metric, w=w), 1e-7)


def test_arguments_of_metrics():
    a, b, w = rng.random((9, 4)), rng.random((7, 4)), rng.random(4)
    on_device = cupy.asarray(a), cupy.asarray(b)
    for p in (0.5, 1, 2, 3, 3.7, numpy.inf):
        close(distance.cdist(*on_device, "minkowski", p=p), wanted.cdist(a, b, "minkowski", p=p))
        close(distance.cdist(*on_device, "m", p=p, w=cupy.asarray(w)), wanted.cdist(a, b, "m", p=p, w=w))
        close(distance.minkowski(on_device[0][0], on_device[1][0], p), wanted.minkowski(a[0], b[0], p))
        if p >= 1:
            expected = wanted.cdist(a, b, "minkowski", p=p)
            close(spatial.distance_matrix(*on_device, p), expected)
            expected = expected[range(7), range(7)]
            close(spatial.minkowski_distance(on_device[0][:7], on_device[1], p), expected)
            close(spatial.minkowski_distance_p(on_device[0][:7], on_device[1], p),
                  expected ** (1 if p == numpy.inf else p))
    close(distance.cdist(*on_device, "mahalanobis"), wanted.cdist(a, b, "mahalanobis"), 1e-7)
    close(distance.pdist(on_device[0], "mahalanobis"), wanted.pdist(a, "mahalanobis"), 1e-7)
    close(distance.cdist(*on_device, "seuclidean", V=cupy.asarray(w)), wanted.cdist(a, b, "seuclidean", V=w))
    close(distance.cdist(*on_device, "jensenshannon", base=2.0),
          [[wanted.jensenshannon(x, y, 2.0) for y in b] for x in a])
    close(distance.cdist(*on_device, lambda x, y: abs(x - y).sum()), wanted.cdist(a, b, "cityblock"))
    close(distance.pdist(on_device[0], distance.euclidean), wanted.pdist(a))
    close(distance.cdist(*on_device, "hellinger"),
          [[numpy.sqrt(((x ** 0.5 - y ** 0.5) ** 2).sum() / 2) for y in b] for x in a])
    close(distance.cdist(*on_device, "kl_divergence"), [[(x * numpy.log(x / y)).sum() for y in b] for x in a])


@pytest.mark.parametrize("name", ["chebyshev", "seuclidean", "mahalanobis", "jaccard", "cosine"])
def test_functions_of_the_module_are_metrics(name):
    """They are not called pair by pair, and have the defaults of their names."""
    x = rng.integers(0, 9, (9, 4)).astype("u1")
    metric = getattr(distance, name)
    close(distance.pdist(cupy.asarray(x), metric), wanted.pdist(x, name), 1e-7)
    close(distance.cdist(cupy.asarray(x), cupy.asarray(x), metric), wanted.cdist(x, x, name), 1e-7)


@pytest.mark.parametrize("name", ["euclidean", "cosine", "canberra", "jaccard", "minkowski"])
def test_double_precision_for_an_output_of_it(name):
    x = rng.random((20, 5)).astype("f")
    a, square, condensed = cupy.asarray(x), cupy.empty((20, 20)), cupy.empty(190)
    assert distance.cdist(a, a, name, out=square) is square and distance.pdist(a, name, out=condensed) is condensed
    close(square, wanted.cdist(x, x, name), 1e-12)
    close(condensed, wanted.pdist(x, name), 1e-12)


@pytest.mark.parametrize("name", [m for m in NUMBERS if m not in ("mahalanobis", "seuclidean")] + TRUTHS)
def test_vectors(name):
    for u, v in ((rng.random(7), rng.random(7)), (rng.integers(0, 2, 9) != 0, rng.integers(0, 2, 9) != 0)):
        u[0] = v[0] = 1
        if name in TRUTHS and u.dtype != bool:
            u, v = u > 0.5, v > 0.5
        if u.dtype == bool and name not in (*TRUTHS, "hamming"):
            continue
        found = getattr(distance, name)(cupy.asarray(u), cupy.asarray(v))
        assert found.ndim == 0
        close(found, getattr(wanted, name)(u, v))
        if name != "jensenshannon":
            w = rng.random(len(u))
            close(getattr(distance, name)(cupy.asarray(u), cupy.asarray(v), w=cupy.asarray(w)),
                  getattr(wanted, name)(u, v, w=w))


@pytest.mark.parametrize("name", TRUTHS)
def test_numbers_that_stand_for_truth_values(name):
    for n in (1, 6, 700):
        u, v = rng.integers(0, 3, (2, n)) / 2
        u[-1] = v[0] = 1
        for x, y in ((u, v), (u > 0.5, v > 0.5), (u, v > 0.5), (u * 0 + 1, v * 0)):
            if name in ("rogerstanimoto", "sokalsneath", "russellrao"):       # SciPy takes truth values only
                x, y = x > 0.5, y > 0.5
            close(getattr(distance, name)(cupy.asarray(x), cupy.asarray(y)), getattr(wanted, name)(x, y))


def test_vectors_with_matrices():
    u, v, m = rng.random(3), rng.random(3), rng.random((3, 3))
    close(distance.euclidean(cupy.asarray(u[None]), cupy.asarray(v[None])), wanted.euclidean(u, v))
    m = m @ m.T
    given = cupy.asarray(u), cupy.asarray(v)
    close(distance.mahalanobis(*given, cupy.asarray(m)), wanted.mahalanobis(u, v, m))
    close(distance.seuclidean(*given, cupy.asarray(m[0])), wanted.seuclidean(u, v, m[0]))
    close(distance.jensenshannon(cupy.asarray(m), cupy.asarray(m.T), 2, axis=1, keepdims=True),
          wanted.jensenshannon(m, m.T, 2, axis=1, keepdims=True))
    close(distance.correlation(*given, centered=False), wanted.correlation(u, v, centered=False))


@pytest.mark.parametrize("dtype", ["e", "f", "i", "?", "d"])
def test_types(dtype):
    a = (rng.random((8, 3)) * 3).astype(dtype)
    found = distance.cdist(cupy.asarray(a), cupy.asarray(a)[::-1])
    assert found.dtype == ("f" if dtype in "ef" else "d")
    close(found, wanted.cdist(a, a[::-1]), 1e-3)
    given = cupy.asarray(numpy.asfortranarray(a))
    close(distance.pdist(given), wanted.pdist(a), 1e-3)
    out = cupy.empty((8, 8), found.dtype)
    assert distance.cdist(given, given, out=out) is out
    close(out, wanted.cdist(a, a), 1e-3)


def test_odd_values():
    a = numpy.array([[1.0, numpy.nan], [numpy.inf, 0], [0, 0]])
    for metric in ("euclidean", "cityblock", "minkowski", "sqeuclidean"):
        options = {"p": 3} if metric == "minkowski" else {}
        found = distance.cdist(cupy.asarray(a), cupy.asarray(a), metric, **options).get()
        numpy.testing.assert_array_equal(found, wanted.cdist(a, a, metric, **options))
    # SciPy's maximum depends on the order of NaN; here it is NaN.
    assert numpy.isnan(distance.cdist(cupy.asarray(a), cupy.asarray(a), "chebyshev").get()).sum() == 6
    near = numpy.array([[1e8, 1.0], [1e8, 1.0 + 1e-8]])
    close(distance.cdist(cupy.asarray(near), cupy.asarray(near)), wanted.cdist(near, near))
    assert distance.cdist(cupy.empty((0, 3)), cupy.ones((2, 3))).shape == (0, 2)
    assert distance.pdist(cupy.ones((1, 3))).shape == (0,)
    close(distance.cdist(cupy.ones((2, 0)), cupy.ones((3, 0))), numpy.zeros((2, 3)))


def test_forms():
    for n in (2, 3, 7):
        v = rng.random(n * (n - 1) // 2)
        matrix = wanted.squareform(v)
        close(distance.squareform(cupy.asarray(v)), matrix)
        close(distance.squareform(cupy.asarray(matrix)), v)
        assert distance.num_obs_y(cupy.asarray(v)) == distance.num_obs_dm(cupy.asarray(matrix)) == n
        assert distance.is_valid_y(cupy.asarray(v)) and distance.is_valid_dm(cupy.asarray(matrix))
    assert distance.squareform(cupy.empty(0)).shape == (1, 1)
    close(distance.squareform(cupy.asarray(2.5), "tomatrix"), wanted.squareform(numpy.array(2.5), "tomatrix"))
    assert distance.squareform(cupy.zeros((1, 1))).shape == (0,)
    bent = cupy.asarray(matrix + 1e-5 * numpy.triu(numpy.ones((n, n))))
    assert not distance.is_valid_dm(bent) and distance.is_valid_dm(bent, tol=1e-3)
    for call in (lambda: distance.squareform(cupy.ones(4)), lambda: distance.squareform(bent),
                 lambda: distance.squareform(cupy.ones((2, 3))), lambda: distance.squareform(cupy.ones((2, 2))),
                 lambda: distance.squareform(cupy.ones(3), force="tovector"), lambda: distance.num_obs_y(cupy.ones(4)),
                 lambda: distance.squareform(cupy.zeros((3, 3)), force="tomatrix"),
                 lambda: distance.num_obs_y(cupy.ones(0)), lambda: distance.num_obs_dm(cupy.ones((2, 3))),
                 lambda: distance.is_valid_y(cupy.ones(4), throw=True)):
        with pytest.raises(ValueError):
            call()
    with pytest.warns(UserWarning):
        distance.is_valid_dm(bent, warning=True)


@pytest.mark.parametrize("n", [2, 8, 9, 16, 61, 300])
@pytest.mark.parametrize("dtype", "?befldD")
def test_forms_of_matrices(n, dtype):
    v = (rng.random(n * (n - 1) // 2) * 9).astype(dtype)
    matrix = wanted.squareform(v)
    found = distance.squareform(cupy.asarray(v))
    assert found.dtype == v.dtype
    numpy.testing.assert_array_equal(found.get(), matrix)
    numpy.testing.assert_array_equal(distance.squareform(cupy.asarray(matrix, order="F"), checks=False).get(), v)
    numpy.testing.assert_array_equal(distance.squareform(found[::-1, ::-1], checks=False).get(),
                                     wanted.squareform(matrix[::-1, ::-1], checks=False))


def test_hausdorff_of_nothing():
    some, none = cupy.ones((6, 3)), cupy.ones((0, 3))
    assert distance.directed_hausdorff(some, none)[0] == numpy.inf
    assert distance.directed_hausdorff(none, some)[0] == distance.directed_hausdorff(none, none)[0] == 0


def test_hausdorff(monkeypatch):
    u, v = rng.random((30, 3)), rng.random((50, 3))
    expected = wanted.directed_hausdorff(u, v)
    assert distance.directed_hausdorff(cupy.asarray(u), cupy.asarray(v)) == pytest.approx(expected)
    monkeypatch.setattr("cupyx.scipy.spatial.distance._matrices._AT_ONCE", 200)
    assert distance.directed_hausdorff(cupy.asarray(u), cupy.asarray(v)) == pytest.approx(expected)
    with pytest.raises(ValueError):
        distance.directed_hausdorff(cupy.asarray(u), cupy.ones((2, 4)))
    monkeypatch.setattr("cupyx.scipy.spatial.distance._matrices._MANY", 0)      # by a tree
    assert distance.directed_hausdorff(cupy.asarray(u), cupy.asarray(v)) == pytest.approx(expected)
    v[7] = numpy.nan                # no tree takes it
    assert numpy.isnan(distance.directed_hausdorff(cupy.asarray(u), cupy.asarray(v))[0])


@pytest.mark.parametrize("error, call", [
    (ValueError, lambda x: distance.cdist(x, x[:, :2])), (ValueError, lambda x: distance.cdist(x[0], x)),
    (ValueError, lambda x: distance.pdist(x[0])), (ValueError, lambda x: distance.cdist(x, x, "unknown")),
    (TypeError, lambda x: distance.cdist(x, x, 3)), (TypeError, lambda x: distance.cdist(x, x, "euclidean", q=1)),
    (ValueError, lambda x: distance.cdist(x, x, w=-x[0])), (ValueError, lambda x: distance.cdist(x, x, w=x[0, :2])),
    (ValueError, lambda x: distance.cdist(x, x, "minkowski", p=0)), (ValueError, lambda x: distance.cdist(x, x * 1j)),
    (ValueError, lambda x: distance.cdist(x[:1], x[:1], "mahalanobis")), (TypeError, lambda x: distance.cdist(
        x.get(), x)), (ValueError, lambda x: distance.cdist(x, x, out=cupy.empty((2, 2)))),
    (ValueError, lambda x: distance.cdist(x, x, "seuclidean", V=x[0, :2])),
    (ValueError, lambda x: distance.euclidean(x, x)), (ValueError, lambda x: distance.hamming(x[0], x[0, :2])),
    (ValueError, lambda x: distance.minkowski(x[0], x[0], 0)), (TypeError, lambda x: distance.correlation(
        x[0] * 1j, x[0])), (ValueError, lambda x: spatial.distance_matrix(x, x[:, :2]))])
def test_errors(error, call):
    with pytest.raises(error):
        call(cupy.asarray(rng.random((5, 3)) + 0.1))


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "cityblock"])
@pytest.mark.parametrize("shape", [(3, 5, 1), (130, 133, 7), (129, 256, 36), (260, 8, 64)])
@pytest.mark.parametrize("start", [0, 1])
def test_wide_tiles(metric, shape, start, monkeypatch):
    """Tiles of a GPU whose edges fall between rows and vectors."""
    from cupyx.scipy.spatial.distance import _pairs

    monkeypatch.setattr(_pairs, "_MANY", 0)
    m, k, n = shape
    data = rng.random((m + k) * n + 1).astype("f")
    a, b = data[start:start + m * n].reshape(m, n), data[start + m * n:start + (m + k) * n].reshape(k, n)
    on_device = cupy.asarray(data)
    x, y = (on_device[start:start + m * n].reshape(m, n), on_device[start + m * n:start + (m + k) * n].reshape(k, n))
    found = distance.cdist(x, y, metric)
    assert found.dtype == "f"
    numpy.testing.assert_allclose(found.get(), wanted.cdist(a.astype("d"), b.astype("d"), metric), rtol=1e-5)
    numpy.testing.assert_allclose(distance.pdist(x, metric).get(), wanted.pdist(a.astype("d"), metric), rtol=1e-5)


@pytest.mark.parametrize("length", [1, 63, 64, 65, 130])
@pytest.mark.parametrize("rows", [(1, 17), (130, 31), (257, 129)])
def test_short_and_long_rows(rows, length):
    """Rows up to a length, and blocks of rows, are taken together on the host."""
    rng = numpy.random.default_rng(length)
    x, y = (rng.random((n, length)) for n in rows)
    for metric in ("euclidean", "cosine", "braycurtis", "dice", "jaccard", "rogerstanimoto", "russellrao",
                   "sokalsneath", "yule"):
        logical = metric in ("dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule")
        a, b = (x > 0.3, y > 0.5) if logical else (x, y)
        a[:, 0] = True          # no row without a true value, for which SciPy raises
        for keywords in ({}, {"w": rng.random(length)}):
            same = {"rtol": 1e-9, "atol": 1e-12, "err_msg": metric}
            found = distance.cdist(cupy.asarray(a), cupy.asarray(b), metric,
                                   **{key: cupy.asarray(w) for key, w in keywords.items()})
            numpy.testing.assert_allclose(found.get(), wanted.cdist(a, b, metric, **keywords), **same)
            found = distance.pdist(cupy.asarray(a), metric, **{key: cupy.asarray(w) for key, w in keywords.items()})
            numpy.testing.assert_allclose(found.get(), wanted.pdist(a, metric, **keywords), **same)


@pytest.mark.parametrize("dtype", "?fd")
@pytest.mark.parametrize("shape", [(90, 5), (40, 64), (200, 1), (60, 65), (50, 3)])
def test_truths_of_which_few_pairs_differ(shape, dtype):
    """Weighted too, where what is left by rounding would be a pair."""
    rng = numpy.random.default_rng(shape[0])
    for few in (0.5, 0.9):
        a, b, w = rng.random(shape) < few, rng.random((31, shape[1])) < 0.3, rng.random(shape[1])
        x, y = cupy.asarray(a.astype(dtype)), cupy.asarray(b.astype(dtype))
        for options in ({}, {"w": w}):
            given = {key: cupy.asarray(value) for key, value in options.items()}
            close(distance.cdist(x, y, "yule", **given), wanted.cdist(a, b, "yule", **options), 1e-6)
            close(distance.pdist(x, "yule", **given), wanted.pdist(a, "yule", **options), 1e-6)


@pytest.mark.parametrize("columns", [1, 2, 5, 40])
@pytest.mark.parametrize("rows", [(200, 100), (130, 1000), (1000, 130), (3000, 40), (5, 20_000)])
def test_farthest_of_many_rows(rows, columns):
    """By bounds, equal distances and copies of rows among them: the first row, and the first that is nearest to it."""
    rng = numpy.random.default_rng(columns)
    for steps in (3, 10 ** 9):
        u, v = (rng.integers(0, steps, (n, columns)) / steps for n in rows)
        u[rows[0] // 2] = u[-1] = 2
        v[rows[1] // 3:rows[1] // 2] = v[0]
        all_pairs = wanted.cdist(u, v)
        nearest = all_pairs.min(axis=1)
        found = distance.directed_hausdorff(cupy.asarray(u), cupy.asarray(v))
        assert found == (pytest.approx(nearest.max()), nearest.argmax(), all_pairs[nearest.argmax()].argmin())
        assert found[0] == pytest.approx(wanted.directed_hausdorff(u, v)[0])


def test_rows_that_are_no_distributions():
    rows = numpy.array([[0, 0, 0], [-1, 2, 3], [1, 2, 3], [-1, 1, 0], [0, 1, 0], [0, -0.0, 0], [numpy.inf, 1, 1],
                        [numpy.nan, 1, 1], [-1, -2, -3]])
    for x in (rows, rows[:, :1]):
        close(distance.cdist(cupy.asarray(x), cupy.asarray(x), "jensenshannon"), wanted.cdist(x, x, "jensenshannon"))
        close(distance.pdist(cupy.asarray(x), "jensenshannon"), wanted.pdist(x, "jensenshannon"))


@pytest.mark.parametrize("name", TRUTHS)
@pytest.mark.parametrize("length", [65, 96, 257, 5000])
@pytest.mark.parametrize("dtype", ["?", "f", "i"])
def test_rows_of_many_truth_values(name, length, dtype):
    """What is counted in words: rows and values in any number, rows without a true one."""
    rng = numpy.random.default_rng(length)
    for m, k in ((1, 1), (3, 5), (17, 34)):
        a, b = ((rng.random((n, length)) < rng.random((n, 1))).astype(dtype) for n in (m, k))
        a[0] = b[0] = 0
        x, y = (c if name == "dice" else c != 0 for c in (a, b))
        with numpy.errstate(all="ignore"):
            expected = wanted.cdist(x, y, name), wanted.pdist(x, name)
        found = distance.cdist(cupy.asarray(a), cupy.asarray(b), name), distance.pdist(cupy.asarray(a), name)
        for want, have in zip(expected, found, strict=True):
            numpy.testing.assert_allclose(have.get(), want, rtol=1e-6 if dtype == "f" else 1e-14)
