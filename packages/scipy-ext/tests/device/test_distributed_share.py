"""Arrays that other processes open: handles, pickles, and how long what they name lives."""
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy
import pytest

import cupy
from cupyx import distributed
from cupyx.distributed import SharedArray, _share

READER = """
import pickle, sys
import cupy
message = sys.stdin.buffer.read()
x = pickle.loads(message)
sys.stdout.write(repr((x.dtype.str, x.shape, x.flags.f_contiguous, float(x.sum().real))))
"""


def read(message, code=READER):
    done = subprocess.run([sys.executable, "-c", code], input=message, capture_output=True, timeout=200)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def let_go(seconds=200):
    """Whether nothing is held any more, within some seconds."""
    end = time.monotonic() + seconds
    while _share._kept.count() and time.monotonic() < end:
        time.sleep(0.01)
    return not _share._kept.count()


def arrays():
    base = cupy.arange(24.0).reshape(4, 6)
    return [base, base.T, base[::2, 1::3], base.astype("?"), base.astype("F"), cupy.zeros((0, 3)),
            cupy.asarray(3, "i2"), cupy.arange(3_000_000, dtype="f")]


@pytest.mark.parametrize("number", range(8))
def test_another_process(number):
    x = arrays()[number]
    with distributed.share():
        message = pickle.dumps(x)
    assert len(message) < 1500
    status, text, error = read(message)
    assert status == 0, error
    order = x.T.flags.c_contiguous
    total = float(x.sum().real)
    assert text.startswith(repr((x.dtype.str, x.shape, order))[:-1]) and text.endswith(f"{total!r})")
    assert let_go()


def test_this_process():
    for x in arrays():
        with distributed.share():
            back = pickle.loads(pickle.dumps({"x": [x]}))["x"][0]
        assert back.dtype == x.dtype and numpy.array_equal(back.get(), x.get())
        assert back.data.ptr != x.data.ptr or not x.size
    assert let_go()


def test_only_while_it_lasts():
    x = cupy.zeros(10000)
    with distributed.share(), distributed.share(readers=2):
        shared = pickle.dumps(x)
    assert len(shared) < 1500 < 80000 < len(pickle.dumps(x))
    assert (pickle.loads(shared) == 0).all() and (pickle.loads(shared) == 0).all()
    assert let_go()
    with pytest.raises(distributed.CommunicatorError, match="no longer shares"):
        pickle.loads(shared)
    with distributed.share():
        import threading

        found = []
        thread = threading.Thread(target=lambda: found.append(len(pickle.dumps(x))))
        thread.start()
        thread.join()
        assert found[0] > 80000
    numbers = SharedArray(cupy.arange(3), readers=2)
    assert repr(numbers) == f"<SharedArray of shape (3,), int64, of process {os.getpid()}>"
    assert numbers.open().tolist() == [0, 1, 2]
    numbers.release()
    with pytest.raises(distributed.CommunicatorError):
        numbers.open()


def test_nobody_comes():
    handle = SharedArray(cupy.ones(5), timeout=0.1)
    assert let_go()
    with pytest.raises(distributed.CommunicatorError):
        handle.open()


def test_what_was_given_back_is_not_confused():
    """A file's number is used again: the handle's secret tells the next array from the one that is gone."""
    first = SharedArray(cupy.ones(5))
    first.release()
    second = SharedArray(cupy.zeros(5))
    assert second._file == first._file
    with pytest.raises(distributed.CommunicatorError):
        first.open()
    assert second.open().tolist() == [0] * 5


SENDER = """
import pickle, sys, time
import cupy
from cupyx import distributed
with distributed.share():
    message = pickle.dumps(cupy.arange(100_000.))
sys.stdout.buffer.write(len(message).to_bytes(4, "big") + message)
sys.stdout.flush()
time.sleep(60)
"""


def test_a_sender_that_dies():
    with subprocess.Popen([sys.executable, "-c", SENDER], stdout=subprocess.PIPE) as sender:
        message = sender.stdout.read(int.from_bytes(sender.stdout.read(4), "big"))
        sender.send_signal(signal.SIGKILL)
        sender.wait()
    with pytest.raises(distributed.CommunicatorError, match=f"process {sender.pid} is gone"):
        pickle.loads(message)


def _is_shared(path):
    """Whether an open file holds a shared array."""
    try:
        return os.readlink(path).startswith(f"/memfd:{_share._NAME}")
    except OSError:         # it was open for the list of files
        return False


def test_nothing_is_left_behind():
    def there():
        return sum(_is_shared(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd"))

    SharedArray(cupy.ones(5)).open()
    assert let_go()
    before = there()
    for _ in range(100):
        SharedArray(cupy.ones(1000)).open()
    assert let_go()
    assert there() == before


def test_bad_arguments():
    with pytest.raises(TypeError, match="numpy.ndarray|ndarray"):
        SharedArray(numpy.ones(3))


READERS = """
import pickle, sys
import cupy
from cupyx.distributed import _share
source, target = sys.stdin.buffer, sys.stdout
while size := int.from_bytes(source.read(4), "big"):
    x = pickle.loads(source.read(size)).open()
    target.write(f"{float(x.sum())!r} {len(_share._mappings)}\\n")
    target.flush()
"""


@pytest.mark.parametrize("kept", [True, False])
def test_exported_memory_that_is_kept_or_given_back(kept, monkeypatch):
    """Readers leave open what comes again, and nothing that is freed; each array is the one that was shared."""
    if not kept:
        monkeypatch.setattr(_share, "_KEPT_BYTES", 0)
        monkeypatch.setattr(_share, "_KEPT_SHARE", 1 << 60)
    monkeypatch.setattr(_share, "_kept", _share._Kept())
    addresses = set()
    with subprocess.Popen([sys.executable, "-c", READERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        for k in range(5):
            x = cupy.full(500_000, k + 1.0)
            shared = SharedArray(x)
            x[...] = -1         # after the copy, in the stream
            message = pickle.dumps(shared)
            reader.stdin.write(len(message).to_bytes(4, "big") + message)
            reader.stdin.flush()
            total, mappings = reader.stdout.readline().decode().split()
            assert float(total) == 500_000 * (k + 1.0)
            if shared._memory is not None:
                assert shared._stays is kept and int(mappings) == (1 if kept else 0)
                addresses.add(shared._memory)
            assert let_go()
        reader.stdin.write(bytes(4))
        reader.stdin.flush()
        assert reader.wait(timeout=200) == 0
    assert not kept or len(addresses) <= 1
