"""Groups whose arrays MPI moves, and mpi4py itself with our arrays. Needs mpi4py and mpiexec (``mpich``)."""
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import cupy

try:
    from mpi4py import MPI  # noqa: F401
except (ImportError, RuntimeError) as error:      # there is no mpi4py, or no library of MPI
    pytest.skip(str(error).partition("\n")[0], allow_module_level=True)
_MPIEXEC = shutil.which("mpiexec") or shutil.which("mpiexec", path=os.path.dirname(sys.executable))
if _MPIEXEC is None:
    pytest.skip("there is no mpiexec", allow_module_level=True)

pytestmark = pytest.mark.optional

#: Without these Open MPI does not run as root, as a container's user often is.
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

PRELUDE = """
import os, sys, time
import cupy, numpy
from mpi4py import MPI
from cupyx import distributed
"""


def run(code, n=3, timeout=100, status=0):
    """What the processes of a job have printed."""
    text = PRELUDE + textwrap.dedent(code)
    # Buffered, a process's few lines go out as one write, which those of others do not mix with.
    env = {**os.environ, "MPIEXEC_TIMEOUT": str(timeout), "PYTHONUNBUFFERED": "", **AS_ROOT}
    done = subprocess.run([_MPIEXEC, "-n", str(n), sys.executable, "-c", text], env=env, timeout=timeout + 20,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (done.returncode == 0) == (status == 0), done.stdout
    return done.stdout


def test_collectives():
    run("""
    group = distributed.init_process_group(backend="mpi", timeout=100)
    rank, n = group.rank, group.size
    assert (rank, n) == (MPI.COMM_WORLD.rank, 3)

    def check(found, wanted):
        assert numpy.array_equal(found.get(), wanted), (found, wanted)

    for dtype in "bBiIqQefdF?":
        for shape in ((5,), (3, 4), (0,), (7001,)):
            every = [(numpy.arange(numpy.prod(shape)).reshape(shape) % 5 + r).astype(dtype) for r in range(n)]
            mine = cupy.asarray(every[rank])
            for op, combine in (("sum", numpy.add), ("prod", numpy.multiply), ("max", numpy.maximum),
                                ("min", numpy.minimum))[:1 if dtype == "F" else 4]:
                out = cupy.zeros_like(mine)
                group.all_reduce(mine, out, op)
                wanted = every[0]
                for other in every[1:]:
                    wanted = combine(wanted, other)
                check(out, wanted)
                out = mine.copy()
                group.all_reduce(out, out, op)
                check(out, wanted)
                out = cupy.zeros_like(mine)
                group.reduce(mine, out, n - 1, op)
                if rank == n - 1:
                    check(out, wanted)
            root = 1
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
    peer = (rank + 1) % n
    if rank < 2:
        x, out = cupy.arange(300_000.)[::-1] + rank, cupy.zeros((300_000, 2))[:, 1]
        group.send_recv(x, out, 1 - rank)
        assert float(out[-1]) == 1 - rank and float(out[0]) == 299_999 + 1 - rank
        group.send(x, 1) if rank == 0 else group.recv(out, 0)
    part = group.split(rank % 2, -rank)
    x = cupy.array([rank])
    part.all_reduce(x, x)
    assert int(x[0]) == (2 if rank % 2 == 0 else 1) and part.rank == (1 if rank == 0 else 0)
    part.stop()
    assert group.split(None if rank else 0) is None or rank == 0
    from cupyx.scipy import sparse
    eye = sparse.eye(4, format="csr") * (rank + 1)
    out = sparse.csr_matrix((4, 4))
    group.all_reduce(eye, out)
    assert out.toarray().trace() == 24
    group.stop()
    """)


def test_errors():
    run("""
    group = distributed.init_process_group(backend="mpi", timeout=100)
    for call in (lambda: group.all_reduce(cupy.zeros(3 + group.rank), cupy.zeros(3 + group.rank)),
                 lambda: group.broadcast(cupy.zeros(3, "fd"[group.rank])),
                 lambda: group.all_reduce(cupy.zeros(3), cupy.zeros(3), ("sum", "max")[group.rank])):
        try:
            call()
        except ValueError as error:
            assert f"rank {group.rank} calls" in str(error)
        else:
            raise AssertionError("no error")
    try:
        group.all_reduce(cupy.zeros(3, "D"), cupy.zeros(3, "D"), "max")
    except TypeError as error:
        assert "complex128" in str(error)
    else:
        raise AssertionError("no error")
    try:
        distributed.init_process_group(5, 0, backend="mpi")
    except ValueError as error:
        assert "MPI says" in str(error)
    else:
        raise AssertionError("no error")
    group.stop()
    """, 2)


@pytest.mark.parametrize("call", ["group.all_reduce(x, x)", "group.broadcast(x)", "group.recv(x, 1)", "group.barrier()",
                                  "group.all_to_all(cupy.zeros((2, 3)), cupy.zeros((2, 3)))"])
def test_process_that_is_late(call):
    """An error that names rank and call; the job ends, and the late process with it."""
    text = run(f"""
    group = distributed.init_process_group(backend="mpi", timeout=200)
    x = cupy.zeros(3)
    group.all_reduce(x, x)              # all are there; from now on a second is what they have
    group._transport._timeout = 1
    if group.rank == 1:
        time.sleep(200)
    {call}
    """, 2, timeout=150, status=1)
    name = call[6:].partition("(")[0]
    assert f"rank 0: {name}: not all processes came within 1 s" in text and "MPIEXEC_TIMEOUT" not in text


def test_process_that_is_killed():
    text = run("""
    group = distributed.init_process_group(backend="mpi", timeout=100)
    if group.rank == 1:
        os.kill(os.getpid(), 9)
    group.barrier()
    """, 2, timeout=150, status=1)
    assert "CommunicatorError" in text or "KILLED" in text.upper()


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host" and cupy.cuda.runtime.getDeviceCount() < 2,
                    reason="NCCL wants a device for each process")
def test_bootstrap_alone():
    """MPI brings processes together; what moves arrays is that of the backend."""
    run("""
    cupy.cuda.Device(MPI.COMM_WORLD.rank % cupy.cuda.runtime.getDeviceCount()).use()
    group = distributed.init_process_group(use_mpi=True, timeout=100)
    x = cupy.ones(5)
    group.all_reduce(x, x)
    assert float(x[0]) == group.size
    group.stop()
    """, 2)


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="an MPI that reads device memory is needed")
def test_mpi4py_takes_our_arrays():
    run("""
    comm = MPI.COMM_WORLD
    x, out = cupy.arange(6.) + comm.rank, cupy.empty(6)
    comm.Allreduce(x, out)
    assert out.tolist() == [2 * k + 1 for k in range(6)]
    if comm.rank == 0:
        comm.Send(x, 1)
        comm.send({"pickled": x}, 1)
    else:
        comm.Recv(out, 0)
        assert out.tolist() == list(range(6))
        assert type(comm.recv(source=0)["pickled"]) is cupy.ndarray
    """, 2)


@pytest.mark.parametrize("n", [1, 3])
def test_example_of_the_guide(n):
    page = Path(__file__).resolve().parents[4] / "docs/guide/mpi.md"
    if not page.exists():
        pytest.skip("the documentation is not here")
    text = run(page.read_text().partition("```python\n")[2].partition("```")[0], n)
    totals = [float(total) for total in re.findall(r"\d+\.\d+", text)]
    assert len(totals) == n and all(abs(total - 1000) < 1e-9 for total in totals) and len(set(totals)) == 1
