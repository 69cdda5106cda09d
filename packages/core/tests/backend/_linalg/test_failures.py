"""Failures that kernels leave on the device, and when they are raised."""
import numpy
import pytest

import cupy
from cupy._linalg.decompose import failures

cupyx = pytest.importorskip("cupyx")
pytestmark = pytest.mark.optional


def test_one_word_for_calls_of_a_kind():
    first = failures.word("one")
    assert failures.word("one") is first and failures.word("other") is not first
    assert cupy.ones(2).get().tolist() == [1, 1]
    assert failures.word("one") is not first
    failures.check()


def test_the_next_copy_to_the_host_raises_once():
    failures.word("it failed").fill(3)
    with pytest.raises(numpy.linalg.LinAlgError, match="it failed"):
        cupy.ones(2).get()
    assert cupy.ones(2).get().tolist() == [1, 1]


def test_at_once_or_never():
    with cupyx.errstate(linalg="raise"):
        failures.word("now").fill(1)
        with pytest.raises(numpy.linalg.LinAlgError, match="now"):
            failures.launched()
    with cupyx.errstate(linalg="ignore"):
        assert failures.word("never") is None
        failures.launched()


class Status:
    """In place of an array: remembers on which stream it is read."""

    def __init__(self, value, seen):
        self.value, self.seen = value, seen

    def get(self, stream):
        self.seen.append(stream)
        return numpy.array(self.value)


class Recording:
    """In place of a stream."""

    capturing = True

    def is_capturing(self):
        return self.capturing


def test_statuses_are_read_on_their_own_streams():
    seen = []
    stream = cupy.cuda.Stream()
    with stream:
        failures.expect_zero(Status(0, seen), "kept")
    failures.check()
    assert seen == [stream]


def test_a_stream_that_is_captured_is_left_alone():
    seen, stream = [], Recording()
    failures.expect_zero(cupy.zeros(1, "i"), "fine")
    failures._state.kept.append((Status(1, seen), "later", stream))
    cupy.ones(1).get()
    assert not seen
    stream.capturing = False
    with pytest.raises(numpy.linalg.LinAlgError, match="later"):
        cupy.ones(1).get()
    assert seen == [stream]


def test_a_status_in_a_graph_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(failures, "get_current_stream", Recording)
    failures.expect_zero(cupy.ones(1, "i"), "of a graph")
    assert failures.word("of a graph") is None
    failures.check()


def test_failures_of_a_block_that_raises_are_forgotten_and_those_before_it_are_not():
    failures.expect_zero(cupy.zeros(1, "i"), "fine")
    with pytest.raises(KeyError), failures.unless(8):
        assert failures.unusual() == 8
        failures.expect_zero(cupy.ones(1, "i"), "forgotten")
        raise KeyError
    assert failures.unusual() is None
    failures.check()
    failures.expect_zero(cupy.ones(1, "i"), "before")
    with pytest.raises(KeyError), failures.unless(8):
        failures.check()
        raise KeyError
    with pytest.raises(numpy.linalg.LinAlgError, match="before"):
        failures.check()
    with failures.unless(8):
        failures.expect_zero(cupy.ones(1, "i"), "within")
    with pytest.raises(numpy.linalg.LinAlgError, match="within"):
        failures.check()


def test_a_block_raises_its_own_failures_at_once():
    failures.expect_zero(cupy.ones(1, "i"), "earlier")
    entered = False
    with pytest.raises(numpy.linalg.LinAlgError, match="earlier"), failures.at_once():
        entered = True
    assert not entered and failures.mode() is None
    with pytest.raises(numpy.linalg.LinAlgError, match="own"), failures.at_once():
        failures.expect_zero(cupy.ones(1, "i"), "own")
        entered = True
    assert not entered and failures.mode() is None
