"""Progress of long work."""
import sys
import types

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
