"""The examples in the docstrings of public names give what they say."""
import doctest
import importlib
import inspect
import re

import pytest

import cupy
from cupy._names import NAMES, SUBMODULES

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL

MODULES = [*(f"cupy.{name}" for name in SUBMODULES if name not in ("testing", "dtypes", "exceptions")),
           "cupyx", "cupyx.profiler", "cupyx.scipy", "cupyx.scipy.ndimage", "cupyx.scipy.sparse", "cupyx.scipy.special"]


def objects():
    """``(name, object)`` of everything public that is documented by us."""
    found = [(f"cupy.{name}", getattr(cupy, name)) for name in NAMES]
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        found += [(f"{module_name}.{name}", getattr(module, name)) for name in getattr(module, "__all__", ())]
    found += [(f"{name}.{attribute}", member) for name, value in list(found)
              if inspect.isclass(value) and value.__module__.startswith("cupy")
              for attribute, member in vars(value).items() if not attribute.startswith("_")]
    seen = set()
    for name, value in found:
        doc = value.__doc__
        if isinstance(doc, str) and ">>>" in doc and doc not in seen and not inspect.ismodule(value):
            seen.add(doc)
            home = getattr(value, "__module__", None) or type(value).__module__
            if home.startswith("cupy"):
                yield name, doc


@pytest.mark.parametrize("name, doc", [pytest.param(name, doc, id=name) for name, doc in objects()])
def test_examples(name, doc):
    test = doctest.DocTestParser().get_doctest(doc, {}, name, None, None)
    said = []
    failed = doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append).failed
    assert not failed, "".join(said)


def test_examples_show_the_point_of_what_is_for_nan():
    """An example of a function that leaves NaN out, or asks for it, holds one."""
    shown = {name: "".join(line for line in doc.splitlines(True) if ">>>" in line).replace(name, "")
             for name, doc in objects() if name.startswith(("cupy.nan", "cupy.isnan"))}
    assert len(shown) > 15
    assert not [name for name, lines in shown.items() if "nan" not in lines.lower()]


def test_docstrings_speak_of_elements():
    """NumPy's and SciPy's word for what an array holds."""
    told = [name for name, doc in objects()
            if re.search(r"\b(type|order|number|sums?|all|which) (of )?(the )?items\b", doc, re.IGNORECASE)]
    assert not told
