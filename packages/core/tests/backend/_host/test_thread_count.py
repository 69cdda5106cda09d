"""How many threads the host takes: variables, affinity, control groups; and that results do not depend on it."""
import os
import subprocess
import sys
import textwrap

import numpy
import pytest

from cupy._host import driver, threads
from cupy._runtime import driver as runtime

PROCESSORS = sorted(os.sched_getaffinity(0))


def run(script, **environment):
    """What a fresh process prints, as words."""
    cleared = {k: v for k, v in os.environ.items() if not k.endswith(("HOST_THREADS", "NUM_THREADS"))}
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], text=True, timeout=120, capture_output=True,
                          env={**cleared, "CUPY_BACKEND": "host", **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


COUNT = "from cupy._host import driver; print(driver.thread_count())"


@pytest.mark.parametrize(("environment", "expected"), [
    ({"CUPY_HOST_THREADS": "3", "OMP_NUM_THREADS": "2"}, "3"),
    ({"OMP_NUM_THREADS": "5"}, "5"), ({"OMP_NUM_THREADS": "4,2"}, "4"),
    ({"CUPY_HOST_THREADS": "", "OMP_NUM_THREADS": "7"}, "7")])
def test_variables_say_how_many(environment, expected):
    assert run(COUNT, **environment) == [expected]


def test_variables_that_say_nothing():
    plain = run(COUNT)
    assert run(COUNT, OMP_NUM_THREADS="0") == run(COUNT, OMP_NUM_THREADS="many") == plain
    assert 1 <= int(plain[0]) <= len(PROCESSORS)


def test_affinity_limits():
    one = f"import os; os.sched_setaffinity(0, {{{PROCESSORS[0]}}})\n"
    assert run(one + COUNT) == ["1"]
    script = "import cupy; print(int(cupy.ones(1 << 20).sum()), cupy.cuda.Device().attributes['MultiProcessorCount'])"
    assert run(one + script) == [str(1 << 20), "1"]


def _old(folder, quota):
    """Files of a control group of version 1."""
    return {f"{folder}/cpu.cfs_quota_us": quota, f"{folder}/cpu.cfs_period_us": "100000"}


@pytest.mark.parametrize(("own", "files", "expected"), [
    ("0::/\n", {}, 0),
    ("0::/\n", {"cpu.max": "max 100000\n"}, 0),
    ("0::/\n", {"cpu.max": "150000 100000\n"}, 1.5),
    (None, {"cpu.max": "50000 100000\n"}, 0.5),
    ("0::/a/b\n", {"a/cpu.max": "200000 100000", "a/b/cpu.max": "400000 100000"}, 2),
    ("0::/a/b\n", {"a/cpu.max": "max 100000", "a/b/cpu.max": "300000 50000"}, 6),
    ("3:cpuset:/x\n2:cpu,cpuacct:/x/y\n0::/\n", _old("cpu,cpuacct/x", "250000"), 2.5),
    ("1:cpu:/docker/deed\n", _old("cpu", "100000"), 1),
    ("1:cpu:/\n", _old("cpu", "-1"), 0),
    ("1:cpuset:/x\nbroken\n", _old("cpuset/x", "100000"), 0)])
def test_quotas_of_control_groups(tmp_path, own, files, expected):
    for name, text in {"proc/self/cgroup": own, **{f"sys/fs/cgroup/{k}": v for k, v in files.items()}}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            path.write_text(text)
    assert driver.group_quota(str(tmp_path)) == expected


def test_blas_takes_as_many():
    script = """
        from cupy._host import threads
        blas = threads._blas()
        if blas is None:
            print("none")
        else:
            import cupy
            cupy.linalg.inv(cupy.eye(8))
            print(blas[0]())
            threads.set_threads(2); print(blas[0]())
            threads.set_threads(1); print(blas[0]())
    """
    words = run(script, CUPY_HOST_THREADS="1")
    if words == ["none"]:
        pytest.skip("NumPy has another BLAS")
    most = min(2, len(PROCESSORS))
    assert words == ["1", str(most), "1"]
    kept = run(script, CUPY_HOST_THREADS="1", OPENBLAS_NUM_THREADS=str(most))
    assert kept[0] == str(most)


@pytest.mark.skipif(runtime.backend().name != "host", reason="threads of the host's kernels")
def test_any_number_of_threads_works_at_once():
    words = run("""
        import threading
        import cupy
        from cupy._host import threads
        x = cupy.arange(1 << 20)
        failed = []
        stop = threading.Event()
        def work():
            while not stop.is_set():
                if int((x + 1).sum()) != (1 << 19) * ((1 << 20) + 1):
                    failed.append(1)
        workers = [threading.Thread(target=work) for _ in range(3)]
        [w.start() for w in workers]
        for count in [1, 5, 2, 9, 1, 3] * 5:
            threads.set_threads(count)
            assert threads.threads() == count
            assert cupy.cuda.Device().attributes["MultiProcessorCount"] == count
            assert int((x + 1).sum()) == (1 << 19) * ((1 << 20) + 1)
        stop.set()
        [w.join() for w in workers]
        print(len(failed))
    """)
    assert words == ["0"]


@pytest.mark.parametrize("count", [0, -1, 4097])
def test_numbers_that_are_none(count):
    before = threads.threads()
    with pytest.raises(ValueError, match="count"):
        threads.set_threads(count)
    assert threads.threads() == before


def _results():
    """Results of functions whose work is shared, by name."""
    import cupy
    rng = numpy.random.default_rng(7)
    shapes = 3_000_000, (400_000, 7), (7, 400_000), (90, 5000, 4)
    flat, tall, wide, cube = (cupy.asarray(rng.standard_normal(shape)) for shape in shapes)
    index = cupy.asarray(rng.integers(0, 900, 300_000))
    found = {}
    for name in ("sum", "mean", "var", "prod", "max", "argmin", "cumsum", "cumprod"):
        for kind in "fdF":
            if name in ("max", "argmin") and kind == "F":
                continue
            for label, x, axis in (("flat", flat, 0), ("tall", tall, 0), ("tall", tall, 1), ("wide", wide, 1),
                                   ("cube", cube, 1), ("strided", flat[::3], 0)):
                x = x if kind == "d" else x.astype(kind)
                found[name, kind, label, axis] = getattr(cupy, name)(x[:500_000] if name == "cumprod" else x, axis=axis)
    for dtype in "efdil":
        sums = cupy.zeros(1000, dtype)
        cupy.add.at(sums, index, cupy.asarray(rng.standard_normal(index.size) * 9).astype(dtype))
        found["add.at", dtype] = sums
    for dtype in "bfdF":
        items = cupy.asarray(rng.standard_normal((40_000, 64)) * 9).astype(dtype)
        found["rows assigned", dtype], found["rows added", dtype] = (cupy.zeros((900, 64), dtype) for _ in range(2))
        found["rows assigned", dtype][index[:40_000]] = items
        cupy.add.at(found["rows added", dtype], index[:40_000], items)
    found["bincount"] = cupy.bincount(index, flat[:300_000])
    found["histogram"] = cupy.histogram(flat, 50, weights=flat)[0]
    found["tensordot"] = cupy.tensordot(tall, tall, ((0,), (0,)))
    found["norm"] = cupy.linalg.norm(tall, axis=0)
    found["convolve"] = cupy.convolve(flat[:200_000], flat[:50])
    return found


@pytest.mark.skipif(runtime.backend().name != "host", reason="threads of the host's kernels")
@pytest.mark.parametrize("count", [2, 5, 16])
def test_results_do_not_depend_on_the_number(count):
    before = threads.threads()
    try:
        threads.set_threads(1)
        alone = _results()
        threads.set_threads(count)
        shared = _results()
    finally:
        threads.set_threads(before)
    differ = [name for name in alone if alone[name].tobytes() != shared[name].tobytes()]
    assert not differ


@pytest.mark.skipif(runtime.backend().name != "host", reason="how the host adds up")
@pytest.mark.parametrize("step", [2, 3, -2, 7])
def test_items_that_lie_apart_reduce_as_neighbours_do(step):
    import cupy
    rng = numpy.random.default_rng(9)
    for kind in "?bilefdF":
        for size in (1, 31, 32, 33, 2047, 2048, 2049, 10_001, 400_000):
            host = (rng.standard_normal(size * 7) * 9).astype(kind)
            if kind == "f" and size > 40:
                host[37 * step % host.size] = numpy.nan
            apart = cupy.asarray(host)[::step][:size]
            together = apart.copy()
            for name in ("sum", "prod", "max", "argmin", "any", "var"):
                if name in ("max", "argmin") and kind == "F" or step < 0 and name != "argmin":
                    continue
                with numpy.errstate(all="ignore"):
                    found, expected = (getattr(cupy, name)(x).tobytes() for x in (apart, together))
                assert found == expected, (kind, size, name)


PACE = """
    import cupy
    where = cupy.ElementwiseKernel("int64 times", "int64 stack", '''
        volatile long long here = 0;
        for (long long k = 0; k < times; ++k) here = here + 1;
        stack = (long long)&here >> 16''')

    def threads(times):
        return len(cupy.unique(where(times, size=2048)))

    print(threads(2000))
    print(max(threads(2000) for _ in range(100)))
"""


def test_what_takes_long_is_shared_once_that_is_known():
    assert run(PACE, CUPY_HOST_THREADS="2") == ["1", "2"]


@pytest.mark.parametrize("name", ["tanh", "cbrt", "log10"])
def test_shares_do_not_change_results(name):
    script = f"""
        import cupy
        x = cupy.linspace(0.1, 3, 12001)
        found = [cupy.{name}(x) for _ in range(9)] + [cupy.{name}(x[::-1])[::-1]]
        print(len({{y.tobytes() for y in found}}))
    """
    assert run(script, CUPY_HOST_THREADS="4") == ["1"]
