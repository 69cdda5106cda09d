"""Graphs against SciPy's functions; methods for devices are also called directly, as small graphs go to the host."""
import warnings

import cupy
import numpy
import pytest
import scipy.sparse
import scipy.sparse.csgraph as expected
from cupyx.scipy import sparse
from cupyx.scipy.sparse import csgraph
from cupyx.scipy.sparse.csgraph import _graph, _paths, _traversal

pytestmark = pytest.mark.filterwarnings("ignore::cupyx.scipy._host.HostWarning")


def graph(n=40, density=0.05, seed=0, kind="whole"):
    rng = numpy.random.default_rng(seed)
    A = scipy.sparse.random_array((n, n), density=density, rng=rng).tocsr()
    if kind == "whole":
        A.data = numpy.ceil(A.data * 9)
    A.setdiag(0)
    A.eliminate_zeros()
    return A


def ours(A):
    return sparse.csr_matrix(A)


def same(x, y):
    for a, b in zip(x if isinstance(x, tuple) else (x,), y if isinstance(y, tuple) else (y,), strict=True):
        a = a.toarray() if sparse.issparse(a) else a
        b = b.toarray() if scipy.sparse.issparse(b) else b
        a = a.get() if isinstance(a, cupy.ndarray) else a
        assert numpy.asarray(a).dtype.kind == numpy.asarray(b).dtype.kind
        numpy.testing.assert_allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize("density", [0, 0.01, 0.03, 0.3])
@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("connection", ["weak", "strong"])
def test_connected_components(density, directed, connection):
    for n in (1, 7, 60):
        A = graph(n, density)
        same(csgraph.connected_components(ours(A), directed, connection),
             expected.connected_components(A, directed, connection))
        assert csgraph.connected_components(ours(A), directed, connection, return_labels=False) == \
            expected.connected_components(A, directed, connection, return_labels=False)


def test_connected_components_of_a_long_path_and_bad_input():
    n = 5000
    order = numpy.random.default_rng(0).permutation(n)
    A = scipy.sparse.coo_array((numpy.ones(n - 1), (order[:-1], order[1:])), shape=(n, n))
    assert csgraph.connected_components(sparse.csr_matrix(A))[0] == 1
    assert csgraph.connected_components(sparse.csr_matrix((0, 0))) [0] == 0
    same(csgraph.connected_components(cupy.asarray([[0, 1.0], [0, 0]])), (1, numpy.zeros(2, "i")))
    with pytest.raises(ValueError):
        csgraph.connected_components(sparse.csr_matrix((2, 3)))
    with pytest.raises(ValueError):
        csgraph.connected_components(sparse.csr_matrix((2, 2)), connection="none")


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("density", [0.02, 0.1])
def test_searches(directed, density):
    A = graph(50, density)
    for start in (0, 7, -1):
        same(csgraph.breadth_first_order(ours(A), start, directed),
             expected.breadth_first_order(A, start % 50, directed))
        same(csgraph.depth_first_order(ours(A), start, directed), expected.depth_first_order(A, start % 50, directed))
        same(csgraph.breadth_first_tree(ours(A), start, directed), expected.breadth_first_tree(A, start % 50, directed))
        same(csgraph.depth_first_tree(ours(A), start, directed), expected.depth_first_tree(A, start % 50, directed))
        nodes, before = _traversal.levels(_graph.compressed(ours(A)), start % 50, directed)
        order, theirs = expected.breadth_first_order(A, start % 50, directed)
        assert set(nodes.get().tolist()) == set(order.tolist())
        if directed:
            same((nodes, before), (order, theirs))
    assert _traversal.levels(_graph.compressed(ours(graph(50, 0.1))), 0, True, 1) is None
    with pytest.raises(ValueError):
        csgraph.breadth_first_order(ours(A), 50)


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("unweighted", [False, True])
@pytest.mark.parametrize("indices", [None, 3, [4, -1], [[1, 2]]])
def test_shortest_ways(directed, unweighted, indices):
    A = graph(40, 0.06, kind="real")
    options = {"directed": directed, "unweighted": unweighted}
    at = {} if indices is None else {"indices": numpy.asarray(indices)}
    theirs = expected.dijkstra(A, **options, **at)
    for name in ("dijkstra", "bellman_ford", "johnson"):
        x = getattr(csgraph, name)(ours(A), indices=indices, **options)
        numpy.testing.assert_allclose(x.get(), theirs, rtol=1e-12)
    distances, before = _paths.from_sources(_graph.compressed(ours(A)), directed, indices, True, unweighted)
    numpy.testing.assert_allclose(distances.get(), theirs, rtol=1e-12)
    check_predecessors(A, directed, unweighted, distances.get(), before.get(), indices)
    if indices is None:
        found = csgraph.floyd_warshall(ours(A), return_predecessors=True, **options)
        numpy.testing.assert_allclose(found[0].get(), theirs, rtol=1e-12)
        check_predecessors(A, directed, unweighted, found[0].get(), found[1].get(), None)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("unweighted", [False, True])
def test_ways_between_few_nodes(directed, unweighted):
    """Of few nodes SciPy finds all ways: the types, and the errors, are those of many."""
    for n in (1, 7, 20, 21):
        A = graph(n, 0.3, kind="real")
        options = {"directed": directed, "unweighted": unweighted, "return_predecessors": True}
        wanted = expected.floyd_warshall(A, **options)
        for given in (ours(A), cupy.asarray(A.toarray())):
            found = csgraph.floyd_warshall(given, **options)
            assert [type(part) for part in found] == [cupy.ndarray] * 2
            assert [part.dtype.char for part in found] == ["d", "i"]
            numpy.testing.assert_allclose(found[0].get(), wanted[0], rtol=1e-12)
        bad = cupy.asarray(-numpy.ones((n, n)))
        with pytest.raises(csgraph.NegativeCycleError):
            csgraph.floyd_warshall(bad)
        with pytest.raises(ValueError, match=r"\(N, N\)"):
            csgraph.floyd_warshall(cupy.ones((n, n + 1)))


def check_predecessors(A, directed, unweighted, distances, before, indices):
    n = A.shape[0]
    weights = numpy.where(A.toarray() != 0, 1.0 if unweighted else A.toarray(), numpy.inf)
    weights = weights if directed else numpy.minimum(weights, weights.T)
    sources = numpy.arange(n) if indices is None else numpy.atleast_1d(indices).ravel() % n
    for source, d, p in zip(sources, distances.reshape(-1, n), before.reshape(-1, n), strict=True):
        for node in range(n):
            if node == source or numpy.isinf(d[node]):
                assert p[node] == -9999
            else:
                assert abs(d[p[node]] + weights[p[node], node] - d[node]) <= 1e-12 * d[node]


@pytest.mark.parametrize("method", ["auto", "FW", "D", "BF", "J"])
@pytest.mark.parametrize("n", [1, 5, 33, 70])
def test_shortest_path(method, n):
    A = graph(n, 0.2)
    theirs = expected.shortest_path(A, method)
    same(csgraph.shortest_path(ours(A), method), theirs)
    same(csgraph.shortest_path(cupy.asarray(A.toarray()), method), theirs)
    same(csgraph.shortest_path(A, method, directed=False), expected.shortest_path(A, method, directed=False))


def test_negative_weights():
    A = numpy.array([[0, 1.0, 4, 0], [0, 0, -2, 3], [0, 0, 0, 1], [0, 0, 0, 0]])
    theirs = expected.bellman_ford(A, return_predecessors=True)
    for found in (csgraph.bellman_ford(cupy.asarray(A), return_predecessors=True),
                  csgraph.johnson(cupy.asarray(A), return_predecessors=True),
                  csgraph.floyd_warshall(cupy.asarray(A), return_predecessors=True),
                  csgraph.shortest_path(cupy.asarray(A), return_predecessors=True),
                  _paths.from_sources(_graph.compressed(cupy.asarray(A)), True, None, True, False)):
        same(found, theirs)
    A[2, 1] = 1
    for call in (csgraph.bellman_ford, csgraph.johnson, csgraph.floyd_warshall, csgraph.shortest_path, csgraph.dijkstra,
                 lambda a: csgraph.dijkstra(a, indices=[0, 3], min_only=True),
                 lambda a: _paths.from_sources(_graph.compressed(a), True, None, False, False)):
        with pytest.raises(csgraph.NegativeCycleError):
            call(cupy.asarray(A))


def test_edges_of_no_length():
    """Stored zeros are edges: predecessors must not lead in circles."""
    row, col = numpy.array([0, 1, 2, 1, 3]), numpy.array([1, 2, 1, 3, 0])
    A = sparse.csr_matrix((cupy.asarray([1.0, 0, 0, 0, 5]), (cupy.asarray(row), cupy.asarray(col))), shape=(4, 4))
    distances, before = _paths.from_sources(_graph.compressed(A), True, 0, True, False)
    assert distances.get().tolist() == [0, 1, 1, 1] and before.get().tolist() == [-9999, 0, 1, 1]


def test_limits_of_ways_and_several_sources():
    A = graph(60, 0.05, kind="real")
    for limit in (0, 0.5, 1.2):
        x = _paths.from_sources(_graph.compressed(ours(A)), True, None, False, False, limit)
        same(x, expected.dijkstra(A, limit=limit))
    same(csgraph.dijkstra(ours(A), indices=[1, 5, 9], min_only=True, return_predecessors=True),
         expected.dijkstra(A, indices=[1, 5, 9], min_only=True, return_predecessors=True))
    assert _paths.from_sources(_graph.compressed(ours(A)), True, [], True, False)[0].shape == (0, 60)
    with pytest.raises(ValueError):
        csgraph.dijkstra(ours(A), limit=-1)
    with pytest.raises(ValueError):
        _paths.from_sources(_graph.compressed(ours(A)), True, 60, False, False)
    with pytest.raises(ValueError):
        csgraph.shortest_path(ours(A), "none")
    with pytest.raises(ValueError):
        csgraph.shortest_path(ours(A), "FW", indices=0)


def test_distances_in_several_batches(monkeypatch):
    A = graph(30, 0.1)
    monkeypatch.setattr(_paths, "_BYTES", 10 * 30 * 7)
    same(_paths.from_sources(_graph.compressed(ours(A)), True, None, False, False), expected.dijkstra(A))


@pytest.mark.parametrize("kind", ["whole", "real"])
@pytest.mark.parametrize("density", [0, 0.02, 0.2])
def test_minimum_spanning_tree(kind, density):
    for n in (1, 9, 60, 250):
        A = graph(n, density, kind=kind)
        x, y = csgraph.minimum_spanning_tree(ours(A)), expected.minimum_spanning_tree(A)
        assert x.nnz == y.nnz
        numpy.testing.assert_allclose(float(x.sum()), y.sum())
        assert csgraph.connected_components(x)[0] == expected.connected_components(A)[0]
        if kind == "real":
            same(x, y)


@pytest.mark.parametrize("normed", [False, True])
@pytest.mark.parametrize("symmetrized", [False, True])
@pytest.mark.parametrize("out", [False, True])
@pytest.mark.parametrize("form", ["array", "function", "lo"])
@pytest.mark.parametrize("given", ["csr", "dense", "dia"])
def test_laplacian(normed, symmetrized, out, form, given):
    A = graph(12, 0.3, kind="real")
    A = A.asformat("dia") if given == "dia" else A
    a = cupy.asarray(A.toarray()) if given == "dense" else sparse.csr_matrix(A.tocsr()).asformat(given)
    options = {"normed": normed, "use_out_degree": out, "return_diag": True, "symmetrized": symmetrized}
    theirs = expected.laplacian(A.toarray(), **options)
    lap, diag = csgraph.laplacian(a, form=form, **options)
    if form == "array":
        same((lap, diag), theirs)
        assert given == "dense" or sparse.issparse(lap)
    else:
        block = cupy.eye(12)
        same(((lap @ block if form == "lo" else lap(block)), diag), theirs)


def test_laplacian_of_integers_and_bad_input():
    A = (graph(8, 0.4)).astype("i")
    same(csgraph.laplacian(ours(A)), expected.laplacian(A.toarray()))
    same(csgraph.laplacian(cupy.asarray(A.toarray()), dtype="f"), expected.laplacian(A.toarray(), dtype="f"))
    same(csgraph.laplacian(ours(A), normed=True), expected.laplacian(A.toarray(), normed=True))
    for bad in ({"csgraph": cupy.ones((2, 3))}, {"csgraph": cupy.eye(2), "form": "none"}):
        with pytest.raises(ValueError):
            csgraph.laplacian(**bad)


def test_dense_sparse_and_masked():
    A = graph(10, 0.3).toarray()
    A[1, 2], A[2, 3], A[4, 5] = numpy.nan, numpy.inf, -1
    for options in ({}, {"null_value": 3}, {"null_value": numpy.nan}, {"nan_null": False}, {"infinity_null": False},
                    {"null_value": numpy.inf, "infinity_null": False}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = expected.csgraph_from_dense(A, **options)
            masked = expected.csgraph_masked_from_dense(A, **options)
        x = csgraph.csgraph_from_dense(cupy.asarray(A), **options)
        assert x.nnz == theirs.nnz
        numpy.testing.assert_array_equal(x.indices.get(), theirs.indices)
        numpy.testing.assert_array_equal(x.data.get(), theirs.data)
        y = csgraph.csgraph_masked_from_dense(cupy.asarray(A), **options)
        numpy.testing.assert_array_equal(y.mask, masked.mask)
    B = graph(10, 0.3)
    for value in (0, numpy.inf, -1, numpy.nan):
        same(csgraph.csgraph_to_dense(ours(B), value), expected.csgraph_to_dense(B, value))
    same(csgraph.csgraph_from_masked(expected.csgraph_to_masked(B)), B)
    numpy.testing.assert_array_equal(csgraph.csgraph_to_masked(ours(B)).mask, expected.csgraph_to_masked(B).mask)


def test_what_predecessors_say():
    A = graph(20, 0.15)
    for directed in (True, False):
        distances, before = expected.dijkstra(A, directed=directed, return_predecessors=True)
        same(csgraph.construct_dist_matrix(ours(A), cupy.asarray(before), directed), distances)
        same(csgraph.reconstruct_path(ours(A), cupy.asarray(before[3]), directed),
             expected.reconstruct_path(A, before[3], directed))
    same(csgraph.construct_dist_matrix(ours(A), cupy.asarray(before), False, -1),
         expected.construct_dist_matrix(A, before, False, -1))
    with pytest.raises(ValueError):
        csgraph.construct_dist_matrix(ours(A), cupy.zeros((2, 2), int))


@pytest.mark.parametrize("kind", ["csr_matrix", "csr_array", "csc_matrix", "csc_array", "dense"])
def test_trees_have_the_kind_of_the_graph_and_its_order(kind):
    A = graph(12, 0.3)
    theirs = A.toarray() if kind == "dense" else getattr(scipy.sparse, kind)(A)
    mine = cupy.asarray(theirs) if kind == "dense" else getattr(sparse, kind)(theirs)
    for name, args in (("minimum_spanning_tree", ()), ("breadth_first_tree", (0,)), ("depth_first_tree", (0, False))):
        x, y = getattr(csgraph, name)(mine, *args), getattr(expected, name)(theirs, *args)
        assert type(x).__name__ == type(y).__name__
        same(x, y)
    for name in ("breadth_first_order", "depth_first_order"):
        same(getattr(csgraph, name)(mine, 0, directed=False), getattr(expected, name)(theirs, 0, directed=False))


def test_stored_edges_of_nan():
    A = scipy.sparse.csr_array(numpy.array([[0, numpy.nan, 1], [2, 0, 0], [0, 0, 0]]))
    same(csgraph.csgraph_to_dense(ours(A)), expected.csgraph_to_dense(A))
    for directed in (True, False):
        same(csgraph.floyd_warshall(ours(A), directed), expected.floyd_warshall(A, directed))


def test_by_scipy():
    A = graph(12, 0.3)
    whole = A.astype("i")
    same(csgraph.maximum_bipartite_matching(ours(A)), expected.maximum_bipartite_matching(A))
    same(csgraph.reverse_cuthill_mckee(ours(A)), expected.reverse_cuthill_mckee(A))
    assert csgraph.structural_rank(ours(A)) == expected.structural_rank(A)
    flow, theirs = csgraph.maximum_flow(ours(whole), 0, 5), expected.maximum_flow(whole, 0, 5)
    assert flow.flow_value == theirs.flow_value
    same(flow.flow, theirs.flow)
    full = scipy.sparse.csr_array(numpy.random.default_rng(0).uniform(1, 2, (6, 6)))
    same(csgraph.min_weight_full_bipartite_matching(ours(full)), expected.min_weight_full_bipartite_matching(full))
    same(csgraph.yen(ours(A), 0, 5, 3), expected.yen(A, 0, 5, 3))
