"""The same arrays with a process for each device: every process makes the same calls."""
import textwrap

import numpy
import pytest

import cupy
from cupy_testing import processes
from cupyx import distributed
from cupyx.distributed import array as d

BEGIN = processes.PRELUDE + """
from cupyx.distributed import array as d
x = numpy.random.default_rng(0).random((12, 8)) * 10
y = numpy.random.default_rng(1).random((8, 6))
ROWS = {0: [slice(0, 4), slice(10, 12)], 1: slice(4, 10)}
OVERLAPPING = {0: [slice(0, 7)], 1: [slice(5, 12, 2), slice(4, 12)]}
BLOCKS = d.make_2d_index_map([0, 5, 12], [0, 3, 8], [[{0}, {1}], [{1, 2}, {2}]])

def close(found, wanted):
    found = found.get()
    assert found.shape == wanted.shape and numpy.allclose(found, wanted, atol=1e-10), (found, wanted)
"""


def run(code, n=3):
    return processes.run(textwrap.dedent(code) + "\ngroup.stop()\n", n, prelude=BEGIN)


def test_modes_and_chunks():
    run("""
    for dtype in "ifD":
        for index_map in (ROWS, OVERLAPPING, BLOCKS):
            for mode in ("replica", "sum", "max", "prod")[:2 if dtype == "D" else 4]:
                z = x.astype(dtype)
                for source in (z, cupy.asarray(z)):
                    a = d.distributed_array(source, index_map, mode, comm=group)
                    close(a, z)
                    assert set(a.devices) == set(index_map) and a.comm is group
                    assert set(a.all_chunks()) == ({rank} & set(index_map))
                close(a.change_mode("replica"), z)
                close(a.change_mode("sum"), z)
                for target in (ROWS, BLOCKS, {2: slice(None)}, {0: slice(None), 1: slice(None), 2: slice(3, 5)}):
                    b = a.change_mode("replica").reshard(target)
                    close(b, z)
                    for index, chunk in zip(b.index_map.get(rank, ()), b.all_chunks().get(rank, ()), strict=True):
                        assert numpy.array_equal(chunk.get(), z[index])
    """)


def test_arithmetic():
    run("""
    for index_map in (ROWS, OVERLAPPING, BLOCKS, {1: slice(None)}):
        a, b = (d.distributed_array(v, index_map, comm=group) for v in (x, x + 1))
        close(a + b * 2 - 1, x + (x + 1) * 2 - 1)
        close(numpy.exp(-a / b), numpy.exp(-x / (x + 1)))
        found = (a < 3)
        assert found.dtype == bool
        close(found, x < 3)
        close(numpy.divmod(a, b)[1], numpy.divmod(x, x + 1)[1])
        assert a.astype("f").dtype == "f"
        for axis in (0, 1, None, (0, 1)):
            close(a.sum(axis), x.sum(axis))
            close(a.max(axis), x.max(axis))
            close(a.mean(axis), x.mean(axis))
        for index in ((slice(3, 11, 2),), (slice(None), slice(1, 7, 3)), (..., 2), (5,)):
            close(a[index], x[index])
        close(a.T, x.T)
        close(d.concatenate([a, b]), numpy.concatenate([x, x + 1]))
        close(d.concatenate([a, b.astype("f")], axis=1), numpy.concatenate([x, (x + 1).astype("f")], axis=1))
    try:
        a + d.distributed_array(x, {0: slice(None)})
    except RuntimeError as error:
        assert "index maps" in str(error)
    else:
        raise AssertionError("no error")
    """)


def test_products_factors_and_transforms():
    run("""
    a = d.distributed_array(x, BLOCKS, comm=group)
    b = d.distributed_array(y, d.make_2d_index_map([0, 3, 8], [0, 6], [[{0, 1, 2}], [{1, 2}]]), comm=group)
    assert (a @ b).mode is d.SUM
    close(a @ b, x @ y)
    rows = d.distributed_array(x, {0: slice(0, 6), 1: slice(6, 12)}, comm=group)
    close(rows @ d.distributed_array(y, {0: slice(None), 1: slice(None)}, comm=group), x @ y)
    tall = numpy.random.default_rng(2).random((60, 5))
    for index_map in ({0: slice(0, 20), 1: [slice(20, 45), slice(45, 60)]}, {2: slice(0, 3), 1: slice(3, 60)}):
        t = d.distributed_array(tall, index_map, comm=group)
        q, r = d.qr(t)
        assert numpy.allclose(q.get() @ r.get(), tall) and numpy.allclose(q.get().T @ q.get(), numpy.eye(5))
        u, s, vh = d.svd(t)
        assert numpy.allclose(u.get() * s.get() @ vh.get(), tall)
    z = d.distributed_array(x.astype("D"), {0: slice(0, 5), 1: slice(5, 9), 2: slice(9, 12)}, comm=group)
    found = d.fftn(z)
    close(found, numpy.fft.fftn(x))
    assert found.index_map == z.index_map
    close(d.ifft(d.fft(z, 0), 0), x)
    """)


@pytest.mark.parametrize("n", [2, 3])
def test_transforms_of_slabs_in_parts(n):
    run("""
    from cupyx.distributed.array import _slabs
    assert not _slabs.worth(d.from_local(cupy.zeros((2, 3)), group))
    _slabs.LEAST = 0
    rng = numpy.random.default_rng(3)
    for shape in ((12, 8), (7, 5, 6), (3, 9, 2, 4), (1, 11, 3), (13, 1)):
        for dtype in "dF":
            x = (rng.random(shape) + 1j * rng.random(shape) * (dtype == "F")).astype(dtype)
            for axis in range(len(shape)):
                ends = [shape[axis] * r // n for r in range(n + 1)]
                if len(set(ends)) == n + 1:
                    mine = x[(slice(None),) * axis + (slice(ends[rank], ends[rank + 1]),)]
                    a = d.from_local(cupy.asarray(mine), group, axis=axis)
                    assert _slabs.cut_axis(a) == axis
                    for axes in (None, (axis,), (axis, (axis + 1) % len(shape)), ((axis + 1) % len(shape), axis)):
                        found, wanted = d.fftn(a, axes, "ortho"), numpy.fft.fftn(x, axes=axes, norm="ortho")
                        assert found.dtype == wanted.dtype and found.index_map == a.index_map
                        assert numpy.allclose(found.get(), wanted, atol=1e-4 if dtype == "F" else 1e-12), (shape, axes)
                        assert numpy.allclose(d.ifftn(found, axes, "ortho").get(), x, atol=1e-4)
    assert _slabs.cut_axis(d.distributed_array(numpy.ones((12, 8)), BLOCKS if n == 3 else ROWS, comm=group)) is None
    """, n)


def test_local_parts_and_random_numbers():
    run("""
    mine = x[[0, 3, 9, 12][rank]:[0, 3, 9, 12][rank + 1]]
    a = d.from_local(cupy.asarray(mine), group)
    close(a, x)
    assert a.index_map[1] == [(slice(3, 9, 1), slice(0, 8, 1))]
    close(d.from_local(cupy.asarray(x[:, 4 * rank:4 * rank + 4]), group, axis=-1), x)
    total = a.sum(axis=0)
    close(total, x.sum(0))
    maxima = d.from_local(cupy.asarray([[numpy.nan, 1.0][:: -1 if rank else 1]]), group).max(axis=0)
    assert numpy.isnan(maxima.get()).all()
    exchange, group.exchange = group.exchange, None     # sums of arrays of one place are one all_reduce
    whole = total.change_mode("replica")
    assert numpy.allclose(whole.all_chunks()[rank][0].get(), x.sum(0))
    product = d.from_local(cupy.full((1, 2), rank + 2, "i2"), group).astype("i4").prod(axis=0)
    assert product.change_mode("replica").all_chunks()[rank][0].tolist() == [24, 24]
    group.exchange = exchange
    index_map = {0: slice(0, 400), 2: slice(400, 1000)}
    r = d.random((1000, 3), index_map, rng=5, kind="standard_normal", dtype="f", comm=group)
    assert r.dtype == "f" and abs(r.mean().get()) < 0.1
    same = d.random((1000, 3), {0: [slice(0, 400), slice(400, 1000)]}, rng=5, kind="standard_normal", dtype="f")
    assert numpy.array_equal(r.get(), same.get())
    try:
        d.from_local(cupy.zeros((2, 3 + rank)), group)
    except ValueError as error:
        assert "differ" in str(error)
    else:
        raise AssertionError("no error")
    """)


def test_two_processes_k_means():
    """What a program looks like: local work, one all_reduce an iteration."""
    run("""
    points = d.random((4000, 3), {0: slice(0, 2000), 1: slice(2000, 4000)}, rng=1, comm=group)
    local = points.all_chunks()[rank][0]
    centers = cupy.asarray(points.get()[:5])
    for _ in range(5):
        nearest = ((local[:, None] - centers) ** 2).sum(axis=2).argmin(axis=1)
        sums = cupy.stack([cupy.concatenate((local[nearest == k].sum(axis=0), (nearest == k).sum()[None]))
                           for k in range(5)])
        group.all_reduce(sums, sums)
        centers = sums[:, :3] / sums[:, 3:]
    every = points.get()
    other = every[:5]
    for _ in range(5):
        nearest = ((every[:, None] - other) ** 2).sum(axis=2).argmin(axis=1)
        other = numpy.stack([every[nearest == k].mean(axis=0) for k in range(5)])
    assert numpy.allclose(centers.get(), other)
    """, 2)


def test_bad_arguments():
    with distributed.init_process_group(1, 0, port=0) as group:
        with pytest.raises(ValueError, match="rank is 1"):
            d.distributed_array(numpy.ones(3), {1: slice(None)}, comm=group)
        with pytest.raises(ValueError, match="itself"):
            group.exchange({0: cupy.ones(1)}, {})
    with pytest.raises(ValueError, match="overlap"):
        d.random((10,), {0: [slice(0, 6), slice(5, 10)]})
    with pytest.raises(ValueError, match="kind"):
        d.random((10,), {0: slice(None)}, kind="poisson")
    with pytest.raises(ValueError, match="do not fit"):
        d.concatenate([d.distributed_array(numpy.ones((2, k)), {0: slice(None)}) for k in (2, 3)])
    with pytest.raises(ValueError, match="at least one"):
        d.concatenate([])
