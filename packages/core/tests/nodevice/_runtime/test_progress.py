"""Progress of long work."""
import sys
import threading
import time
import types

import pytest

from cupy._runtime import progress


def test_a_log_is_told_now_and_then(capsys, monkeypatch):
    clock = iter([0.0, 4.0, 11.0, 11.0, 12.0, 30.0, 30.0])
    monkeypatch.setattr(progress, "time", types.SimpleNamespace(monotonic=lambda: next(clock)))
    assert list(progress.shown([5, 6, 7, 8], "kernels", logged=True)) == [5, 6, 7, 8]
    assert capsys.readouterr().err == "[2/4] kernels\n[4/4] kernels\n"


def test_nothing_is_said_unless_asked(capsys):
    items = [1, 2]
    assert progress.shown(items, "kernels") is items
    assert capsys.readouterr().err == ""


def test_a_terminal_has_a_bar(monkeypatch):
    calls = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(
        tqdm=lambda items, *words, **options: calls.append((words, options)) or iter(items)))
    assert list(progress.shown([1, 2], "kernels", 2, "kernel")) == [1, 2]
    assert calls[0][0] == ("kernels", 2) and calls[0][1]["unit"] == " kernel"
    monkeypatch.setitem(sys.modules, "tqdm", None)      # is not installed
    assert list(progress.shown([1, 2], "kernels", logged=True)) == [1, 2]


def test_a_word_that_passes(capsys, monkeypatch):
    """What is quick is not spoken of, nor is anything but on a terminal; an error takes the line away too."""
    monkeypatch.setattr(progress, "_DELAY", 0.05)
    with progress.told("cupy: compiling add"):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "_DELAY", 30)
    with progress.told("cupy: compiling add"):
        pass
    assert capsys.readouterr().err == "" and threading.active_count() == before()
    monkeypatch.setattr(progress, "_DELAY", 0.05)
    with pytest.raises(ValueError, match="wrong"), progress.told("cupy: compiling add"):
        time.sleep(0.3)
        raise ValueError("wrong")
    assert capsys.readouterr().err == "\rcupy: compiling add …\r\033[K"


@pytest.mark.parametrize("stream", ["none", "closed"])
def test_programs_without_standard_error(tmp_path, monkeypatch, stream):
    """A kernel is compiled there too."""
    file = open(tmp_path / "log", "w")
    file.close()
    monkeypatch.setattr(sys, "stderr", None if stream == "none" else file)
    with progress.told("cupy: compiling add"):
        assert progress.shown([1], "kernels") == [1]


def before():
    """Threads that are none of a timer's."""
    return sum(not isinstance(thread, threading.Timer) for thread in threading.enumerate())
