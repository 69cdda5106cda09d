"""Each layout rule finds a small violation, and is content with what is right."""
from importlib import import_module

import pytest

CORE = "packages/core/src/cupy/"
CUDA = "packages/cuda-bindings/src/cupy_cuda/"
X = "packages/scipy-ext/src/cupyx/"

#: check, file, text that is wrong, text that is right, what the message contains.
CASES = [
    ("roots", "packages/core/src/other/a.py", "", None, "core owns cupy/"),
    ("roots", CORE + "testing/more.py", "", None, "cupy.testing is one lazy file"),
    ("imports", CORE + "_math/a.py", "import scipy", "import numpy", "must not import scipy"),
    ("imports", CORE + "_math/a.py", "def f():\n    import cupyx", "import math", "must not import cupyx"),
    ("imports", CORE + "_core/a.pyx", "# a\nfrom cupy._ops.trig import sin", "# a\nfrom cupy._runtime cimport driver",
     "stands above"),
    ("imports", CORE + "_ops/a.py", "from cupy import linalg", "from cupy import _core", "stands above"),
    ("imports", CORE + "_core/a.py", "if READY:\n    from cupy.typing import NDArray",
     "if TYPE_CHECKING:\n    from cupy.typing import NDArray", "stands above"),
    ("imports", CORE + "_runtime/a.pyx", "# a\ndef f():\n    from cupy.cuda import runtime",
     "# a\ndef f():\n    import re", "stands above"),
    ("imports", CORE + "_runtime/a.pyx", '# a\ndeferred("sums.add")(1)', '# a\nimport_module("cupy._memory.a")',
     "stands above"),
    ("imports", CORE + "_core/a.py", 'def f(x):\n    import_module(f"cupy.cuda.{x}")',
     'def f(x):\n    import_module(f"cupy._codegen.{x}")', "stands above"),
    ("imports", CORE + "_core/a.pyx", '# a\npublic("asarray")(1)', '# a\npublic("sin")(1)', "may import"),
    ("imports", CORE + "_core/a.py", "def f():\n    import cupy\n    return cupy.sin(1)",
     "def f():\n    import cupy\n    return cupy.asarray(1)", "stands above"),
    ("imports", CUDA + "a.py", "import cupy", "import ctypes", "must not import cupy"),
    ("imports", X + "a.py", "import scipy", "import cupy", "must not import scipy"),
    ("imports", X + "a.py", "from cupy._core import ndarray", "from cupy._ext import Kernel", "cupy._ext"),
    ("operations", CORE + "_ops/a.py", 'add = ufunc("add", 2, 1)\nplus = ufunc("add", 2, 1)',
     'add = ufunc("add", 2, 1)', "stated in"),
    ("operations", CORE + "_ops/a.py", 'plus = ufunc("add", 2, 1)', '_add = ufunc("add", 2, 1)', "another name"),
    ("platforms", CORE + "_kernels/a.hpp", "#ifdef __CUDA_ARCH__", "#if CUPY_IS_HOST", "__CUDA_ARCH__"),
    ("platforms", CORE + "_core/a.pyx", "hipMalloc()", "api.memory_alloc()", "hipMalloc"),
    ("stems", "packages/rocm-bindings/src/cupy_rocm/odd.py", "", None, "no file of that name"),
    ("sizes", CORE + "_math/a.py", "x = 1\n" * 601, "x = 1\n" * 300, "601 lines"),
    ("cython", CORE + "_core/a.pyx", "cdef class A:\n    pass\n\ncdef class B:\n    pass\n",
     "cdef class A:\n    pass\n", "2 classes"),
    ("cython", CORE + "_core/a.cpp", "int x;", None, "only a driver.pyx"),
    ("light", CORE + "__init__.py", "import numpy", "from importlib import import_module", "loads numpy"),
    ("light", CORE + "_runtime/a.py", "import ctypes\nlibrary = ctypes.CDLL('libcuda.so')",
     "import ctypes\ndef f():\n    return ctypes.CDLL('libcuda.so')", "opens a library"),
    ("designs", CORE + "_memory/a.hpp", "std::mutex lock;", "int lock;", "DESIGN.md"),
    ("first_lines", CORE + "_math/a.py", "import numpy\n", '"""Sums."""\n', "first line"),
    ("first_lines", CORE + "_math/a.py", '"""Sums."""\n# TODO more', '"""Sums."""\n', "TODO"),
]


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(__file__.rsplit("/", 2)[0])
    from checks.tree import Tree

    for folder in (CORE, CUDA, X, "packages/rocm-bindings/src/cupy_rocm/"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").write_text('"""A package."""\n')
    (tmp_path / CORE / "_names.py").write_text(
        '"""Public names."""\nNAMES = {\n    "asarray": "cupy._core.from_data",\n    "sin": "cupy._ops.trig",\n}\n')
    return Tree(tmp_path)


def write(tree, name, text):
    path = tree.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    (path.parent / "__init__.py").touch()
    path.write_text(text)


@pytest.mark.parametrize("check, name, wrong, right, message", CASES,
                         ids=[f"{case[0]}-{number}" for number, case in enumerate(CASES)])
def test_finds_it(tree, check, name, wrong, right, message):
    run = import_module(f"checks.{check}").check
    assert list(run(tree)) == []
    write(tree, name, wrong)
    assert any(message in line for line in run(tree)), list(run(tree))
    if right is not None:
        write(tree, name, right)
        assert list(run(tree)) == []


def test_backend_protocol(tree):
    about = tree.path / "packages/cuda-bindings/pyproject.toml"
    about.write_text('[project.entry-points."cupy.backends"]\ncuda = "cupy_cuda.backend"\n')
    for name in ("core", "scipy-ext", "rocm-bindings"):
        (tree.path / "packages" / name / "pyproject.toml").write_text("[project]\n")
    write(tree, CORE + "_host/backend.py", "name = 'host'")
    write(tree, CUDA + "backend.py", "from cupy_cuda.errors import CompileError\ndef probe(): pass\n"
          "SERVICES = {'blas': 'cublas', 'rand': 'curand'}")
    write(tree, CUDA + "adapters/blas.py", "# Products.")
    found = list(import_module("checks.backends").check(tree))
    assert any("cupy_cuda/backend.py: a backend has driver" in line for line in found)
    assert not any("cupy_cuda" in line and ("probe" in line or "CompileError" in line) for line in found)
    assert [line for line in found if "adapter" in line] == [
        "packages/cuda-bindings/src/cupy_cuda/backend.py: the service rand has no adapter"]


def test_copies(tree):
    for name in ("core", "scipy-ext", "cuda-bindings", "rocm-bindings"):
        for copy in ("LICENSE", "meson_sources.py", "pyproject.toml", "meson.build"):
            (tree.path / "packages" / name / copy).write_text("same")
    run = import_module("checks.copies").check
    assert list(run(tree)) == []
    for name, text in (("core", "-include glibc.hpp"), ("cuda-bindings", "-include glibc.hpp"), ("rocm-bindings", "")):
        (tree.path / "packages" / name / "src").mkdir(exist_ok=True)
        (tree.path / "packages" / name / "src/meson.build").write_text(text)
    (tree.path / "packages/core/glibc.hpp").write_text("same")
    assert len(list(run(tree))) == 1                                 # one that nobody includes is not asked for
    (tree.path / "packages/cuda-bindings/glibc.hpp").write_text("same")
    assert list(run(tree)) == []
    (tree.path / "packages/rocm-bindings/meson_sources.py").unlink()
    assert len(list(run(tree))) == 1
    (tree.path / "packages/rocm-bindings/meson.build").unlink()      # without meson there is nothing that it asks
    assert list(run(tree)) == []
    (tree.path / "packages/core/LICENSE").write_text("other")
    assert len(list(run(tree))) == 3
