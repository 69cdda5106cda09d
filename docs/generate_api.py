"""Write docs/api/generated: one page a family of names of `cupy`, one page a public module of `cupy` and `cupyx`.

Run before Sphinx (`nox -s docs` does), whose autosummary makes their tables; every name has a page of its own.
The text of the pages is the docstrings'.
"""
import importlib
import inspect
import pkgutil
import shutil
from pathlib import Path

from figures import figure
from related import see_also

import cupy
from cupy._names import NAMES, SUBMODULES

OUTPUT = Path(__file__).parent / "api" / "generated"

#: Folder of core → title of its page; a folder that is not named here gets its own name.
TITLES = {
    "_ops": "Universal functions",
    "_core": "Arrays and kernels",
    "_creation": "Creation of arrays",
    "_manipulation": "Manipulation of arrays",
    "_math": "Mathematical functions",
    "_logic": "Logic functions",
    "_indexing": "Indexing",
    "_statistics": "Statistics",
    "_sorting": "Sorting and searching",
    "_binary": "Bits",
    "_io": "Input and output",
    "_functional": "Functional programming",
    "_types": "Types and constants",
    "_environment": "Backends and caches",
    "_runtime": "The library itself",
}

#: Modules of core that belong to another folder's page.
ELSEWHERE = {"cupy._core.constructors": "_creation", "cupy._core.creation": "_creation",
             "cupy._core.from_data": "_creation", "cupy._core.overlap": "_indexing"}

def public_modules(name):
    """A module and all public modules below it, by name."""
    yield name
    for found in pkgutil.iter_modules(getattr(importlib.import_module(name), "__path__", ())):
        if not found.name.startswith("_"):
            yield from public_modules(f"{name}.{found.name}")


#: Modules with pages of their own.
MODULES = [*(f"cupy.{name}" for name in SUBMODULES), *public_modules("cupyx")]


def documented_elsewhere(module, name, value):
    """Whether NumPy or SciPy documents something: it is theirs, or has their text."""
    home = getattr(value, "__module__", None) or type(value).__module__
    if home.split(".")[0] in ("numpy", "scipy", "builtins") and not hasattr(value, "nin"):
        return True
    if not module.startswith("cupyx.scipy"):
        return False
    theirs = getattr(importlib.import_module(module.removeprefix("cupyx.")), name, None)
    return theirs is not None and inspect.getdoc(value) == inspect.getdoc(theirs)


def external_link(module, name):
    """A name that is documented elsewhere, linked where the address is known."""
    if not module.startswith("cupyx.scipy"):
        return f"``{name}``"
    home = "scipy" + module.removeprefix("cupyx.scipy")
    return f"`{name} <https://docs.scipy.org/doc/scipy/reference/generated/{home}.{name}.html>`__"


def page(title, module, values):
    """A page: what is ours in full, what NumPy or SciPy documents as a list."""
    ours = {name: value for name, value in values.items() if not documented_elsewhere(module, name, value)}
    theirs = sorted(values.keys() - ours.keys())
    parts = [title, "=" * len(title), ""]
    if module != "cupy":
        parts += [f"Names of ``{module}``.", ""]
    for heading, names in kinds(ours):
        parts += [heading, "-" * len(heading), "", f".. currentmodule:: {module}", "", ".. autosummary::",
                  "   :nosignatures:", "", *(f"   {name}" for name in names), ""]
    if theirs:
        heading = "As documented by " + ("SciPy" if module.startswith("cupyx.scipy") else "NumPy")
        parts += [heading, "-" * len(heading), "", ", ".join(external_link(module, name) for name in theirs), ""]
    return "\n".join(parts)


def kinds(values):
    """``(heading, names)`` of classes, functions and the rest, of those that there are."""
    found = {"Classes": [], "Functions": [], "Constants and objects": []}
    for name, value in sorted(values.items()):
        callable_ = callable(value) and inspect.getdoc(value)
        heading = "Classes" if inspect.isclass(value) else "Functions" if callable_ else "Constants and objects"
        found[heading].append(name)
    return [(heading, names) for heading, names in found.items() if names]


def name_page(module, name, value, stem, pages):
    """The page of one name, with its figure and what is related to it among the `pages` and elsewhere.

    No table of contents has it, since a sidebar of all names would be on every page.
    """
    title, kind = f"{module}.{name}", "function"
    if inspect.isclass(value):
        kind = "class"
    elif not inspect.isroutine(value):
        kind = "data"
    options = {"class": ["   :members:"], "data": ["   :no-value:"]}.get(kind, [])
    return "\n".join([":orphan:", "", title, "=" * len(title), "", f"In :doc:`/api/generated/{stem}`.", "",
                      f".. auto{kind}:: {module}.{name}", *options, "", *figure(title),
                      *see_also(module, name, value, pages)])


def module_names(module):
    """Public names of a module."""
    stated = getattr(module, "__all__", None)
    return stated if stated is not None else [name for name in dir(module) if not name.startswith("_")]


def main():
    """Write all pages and their index."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(OUTPUT / "names", ignore_errors=True)
    for old in OUTPUT.glob("*.rst"):
        old.unlink()
    families = {}
    for name, home in NAMES.items():
        families.setdefault(ELSEWHERE.get(home, home.split(".")[1]), {})[name] = getattr(cupy, name)
    pages, described = [], []
    for family, values in families.items():
        described.append(("cupy", f"cupy{family}", values))
        pages.append((TITLES.get(family, family.strip("_").capitalize()), f"cupy{family}", page(
            TITLES.get(family, family.strip("_").capitalize()), "cupy", values)))
    for name in MODULES:
        module = importlib.import_module(name)
        values = {key: getattr(module, key) for key in module_names(module)}
        values = {key: value for key, value in values.items() if not inspect.ismodule(value)}
        if values:
            described.append((name, name, values))
            pages.append((name, name, page(name, name, values)))
    order = {title: number for number, title in enumerate(TITLES.values())}
    for _, stem, text in pages:
        (OUTPUT / f"{stem}.rst").write_text(text)
    (OUTPUT / "names").mkdir()
    rows = [(module, stem, name, value) for module, stem, values in described for name, value in values.items()
            if not documented_elsewhere(module, name, value)]
    with_pages = {f"{module}.{name}": value for module, _, name, value in rows}
    for module, stem, name, value in rows:
        (OUTPUT / "names" / f"{module}.{name}.rst").write_text(name_page(module, name, value, stem, with_pages))
    names = [stem for title, stem, _ in sorted(pages, key=lambda row: (order.get(row[0], 99), row[0]))]
    groups = {"cupy": [], "cupyx": [], "cupyx.scipy": []}
    for name in names:
        groups[next(group for group in reversed(groups) if name.startswith(group))].append(name)
    parts = ["API", "===", ""]
    for group, members in groups.items():
        parts += [".. toctree::", "   :maxdepth: 1", f"   :caption: {group}", "", *(f"   {m}" for m in members), ""]
    (OUTPUT / "index.rst").write_text("\n".join(parts))
    count = sum(1 for _ in (OUTPUT / "names").iterdir())
    print(f"{len(pages)} pages of modules, {count} of names")


if __name__ == "__main__":
    main()
