"""Recordings of operations: what is written down, and that nothing stays behind."""
import json
import re
import subprocess
import sys
import threading

import numpy
import pytest

import cupy
from cupyx.profiler import record


@pytest.fixture(scope="module")
def recording():
    """Of a kernel, a reduction, a product, a transform, a view's sum, a copy to the host."""
    a = cupy.ones((64, 32), "f4")
    (a + 1).sum(axis=0), a @ a.T, cupy.fft.fft(a)        # loaded before
    with record() as found:
        b = a + 1
        b.sum(axis=0)
        a @ a.T
        cupy.fft.fft(a.astype("F"))
        a[:4].sum()
        b.get()
    return found


def named(recording, word):
    return [item for item in recording.operations if word in item.name]


def test_kernels_have_names_and_bytes(recording):
    add, = named(recording, "add")
    assert add.kind == "kernel" and add.bytes == 2 * 64 * 32 * 4
    whole, part = named(recording, "sum")[0], named(recording, "sum")[-1]
    assert whole.bytes == (64 * 32 + 32) * 4 and part.bytes == (4 * 32 + 1) * 4
    copy = [item for item in recording.operations if item.kind == "copy"][-1]
    assert copy.bytes >= 2 * 64 * 32 * 4


def test_libraries_and_waits(recording):
    kinds = [item.kind for item in recording.operations]
    assert "wait" in kinds
    assert [item for item in named(recording, "fft") if item.kind == "library"]


def test_times_are_in_order(recording):
    starts = [item.start for item in recording.operations]
    assert starts == sorted(starts) and 0 <= starts[0] and starts[-1] < recording.duration
    assert all(item.host_time >= 0 for item in recording.operations)
    kernels = [item for item in recording.operations if item.kind == "kernel"]
    assert all(item.device_time is not None and 0 <= item.device_time < recording.duration for item in kernels)


def test_memory(recording):
    assert max(held for _, _, held in recording.memory) >= 64 * 32 * 4
    assert [t for t, _, _ in recording.memory] == sorted(t for t, _, _ in recording.memory)


def test_table(recording):
    rows = {row["name"]: row for row in recording.summary()}
    add = next(row for name, row in rows.items() if "add" in name)
    assert add["calls"] == 1 and add["share"] > 0
    lines = recording.table(rows=2).splitlines()
    assert len(lines) == 6 and lines[3].startswith("… and")
    assert re.search(r"of which the device worked .* waits, .* allocations", str(recording))


def test_trace(recording, tmp_path):
    recording.save_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    add = [event for event in events if event["ph"] == "X" and "add" in event["name"]]
    assert {event["pid"] for event in add} == {0, 1}
    assert any(event["ph"] == "C" and event["args"]["bytes"] > 0 for event in events)


def test_page(recording, tmp_path):
    recording.save_html(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert {lane["name"] for lane in data["lanes"]} >= {"thread 0", "device 0"}
    assert any("add" in name for name, *_ in data["names"])


def test_names_are_text_on_the_page(tmp_path):
    kernel = cupy.RawKernel('extern "C" __global__ void evil(float *x) { x[0] = 1; }', "evil")
    with record() as found:
        kernel((1,), (1,), (cupy.zeros(1, "f4"),))
    item = next(item for item in found.operations if "evil" in item.name)
    found.operations = [type(item)(**{**vars(item), "name": "</script><b>"})]
    found.save_html(tmp_path / "page.html")
    assert "</script><b>" not in (tmp_path / "page.html").read_text()


def test_limit():
    a = cupy.ones(4)
    with record(limit=2) as found:
        for _ in range(5):
            a + 1
    assert len([item for item in found.operations if item.kind != "miss"]) == 2 and found.dropped >= 3
    assert "were not kept" in str(found)


def test_only_one_at_a_time():
    with record():
        with pytest.raises(RuntimeError, match="recorded already"), record():
            pass
    with record() as found:
        cupy.zeros(3) + 1
    assert found.operations


def test_after_an_error_nothing_is_recorded():
    with pytest.raises(ZeroDivisionError), record() as found:
        a = cupy.ones(8) * 2
        1 / 0
    assert named(found, "multiply")
    count = len(found.operations)
    numpy.testing.assert_array_equal((a + 1).get(), 3)
    assert len(found.operations) == count


def test_threads():
    a = cupy.ones(16)

    def work():
        for _ in range(20):
            a + 1

    a + 1
    with record() as found:
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    adds = named(found, "add")
    assert len(adds) == 60 and len({item.thread for item in adds}) == 3


def test_streams_and_graphs():
    a = cupy.ones(1024)
    a * 3
    stream = cupy.cuda.Stream(non_blocking=True)
    with record() as found:
        with stream:
            a * 3
            stream.begin_capture()
            a * 3
            graph = stream.end_capture()
        graph.launch(stream)
        stream.synchronize()
    assert any(item.kind == "graph" for item in found.operations)
    assert any(item.stream == stream.ptr for item in named(found, "multiply"))


def test_misses(tmp_path):
    code = f"#define NUMBER {abs(hash(str(tmp_path)))}\n" + 'extern "C" __global__ void fresh(float *x) { x[0] = 2; }'
    with record() as found:
        cupy.RawKernel(code, "fresh")((1,), (1,), (cupy.zeros(1, "f4"),))
    assert any(item.kind == "miss" and "compiler" in item.name for item in found.operations)


def test_command(tmp_path):
    (tmp_path / "program.py").write_text(
        "import sys, cupy\nprint((cupy.arange(4) + 1).get().tolist(), sys.argv[1:])\nsys.exit(3)\n")
    done = subprocess.run([sys.executable, "-m", "cupyx.profiler", "--trace", tmp_path / "t.json", "--html",
                           tmp_path / "t.html", tmp_path / "program.py", "--own", "1"], capture_output=True, text=True)
    assert done.returncode == 3, done.stderr
    assert done.stdout == "[1, 2, 3, 4] ['--own', '1']\n"
    assert "add" in done.stderr and "device ms" in done.stderr
    assert json.loads((tmp_path / "t.json").read_text()) and (tmp_path / "t.html").stat().st_size > 1000
