"""Plans: the cache and its limits, explicit plans, cupy.cuda.cufft."""
import threading

import numpy
import pytest

import cupy
from cupy import testing
from cupy.cuda import cufft
from cupy.fft._plans import get_fft_plan


@pytest.fixture
def cache():
    cache = cupy.fft.config.get_plan_cache()
    limits = cache.get_size(), cache.get_memsize()
    cache.clear()
    yield cache
    cache.clear()
    cache.set_size(limits[0])
    cache.set_memsize(limits[1])


def sample(shape):
    rng = numpy.random.default_rng(1)
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def test_equal_calls_share_a_plan(cache):
    assert cache.get_size() == 16
    a = cupy.ones(10, "F")
    for _ in range(3):
        cupy.fft.fft(a)
        cupy.fft.ifft(a)        # directions share a plan, too
    assert cache.get_curr_size() == len(cache) == 1
    cupy.fft.fft(a.astype("D"))
    assert cache.get_curr_size() == 2
    (_, newest), (_, oldest) = cache
    assert (newest.plan.fft_type, oldest.plan.fft_type) == (cufft.CUFFT_Z2Z, cufft.CUFFT_C2C)
    cupy.fft.fft(a)
    assert next(iter(cache))[1].plan is oldest.plan


def test_the_oldest_plan_goes_first(cache):
    cache.set_size(2)
    for n in (4, 5, 4, 6):
        cupy.fft.fft(cupy.ones(n, "F"))
    assert [node.plan.nx for _, node in cache] == [6, 4]
    cache.set_size(1)
    assert [node.plan.nx for _, node in cache] == [6]
    cache.set_size(0)
    numpy.testing.assert_allclose(cupy.fft.fft(cupy.ones(6, "F")).get()[0], 6)
    assert len(cache) == 0
    cache.set_size(-1)
    for n in range(2, 31):
        cupy.fft.fft(cupy.ones(n, "F"))
    assert len(cache) == 29


def test_memory_limit(cache):
    plan = cufft.Plan1d(4, cufft.CUFFT_C2C, 1)
    plan.work_size = 100
    cache.set_memsize(250)
    for key in "abc":
        cache[key] = plan
    assert [key for key, _ in cache] == ["c", "b"]
    assert cache.get_curr_memsize() == 200
    plan.work_size = 300
    cache["large"] = plan       # is used without being kept
    assert "large" not in [key for key, _ in cache]
    assert cache.get("large") is None
    with pytest.raises(KeyError):
        cache["large"]


def test_bad_limits(cache):
    for setter in (cache.set_size, cache.set_memsize, cupy.fft.config.set_plan_cache_size,
                   cupy.fft.config.set_plan_cache_max_memsize):
        with pytest.raises(ValueError, match="must be"):
            setter(-2)


def test_info_says_limits_and_plans(cache, capsys):
    cupy.fft.fft(cupy.ones(7, "F"))
    cupy.fft.config.show_plan_cache_info()
    text = capsys.readouterr().out
    assert "1 / 16" in text and "unlimited" in text and "Plan1d" in text
    cupy.fft.config.clear_plan_cache()
    assert cache.get_curr_size() == 0


def test_each_thread_has_its_own_cache(cache):
    found = []
    thread = threading.Thread(target=lambda: found.append(cupy.fft.config.get_plan_cache()))
    thread.start()
    thread.join()
    assert found[0] is not cache


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_plan_of_one_axis(axis):
    x = sample((4, 5, 6))
    a = cupy.asarray(x)
    plan = get_fft_plan(a, axes=axis)
    assert isinstance(plan, cufft.Plan1d) and plan.nx == x.shape[axis]
    with plan:
        assert cufft.get_current_plan() is plan
        numpy.testing.assert_allclose(cupy.fft.fft(a, axis=axis).get(), numpy.fft.fft(x, axis=axis))
        numpy.testing.assert_allclose(cupy.fft.ifft(a, axis=axis).get(), numpy.fft.ifft(x, axis=axis))
    assert cufft.get_current_plan() is None
    with get_fft_plan(a, 2 * x.shape[axis] - 1, axis, "C2R"):
        n = 2 * x.shape[axis] - 1
        numpy.testing.assert_allclose(cupy.fft.irfft(a, n, axis).get(), numpy.fft.irfft(x, n, axis), atol=1e-13)


@pytest.mark.parametrize("axes", [(0, 1), (1, 2), (2, 0), None])
def test_plan_of_several_axes(axes):
    x = sample((4, 5, 6))
    a = cupy.asarray(x)
    plan = get_fft_plan(a, axes=axes)
    assert isinstance(plan, cufft.PlanNd)
    with plan:
        numpy.testing.assert_allclose(cupy.fft.fftn(a, axes=axes).get(), numpy.fft.fftn(x, axes=axes))
        numpy.testing.assert_allclose(cupy.fft.ifftn(a.transpose(0, 1, 2), axes=axes).get(),
                                      numpy.fft.ifftn(x, axes=axes))
    with get_fft_plan(a.real, axes=axes, value_type="R2C"):
        numpy.testing.assert_allclose(cupy.fft.rfftn(a.real, axes=axes).get(), numpy.fft.rfftn(x.real, axes=axes))
    with get_fft_plan(a, axes=axes, value_type="C2R"):
        numpy.testing.assert_allclose(cupy.fft.irfftn(a, axes=axes).get(), numpy.fft.irfftn(x, axes=axes), atol=1e-13)


def test_plans_that_do_not_fit():
    a = cupy.asarray(sample((4, 6)))
    with get_fft_plan(a, axes=1):
        for wrong in (lambda: cupy.fft.fft(a, axis=0), lambda: cupy.fft.fft(a, 5), lambda: cupy.fft.fft(a[:2]),
                      lambda: cupy.fft.fft(a.astype("F")), lambda: cupy.fft.rfft(a.real)):
            with pytest.raises(ValueError, match="the plan"):
                wrong()
    for options in ({"axes": (0, 0)}, {"shape": (3,), "axes": (0, 1)}, {"value_type": "R2R"},
                    {"value_type": "R2C"}, {"shape": (0, 2)}):
        with pytest.raises(ValueError):
            get_fft_plan(a, **options)
    with pytest.raises(ValueError, match="two or three"):
        get_fft_plan(cupy.ones((2, 2, 2, 2)))
    with pytest.raises(IndexError):
        get_fft_plan(a, axes=2)


def test_plans_of_one_s_own():
    x = sample((3, 8)).astype("F")
    a = cupy.asarray(x)
    plan = cufft.Plan1d(8, cufft.CUFFT_C2C, 3)
    out = plan.get_output_array(a)
    plan.check_output_array(a, out)
    plan.fft(a, out, cufft.CUFFT_FORWARD)
    numpy.testing.assert_allclose(out.get(), numpy.fft.fft(x), rtol=1e-5)
    plan.fft(out, out, cufft.CUFFT_INVERSE)
    numpy.testing.assert_allclose(out.get() / 8, x, atol=1e-6)
    for wrong in (cupy.empty((3, 8)), cupy.empty((3, 7), "F")):
        with pytest.raises(ValueError, match="mismatch"):
            plan.check_output_array(a, wrong)
    with pytest.raises(TypeError):
        plan.fft(a.real, out, cufft.CUFFT_FORWARD)
    with pytest.raises(ValueError, match="direction"):
        plan.fft(a, out, 0)
    real = cufft.PlanNd((3, 8), None, 1, 0, None, 1, 0, cufft.CUFFT_R2C, 1)
    out = real.get_output_array(a.real)
    real.fft(cupy.ascontiguousarray(a.real), out, cufft.CUFFT_FORWARD)
    numpy.testing.assert_allclose(out.get(), numpy.fft.rfft2(x.real), atol=1e-5)
    typed = cufft.XtPlanNd((3, 8), None, 1, 24, "F", None, 1, 24, "F", 1, "F", order="C", last_axis=-1, last_size=8)
    out = typed.get_output_array(a)
    typed.fft(a, out, cufft.CUFFT_FORWARD)
    numpy.testing.assert_allclose(out.get(), numpy.fft.fft2(x), atol=1e-5)


def test_bad_plans():
    for build in (lambda: cufft.Plan1d(0, cufft.CUFFT_C2C, 1), lambda: cufft.Plan1d(4, 7, 1),
                  lambda: cufft.Plan1d(4, cufft.CUFFT_C2C, 0)):
        with pytest.raises(ValueError):
            build()
    assert issubclass(cufft.CuFFTError, RuntimeError)
    cufft.check_result(0)
    with pytest.raises(cufft.CuFFTError):
        cufft.check_result(8)
    assert cufft.getVersion() > 0


def test_devices_that_share_a_batch(monkeypatch):
    x = sample((5, 8))
    for devices in ([0], 1):
        cupy.fft.config.set_cufft_gpus(devices)
        monkeypatch.setattr(cupy.fft.config, "use_multi_gpus", True)
        testing.assert_allclose(cupy.fft.fft(cupy.asarray(x)), numpy.fft.fft(x), atol=1e-12)
        testing.assert_allclose(cupy.fft.ifft(cupy.asarray(x), axis=0), numpy.fft.ifft(x, axis=0), atol=1e-12)
    for wrong in (0, [], [0, 0], [99], -1):
        with pytest.raises(ValueError, match="gpus"):
            cupy.fft.config.set_cufft_gpus(wrong)
    cupy.fft.config.devices = None


def test_transforms_are_captured():
    x = sample((4, 6))
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        a = cupy.asarray(x)
        for _ in range(2):      # plans are made, and kernels loaded, outside
            cupy.fft.ifftn(a)
            cupy.fft.irfft(a, axis=0)
        stream.begin_capture()
        result = cupy.fft.ifftn(a)
        real = cupy.fft.irfft(a, axis=0)
        graph = stream.end_capture()
        a += 1
        for _ in range(3):
            graph.launch(stream)
        stream.synchronize()
        numpy.testing.assert_allclose(result.get(), numpy.fft.ifftn(x + 1), atol=1e-12)
        numpy.testing.assert_allclose(real.get(), numpy.fft.irfft(x + 1, axis=0), atol=1e-12)
