"""Our arrays as chunks of Dask: arithmetic, messages between processes, tokens, sizes."""
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import cupy

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

import dask.array as da  # noqa: E402
from cupyx.distributed import Cluster, _dask  # noqa: E402
from dask.sizeof import sizeof  # noqa: E402

pytestmark = pytest.mark.optional


@pytest.fixture(scope="module", autouse=True)
def registered():
    _dask.register(sizeof)


def arrays():
    base = cupy.arange(60.0).reshape(5, 12)
    return [base, base.T, base[::2, 1::3], base[::-1], base.astype("f"), cupy.zeros((0, 3), "i"),
            cupy.asarray(3), cupy.asarray([True, False]), base.astype("D"), cupy.broadcast_to(base[:1], (4, 12))]


@pytest.mark.parametrize("name", ["core", "creation", "gufunc", "linalg", "overlap", "percentile", "random",
                                  "reductions", "routines", "slicing", "sparse"])
def test_of_dask_itself(name, tmp_path):
    """Dask's own tests of arrays in CuPy's manner, as they are."""
    file = Path(da.__file__).parent / "tests" / f"test_cupy_{name}.py"
    if not file.exists():
        pytest.skip("this Dask has no tests")
    # Whatever settings lie above the folder where Dask is installed are not its own.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", "-c",
                           os.devnull, f"--rootdir={tmp_path}", str(file)], cwd=tmp_path, capture_output=True,
                          text=True, env=environment)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]


def test_messages():
    from distributed.protocol import deserialize, serialize

    for x in arrays():
        for family in ("dask", "cuda") if x.size else ("dask",):
            header, frames = serialize(x, serializers=[family], on_error="raise")
            back = deserialize(header, frames)
            assert type(back) is cupy.ndarray
            assert back.dtype == x.dtype and back.shape == x.shape
            assert numpy.array_equal(back.get(), x.get())


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="memory of devices is copied")
def test_messages_of_the_host_are_the_memory_itself():
    x = cupy.arange(100.0)
    _, (frame,) = _dask.give_bytes(x)
    assert numpy.frombuffer(frame, "u1").ctypes.data == x.data.ptr


@pytest.mark.parametrize("kind", ["csr_matrix", "csc_matrix", "coo_matrix", "csr_array"])
def test_messages_of_sparse_matrices(kind):
    from cupyx.scipy import sparse
    from distributed.protocol import deserialize, serialize

    x = getattr(sparse, kind)(sparse.random(6, 7, 0.3))
    back = deserialize(*serialize(x, serializers=["dask"], on_error="raise"))
    assert type(back) is type(x) and numpy.array_equal(back.toarray().get(), x.toarray().get())


def test_sizes_and_tokens():
    from dask.base import tokenize

    x = cupy.arange(1000.0)
    assert sizeof(x) == 8000
    assert tokenize(x) == tokenize(x.copy()) == tokenize(cupy.arange(2000.0)[:1000])
    assert tokenize(x) != tokenize(x.astype("f")) != tokenize(x.reshape(10, 100))
    big = cupy.arange(600_001, dtype="i2")
    other = big.copy()
    other[5], other[6] = big[6], big[5]
    assert tokenize(big) == tokenize(big.copy()) != tokenize(other)


def test_arrays_in_this_process():
    x = numpy.random.default_rng(0).random((40, 30))
    a = da.from_array(cupy.asarray(x), chunks=(10, 15), asarray=False)
    with dask.config.set(scheduler="threads"):
        for found, wanted in [((a + a * 2).sum(axis=0), (x * 3).sum(0)), (a @ a.T, x @ x.T), (a.mean(), x.mean()),
                              (a[::2, 5:20].std(axis=1), x[::2, 5:20].std(1)), (da.exp(-a).max(), numpy.exp(-x).max()),
                              (da.concatenate([a, a]), numpy.concatenate([x, x])), (a.reshape(-1)[7:9], x.ravel()[7:9]),
                              (da.where(a > 0.5, a, 0), numpy.where(x > 0.5, x, 0)), (da.fft.fft(a.rechunk((40, 15)),
                                                                                               axis=0),
                                                                                     numpy.fft.fft(x, axis=0))]:
            result = found.compute()
            assert isinstance(result, cupy.ndarray)
            numpy.testing.assert_allclose(result.get(), wanted, rtol=1e-10, atol=1e-12)


def test_processes():
    """A task on one worker takes an array of another, with nothing in the program but the entry point's call."""
    import cupyx.distributed as ours

    path = list(sys.path)

    def prepare():
        import sys as inner
        inner.path[:] = path
        from cupyx.distributed import _dask as module
        from dask.sizeof import sizeof as dispatch
        module.register(dispatch)

    assert ours.Cluster is Cluster
    with Cluster(2) as cluster, distributed.Client(cluster) as client:
        client.run(prepare)
        addresses = list(client.scheduler_info()["workers"])
        x = client.submit(lambda: __import__("cupy").arange(300_000.0).reshape(300, 1000), workers=addresses[0])
        y = client.submit(lambda v: v.T + 1, x, workers=addresses[1])
        total = client.submit(lambda a, b: float((a @ b)[0, 0]), x, y, workers=addresses[0])
        n = numpy.arange(1000.0)
        assert total.result(timeout=200) == float((n * (n + 1)).sum())
        assert isinstance(y.result(timeout=200), cupy.ndarray)
        a = da.from_array(cupy.arange(400.0).reshape(20, 20), chunks=10, asarray=False)
        assert float(client.compute((a + a.T).sum()).result(timeout=200)) == 2 * float(numpy.arange(400.0).sum())


def test_arrays_that_stay_on_the_machine():
    """``cupy://``: messages hold handles, and what they name is given back."""
    with Cluster(2, protocol="cupy://") as cluster, distributed.Client(cluster) as client:
        addresses = list(client.scheduler_info()["workers"])
        assert all(address.startswith("cupy://") for address in addresses)
        x = client.submit(lambda: __import__("cupy").arange(3_000_000.0).reshape(3000, 1000), workers=addresses[0])
        y = client.submit(lambda v: v.T + 1, x, workers=addresses[1])
        assert float(client.submit(lambda v: v.sum(), y, workers=addresses[0]).result(timeout=200)) == \
            float((numpy.arange(3_000_000.0) + 1).sum())
        assert isinstance(y.result(timeout=200), cupy.ndarray)

        def counts(dask_worker):
            import time

            from cupyx.distributed import _share
            end = time.monotonic() + 100          # the last reader lets go a little after it has said so
            while _share._kept.count() and time.monotonic() < end:
                time.sleep(0.01)
            return _share._kept.count(), len(_share._mappings), dask_worker.address

        assert {held for held, _, _ in client.run(counts).values()} == {0}
        z = client.scatter(cupy.arange(100_000.0), workers=addresses[1])
        assert float(client.submit(lambda v: v.max(), z, workers=addresses[0]).result(timeout=200)) == 99_999


def test_a_worker_that_is_killed_while_it_sends(tmp_path):
    """The reader has a lost connection instead of an array, and Dask computes the array again."""
    mark = str(tmp_path / "killed")

    def make():
        import cupy as library
        return library.arange(300_000.0)

    def die_at_the_next_message(dask_worker):
        import os as system
        import pathlib

        from cupyx.distributed import _dask_comm

        dumps, reduced = _dask_comm._dumps, _dask_comm.register_serialization_family

        def killed(x, context=None):
            found = dumps(x, context)
            pathlib.Path(mark).touch()
            system.kill(system.getpid(), 9)     # the handle is made, and never read
            return found
        reduced("cupy", killed, _dask_comm._loads)

    with Cluster(2, protocol="cupy://") as cluster, distributed.Client(cluster) as client:
        first, second = client.scheduler_info()["workers"]
        x = client.submit(make, workers=first, allow_other_workers=True)
        distributed.wait(x, timeout=200)
        client.run(die_at_the_next_message, workers=[first])
        total = client.submit(lambda v: float(v.sum()), x, workers=second)
        assert total.result(timeout=200) == float(numpy.arange(300_000.0).sum())
        assert Path(mark).exists()


def test_messages_are_handles():
    from cupyx.distributed import _dask_comm, _share

    x = cupy.arange(100_000.0).reshape(100, 1000).T
    header, frames = _dask_comm._dumps(x)
    assert frames == [] and len(str(header)) < 2000
    back = _dask_comm._loads(header, frames)
    assert back.flags.f_contiguous and numpy.array_equal(back.get(), x.get())
    for small in (cupy.ones(5), 7):
        with pytest.raises(NotImplementedError):
            _dask_comm._dumps(small)
    header, _ = _dask_comm._dumps(x)
    header["shared"][0] = [1000, 1000]
    with pytest.raises(ValueError, match="differ"):
        _dask_comm._loads(header, [])
    for token in list(_share._kept._held):
        _share._kept.release(token)


def test_example_of_the_guide(tmp_path):
    import subprocess
    page = Path(__file__).resolve().parents[4] / "docs/guide/dask.md"
    if not page.exists():
        pytest.skip("the documentation is not here")
    program = tmp_path / "program.py"
    prepared = "import cupyx.distributed._preload\n"        # as the installed package's entry points do
    blocks = page.read_text().split("```python\n")[1:]
    (code,) = [block.partition("```")[0] for block in blocks if "__main__" in block]
    program.write_text(prepared + code)
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=250)
    module, mean = done.stdout.split()
    assert module.startswith("cupy") and abs(float(mean) - 1) < 0.01, done.stderr


@pytest.mark.parametrize("first", ["dask.array", "dask.base", "dask.sizeof", "dask.tokenize", "distributed.protocol"])
def test_entry_point(tmp_path, first):
    """Dask calls `register` from the middle of its own imports, whichever comes first."""
    about = tmp_path / "cupyx_entry-0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: cupyx-entry\nVersion: 0\n")
    (about / "entry_points.txt").write_text("[dask.sizeof]\ncupyx = cupyx.distributed._dask:register\n")
    script = f"import {first}\nimport cupy\nfrom dask.base import normalize_token, tokenize\n" \
             "tokenize(cupy.ones(3))\nprint(cupy.ndarray in normalize_token._lookup)\n"
    paths = os.pathsep.join([str(tmp_path), *(path for path in sys.path if path)])
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": paths})
    assert done.stdout == "True\n" and "Failed to register" not in done.stderr, done.stderr


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host" and cupy.cuda.runtime.getDeviceCount() < 2,
                    reason="NCCL wants a device for each process")
def test_workers_as_a_group():
    from cupyx.distributed import run_on_dask

    def total(group, x, factor):
        import cupy as library

        part = library.asarray(x)[group.rank::group.size].sum() * factor
        group.all_reduce(part, part)
        return group.rank, group.size, float(part)

    with Cluster(2) as cluster, distributed.Client(cluster) as client:
        x = client.scatter(cupy.arange(10.0))
        found = client.gather(run_on_dask(client, total, x, 2.0))
        assert found == [(0, 2, 90.0), (1, 2, 90.0)]
        with pytest.raises(ValueError, match="no workers"):
            run_on_dask(client, total, workers=[])


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="NCCL does not compare what its processes call")
def test_workers_that_differ():
    from cupyx.distributed import run_on_dask

    def differ(group):
        import cupy as library

        group.all_reduce(library.zeros(group.rank + 1), library.zeros(group.rank + 1))

    with Cluster(2) as cluster, distributed.Client(cluster) as client:
        for future in run_on_dask(client, differ):
            with pytest.raises(ValueError, match="rank [01] calls all_reduce"):
                future.result(timeout=200)


def test_a_device_of_its_own_for_each_worker(monkeypatch):
    """Each worker sees its device first, and does not count what arrays hold there as the host's memory."""
    from cupyx.distributed import _cluster

    told = _cluster._on_device(1, 3)
    assert told["env"]["CUDA_VISIBLE_DEVICES"] == told["env"]["HIP_VISIBLE_DEVICES"] == "1,2,0"
    monkeypatch.setattr(_cluster, "_on_host", lambda: {**told, "env": {"CUPY_BACKEND": "host"}})
    with Cluster(1) as cluster, distributed.Client(cluster) as client:
        (kept,) = client.run(lambda dask_worker: type(dask_worker.data).__name__).values()
    assert kept == "dict"
