"""numpydoc's validation of the public names whose docstrings are ours; `nox -s docs` runs it.

    python ci/tools/validate_docs.py [--all]

Checks that hold are enforced; ``--all`` prints what the others would say, counted.
"""
import collections
import importlib
import inspect
import sys
from pathlib import Path

from numpydoc.validate import validate

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import generate_api  # noqa: E402

#: What is enforced: form of the text (GL, SS), of parameters (PR), of results (RT), of references (SA). Not on purpose:
#: SS02, RT04 and PR08 (texts that begin with a name of the code), SS05 (verbs), PR03 (parameters that are described
#: together), RT02 (a single result may have a name), and what our own check of docstrings asks for in its own way.
ENFORCED = {
    "GL01", "GL02", "GL03", "GL05", "GL06", "GL07", "GL09", "GL10", "SS01", "SS03", "SS04", "SS06", "PR05", "PR06",
    "PR07", "PR09", "PR10", "RT05", "SA02", "SA03", "SA04"}


def is_theirs(module, name, value):
    """Whether the text is NumPy's or SciPy's, as it is or with a line of ours."""
    if generate_api.documented_elsewhere(module, name, value):
        return True
    through = type(value).__name__ in ("ThroughSciPy", "ElementwiseThroughSciPy", "OnHost")
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
            yield f"{module}.{name}"


def main():
    """Print what is wrong; the exit status says whether anything is."""
    wanted = None if "--all" in sys.argv[1:] else ENFORCED
    counts, examples, checked = collections.Counter(), {}, 0
    for name in names():
        checked += 1
        for code, text in validate(name)["errors"]:
            if wanted is None or code in wanted:
                counts[code] += 1
                examples.setdefault(code, []).append(f"{name}: {text}")
    for code, count in counts.most_common():
        shown = examples[code] if wanted else examples[code][:3]
        print(f"{code} {'' if wanted else count}", *(f"  {line[:180]}" for line in shown), sep="\n")
    print(f"{checked} docstrings of our own")
    return bool(counts) if wanted else 0


if __name__ == "__main__":
    raise SystemExit(main())
