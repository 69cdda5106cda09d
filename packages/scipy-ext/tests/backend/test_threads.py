"""The number of threads of the host backend, set and read."""
import pytest

import cupy
import cupyx


@pytest.fixture(autouse=True)
def _as_before():
    with cupyx.set_host_threads(cupyx.get_host_threads()):
        yield


def test_set_and_read():
    cupyx.set_host_threads(3)
    assert cupyx.get_host_threads() == 3
    assert int(cupy.arange(1 << 20).sum()) == (1 << 19) * ((1 << 20) - 1)


def test_blocks_end_with_what_was_before():
    cupyx.set_host_threads(2)
    with cupyx.set_host_threads(5):
        assert cupyx.get_host_threads() == 5
        with pytest.raises(KeyError), cupyx.set_host_threads(1):
            assert cupyx.get_host_threads() == 1
            raise KeyError
        assert cupyx.get_host_threads() == 5
    assert cupyx.get_host_threads() == 2


@pytest.mark.parametrize(("count", "error"), [
    (0, ValueError), (-2, ValueError), (1 << 20, ValueError), (1.5, TypeError), ("2", TypeError)])
def test_what_is_no_number_of_threads(count, error):
    before = cupyx.get_host_threads()
    with pytest.raises(error):
        cupyx.set_host_threads(count)
    assert cupyx.get_host_threads() == before


def test_attributes_follow():
    if cupy.cuda.Device().attributes["MultiProcessorCount"] != cupyx.get_host_threads():
        pytest.skip("a GPU's multiprocessors are its own")
    cupyx.set_host_threads(7)
    assert cupy.cuda.Device().attributes["MultiProcessorCount"] == 7
