"""What happens when a member of a group fails, is late, or is not who it should be: every other one has an error."""
import os
import re
import signal
import shutil
import socket
import subprocess
import sys
import tempfile

import pytest

import cupy
from cupy_testing.processes import LONG, PRELUDE, free_port, run, start
from cupyx import distributed
from cupyx.distributed import _store


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


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL does not compare what its processes call")
@pytest.mark.parametrize("call", ["group.recv(x[:2], 0) if rank else group.send(x, 1)",
                                  "group.send_recv(x[rank:], x[:2], 1 - rank)",
                                  "group.exchange({1 - rank: x}, {1 - rank: x[:3 - rank].copy()})"])
def test_messages_that_differ(call):
    """Who expects another size raises; so does who still waits for it."""
    run(f"""
    x = cupy.zeros(3)
    try:
        {call}
        group.barrier()
    except distributed.CommunicatorError as error:
        assert f"rank {{rank}}: " in str(error) and ("are expected" in str(error) or "has failed" in str(error)), error
    else:
        raise AssertionError("no error")
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


def test_every_call_has_its_faults():
    methods = {name for name, value in vars(distributed.Communicator).items() if callable(value) and name[0] != "_"}
    assert set(CALLS) == methods


def killed(call, victim, leave=""):
    """Three processes and what they print; one is killed when all are there, the others exit with 7 if they raise."""
    processes = start(f"""
    x = cupy.zeros(3)
    group.all_reduce(x, x)
    print("ready", flush=True)
    if rank == {victim}:
        time.sleep({2 * LONG})
    try:
        {CALLS[call]}
    except distributed.CommunicatorError as error:
        print(error)
        {leave}
        os._exit(7)
    """, 3)
    assert processes[victim].stdout.readline().strip() == "ready"
    processes[victim].send_signal(signal.SIGKILL)
    return processes, [process.communicate(timeout=LONG)[0] for process in processes]


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL waits for processes that are gone")
@pytest.mark.parametrize("call", CALLS)
def test_process_that_is_killed(call):
    """All others raise long before their time is over, whatever they were doing."""
    processes, texts = killed(call, 1, "group._close()")
    for rank in (0, 2):
        assert processes[rank].returncode == 7, texts[rank]
        # Who hears of it first says so to the others, and leaves.
        assert re.search(rf"rank {rank}: .*rank ([12]|0) .*(is gone|has failed)", texts[rank]), texts[rank]
    assert any("rank 1 (process" in texts[rank] or "rank 1 is gone" in texts[rank] for rank in (0, 2))


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL waits for processes that are gone")
@pytest.mark.parametrize("call", ["split", "all_reduce", "stop"])
def test_the_keeper_of_the_store_is_killed(call):
    processes, texts = killed(call, 0)
    for rank in (1, 2):
        assert processes[rank].returncode == 7 and f"rank {rank}: " in texts[rank], texts[rank]


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
def test_transport_that_waits_for_ever(victim):
    """A process that is gone ends what others wait for, whoever it was; who leaves in good order does not."""
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
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
    """, 3, prelude=SILENT + PRELUDE)
    texts = [p.communicate(timeout=LONG)[0] for p in processes]
    for rank, (process, text) in enumerate(zip(processes, texts, strict=True)):
        if rank != victim:
            assert process.returncode == 7 and f"rank {rank}: rank {victim} is gone" in text, text


def test_leaving_is_not_dying():
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
    run("""
    time.sleep(0.3 * rank)             # rank 0, whose store it is, would leave first
    group.barrier()
    assert group._failed is None
    group.stop()
    assert group._failed is None
    """, 3, prelude=SILENT + "Transport.barrier = lambda self: None\n" + PRELUDE)


def test_the_store_may_end_while_one_leaves():
    """Rank 0 ends the store once all have said goodbye, which may be before the last one's watch is answered."""
    if os.environ.get("CUPY_BACKEND") != "host":
        pytest.skip("the transport is a stand-in for NCCL")
    prelude = SILENT + """
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
""" + PRELUDE
    run("""
    group.stop()
    assert group._failed is None
    """, 3, prelude=prelude)


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


@pytest.fixture
def mounted():
    """Words of a command that runs another with 64 MB of memory in the place of /dev/shm, for it alone."""
    words = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=64m tmpfs /dev/shm && exec "$@"', "sh"]
    if not shutil.which("unshare") or subprocess.run([*words, "true"], capture_output=True).returncode:
        pytest.skip("this user cannot mount a file system")
    return words


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL shares no memory of the host's")
def test_shared_memory_of_64_mb(mounted):
    """Messages that are larger pass through what there is."""
    code = """
    free = os.statvfs("/dev/shm")
    assert free.f_blocks * free.f_frsize == 64 << 20
    x = cupy.full(12_000_000, rank, "f")
    group.all_reduce(x, x)
    assert bool((x == 6).all())
    every = cupy.empty((n, 4_000_000), "f")
    group.all_gather(x[:4_000_000], every, 4_000_000)
    group.send_recv(x, x.copy(), rank ^ 1)
    group.stop()
    assert not [name for name in os.listdir("/dev/shm") if name.startswith("cupyx")]
    """
    done = subprocess.run([*mounted, sys.executable, "-c", f"from cupy_testing.processes import run\nrun({code!r}, 4)"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL shares no memory of the host's")
def test_processes_that_share_no_memory():
    """As in two containers: each is told so."""
    alone = ["unshare", "--pid", "--fork", "--mount-proc"]
    if not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("this user cannot have process numbers of its own")
    processes = start("", 2, before=alone)
    texts = [process.communicate(timeout=LONG)[0] for process in processes]
    assert any("cannot be opened" in text for text in texts), texts
    for rank, (process, text) in enumerate(zip(processes, texts, strict=True)):
        assert process.returncode == 1 and f"CommunicatorError: rank {rank}: " in text, text


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


def test_wrong_token(monkeypatch):
    """Who has another secret is told so, and the group goes on waiting for who has the right one."""
    monkeypatch.setenv("CUPYX_DISTRIBUTED_TOKEN", "one")
    code = """
    group.barrier()
    print("in")
    group.stop()
    """
    processes = start(code, 2, prelude=PRELUDE.replace(
        "group =", "if rank: os.environ['CUPYX_DISTRIBUTED_TOKEN'] = 'other'\ngroup ="), timeout=2)
    texts = [process.communicate(timeout=LONG)[0] for process in processes]
    assert all(process.returncode == 1 for process in processes)
    assert "CommunicatorError: rank 1: " in texts[1] and "token" in texts[1]
    assert "CommunicatorError: rank 0: " in texts[0] and "nobody set it within" in texts[0]


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL shares no memory of the host's")
@pytest.mark.parametrize("opened", [True, False])
def test_process_that_is_killed_while_it_joins(opened):
    """Its file has no name while it waits for the others, who have an error, whether or not they have opened it."""
    one, other = start("", 2, prelude=f"""
opened = {opened}
""" + """
import os, sys, threading, time
from cupyx import distributed
from cupyx.distributed import _shared
wait = _shared.SharedGroup._open
def wait_no_more(*given):
    print(*[name for name in os.listdir("/dev/shm") if name.startswith(f"cupyx-{os.getpid()}-")], flush=True)
    threading.Event().wait()
def open_late(self, rank, path, length):
    deadline = time.monotonic() + 60
    while not opened and os.path.exists(path) and time.monotonic() < deadline:
        time.sleep(0.01)
    return wait(self, rank, path, length)
rank, n, port = map(int, sys.argv[1:4])
_shared.SharedGroup._open = wait_no_more if rank else open_late
distributed.init_process_group(n, rank, port=port, timeout=float(sys.argv[4]))
""")
    assert other.stdout.readline() == "\n"
    other.send_signal(signal.SIGKILL)
    text = one.communicate(timeout=LONG)[0]
    assert one.returncode == 1 and "CommunicatorError: rank 0: " in text and "rank 1 is gone" in text, text
    other.communicate()


def test_a_hundred_starts():
    """On one port, one after the other: no process, file, thread or segment is left, and the port is free."""
    run("""
    group.stop()
    def there():
        return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
    for k in range(100):
        with distributed.init_process_group(n, rank, port=port, timeout=float(sys.argv[4])) as group:
            x = cupy.full(3, rank)
            group.all_reduce(x, x)
            assert x.tolist() == [1] * 3
        if k == 10:
            before = there()
    deadline = time.monotonic() + 30    # a thread that has ended is listed for some moments yet
    while any(a > b for a, b in zip(there(), before)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert all(a <= b for a, b in zip(there(), before)), (before, there())
    import socket
    if rank == 0:
        socket.create_server(("127.0.0.1", port)).close()
    """, 2)


def test_nothing_is_left_behind():
    def there():
        return [name for folder in ("/dev/shm", tempfile.gettempdir()) if os.path.isdir(folder)
                for name in os.listdir(folder) if name.startswith(f"cupyx-{os.getpid()}-")]

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
