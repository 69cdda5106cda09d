"""Neighbours against SciPy, ties against brute force."""
import pickle

import numpy
import pytest
import scipy.spatial

import cupy
from cupyx.scipy import spatial
from cupyx.scipy.spatial import _box_tree

rng = numpy.random.default_rng(31)


def trees(n, m, **options):
    data = rng.random((n, m))
    return spatial.KDTree(cupy.asarray(data), **options), scipy.spatial.KDTree(data, **options), data


def brute(data, x, k, p=2.0):
    """Neighbours by distance, then by number."""
    d = (abs(data[None] - x[:, None]) ** p).sum(-1)
    order = numpy.lexsort((numpy.broadcast_to(numpy.arange(len(data)), d.shape), d))[:, :k]
    return numpy.take_along_axis(d, order, 1) ** (1 / p), order


@pytest.fixture(params=[False, True])
def halved(request, monkeypatch):
    """Trees by sorting, and as the backend makes them."""
    if request.param:
        monkeypatch.setattr(_box_tree, "host_memory", lambda: False)


@pytest.mark.usefixtures("halved")
@pytest.mark.parametrize("m", [1, 2, 3, 5, 20])
@pytest.mark.parametrize("n", [1, 7, 8, 9, 100, 1000])
def test_query(n, m):
    tree, wanted, _ = trees(n, m)
    x = rng.random((40, m)) * 1.4 - 0.2
    for k, p, bound in ((1, 2, numpy.inf), (3, 1, numpy.inf), (20, numpy.inf, 0.6), (5, 3, numpy.inf), (2, 2, 0.1)):
        d, i = tree.query(cupy.asarray(x), k, p=p, distance_upper_bound=bound)
        expected = wanted.query(x, k, p=p, distance_upper_bound=bound)
        assert d.shape == expected[0].shape and i.dtype == "i8"
        numpy.testing.assert_allclose(d.get(), expected[0], rtol=1e-12)
        numpy.testing.assert_array_equal(i.get(), expected[1])


def test_shapes_of_query():
    tree, wanted, _ = trees(50, 3)
    x = rng.random((2, 3, 3))
    for given, k in ((x, 1), (x, 4), (x[0, 0], 1), (x[0, 0], 3), (x, [1, 3]), (x[0], [2]), (x[0], numpy.array([60]))):
        found, expected = tree.query(cupy.asarray(given), k), wanted.query(given, k)
        for a, b in zip(found, expected, strict=True):
            assert a.shape == numpy.shape(b)
            numpy.testing.assert_allclose(a.get(), b)
    assert tree.query(cupy.empty((0, 3)))[0].shape == (0,)


@pytest.mark.usefixtures("halved")
def test_ties():
    """Points of a lattice, and points that are equal."""
    grid = numpy.stack(numpy.meshgrid(*[numpy.arange(6.0)] * 3), -1).reshape(-1, 3)
    data = numpy.concatenate((grid, grid[::3], grid[::5]))[rng.permutation(216 + 72 + 44)]
    x = numpy.concatenate((grid[::7], grid[::11] + 0.5))
    for k in (1, 9, 30):
        d, i = spatial.KDTree(cupy.asarray(data)).query(cupy.asarray(x), k)
        expected = brute(data, x, k)
        numpy.testing.assert_allclose(d.get().reshape(len(x), k), expected[0])
        numpy.testing.assert_array_equal(i.get().reshape(len(x), k), expected[1])


def test_many_queries_in_their_order():
    tree, wanted, _ = trees(300, 2)
    x = rng.random((5000, 2))
    numpy.testing.assert_array_equal(tree.query(cupy.asarray(x))[1].get(), wanted.query(x)[1])


@pytest.mark.parametrize("boxsize", [1.0, [1.0, 2.0, 0.0]])
def test_periodic(boxsize):
    tree, wanted, data = trees(200, 3, boxsize=boxsize)
    x = rng.random((50, 3)) * 4 - 2
    x[:, 2] %= 1
    for p in (1, 2, numpy.inf, 2.5):
        for a, b in zip(tree.query(cupy.asarray(x), 5, p=p), wanted.query(x, 5, p=p), strict=True):
            numpy.testing.assert_allclose(a.get(), b)
    lengths = tree.query_ball_point(cupy.asarray(x), 0.4, return_length=True).get()
    numpy.testing.assert_array_equal(lengths, wanted.query_ball_point(x, 0.4, return_length=True))
    assert tree.query_pairs(0.2, output_type="set") == wanted.query_pairs(0.2)
    assert tree.boxsize.shape == (3,)


@pytest.mark.parametrize("p", [1, 2, 3, numpy.inf])
def test_ranges(p):
    tree, wanted, data = trees(300, 3)
    other, wanted_other, more = trees(120, 3)
    x = rng.random((2, 9, 3))
    found, expected = tree.query_ball_point(cupy.asarray(x), 0.3, p), wanted.query_ball_point(x, 0.3, p)
    assert found.shape == expected.shape
    for index in numpy.ndindex(found.shape):
        assert found[index].get().tolist() == sorted(expected[index])
    assert tree.query_ball_point(cupy.asarray(x[0, 0]), 0.3, p).get().tolist() == sorted(
        wanted.query_ball_point(x[0, 0], 0.3, p))
    radii = rng.random((2, 9)) * 0.5
    numpy.testing.assert_array_equal(
        tree.query_ball_point(cupy.asarray(x), cupy.asarray(radii), p, return_length=True).get(),
        wanted.query_ball_point(x, radii, p, return_length=True))
    assert tree.query_ball_tree(other, 0.2, p) == [sorted(a) for a in wanted.query_ball_tree(wanted_other, 0.2, p)]
    pairs = tree.query_pairs(0.15, p)
    numpy.testing.assert_array_equal(pairs.get(), sorted(wanted.query_pairs(0.15, p)))
    for r in (0.2, [0.1, 0.3], numpy.array([0.0, 0.2, 5])):
        given = cupy.asarray(r) if isinstance(r, numpy.ndarray) else r
        for cumulative in (True, False):
            w, v = rng.random(300), rng.random(120)
            a, b = cupy.asarray(w), cupy.asarray(v)
            for weights, on_device in ((None, None), ((w, v), (a, b)), ((None, v), (None, b)), ((w, None), (a, None))):
                found = tree.count_neighbors(other, given, p, on_device, cumulative)
                expected = wanted.count_neighbors(wanted_other, r, p, weights, cumulative)
                numpy.testing.assert_allclose(found.get(), expected)
    matrix = tree.sparse_distance_matrix(other, 0.3, p)
    expected = wanted.sparse_distance_matrix(wanted_other, 0.3, p, output_type="coo_matrix").toarray()
    numpy.testing.assert_allclose(matrix.toarray().get(), expected)
    as_dict = tree.sparse_distance_matrix(other, 0.3, p, output_type="dict")
    assert as_dict == pytest.approx(wanted.sparse_distance_matrix(wanted_other, 0.3, p, output_type="dict"))
    records = tree.sparse_distance_matrix(other, 0.3, p, output_type="ndarray")
    assert len(records) == len(as_dict) and records.dtype.names == ("i", "j", "v")


@pytest.mark.parametrize(("n", "m", "r"), [(1, 2, 1.0), (7, 1, 0.3), (9, 3, 9.0), (700, 2, 0.5), (500, 3, 0.0),
                                           (60, 2, -1.0), (33, 5, numpy.inf)])
@pytest.mark.parametrize("boxsize", [None, 1.0])
def test_pairs_of_one_tree(n, m, r, boxsize):
    """Few, none, and more than there is room for at first; equal points too."""
    x = rng.random((n, m))
    x[n // 2:] = x[:n - n // 2]
    tree, wanted = spatial.KDTree(cupy.asarray(x), boxsize=boxsize), scipy.spatial.KDTree(x, boxsize=boxsize)
    found = tree.query_pairs(r)
    expected = sorted(wanted.query_pairs(r)) if r >= 0 else []
    assert found.dtype == "i8" and found.get().tolist() == [list(pair) for pair in expected]


@pytest.mark.usefixtures("halved")
def test_attributes():
    tree, wanted, data = trees(100, 3)
    assert (tree.n, tree.m, tree.leafsize) == (100, 3, 10) and spatial.cKDTree(tree.data).leafsize == 16
    numpy.testing.assert_array_equal(tree.mins.get(), wanted.mins)
    numpy.testing.assert_array_equal(tree.maxes.get(), wanted.maxes)
    assert sorted(tree.indices.get()) == list(range(100)) and tree.boxsize is None
    seen, waiting = [], [tree.tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, spatial.KDTree.leafnode):
            seen.extend(node.idx)
        else:
            assert isinstance(node, spatial.KDTree.innernode) and 0 <= node.split_dim < 3
            assert node.children == node.less.children + node.greater.children
            waiting += [node.less, node.greater]
    assert sorted(seen) == list(range(100))


def test_nothing_and_whole_numbers():
    tree = spatial.KDTree(cupy.empty((0, 2)))
    d, i = tree.query(cupy.ones((3, 2)), 2)
    assert numpy.isinf(d.get()).all() and (i.get() == 0).all()
    assert tree.query_ball_point(cupy.ones((3, 2)), 1.0, return_length=True).get().tolist() == [0, 0, 0]
    assert tree.query_pairs(1.0).shape == (0, 2) and tree.tree is None
    data = rng.integers(0, 9, (60, 2))
    a, b = spatial.KDTree(cupy.asarray(data)), scipy.spatial.KDTree(data)
    numpy.testing.assert_array_equal(a.query(cupy.asarray(data), 3)[0].get(), b.query(data, 3)[0])
    assert a.count_neighbors(a, 2.0) == b.count_neighbors(b, 2.0)


@pytest.mark.parametrize("error, call", [
    (ValueError, lambda t, x: spatial.KDTree(x[0])), (TypeError, lambda t, x: spatial.KDTree(x * 1j)),
    (ValueError, lambda t, x: spatial.KDTree(x * cupy.nan)), (ValueError, lambda t, x: spatial.KDTree(x, boxsize=0.1)),
    (ValueError, lambda t, x: spatial.KDTree(-x - 0.1, boxsize=2.0)), (ValueError, lambda t, x: t.query(x[:, :2])),
    (ValueError, lambda t, x: spatial.KDTree(x, 0)), (ValueError, lambda t, x: t.query(x * cupy.inf)),
    (TypeError, lambda t, x: t.query(x * 1j)), (ValueError, lambda t, x: t.query(x, 0)),
    (ValueError, lambda t, x: t.query(x, None)), (ValueError, lambda t, x: t.query(x, [0, 1])),
    (ValueError, lambda t, x: t.query(x, p=0.5)), (ValueError, lambda t, x: t.query(x, eps=-1)),
    (ValueError, lambda t, x: t.query_ball_point(x, x[0])), (ValueError, lambda t, x: t.query_pairs(1, eps=-1)),
    (ValueError, lambda t, x: t.query_pairs(1.0, output_type="list")),
    (ValueError, lambda t, x: t.query_ball_tree(spatial.KDTree(x[:, :2]), 1.0)),
    (ValueError, lambda t, x: t.count_neighbors(spatial.KDTree(x[:, :2]), 1.0)),
    (ValueError, lambda t, x: t.count_neighbors(t, 1.0, weights=x[:2, 0])),
    (ValueError, lambda t, x: t.count_neighbors(t, [2.0, 1.0], cumulative=False)),
    (ValueError, lambda t, x: t.sparse_distance_matrix(t, 1.0, output_type="csr")),
    (TypeError, lambda t, x: spatial.KDTree(x.get()))])
def test_errors(error, call):
    x = cupy.asarray(rng.random((20, 3)) + 0.1)
    with pytest.raises(error):
        call(spatial.KDTree(x), x)


def test_nothing_is_asked():
    tree, wanted, _ = trees(9, 2)
    nothing = cupy.empty((0, 2))
    assert tree.query_ball_point(nothing, 0.5).shape == wanted.query_ball_point(nothing.get(), 0.5).shape == (0,)
    assert tree.query_ball_tree(spatial.KDTree(nothing), 0.5) == [[]] * 9


def test_weights_of_two_trees_are_two():
    tree, other = trees(9, 2)[0], trees(5, 2)[0]
    w = cupy.ones(9)
    assert float(tree.count_neighbors(tree, 2.0, weights=w)) == 81
    with pytest.raises(ValueError, match="Two different trees"):
        tree.count_neighbors(other, 2.0, weights=w)
    assert float(tree.count_neighbors(other, 2.0, weights=(w, None))) == 45


@pytest.mark.parametrize("p", [1, 2, 3, numpy.inf])
@pytest.mark.parametrize("boxsize", [None, 4.0])
def test_few_points_as_many(p, boxsize):
    """Of few points SciPy makes lists and sets on the host: with equal distances, duplicates, from pickles too."""
    points, others = rng.integers(0, 4, (2, 30, 2)).astype(float)
    tree, other = (spatial.KDTree(cupy.asarray(x), boxsize=boxsize) for x in (points, others))
    theirs, theirs_other = (scipy.spatial.KDTree(x, boxsize=boxsize) for x in (points, others))
    for r in (0.0, 1.0, 1.5):
        pairs = theirs.query_pairs(r, p)
        assert tree.query_pairs(r, p, output_type="set") == pairs
        found = tree.query_pairs(r, p)
        assert found.dtype == "i8" and found.shape == (len(pairs), 2)
        assert found.get().tolist() == sorted(map(list, pairs))
        assert tree.query_ball_tree(other, r, p) == theirs.query_ball_tree(theirs_other, r, p)
        for x in others[:5]:
            near = tree.query_ball_point(cupy.asarray(x), r, p)
            assert near.dtype == "i8" and near.get().tolist() == sorted(theirs.query_ball_point(x, r, p))
            assert int(tree.query_ball_point(cupy.asarray(x), r, p, return_length=True)) == near.size
        for x in (others[:6].reshape(2, 3, 2), others[:1], others[:0]):
            near, wanted = tree.query_ball_point(cupy.asarray(x), r, p), theirs.query_ball_point(x, r, p)
            assert near.shape == wanted.shape and near.dtype == object
            assert [part.get().tolist() for part in near.ravel()] == list(map(sorted, wanted.ravel()))
            assert {part.dtype.char for part in near.ravel()} <= {"l"}
    again = pickle.loads(pickle.dumps(tree))
    assert again.query_pairs(1.0, output_type="set") == theirs.query_pairs(1.0)


def test_points_have_coordinates():
    with pytest.raises(ValueError, match="coordinates"):
        spatial.KDTree(cupy.zeros((11, 0)))


@pytest.mark.parametrize("items, dimensions", [(1, 2), (8, 3), (9, 2), (17, 1), (100, 40), (1025, 3), (4097, 2)])
@pytest.mark.parametrize("kind", ["random", "equal", "negative"])
def test_boxes_are_those_of_their_halves(items, dimensions, kind):
    rng = numpy.random.default_rng(items)
    points = rng.integers(0, 3, (items, dimensions)).astype("d") if kind == "equal" else rng.random((items, dimensions))
    points = -points if kind == "negative" else points
    tree = spatial.KDTree(cupy.asarray(points))._tree
    order, boxes, level = tree.order.get(), tree.boxes.get(), 1
    numpy.testing.assert_array_equal(numpy.sort(order), numpy.arange(items))
    while level <= tree.leaves:
        for node in range(level):
            inside = points[order[items * node // level:items * (node + 1) // level]]
            numpy.testing.assert_array_equal(boxes[level + node], [inside.min(0), inside.max(0)])
        level *= 2
    if tree.leaves > 1:         # the root's halves lie on two sides of a cut across its widest side
        axis = (boxes[1, 1] - boxes[1, 0]).argmax()
        assert boxes[2, 1, axis] <= boxes[3, 0, axis]


@pytest.mark.parametrize("p", [1, 1.5, 2, 2.5, 3.3, numpy.inf])
def test_neighbours_at_the_bound_are_none(p):
    for bound in (0.5, 0.7, 1.3, 1e-3, 7.0):
        points = numpy.array([[bound], [bound * 0.999], [-bound]])
        for xp, module in ((numpy, scipy.spatial), (cupy, spatial)):
            d, i = module.KDTree(xp.asarray(points)).query(xp.zeros((1, 1)), 3, p=p, distance_upper_bound=bound)
            assert [int(k) for k in i[0]] == [1, 3, 3] and float(d[0, 1]) == numpy.inf
