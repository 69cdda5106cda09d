"""cupyx.profiler: the report of times, and ranges."""
import numpy as np
import pytest

import cupy
from cupyx import profiler
from cupyx.profiler._time import _PerfCaseResult

TIMES = np.array([[5.4, 7.1, 6.0, 5.4, 4.2], [6.4, 4.3, 8.9, 9.6, 3.8]]) * 1e-6
CPU = "name                :    CPU:    5.620 us   +/- 0.943 (min:    4.200 / max:    7.100) us"


def test_report():
    result = _PerfCaseResult("name", TIMES, (0,))
    assert result.to_str() == CPU
    assert str(result) == CPU + "     GPU-0:    6.600 us   +/- 2.344 (min:    3.800 / max:    9.600) us"
    single = _PerfCaseResult("name", TIMES[:, :1], (0,))
    assert str(single) == "name                :    CPU:    5.400 us     GPU-0:    6.400 us"


def test_benchmark():
    calls = []
    x = cupy.ones(10)
    result = profiler.benchmark(lambda a, b=0: calls.append(a + b), (x,), {"b": 1}, n_repeat=3, n_warmup=2, name="add")
    assert (result.name, result.cpu_times.shape, result.gpu_times.shape, len(calls)) == ("add", (3,), (1, 3), 5)
    assert (result.cpu_times > 0).all()


def test_benchmark_ends_in_time():
    assert len(profiler.benchmark(lambda: None, n_repeat=10**7, max_duration=0.01).cpu_times) < 10**7


@pytest.mark.parametrize(("arguments", "settings"), [
    ((3,), {}), ((print, 3), {}), ((print, (), 3), {}), ((print,), {"name": 3})])
def test_bad_arguments(arguments, settings):
    with pytest.raises(ValueError, match="should be"):
        profiler.benchmark(*arguments, **settings)


def test_range_is_decorator_and_context():
    @profiler.time_range(color_id=2, sync=True)
    def answer():
        return 42

    assert answer() == 42
    with profiler.time_range("block", argb_color=0xFF00FF00) as span:
        assert (span.message, span.argb_color, span.sync) == ("block", 0xFF00FF00, False)
    with pytest.raises(ValueError, match="color_id or argb_color"):
        profiler.time_range("both", 1, argb_color=3)
