"""Functions that remember their results."""
import threading

import pytest

import cupy


def counting(**options):
    calls = []

    @cupy.memoize(**options)
    def add(a, b=1):
        """Add."""
        calls.append((a, b))
        return a + b
    return add, calls


@pytest.mark.parametrize("for_each_device", [False, True])
def test_remembers_by_arguments(for_each_device):
    add, calls = counting(for_each_device=for_each_device)
    assert [add(1), add(1), add(1, 2), add(1, b=2), add(2)] == [2, 2, 3, 3, 3]
    assert calls == [(1, 1), (1, 2), (1, 2), (2, 1)]
    assert add.__name__ == "add" and add.__doc__ == "Add."


def test_clear_memo():
    add, calls = counting()
    add(1)
    cupy.clear_memo()
    add(1)
    assert len(calls) == 2


def test_unhashable_argument():
    add, _ = counting()
    with pytest.raises(TypeError, match="unhashable"):
        add([1])


def test_an_error_is_not_remembered():
    calls = []

    @cupy.memoize()
    def fail(a):
        calls.append(a)
        raise KeyError(a)
    for _ in range(2):
        with pytest.raises(KeyError):
            fail(1)
    assert len(calls) == 2


def test_threads():
    add, _ = counting()
    results = []
    threads = [threading.Thread(target=lambda: results.append(add(5))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [6] * 8
