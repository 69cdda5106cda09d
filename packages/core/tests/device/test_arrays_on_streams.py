"""Arrays on streams: order, memory that waits, current streams of threads."""
import threading
import time

import numpy
import pytest

import cupy
from cupy import testing


def test_current_stream_is_restored():
    before = cupy.cuda.get_current_stream()
    with cupy.cuda.Stream(non_blocking=True) as stream:
        assert cupy.cuda.get_current_stream() == stream
        with cupy.cuda.Stream() as inner:
            assert cupy.cuda.get_current_stream() == inner
        assert cupy.cuda.get_current_stream() == stream
    assert cupy.cuda.get_current_stream() == before


def test_work_of_a_stream_is_in_order():
    with cupy.cuda.Stream(non_blocking=True) as stream:
        a = cupy.zeros(10_000)
        for _ in range(50):
            a = a + 1
        stream.synchronize()
    assert (a.get() == 50).all()


def test_events_order_streams():
    first, second = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))
    with first:
        a = cupy.full(100_000, 3.0)
        event = first.record()
    second.wait_event(event)
    with second:
        b = a * 2
    assert (b.get(stream=second) == 6).all()


def test_freed_memory_is_not_taken_while_another_stream_uses_it():
    first, second = (cupy.cuda.Stream(non_blocking=True) for _ in range(2))
    for _ in range(50):
        with first:
            a = cupy.full(50_000, 1.0)
        event = first.record()
        second.wait_event(event)
        with second:
            total = a.sum()
        del a
        with first:
            cupy.full(50_000, 7.0)
        assert float(total.get(stream=second)) == 50_000


def test_few_bytes_from_the_host_wait_for_nothing():
    """Their launch holds them: neither what comes before in the stream nor what becomes of the source is a matter."""
    stream, go, source = cupy.cuda.Stream(non_blocking=True), threading.Event(), numpy.arange(500)
    cupy.zeros(500, int).set(source)            # kernels are brought to the device
    stream.launch_host_func(time.sleep, 0.1)
    if stream.done:
        pytest.skip("what is launched is run at once")
    with stream:
        stream.launch_host_func(go.wait, 20)
        x, y = cupy.asarray(source), cupy.zeros(500, int)
        y.set(source)
        source[:] = -1
        early = not stream.done
        go.set()
    assert early
    numpy.testing.assert_array_equal(x.get(stream=stream), numpy.arange(500))
    numpy.testing.assert_array_equal(y.get(stream=stream), numpy.arange(500))


def test_elapsed_time():
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    cupy.sin(cupy.ones(1_000_000))
    stop.record()
    stop.synchronize()
    assert 0 <= cupy.cuda.get_elapsed_time(start, stop) < 10_000


def test_asynchronous_get():
    with cupy.cuda.Stream(non_blocking=True) as stream:
        a = cupy.arange(1000)
        out = a.get(blocking=False)
        stream.synchronize()
    numpy.testing.assert_array_equal(out, numpy.arange(1000))


def test_callback():
    seen = []
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        cupy.ones(1000) + 1
    stream.launch_host_func(seen.append, 5)
    stream.synchronize()
    assert seen == [5]


@pytest.mark.parametrize("threads", [4])
def test_threads_with_streams_of_their_own(threads):
    failures = []

    def work(seed):
        try:
            with cupy.cuda.Stream(non_blocking=True) as stream:
                for i in range(30):
                    a = testing.shaped_random((300,), cupy, "f8", seed=seed * 100 + i)
                    b = testing.shaped_random((300,), numpy, "f8", seed=seed * 100 + i)
                    numpy.testing.assert_allclose((a * 2 + a[::-1]).get(stream=stream), b * 2 + b[::-1])
        except Exception as error:
            failures.append(error)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures


def test_threads_share_an_array():
    a, results = cupy.arange(10_000), []
    workers = [threading.Thread(target=lambda: results.append(int(a.sum()))) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [49_995_000] * 8


def test_flags_of_streams():
    least, greatest = 0, 0
    plain, free = cupy.cuda.Stream(), cupy.cuda.Stream(non_blocking=True, priority=greatest)
    assert (plain.is_non_blocking, free.is_non_blocking) == (False, True)
    assert (plain.priority, free.priority) == (least, greatest)
    assert cupy.cuda.ExternalStream(free.ptr).is_non_blocking
    assert not cupy.cuda.Stream.null.is_non_blocking


def test_streams_of_other_libraries():
    class Theirs:
        def __init__(self, version, handle):
            self.answer = version, handle

        def __cuda_stream__(self):
            return self.answer

    stream = cupy.cuda.Stream()
    assert stream.__cuda_stream__() == (0, stream.ptr)
    assert cupy.cuda.Stream.from_external(Theirs(0, stream.ptr)) == stream
    assert cupy.cuda.ExternalStream(Theirs(0, stream.ptr)).ptr == stream.ptr
    with pytest.raises(TypeError, match="__cuda_stream__"):
        cupy.cuda.Stream.from_external(7)
    with pytest.raises(ValueError, match="version 3"):
        cupy.cuda.Stream.from_external(Theirs(3, 0))


def test_pinned_memory_goes_back_to_its_pool():
    pool = cupy.cuda.PinnedMemoryPool()
    pointer = pool.malloc(1000)
    assert cupy.cuda.pinned_memory.is_memory_pinned(pointer.ptr)
    assert not cupy.cuda.pinned_memory.is_memory_pinned(numpy.zeros(8).ctypes.data)
    assert pool.n_free_blocks() == 0 and int(pointer.mem) == pointer.ptr
    pointer.mem.free()
    assert pool.n_free_blocks() == 1
    del pointer
    assert pool.n_free_blocks() == 1


def test_a_capture_that_fails_is_forgotten_with_its_stream():
    a = cupy.zeros(10)
    for _ in range(3):
        stream = cupy.cuda.Stream(non_blocking=True, priority=0)
        with pytest.raises(KeyError), stream:
            stream.begin_capture()
            b = a + 1
            raise KeyError
        del stream
        assert (a + 1).get().sum() == 10
        with cupy.cuda.Stream(non_blocking=True, priority=0) as stream:
            assert not stream.is_capturing()
            assert (a + 2).get(stream=stream).sum() == 20
    assert b.shape == (10,)
