"""The generator of names and stubs."""
import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import doc_types  # noqa: E402
import gen_names  # noqa: E402
import gen_stub  # noqa: E402

DOC = """Join.

    Parameters
    ----------
    arrays : sequence of array_like
        What to join.
    axis : int or None, optional
        Where.
    order, casting : {'C', 'F'}, optional
        How.
    like : cupy thing
        Unknown words.

    Returns
    -------
    %s
        The joined array.

    Examples
    --------
    x : int
    """


def test_parameter_types():
    assert doc_types.parameter_types(DOC % "ndarray") == {
        "arrays": "Sequence[ArrayLike]", "axis": "SupportsIndex | None", "order": "Literal['C', 'F']",
        "casting": "Literal['C', 'F']", "like": "Any"}


@pytest.mark.parametrize("phrase, annotation", [
    ("ndarray", "ndarray"), ("out : ndarray of bool", "ndarray"),
    ("ndarray or tuple of ndarray", "ndarray | tuple[ndarray, ...]"),
    ("bool", "_bool"), ("tuple of ints", "tuple[int, ...]"), ("something else", "Any")])
def test_result_type(phrase, annotation):
    assert doc_types.result_type(DOC % phrase) == annotation


def test_two_results():
    doc = DOC.replace("    %s\n        The joined array.", "    q : ndarray\n        One.\n    r : int\n        Two.")
    assert doc_types.result_type(doc) == "tuple[ndarray, int]"


PYTHON = f'''
"""A module."""
from numpy import float32
import numpy
def join(arrays, axis=None, *, order="C", casting=None, like=None):
    """{DOC % "ndarray"}"""
def made(shape, dtype=float):
    """Make.

    Parameters
    ----------
    shape : int
    dtype : data-type, optional

    Returns
    -------
    ndarray
    """
merge = join
add = ufunc("add", 2, 1, [])
both = ufunc("both", 1, 2, [])
finfo = numpy.finfo
def said(x: int, *rest: str) -> int: ...
def zeros(shape: int, dtype: DTypeLike = float) -> ndarray: ...
class Silent:
    def speak(self): ...
class Thing(ValueError):
    def _hidden(self): ...
    @property
    def size(self) -> int: ...
'''

CYTHON = '''# A module.
cdef int inner(int x): return x
def take(ndarray a not None, Py_ssize_t n=0, *args, dtype=None):
    """Take."""
    return a
cdef class Holder:
    """Holds."""
    cdef readonly int size      # in bytes
    def get(self, str name, int at=(1, 2)[0]):
        """Get."""
'''


@pytest.fixture
def sources(tmp_path):
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "a.py").write_text(PYTHON)
    (package / "b.pyx").write_text(CYTHON)
    (package / "c.py").write_text("from pkg.a import join as joined\n")
    return gen_stub.Sources(package)


@pytest.mark.parametrize("module, name, expected", [
    ("pkg.a", "join", "def join(arrays: Sequence[ArrayLike], axis: SupportsIndex | None = ..., *, "
     "order: Literal['C', 'F'] = ..., casting: Literal['C', 'F'] | None = ..., "
     "like: ArrayLike | None = ...) -> ndarray: ...\n"),
    ("pkg.a", "merge", "def merge("),
    ("pkg.a", "made", "@overload\ndef made(shape: SupportsIndex, dtype: DTypeOf[Scalar]) "
     "-> NDArray[Scalar]: ...\n"),
    ("pkg.a", "add", "add: ufunc[ndarray]\n"),
    ("pkg.a", "both", "both: ufunc[tuple[ndarray, ndarray]]\n"),
    ("pkg.a", "finfo", "from numpy import finfo as finfo\n"),
    ("pkg.a", "float32", "from numpy import float32 as float32\n"),
    ("pkg.a", "Thing", "class Thing(ValueError):\n    @property\n    def size(self) -> int: ...\n"),
    ("pkg.b", "take", "def take(a: ndarray, n: SupportsIndex = ..., *args: Any, dtype: Any = ...) -> Any: ...\n"),
    ("pkg.b", "Holder", "@disjoint_base\nclass Holder:\n    @property\n    def size(self) -> int: ...\n"
     "    def get(self, name: str, at: SupportsIndex = ...) -> Any: ...\n"),
    ("pkg.c", "joined", "def joined(arrays"),
])
def test_definition(sources, module, name, expected):
    sources.own = module
    text = sources.define(name, module)
    assert text.startswith(expected), text
    ast.parse(text)


@pytest.mark.parametrize("module, name, imported", [
    ("pkg.a", "join", False), ("pkg.a", "said", True), ("pkg.a", "zeros", False), ("pkg.a", "Thing", True),
    ("pkg.a", "Silent", False), ("pkg.b", "take", True), ("pkg.b", "Holder", True)])
def test_what_is_annotated_is_imported(sources, module, name, imported):
    """What Python source says is said once; a compiled module has a stub."""
    assert (sources.define(name, module) == f"from {module} import {name} as {name}\n") is imported


def test_stub_of_a_compiled_module(sources):
    text = gen_stub.compiled_text(sources.package, "pkg.b")
    assert "def take(a: ndarray, " in text and "class Holder:\n" in text
    assert text.endswith("def __getattr__(name: str) -> Any: ...\n")
    ast.parse(text)


def test_classes_keep_their_bases(sources):
    """Methods of a base in another module are the class's own; a base in the stub is named."""
    (sources.package / "mixin.py").write_text("class Mixin:\n    def mixed(self) -> int: ...\n")
    (sources.package / "d.py").write_text(
        "from pkg.mixin import Mixin\nclass Base(Mixin):\n    def own(self): ...\nclass Child(Base): ...\n")
    for _ in range(2):      # the second time a stub lies there
        text = gen_stub.module_text(sources.package, "pkg.d", ["Base", "Child"])
        (sources.package / "d.pyi").write_text(text)
        assert "class Base:\n    def own(self) -> Any: ...\n    def mixed(self) -> int: ...\n" in text
        assert "class Child(Base):" in text


def test_lazy_package(sources):
    folder = sources.package / "sub"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        '_WHERE = {"Thing": "things"}\n_MODULES = ("things",)\ndef ready() -> bool: ...\n')
    (folder / "things.py").write_text("class Thing: ...\n")
    assert gen_stub.names_of_lazy_package(folder / "__init__.py") == ["Thing", "ready", "things"]
    text = gen_stub.module_text(sources.package, "pkg.sub", ["Thing", "ready", "things"])
    assert "from pkg.sub.things import Thing as Thing\n" in text
    assert "from pkg.sub import things as things\n" in text
    assert "from builtins import bool as _bool\n" in text and "def ready() -> _bool: ...\n" in text


def test_names_are_stated_once(tmp_path, monkeypatch):
    monkeypatch.setattr(gen_names, "CORE", tmp_path)
    for family in ("_math", "_logic", "_runtime"):
        (tmp_path / family).mkdir()
        (tmp_path / family / "a.py").write_text('__all__ = [\n    "one",\n]\n')
    with pytest.raises(SystemExit, match="one is in __all__ of"):
        gen_names.collect()
    (tmp_path / "_math" / "a.py").write_text("")
    assert gen_names.collect()["one"] == f"{tmp_path.name}._logic.a"


@pytest.mark.parametrize("name, wanted", [
    ("malloc", "int"), ("streamCreate", "int"), ("deviceGetLimit", "int"), ("eventQuery", "int"), ("free", "None"),
    ("memcpyAsync", "None"), ("deviceSetLimit", "None"), ("memGetInfo", "tuple[int, int]"), ("hostUnregister", "None"),
    ("ipcOpenMemHandle", "int"), ("ipcGetMemHandle", "_bytes"), ("launchKernel", "None"), ("graphInstantiate", "int"),
    ("deviceGetPCIBusId", "str"), ("pointerGetMemoryType", "int"), ("streamEndCapture", "int")])
def test_results_of_functions_of_numbers(name, wanted):
    assert doc_types.number_result(name) == wanted
