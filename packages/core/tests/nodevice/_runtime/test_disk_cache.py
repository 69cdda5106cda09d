"""Compiled kernels on disk: private, checked, capped, safe between processes."""
import os
import random
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time

import pytest

from cupy._runtime.disk_cache import DiskCache

KEY = bytes(range(16))


@pytest.fixture
def cache(tmp_path):
    return DiskCache(str(tmp_path / "a" / "cache"), 1 << 20)


def key(i):
    return i.to_bytes(16, "big")


def test_round_trip(cache):
    assert cache.get(KEY) is None
    assert cache.put(KEY, {"name": "k", "log": "ä"}, b"\0image")
    assert cache.get(KEY) == ({"name": "k", "log": "ä"}, b"\0image")


def test_private(cache):
    cache.put(KEY, {}, b"image")
    assert stat.S_IMODE(os.stat(cache.folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(cache.path(KEY)).st_mode) == 0o600


@pytest.mark.parametrize("damage", [
    lambda data: b"",
    lambda data: data[:10],
    lambda data: data[:-1],
    lambda data: data + b"x",
    lambda data: b"Y" + data[1:],
    lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
])
def test_damaged_entry_is_a_miss_and_goes_away(cache, damage):
    cache.put(KEY, {"name": "k"}, b"image")
    with open(cache.path(KEY), "rb") as file:
        data = file.read()
    with open(cache.path(KEY), "wb") as file:
        file.write(damage(data))
    assert cache.get(KEY) is None
    assert not os.path.exists(cache.path(KEY))
    cache.put(KEY, {"name": "k"}, b"image")
    assert cache.get(KEY) is not None


def test_entry_under_another_key_is_a_miss(cache):
    cache.put(KEY, {}, b"image")
    os.rename(cache.path(KEY), cache.path(key(1)))
    assert cache.get(key(1)) is None


def test_entry_of_another_user_is_a_miss(cache, monkeypatch):
    cache.put(KEY, {}, b"image")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert cache.get(KEY) is None


@pytest.mark.parametrize("folder", ["/proc/nowhere/cache", "/dev/null/cache"])
def test_folder_that_cannot_be_made(folder):
    cache = DiskCache(folder, 1 << 20)
    assert cache.put(KEY, {}, b"image") is False
    assert cache.get(KEY) is None


def test_limit_of_a_files_size(cache):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        assert cache.put(KEY, {}, bytes(100_000)) is False
        assert cache.put(key(1), {}, b"image") is True
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert cache.get(KEY) is None and cache.get(key(1)) is not None
    assert len(os.listdir(cache.folder)) == 1       # no half of a file stays


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no device that is full")
def test_full_disk(cache, monkeypatch):
    made = tempfile.mkstemp

    def full(**options):
        handle, name = made(**options)
        os.close(handle)
        return os.open("/dev/full", os.O_WRONLY), name

    monkeypatch.setattr(tempfile, "mkstemp", full)
    assert cache.put(KEY, {}, b"image") is False
    assert cache.get(KEY) is None and os.listdir(cache.folder) == []


def test_limit_removes_what_was_used_least_recently(cache):
    cache.limit = 20_000
    image = random.Random(0).randbytes(1000)
    now = time.time()
    for i in range(15):
        cache.put(key(i), {}, image)
        os.utime(cache.path(key(i)), (now - 10_000 + i, now - 10_000 + i))
    assert cache.get(key(0)) is not None      # used again, so it stays
    for i in range(15, 25):
        cache.put(key(i), {}, image)
        assert sum(item.stat().st_size for item in os.scandir(cache.folder)) <= cache.limit
    assert cache.get(key(0)) is not None
    assert cache.get(key(1)) is None
    assert cache.get(key(24)) is not None


def test_abandoned_temporary_files_are_removed(cache):
    cache.put(KEY, {}, b"image")
    old, new = (os.path.join(cache.folder, name) for name in ("old.tmp", "new.tmp"))
    for path in (old, new):
        open(path, "w").close()
    os.utime(old, (1, 1))
    DiskCache(cache.folder, 1 << 20).put(key(1), {}, b"image")
    assert not os.path.exists(old)
    assert os.path.exists(new)


_WORKER = """
import random, sys
from cupy._runtime.disk_cache import DiskCache
cache, generator = DiskCache(sys.argv[1], 1 << 20), random.Random(int(sys.argv[2]))
print("ready", flush=True)
while True:
    i = generator.randrange(20)
    entry = cache.get(i.to_bytes(16, "big"))
    if entry is not None and (entry[0]["i"] != i or entry[1] != bytes([i]) * 5000):
        sys.exit("a wrong entry was read")
    cache.put(i.to_bytes(16, "big"), {"i": i}, bytes([i]) * 5000)
"""


def test_processes_killed_at_random(tmp_path):
    folder = str(tmp_path / "cache")
    workers = [subprocess.Popen([sys.executable, "-c", _WORKER, folder, str(i)], stdout=subprocess.PIPE)
               for i in range(4)]
    for worker in workers:
        worker.stdout.readline()
    for worker in workers:
        time.sleep(0.05)
        worker.send_signal(signal.SIGKILL)
        assert worker.wait() == -signal.SIGKILL
        worker.stdout.close()
    cache = DiskCache(folder, 1 << 20)
    found = [(i, cache.get(key(i))) for i in range(20)]
    assert any(entry for _, entry in found)
    assert all(entry is None or entry == ({"i": i}, bytes([i]) * 5000) for i, entry in found)
    for i in range(20):
        assert cache.put(key(i), {"i": i}, b"again")
        assert cache.get(key(i))[1] == b"again"


@pytest.mark.parametrize("thing", ["fifo", "link", "folder", "huge", "bad JSON", "no key", "list", "short"])
def test_what_is_no_entry_is_a_miss(cache, tmp_path, thing):
    from cupy._runtime import disk_cache
    cache.put(KEY, {"name": "k"}, b"image")
    path = cache.path(KEY)
    texts = {"bad JSON": b"{no", "no key": b"{}", "list": b"[1]"}
    if thing in texts or thing == "short":
        body = disk_cache._LENGTH.pack(len(texts[thing])) + texts[thing] if thing != "short" else b"ab"
        data = disk_cache._MAGIC + disk_cache.blake2b(body, digest_size=disk_cache._SUM).digest() + body
        with open(path, "wb") as file:
            file.write(data)
    elif thing == "huge":
        os.truncate(path, 3 << 30)
    else:
        os.rename(path, tmp_path / "kept")
        {"fifo": os.mkfifo, "folder": os.mkdir,
         "link": lambda p: os.symlink(tmp_path / "kept", p)}[thing](path)
    assert cache.get(KEY) is None
