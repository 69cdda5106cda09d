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
import functools
from typing import overload

def told(x: int, *, copy: bool = False) -> str: ...
def less(x, *, copy: bool = False) -> str: ...
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
'''


def test_what_sources_say_is_imported(tmp_path, monkeypatch):
    """Functions whose source says all that the stub would, in as many overloads, and not what decorators hide."""
    (tmp_path / "typed_source.py").write_text(TYPED)
    monkeypatch.syspath_prepend(tmp_path)
    import typed_source

    def home(name, *texts):
        return extension_sources.home(getattr(typed_source, name), "\n".join(texts))

    assert home("told", "def told(x: int, *, copy: _bool = ...) -> str: ...") == "typed_source"
    assert home("told", "def told(x: int, *, copy: _bool) -> str: ...") is None
    assert home("told", "def told(x: int | None, *, copy: _bool = ...) -> str: ...") is None
    assert home("less", "def less(x: int, *, copy: _bool = ...) -> str: ...") is None
    overloads = ["@overload", "def chosen(x: int) -> int: ...", "@overload", "def chosen(x: str) -> str: ..."]
    assert home("chosen", *overloads) == "typed_source"
    assert home("chosen", "def chosen(x: int | str) -> int | str: ...") is None
    assert home("kept", "def kept(x: int) -> str: ...") is None
    assert home("other", "def other(x: int) -> str: ...") is None
