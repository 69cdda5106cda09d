"""The simulation behind docs/scaling.md."""
import importlib.util
from pathlib import Path

import numpy
import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def scaling():
    spec = importlib.util.spec_from_file_location("generate_scaling", DOCS / "generate_scaling.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def quiet(scaling, monkeypatch):
    """Nothing varies."""
    monkeypatch.setattr(scaling, "NOISE", 0)
    monkeypatch.setattr(scaling, "HICCUP", 0)
    return lambda count: scaling.Ranks(count, numpy.random.default_rng(0))


def test_the_page_is_current(scaling):
    assert scaling.table() in scaling.PAGE.read_text()


def test_collectives_take_what_formulas_say(scaling, quiet):
    ranks = quiet(64)
    ranks.all_reduce(8)
    assert numpy.allclose(ranks.now, 3 * scaling.NEAR_LATENCY + 3 * scaling.FAR_LATENCY, rtol=1e-3)
    ranks, size = quiet(64), 1 << 30
    ranks.all_reduce(size)
    wanted = 2 * 7 / 8 * size / scaling.NEAR + 2 * 7 / 8 * size / 8 / scaling.FAR
    assert numpy.allclose(ranks.now, wanted, rtol=0.03)
    ranks = quiet(8)
    ranks.all_to_all(size)
    assert numpy.allclose(ranks.now, 7 / 8 * size / scaling.NEAR, rtol=0.02)
    ranks = quiet(1024)
    ranks.all_to_all(size)
    assert numpy.allclose(ranks.now, size / scaling.FAR, rtol=0.05)
    ranks = quiet(16)
    ranks.gather_and_return(1 << 20, 0.5)
    assert 0.5 < ranks.now[1] < ranks.now[-1] == ranks.now.max() < 0.502


def test_waiting_is_for_the_slowest(scaling, quiet):
    ranks = quiet(256)
    ranks.now[77] = 1.0
    ranks.all_reduce(8)
    assert (ranks.now > 1).all()
    ranks = quiet(256)
    ranks.now[77] = 1.0
    ranks.step((ranks.rank + 1) % 256, 8)
    assert (ranks.now > 0.5).sum() == 2


def test_nothing_to_send_is_nothing_lost(scaling, quiet):
    for function, _ in scaling.ALGORITHMS.values():
        assert scaling.simulate(function, 1) > 0
    assert scaling.simulate(scaling.k_means, 4) < 1.01 * scaling.simulate(scaling.k_means, 1)
