"""The generator of stubs that looks at a package instead of reading it."""
import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import extension_annotations  # noqa: E402
import extension_results  # noqa: E402
import extension_sources  # noqa: E402
import extension_stubs  # noqa: E402

SOURCE = '''
__all__ = ["Shape", "Square", "smooth", "sometimes", "describe", "tested"]
class Shape:
    """A shape.

    Parameters
    ----------
    sides : int
    """
    def __init__(self, sides=3):
        self.sides = sides

    @property
    def corners(self):
        """int: as many as sides."""

    @classmethod
    def from_name(cls, name): ...

    def grown(self, by=1.5):
        """Grow.

        Parameters
        ----------
        by : float, optional

        Returns
        -------
        Shape
        """

class Square(Shape):
    def area(self): return 1.0

def smooth(x, /, size=3, mode="wrap", *, out=None):
    """Smooth.

    Parameters
    ----------
    x : array_like
    size : int or sequence of ints
    mode : {'wrap', 'clip'}
    out : ndarray

    Returns
    -------
    y : ndarray
    n : int
    """

def sometimes(x, full=False):
    """Solve.

    Returns
    -------
    y : ndarray
    info : dict
        Only if `full`.
    """
    return (x, {}) if full else x

def describe(x, mode):
    """No types."""
    return x

def tested(x):
    """Test.

    Returns
    -------
    res : MoodResult
        An object with attributes:

        statistic : float
            With a remark : of its own.
        pvalue : float or ndarray
    """
    return x
'''


@pytest.fixture
def stub(monkeypatch, tmp_path):
    (tmp_path / "shapes.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "shapes", raising=False)
    return extension_stubs.Stub(extension_stubs.Package("shapes"), "shapes")


@pytest.mark.parametrize("line", [
    "def smooth(x: ArrayLike, /, size: SupportsIndex | Sequence[SupportsIndex] = ..., "
    "mode: Literal['wrap', 'clip'] = ..., *, out: ndarray | None = ...) -> tuple[ndarray, int]: ...",
    "def sometimes(x: ArrayLike, full: Literal[False] = ...) -> ndarray: ...",
    "def sometimes(x: ArrayLike, full: Literal[True]) -> tuple[ndarray, dict[Any, Any]]: ...",
    "def sometimes(x: ArrayLike, full: Any = ...) -> ndarray | tuple[ndarray, dict[Any, Any]]: ...",
    "def tested(x: ArrayLike) -> _MoodResult: ...",
    "    pvalue: ndarray | float",
    "def describe(x: ArrayLike, mode: Literal['wrap', 'clip']) -> Any: ...",     # as its neighbours say
    "class Square(Shape):",
    "    def corners(self) -> int: ...",
    "    def from_name(cls, name: Any) -> Shape: ...",
    "    def grown(self, by: float = ...) -> Shape: ...",
    "    sides: int",
])
def test_lines(stub, line):
    text = stub.text()
    ast.parse(text)
    assert line in text.splitlines(), text


@pytest.mark.parametrize("annotation, default, wanted", [
    ("SupportsIndex", None, "SupportsIndex | None"), ("_bool", False, "_bool"), ("float", 1, "float"),
    ("Literal['a']", "a", "Literal['a']"), ("Literal['a']", "b", "Literal['a'] | Literal['b']"),
    ("Sequence[int]", (None, 1), "Any")])
def test_defaults_are_admitted(annotation, default, wanted):
    assert extension_annotations.widen(annotation, default) == wanted


def test_overloads_of_an_option_with_defaults_before_it():
    found = [({"output": "'ba'"}, "int"), ({"output": "'sos'"}, "str")]
    parts = ["N: int", "analog: _bool = ...", "output: str = ...", "fs: float = ..."]
    assert extension_results.overloads("f", parts, found).splitlines()[1::2] == [
        "def f(N: int, analog: _bool = ..., output: Literal['ba'] = ..., fs: float = ...) -> int: ...",
        "def f(N: int, analog: _bool = ..., *, output: Literal['sos'], fs: float = ...) -> str: ...",
        "def f(N: int, analog: _bool, output: Literal['sos'], fs: float = ...) -> str: ..."]


def test_of_classes_of_one_name_a_module_has_its_own(monkeypatch, tmp_path):
    (tmp_path / "twins").mkdir()
    (tmp_path / "twins" / "__init__.py").write_text("from twins import first, second\n__all__ = ['first', 'second']\n")
    for name in ("first", "second"):
        (tmp_path / "twins" / f"{name}.py").write_text('''
__all__ = ["Mode", "take"]
class Mode:
    @property
    def other(self) -> "Mode":
        """Another."""

def take(mode):
    """Take.

    Parameters
    ----------
    mode : Mode or str
    """
''')
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("first", "second"):
        text = extension_stubs.Stub(extension_stubs.Package("twins"), f"twins.{name}").text()
        assert "import Mode" not in text and "def take(mode: Mode | str)" in text, text


TYPED = '''
from __future__ import annotations
import functools
from typing import Any, overload

__all__ = ["Assigned", "Derived", "Known", "Partly", "Uses", "hidden", "plain", "told"]

def told(x: int, *, copy: bool = False) -> str: ...
def less(x, *, copy: bool = False) -> str: ...
def vague(x: Any) -> str: ...
def plain(x: float) -> str: ...
def wide(x: numpy.ndarray | ArrayLike | None, n: Int) -> str: ...
def hidden(x: int) -> _Private: ...
@overload
def chosen(x: int) -> int: ...
@overload
def chosen(x: str) -> str: ...
def chosen(x: int | str) -> int | str: return x
@functools.lru_cache
def kept(x: int) -> str: ...
def made(function):
    return lambda x: function(x)
other = made(told)

class Known:
    def __init__(self, x: str) -> None: ...
    @property
    def size(self) -> int: ...
class Partly:
    def size(self, of): ...
class Derived(Partly):
    pass
class Assigned:
    def __init__(self, x: int) -> None:
        self.x = x
class Uses:
    def known(self) -> Known: ...
    def partly(self) -> Partly: ...
'''


@pytest.fixture
def typed_source(tmp_path, monkeypatch):
    (tmp_path / "typed").mkdir()
    (tmp_path / "typed" / "__init__.py").write_text("from typed._source import *\nfrom typed._source import __all__\n")
    (tmp_path / "typed" / "_source.py").write_text(TYPED)
    for name in ("typed", "typed._source"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    import typed._source

    return typed._source


@pytest.mark.parametrize("name, stub, wanted", [
    ("told", "def told(x: int, *, copy: _bool = ...) -> str: ...", True),
    ("told", "def told(x: int, *, copy: _bool = ...) -> str | None: ...", True),        # the source gives no more
    ("told", "def told(x: int | None, *, copy: _bool = ...) -> str: ...", False),       # it takes less
    ("told", "def told(x: int, *, copy: _bool) -> str: ...", False),
    ("less", "def less(x: int, *, copy: _bool = ...) -> str: ...", False),
    ("vague", "def vague(x: Any) -> str: ...", True), ("vague", "def vague(x: int) -> str: ...", False),
    ("wide", "def wide(x: float | ArrayLike, n: SupportsIndex) -> str: ...", True),
    ("wide", "def wide(x: str, n: SupportsIndex) -> str: ...", False),
    ("chosen", "def chosen(x: int | str) -> int | str: ...", True),
    ("chosen", "def chosen(x: int) -> int: ...\ndef chosen(x: str) -> str: ...", True),
    ("chosen", "def chosen(x: str) -> int: ...\ndef chosen(x: str) -> str: ...", False),
    ("chosen", "\n".join(["def chosen(x: int) -> int: ..."] * 3), False),               # more forms than the source has
    ("kept", "def kept(x: int) -> str: ...", False), ("other", "def other(x: int) -> str: ...", False)])
def test_functions_come_from_sources_that_say_as_much(typed_source, name, stub, wanted):
    assert extension_sources.home(getattr(typed_source, name), stub) == ("typed._source" if wanted else None)


def test_classes_come_from_sources_with_all_that_they_name(typed_source):
    package = extension_stubs.Package("typed")
    assert package.from_sources == {typed_source.Known}
    text = extension_stubs.Stub(package, "typed").text()
    assert "from typed._source import Known as Known" in text and "class Uses:" in text and "import plain" in text
    assert "def hidden" in text         # which names a class that nobody else knows


def test_a_module_that_says_all_has_no_stub(tmp_path, monkeypatch):
    (tmp_path / "plain_source.py").write_text("__all__ = ['told']\ndef told(x: str) -> str: ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert extension_stubs.Stub(extension_stubs.Package("plain_source"), "plain_source").text() is None
