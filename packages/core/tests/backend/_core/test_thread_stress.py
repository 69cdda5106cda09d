"""Threads that allocate, free, index, reduce, change streams and compile at once: each gets its own results."""
import threading

import numpy

import cupy

THREADS, ROUNDS = 24, 12


def allocations(rng, k, kept):
    for size in rng.integers(1, 5000, 8):
        kept.append(cupy.full(int(size), k, "i4"))
        if len(kept) > 5:
            assert int(kept.pop(int(rng.integers(5))).max()) == k


def indices(rng, k, kept):
    host = rng.integers(0, 100, 300)
    a = cupy.asarray(host)
    where = rng.integers(0, 300, 50)
    assert (a[cupy.asarray(where)].get() == host[where]).all() and (a[a > 50].get() == host[host > 50]).all()
    a[cupy.asarray(where)] = k
    assert int((a == k).sum()) >= numpy.unique(where).size


def streams(rng, k, kept):
    with cupy.cuda.Stream(non_blocking=True) as stream:
        a = cupy.arange(1000) * k
        total = a.sum()
        event = stream.record()
    event.synchronize()
    assert int(total) == 499500 * k
    assert cupy.cuda.get_current_stream() != stream


def kernels(rng, k, kept):
    """The same kernel from all threads, whose first call compiles it, and operations that nobody has asked for yet."""
    triple = cupy.ElementwiseKernel("T x", "T y", f"y = x * 3 + {k % 3}", f"triple_{k % 3}")
    x = cupy.arange(10, dtype="bhilfd"[k % 6])
    assert (triple(x).get() == numpy.arange(10) * 3 + k % 3).all()
    assert float(x.astype("f4") @ x.astype("f4")) == 285


def pools(rng, k, kept):
    pool = cupy.cuda.MemoryPool()
    with cupy.cuda.using_allocator(pool.malloc):
        a = cupy.zeros(int(rng.integers(1, 3000))) + k
    assert pool.used_bytes() >= a.nbytes and float(a[-1]) == k
    del a
    pool.free_all_blocks()
    assert pool.total_bytes() == 0


def test_mixed_work():
    failed, ready = [], threading.Barrier(THREADS)

    def work(k):
        rng, kept = numpy.random.default_rng(k), []
        try:
            ready.wait(60)
            for step in range(ROUNDS):
                (allocations, indices, streams, kernels, pools)[(step + k) % 5](rng, k, kept)
        except BaseException as error:
            failed.append((k, error))
    threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not failed and not any(thread.is_alive() for thread in threads)
