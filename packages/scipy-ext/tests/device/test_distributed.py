"""Groups of processes: collectives, sparse matrices, groups within groups, and what happens when one fails."""
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap

import pytest

import cupy
from cupyx import distributed
from cupyx.distributed import _store

PRELUDE = """
import os, sys, time
import cupy, numpy
from cupyx import distributed
rank, n, port = map(int, sys.argv[1:4])
if cupy.cuda.runtime.getDeviceCount() > 1:
    cupy.cuda.Device(rank % cupy.cuda.runtime.getDeviceCount()).use()
group = distributed.init_process_group(n, rank, port=port, timeout=float(sys.argv[4]))
"""

#: Seconds within which an error comes that waits for no time-out, on a machine that does much else.
LONG = 200


def devices():
    return cupy.cuda.runtime.getDeviceCount() if os.environ.get("CUPY_BACKEND") != "host" else 64


def needs(n):
    if devices() < n:
        pytest.skip(f"needs {n} devices")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(code, n, timeout=LONG + 100):
    """The processes of a group, each running the same code."""
    needs(n)
    port = free_port()
    text = PRELUDE + textwrap.dedent(code)
    return [subprocess.Popen([sys.executable, "-c", text, str(rank), str(n), str(port), str(timeout)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for rank in range(n)]


def outputs(processes, timeout=LONG):
    """What each has printed; an assertion where one failed."""
    texts = [p.communicate(timeout=timeout)[0] for p in processes]
    for process, text in zip(processes, texts, strict=True):
        assert process.returncode == 0, text
    return texts


def run(code, n=None, timeout=LONG + 100):
    """Three processes, or two where there are only two devices, unless told."""
    return outputs(start(code, n or max(2, min(3, devices())), timeout))


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


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL does not compare what its processes call")
def test_calls_that_differ():
    run("""
    s, t = 3 + rank, "fd"[rank]
    for call in (lambda: group.all_reduce(cupy.zeros(s), cupy.zeros(s)),
                 lambda: group.all_reduce(cupy.zeros(3, t), cupy.zeros(3, t)),
                 lambda: group.reduce(cupy.zeros(s), cupy.zeros(s)),
                 lambda: group.broadcast(cupy.zeros(3, t)),
                 lambda: group.broadcast(cupy.zeros(s)),
                 lambda: group.all_gather(cupy.zeros(s), cupy.zeros(n * s), s),
                 lambda: group.gather(cupy.zeros(s), cupy.zeros((n, s))),
                 lambda: group.scatter(cupy.zeros((n, s)), cupy.zeros(s)),
                 lambda: group.reduce_scatter(cupy.zeros(n * s), cupy.zeros(s), s),
                 lambda: group.all_to_all(cupy.zeros((n, s)), cupy.zeros((n, s))),
                 lambda: group.all_reduce(cupy.zeros(3), cupy.zeros(3), ("sum", "max")[rank]),
                 lambda: group.reduce(cupy.zeros(3), cupy.zeros(3), rank),
                 lambda: (group.barrier, group.broadcast)[1](cupy.zeros(2), rank)):
        try:
            call()
        except ValueError as error:
            assert f"rank {rank} calls" in str(error)
        else:
            raise AssertionError("no error")
    group.stop()
    """, 2)


CALLS = {
    "all_reduce": "group.all_reduce(x, x)", "reduce": "group.reduce(x, x)", "broadcast": "group.broadcast(x, 1)",
    "barrier": "group.barrier()", "recv": "group.recv(x, 1)", "send_recv": "group.send_recv(x, x.copy(), 1)",
    "all_gather": "group.all_gather(x, cupy.zeros(n * 3), 3)", "split": "group.split(0)", "stop": "group.stop()",
    "gather": "group.gather(x, cupy.zeros((n, 3)))", "scatter": "group.scatter(cupy.zeros((n, 3)), x)",
    "all_to_all": "group.all_to_all(cupy.zeros((n, 3)), cupy.zeros((n, 3)))",
    "reduce_scatter": "group.reduce_scatter(cupy.zeros(2 * n), cupy.zeros(2), 2)",
    "send": "group.send(cupy.zeros(10_000_000), 1)", "exchange": "group.exchange({1: x}, {1: x.copy()})",
}


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL waits for processes that are gone")
@pytest.mark.parametrize("call", CALLS)
def test_process_that_is_killed(call):
    """The others raise long before their time is over, whatever they were doing."""
    processes = start(f"""
    x = cupy.zeros(3)
    group.all_reduce(x, x)
    print("ready", flush=True)
    if rank == 1:
        time.sleep({2 * LONG})
    try:
        {CALLS[call]}
    except distributed.CommunicatorError as error:
        print(error)
        group._close()
        os._exit(7)
    """, 2)
    assert processes[1].stdout.readline().strip() == "ready"
    processes[1].send_signal(signal.SIGKILL)
    text = processes[0].communicate(timeout=LONG)[0]
    processes[1].communicate()
    assert processes[0].returncode == 7, text
    assert "rank 0" in text and "rank 1" in text and "did not come" not in text


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL waits for processes that are late")
@pytest.mark.parametrize("call", ["barrier", "all_reduce", "recv", "send", "all_to_all"])
def test_process_that_is_late(call):
    processes = start(f"""
    x = cupy.zeros(3)
    group.all_reduce(x, x)              # all are there; from now on a second is what they have
    group._transport.group.timeout = 1
    if rank == 1:
        time.sleep({2 * LONG})
    try:
        {CALLS[call]}
    except distributed.CommunicatorError as error:
        print(error)
        os._exit(7)
    """, 2)
    text = processes[0].communicate(timeout=LONG)[0]
    processes[1].kill()
    processes[1].communicate()
    assert processes[0].returncode == 7 and f"rank 0: {call}: rank 1 did not come within 1 s" in text


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL waits for processes that are gone")
@pytest.mark.parametrize("call", ["send", "all_reduce"])
def test_process_that_is_killed_halfway(call):
    """In the middle of an array: whoever is left raises, and no thread or file stays."""
    sends = call == "send"
    processes = start(f"""
    import threading
    x = cupy.zeros(60_000_000, "f")
    group.barrier()
    if rank == 1:
        print("ready", flush=True)
        threading.Timer(0.05, os._exit, (9,)).start()
    try:
        for _ in range(1000):
            {("group.send(x, 0) if rank else group.recv(x, 1)" if sends else "group.all_reduce(x, x)")}
    except distributed.CommunicatorError as error:
        print(error)
        group._close()
        os._exit(7)
    """, 2)
    texts = [p.communicate(timeout=LONG)[0] for p in processes]
    assert processes[0].returncode == 7 and processes[1].returncode == 9, texts
    assert f"rank 0: {'recv' if sends else 'all_reduce'}: rank 1" in texts[0]


SILENT = """
import threading
from cupyx.distributed import _process_group
class Transport:
    # As NCCL: waits for others for ever, until the communicator is aborted.
    def __init__(self): self.over = threading.Event()
    def barrier(self): self.over.wait()
    def abort(self): self.over.set()
    def close(self): pass
def connect(store, rank, size):
    store.set(f"here/{rank}", b"")
    [store.get(f"here/{k}") for k in range(size)]
    return Transport()
_process_group.host_memory, _process_group._connect_nccl = (lambda: False), connect
"""


@pytest.mark.parametrize("victim", [0, 1, 2])
def test_transport_that_waits_for_ever(victim, monkeypatch):
    """A process that is gone ends what others wait for, whoever it was; who leaves in good order does not."""
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
    monkeypatch.setitem(globals(), "PRELUDE", SILENT + PRELUDE)
    processes = start(f"""
    if rank == {victim}:
        time.sleep(0.5)
        os.kill(os.getpid(), 9)
    try:
        group.barrier()
    except distributed.CommunicatorError as error:
        print(error, flush=True)
    try:
        group.all_reduce(cupy.ones(1), cupy.ones(1))
    except distributed.CommunicatorError:
        group._close()
        os._exit(7)
    """, 3)
    texts = [p.communicate(timeout=LONG)[0] for p in processes]
    for rank, (process, text) in enumerate(zip(processes, texts, strict=True)):
        if rank != victim:
            assert process.returncode == 7 and f"rank {rank}: rank {victim} is gone" in text, text


def test_leaving_is_not_dying(monkeypatch):
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
    monkeypatch.setitem(globals(), "PRELUDE", SILENT + "Transport.barrier = lambda self: None\n" + PRELUDE)
    run("""
    time.sleep(0.3 * rank)             # rank 0, whose store it is, would leave first
    group.barrier()
    assert group._failed is None
    group.stop()
    assert group._failed is None
    """, 3)


def test_the_store_may_end_while_one_leaves(monkeypatch):
    """Rank 0 ends the store once all have said goodbye, which may be before the last one's watch is answered."""
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
    monkeypatch.setitem(globals(), "PRELUDE", SILENT + """
Transport.barrier = lambda self: None
from cupyx.distributed._store import Client
said, heard, leave = threading.Event(), threading.Event(), Client.close
class Thread(threading.Thread):
    def run(self):
        super().run()
        if self.name == "cupyx group":
            heard.set()
def close(self):
    leave(self)
    said.set()
    heard.wait()
Client.close, Client.watch = close, lambda self: said.wait() and "0"
_process_group.threading.Thread = Thread
""" + PRELUDE)
    run("""
    group.stop()
    assert group._failed is None
    """, 3)


def test_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as other:
        with pytest.raises(OSError, match="in use"):
            distributed.init_process_group(2, 0, port=other.getsockname()[1], timeout=LONG)
        with pytest.raises(distributed.CommunicatorError, match="rank 1: the store .* cannot be reached"):
            distributed.init_process_group(2, 1, port=other.getsockname()[1], timeout=0.3)


def test_little_shared_memory(monkeypatch):
    """/dev/shm of 64 MB, and less: files are small, or lie elsewhere; without room there is an error and no file."""
    from cupyx.distributed import _shared

    def there(free):
        about = os.statvfs("/tmp")
        return lambda folder: os.statvfs_result((*about[:1], 4096, *about[2:4], free[folder] // 4096, *about[5:]))

    monkeypatch.setattr(_shared.os, "statvfs", there({"/dev/shm": 64 << 20, tempfile.gettempdir(): 0}))
    folder, room = _shared.folder_for(8)
    assert folder == "/dev/shm" and 8 * (room + _shared._HEADER) <= 32 << 20
    monkeypatch.setattr(_shared.os, "statvfs", there({"/dev/shm": 1 << 20, tempfile.gettempdir(): 1 << 30}))
    assert _shared.folder_for(8)[0] == tempfile.gettempdir()
    monkeypatch.setattr(_shared.os, "statvfs", there({"/dev/shm": 0, tempfile.gettempdir(): 0}))
    with pytest.raises(distributed.CommunicatorError, match="no folder with room"):
        _shared.folder_for(2)


def test_nobody_there():
    with pytest.raises(distributed.CommunicatorError, match="cannot be reached"):
        distributed.init_process_group(2, 1, port=free_port(), timeout=0.3)
    with pytest.raises(distributed.CommunicatorError, match="nobody set it within"):
        distributed.init_process_group(2, 0, port=free_port(), timeout=0.3)


def test_store_refuses_strangers(monkeypatch):
    server, token, path = _store.serve("127.0.0.1", 0)
    try:
        client = _store.Client("127.0.0.1", server.port, token, 0, LONG)
        client.set("key", b"value")
        assert client.get("key") == b"value"
        with pytest.raises(distributed.CommunicatorError, match="token"):
            _store.Client("127.0.0.1", server.port, bytes(32), 1, 5)
        with socket.create_connection(("127.0.0.1", server.port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n".ljust(_store._HELLO.size))
            stranger.settimeout(LONG)
            assert stranger.recv(10) == b""
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert client.get("key") == b"value"
        client.close()
    finally:
        server.close()
        os.unlink(path)
    monkeypatch.delenv("CUPYX_DISTRIBUTED_TOKEN", raising=False)
    with pytest.raises(ValueError, match="CUPYX_DISTRIBUTED_TOKEN"):
        _store.serve("0.0.0.0", 0)


def test_nothing_is_left_behind(monkeypatch):
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"of-{os.getpid()}")    # others run at the same time

    def there():
        return [name for folder in ("/dev/shm", tempfile.gettempdir()) if os.path.isdir(folder)
                for name in os.listdir(folder) if name.startswith(f"cupyx-of-{os.getpid()}")]

    threads = None
    for _ in range(100):
        group = distributed.init_process_group(1, 0, port=0)
        x = cupy.ones(3)
        group.all_reduce(x, x)
        group.stop()
        files = len(os.listdir("/proc/self/fd"))
        threads = threads or files
    assert not there()
    assert len(os.listdir("/proc/self/fd")) <= threads + 2
    with pytest.raises(RuntimeError, match="stopped"):
        group.barrier()


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
