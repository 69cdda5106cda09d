"""What the page of a name refers to: NumPy's or SciPy's object of that name, and its relatives in this library."""
import importlib
import inspect
import re

from numpydoc.docscrape import NumpyDocString

from cupy._names import NAMES

#: Relatives that a page names at most.
MOST = 6

ADDRESSES = {
    "numpy": "https://numpy.org/doc/stable/reference/generated/{}.html",
    "scipy": "https://docs.scipy.org/doc/scipy/reference/generated/{}.html",
}


def see_also(module, name, value, pages):
    """The lines of reStructuredText that name what is related; none where nothing is.

    Parameters
    ----------
    module, name : str
        Where the name is public.
    value : object
        What it is.
    pages : dict
        Every name that has a page, ``cupy.add``, with what it is.

    Returns
    -------
    list of str
        Empty, or a directive with a blank line at its end.
    """
    home, theirs = twin(module, name)
    links = [f"`{home}.{name} <{ADDRESSES[home.partition('.')[0]].format(f'{home}.{name}')}>`__"] if theirs else []
    links += [f":obj:`{found}`" for found in relatives(module, name, value, theirs, pages)]
    return [".. seealso::", "", f"   {', '.join(links)}", ""] if links else []


def twin(module, name):
    """The module of NumPy or SciPy that a module follows, and its object of a name; None where there is none."""
    root, dot, rest = module.partition(".")
    home = f"numpy{dot}{rest}" if root == "cupy" else rest
    if root == "cupyx" and not rest.startswith("scipy"):
        return home, None
    try:
        return home, getattr(importlib.import_module(home), name)
    except (ImportError, AttributeError):
        return home, None


def relatives(module, name, value, theirs, pages):
    """Names of this library: those that the twin's documentation refers to, then what the docstring names, then
    neighbours of the same file."""
    found = [*referred(theirs), *re.findall(r"(?<!`)`(\w[\w.]*)`(?!`)", inspect.getdoc(value) or "")]
    wanted = [other for other in (page_of(module, each, pages) for each in found) if other]
    if not wanted:
        wanted = [page for page, other in pages.items()
                  if page.startswith(f"{module}.") and source_of(page, other) == source_of(f"{module}.{name}", value)]
    return [page for page in dict.fromkeys(wanted) if page != f"{module}.{name}"][:MOST]


def referred(theirs):
    """Names in the See Also section of a docstring."""
    try:
        rows = NumpyDocString(inspect.getdoc(theirs) or "")["See Also"] if theirs is not None else []
    except ValueError:          # a text in another form
        return []
    return [name for names, _ in rows for name, _ in names]


def source_of(page, value):
    """The module whose file states an object."""
    module, _, name = page.rpartition(".")
    return (NAMES if module == "cupy" else {}).get(name) or getattr(value, "__module__", None) or page


def page_of(module, name, pages):
    """The page of a name as a docstring of the module has it: as it is, in the module, or in the main namespace."""
    short = re.sub(r"^(numpy|scipy|cupyx\.scipy|cupy)\.", "", name)
    for page in (name, f"{module}.{short}", f"cupy.{short}", f"cupyx.scipy.{short}"):
        if page in pages:
            return page
    return None
