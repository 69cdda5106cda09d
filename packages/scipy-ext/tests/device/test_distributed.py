"""Groups of processes: collectives, sparse matrices, groups within groups, launchers."""
import sys

import pytest

import cupy
from cupy_testing.processes import free_port, run
from cupyx import distributed


def test_collectives():
    run("""
    def check(found, wanted):
        assert numpy.array_equal(found.get(), wanted), (found, wanted)

    for dtype in "bBiIqQefd?":
        for shape in ((5,), (3, 4), (0,), (70001,)):
            every = [(numpy.arange(numpy.prod(shape)).reshape(shape) % 5 + r).astype(dtype) for r in range(n)]
            mine = cupy.asarray(every[rank])
            for op, combine in (("sum", numpy.add), ("prod", numpy.multiply), ("max", numpy.maximum),
                                ("min", numpy.minimum)):
                out = cupy.zeros_like(mine)
                group.all_reduce(mine, out, op)
                wanted = every[0]
                for other in every[1:]:
                    wanted = combine(wanted, other)
                check(out, wanted)
            root = n - 1
            out = cupy.zeros_like(mine)
            group.reduce(mine, out, root, "max")
            if rank == root:
                check(out, numpy.maximum.reduce(every))
            out = cupy.zeros((n, *shape), dtype)
            group.all_gather(mine, out, mine.size)
            check(out, numpy.stack(every))
            out[...] = 0
            group.gather(mine, out, root)
            if rank == root:
                check(out, numpy.stack(every))
            group.scatter(cupy.asarray(numpy.stack(every)) if rank == root else out, mine, root)
            check(mine, every[rank])
            group.broadcast(mine, 1)
            check(mine, every[1])
            group.all_to_all(cupy.asarray(numpy.stack(every) * (rank + 1)).astype(dtype), out)
            check(out, numpy.stack([(numpy.stack(every) * (r + 1)).astype(dtype)[rank] for r in range(n)]))
            if dtype != "?":
                share = cupy.zeros(shape, dtype)
                group.reduce_scatter(cupy.asarray(numpy.stack(every)), share, share.size)
                check(share, (every[rank] * n).astype(dtype))
    x = cupy.asarray([1 + 2j, rank])
    group.all_reduce(x, x)
    assert x.tolist() == [n * (1 + 2j), sum(range(n))]
    group.stop()
    """)


def test_pairs_strides_and_large_messages():
    run("""
    peer = rank ^ 1
    big = cupy.arange(3_000_000, dtype="f") + rank
    out = cupy.empty_like(big)
    group.send_recv(big, out, peer)
    assert float(out[0]) == peer and float(out[-1] - out[0]) == 2_999_999
    if rank == 0:
        group.send(big[::-3], 1)
        group.recv(out[1::2], 1)
        assert bool((out[1::2] == 7).all()) and float(out[0]) == 1
    else:
        group.recv(out[:1_000_000], 0)
        assert float(out[0]) == 2_999_999
        group.send(cupy.full(1_500_000, 7, "f"), 0)
    t = cupy.zeros((4, 6)).T
    group.all_reduce(cupy.ones((12, 4))[::2], t)
    assert bool((t == n).all())
    with cupy.cuda.Stream() as stream:
        group.all_reduce(t, t, stream=stream)
        stream.synchronize()
    assert bool((t == 2 * n).all())
    group.stop()
    """, 2)


def test_sparse_matrices():
    run("""
    import scipy.sparse
    from cupyx.scipy import sparse
    every = [scipy.sparse.random(5, 7, 0.4, "csr", random_state=r) for r in range(n)]
    mine = sparse.csr_matrix(every[rank])
    out = sparse.csr_matrix((5, 7))
    group.all_reduce(mine, out)
    numpy.testing.assert_allclose(out.toarray().get(), sum(every).toarray())
    outs = [sparse.csr_matrix((5, 7)) for _ in range(n)]
    group.all_gather(mine, outs, None)
    for matrix, wanted in zip(outs, every):
        assert numpy.array_equal(matrix.toarray().get(), wanted.toarray())
    group.broadcast(out, 1)
    numpy.testing.assert_allclose(out.toarray().get(), sum(every).toarray())
    group.scatter([sparse.csr_matrix(m) for m in every], out, 0)
    assert numpy.array_equal(out.toarray().get(), every[rank].toarray())
    group.all_to_all([mine] * n, outs)
    for matrix, wanted in zip(outs, every):
        assert numpy.array_equal(matrix.toarray().get(), wanted.toarray())
    total = sparse.coo_matrix((5, 7))
    group.reduce(mine.tocoo(), total, n - 1, "max")
    if rank == n - 1:
        wanted = numpy.maximum.reduce([matrix.toarray() for matrix in every])
        assert numpy.array_equal(total.toarray().get(), wanted)
    group.stop()
    """)


def test_split_and_a_context():
    run("""
    with group:
        part = group.split(rank % 2, -rank)
        x = cupy.array([rank])
        part.all_reduce(x, x)
        assert int(x[0]) == sum(r for r in range(n) if r % 2 == rank % 2)
        assert part.rank == sum(r > rank for r in range(n) if r % 2 == rank % 2)
        part.stop()
        assert (group.split(None if rank else 1) is None) == (rank != 0)
    """)


def test_launchers(monkeypatch):
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setenv("WORLD_SIZE", "1")
    monkeypatch.setenv("MASTER_ADDR", "127.0.0.1")
    monkeypatch.setenv("MASTER_PORT", str(free_port()))
    with distributed.init_process_group() as group:
        assert (group.rank, group.size, group.n_devices) == (0, 1, 1)
    monkeypatch.delenv("RANK")
    for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delitem(sys.modules, "mpi4py.MPI", raising=False)      # another test's, which would tell
    with pytest.raises(ValueError, match="launcher"):
        distributed.init_process_group()


def test_bad_arguments():
    for arguments, error in (((0, 0), ValueError), ((2, 2), ValueError), ((1, -1), ValueError)):
        with pytest.raises(error):
            distributed.init_process_group(*arguments)
    with pytest.raises(ValueError, match="not supported"):
        distributed.init_process_group(1, 0, backend="gloo")
    with distributed.init_process_group(1, 0, port=0) as group:
        with pytest.raises(RuntimeError, match="op"):
            group.all_reduce(cupy.ones(1), cupy.ones(1), "mean")
        with pytest.raises(ValueError, match="root"):
            group.broadcast(cupy.ones(1), 1)
        with pytest.raises(ValueError, match="elements"):
            group.all_reduce(cupy.ones(1), cupy.ones(2))
        with pytest.raises(RuntimeError, match="one row"):
            group.scatter(cupy.ones((2, 3)), cupy.ones(3))
        with pytest.raises(TypeError, match="ndarray"):
            group.broadcast([1, 2])
