"""Graphs: what may be recorded, what waits, random numbers, replays with new inputs."""
import numpy as np
import pytest

import cupy

WAITING = {
    "get": lambda y, s: y.get(), "item": lambda y, s: y[0].item(), "bool": lambda y, s: bool(y.sum()),
    "nonzero": lambda y, s: cupy.nonzero(y), "mask": lambda y, s: y[y > 2], "unique": lambda y, s: cupy.unique(y),
    "repr": lambda y, s: repr(y), "stream": lambda y, s: s.synchronize(),
    "device": lambda y, s: cupy.cuda.Device().synchronize(),
    "runtime": lambda y, s: cupy.cuda.runtime.deviceSynchronize(),
}


def warm_up(function):
    """Compile what a capture needs."""
    function()
    cupy.cuda.Device().synchronize()


@pytest.mark.parametrize("name", sorted(WAITING))
def test_what_waits_is_refused_and_the_capture_goes_on(name):
    x = cupy.arange(4.0)
    warm_up(lambda: WAITING[name](x + 1, cupy.cuda.get_current_stream()))
    warm_up(lambda: (x + 1) * 2)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        y = x + 1
        with pytest.raises(RuntimeError, match="capture"):
            WAITING[name](y, stream)
        assert stream.is_capturing() and not stream.done
        z = y * 2
        graph = stream.end_capture()
        graph.launch()
        stream.synchronize()
        assert stream.done
    assert z.get().tolist() == [2, 4, 6, 8]


def test_values_of_the_host_are_those_of_the_capture():
    x = cupy.arange(3.0)
    warm_up(lambda: x + cupy.asarray([1.0, 2.0, 3.0]))
    values = np.array([10.0, 20.0, 30.0])
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        y = x + cupy.asarray(values)
        values[:] = 0
        graph = stream.end_capture()
        for _ in range(2):
            graph.launch()
        stream.synchronize()
    assert y.get().tolist() == [10, 21, 32]


def test_products_of_large_matrices_are_recorded():
    a = cupy.eye(300)
    warm_up(lambda: a @ a)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        product = a @ a
        graph = stream.end_capture()
        for k in (2, 3):
            a *= k
            graph.launch()
        stream.synchronize()
    assert product.trace().item() == 300 * 36


@pytest.mark.parametrize("draw", [lambda rng: rng.random(300), lambda rng: rng.standard_normal(5, dtype="f"),
                                  lambda rng: rng.integers(0, 1000, 7), lambda rng: rng.gamma(2.0, size=9)])
@pytest.mark.parametrize("generator", [cupy.random.XORWOW, cupy.random.MRG32k3a, cupy.random.Philox4x3210])
def test_random_numbers_go_on(draw, generator):
    rng, same = (cupy.random.Generator(generator(7)) for _ in range(2))
    warm_up(lambda: draw(cupy.random.Generator(generator(0))))
    want = [draw(same).get() for _ in range(7)]
    first = draw(rng).get()
    stream = cupy.cuda.Stream(non_blocking=True)
    got = []
    with stream:
        stream.begin_capture()
        x, y = draw(rng), draw(rng)
        graph = stream.end_capture()
        for _ in range(2):
            graph.launch()
            got += [x.get(), y.get()]
        got.append(draw(rng).get())         # numbers outside of the graph come behind those of its replays
        graph.launch()
        got.append(x.get())
    for a, b in zip([first, *got], want, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_graph_in_a_graph():
    try:
        cupy._runtime.driver.backend().service("graphs")
    except ImportError as error:
        pytest.skip(str(error))
    x = cupy.zeros(3)
    warm_up(lambda: cupy.add(x, 0, out=x))
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        x += 1
        inner = stream.end_capture()
        stream.begin_capture()
        inner.launch()
        inner.launch()
        outer = stream.end_capture()
        outer.launch()
        stream.synchronize()
    assert x.get().tolist() == [2, 2, 2]


def test_replays_with_new_inputs():
    calls = []

    def f(x, y, factor):
        calls.append(1)
        return cupy.sqrt(x) * factor + y, (x @ y).sum()

    rng = np.random.default_rng(0)
    x, y = rng.random((2, 4, 4))
    graph = cupy.cuda.capture(f)(cupy.asarray(x), cupy.asarray(y), 3)
    assert len(calls) == 2
    for _ in range(3):
        first, second = graph.outputs
        np.testing.assert_allclose(first.get(), np.sqrt(x) * 3 + y)
        np.testing.assert_allclose(second.get(), (x @ y).sum())
        x, y = rng.random((2, 4, 4))
        assert graph(cupy.asarray(x), cupy.asarray(y), 3) is graph.outputs
    assert len(calls) == 2


def test_replays_that_do_not_fit():
    graph = cupy.cuda.capture(lambda x, n: x + n)(cupy.ones(3), 2)
    for args, error in [((cupy.ones(3),), TypeError), ((cupy.ones(4), 2), ValueError),
                        ((cupy.ones(3, "f"), 2), ValueError), ((cupy.ones(3), 3), TypeError), ((1.0, 2), TypeError)]:
        with pytest.raises(error):
            graph(*args)
    with pytest.raises(TypeError):
        cupy.cuda.capture(3)


def test_a_function_that_waits_leaves_no_capture_behind():
    with pytest.raises(RuntimeError, match="capture"):
        cupy.cuda.capture(lambda x: x[x > 0])(cupy.ones(3))
    assert cupy.cuda.capture(lambda x: x + 1)(cupy.ones(3)).outputs.get().tolist() == [2, 2, 2]
