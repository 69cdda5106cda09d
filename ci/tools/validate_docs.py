"""numpydoc's validation of the public names whose docstrings are ours; `nox -s docs` runs it.

    python ci/tools/validate_docs.py [--all]

Checks that hold are enforced; ``--all`` prints what the others would say, counted.
"""
import ast
import collections
import importlib
import inspect
import re
import sys
from pathlib import Path

from numpydoc.docscrape import NumpyDocString
from numpydoc.validate import validate

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import generate_api  # noqa: E402

#: What is enforced: form of the text (GL, SS), parameters (PR) and results (RT) described with their types, references
#: (SA), examples (EX). Not on purpose: SS02, RT04 and PR08 (texts that begin with a name of the code), SS05 (verbs),
#: RT02 (a single result may have a name), YD01 (most contexts yield nothing), SA01 (docs/related.py finds what a page
#: names).
ENFORCED = {
    "GL01", "GL02", "GL03", "GL05", "GL06", "GL07", "GL09", "GL10", "SS01", "SS03", "SS04", "SS06", "PR01",
    "PR02", "PR03", "PR04", "PR05", "PR06", "PR07", "PR09", "PR10", "RT01", "RT03", "RT05", "SA02", "SA03",
    "SA04", "EX01"}

#: Built-ins of kernels and Thrust's, whose first line is their signature in C++, and the decorators and assertions of
#: tests, which share their parameters.
BRIEF = ("cupyx.jit", "cupy.testing")


def is_theirs(module, name, value):
    """Whether the text is NumPy's or SciPy's, as it is or with a line of ours."""
    if generate_api.documented_elsewhere(module, name, value):
        return True
    through = type(value).__name__ in ("ThroughSciPy", "OnHost")
    if through or module.startswith("cupy.polynomial"):
        return True
    if not module.startswith(("cupyx.scipy", "cupy.fft", "cupy.linalg")):
        return False
    home = module.removeprefix("cupyx.").replace("cupy.", "numpy.")
    try:
        theirs = getattr(importlib.import_module(home), name)
    except (ImportError, AttributeError):
        return False
    ours, other = ((inspect.getdoc(item) or "").strip().splitlines() for item in (value, theirs))
    return bool(other) and len(set(ours) & set(other)) > 0.6 * len(set(ours))


def is_excused(name, value, code, text):
    """Whether something is missing that there is not, or that numpydoc cannot see."""
    if code in ("PR01", "RT01", "EX01") and name.startswith(BRIEF):
        return True
    if code == "PR03":
        return is_in_order(value)
    if code == "EX01":
        return inspect.isclass(value) and (issubclass(value, Exception) or not has_constructor(value))
    if code == "PR01":
        missing = ast.literal_eval(re.search(r"{.*}", text)[0])
        return all(parameter.startswith(("_", "*")) for parameter in missing) or not has_constructor(value)
    if code == "PR02":          # what a compiled class takes, and what ``**kwargs`` may hold
        return not inspect.isfunction(value) or any(
            parameter.kind is parameter.VAR_KEYWORD for parameter in inspect.signature(value).parameters.values())
    return False


def is_in_order(value):
    """Whether parameters, of which several may be described together, stand in the order of the signature."""
    order = [name.lstrip("*") for name in inspect.signature(value).parameters]
    entries = NumpyDocString(inspect.getdoc(value))["Parameters"]
    places = [order.index(name) for name in (entry.name.partition(",")[0].lstrip("*") for entry in entries)
              if name in order]
    return places == sorted(places)


def has_constructor(value):
    """Whether a function takes, or users make a class with, what a section describes."""
    return not inspect.isclass(value) or "Parameters\n----------" in (inspect.getdoc(value) or "")


def names():
    """``(module, name)`` of the public callables, each object once."""
    rows = [("cupy", name) for name in generate_api.NAMES]
    for module in generate_api.MODULES:
        rows += [(module, name) for name in generate_api.module_names(importlib.import_module(module))]
    seen = set()
    for module, name in rows:
        value = getattr(importlib.import_module(module), name)
        if callable(value) and id(value) not in seen and not is_theirs(module, name, value):
            seen.add(id(value))
            yield f"{module}.{name}", value


def main():
    """Print what is wrong; the exit status says whether anything is."""
    wanted = None if "--all" in sys.argv[1:] else ENFORCED
    counts, examples, checked = collections.Counter(), {}, 0
    for name, value in names():
        checked += 1
        for code, text in validate(name)["errors"]:
            if wanted is None or code in wanted and not is_excused(name, value, code, text):
                counts[code] += 1
                examples.setdefault(code, []).append(f"{name}: {text}")
    for code, count in counts.most_common():
        shown = examples[code] if wanted else examples[code][:3]
        print(f"{code} {'' if wanted else count}", *(f"  {line[:180]}" for line in shown), sep="\n")
    print(f"{checked} docstrings of our own")
    return bool(counts) if wanted else 0


if __name__ == "__main__":
    raise SystemExit(main())
