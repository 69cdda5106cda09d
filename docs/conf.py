"""Settings of Sphinx."""
import re

import cupy

project = "cupy-core"
author = "the contributors"
copyright = "2026, the contributors"
version = release = cupy.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.extlinks", "myst_parser", "numpydoc",
              "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autosummary_generate = False
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
numpydoc_class_members_toctree = False
default_role = "code"
#: Roles of SciPy's docstrings.
extlinks = {"doi": ("https://doi.org/%s", "doi:%s"),
            **dict.fromkeys(("arxiv", "arXiv"), ("https://arxiv.org/abs/%s", "arXiv:%s"))}

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "cupy-core"
html_static_path = ["_static"]
html_css_files = ["pages.css"]


def without_labels(app, what, name, obj, options, lines):
    """Docstrings that come from SciPy refer to labels of SciPy's pages: their text is kept, the reference is not."""
    text = re.sub(r":ref:`([^<`]*?)\s*(?:<[^>`]*>)?`", r"\1", "\n".join(lines))
    lines[:] = text.split("\n")


def fold_tables(app, name, content):
    """Tables of the pages of figures are closed until they are wanted."""
    if name in ("performance", "measurements"):
        content[0] = re.sub(r"(?:^\|.*\n)+", lambda table: fold(table[0]), content[0], flags=re.MULTILINE)


def fold(table):
    """A table in a closed box, if it is long."""
    rows = table.count("\n") - 2
    return f":::{{dropdown}} {rows} rows\n\n{table}\n:::\n" if rows > 4 else table


def breakable(app, name, template, context, tree):
    """The heading of a function's page may be broken behind points and underscores, and nowhere else."""
    if name.startswith("api/generated/names/") and "body" in context:
        context["body"] = re.sub(r"<h1>[\w.]+", lambda heading: re.sub(r"([._])", r"\1<wbr>", heading[0]),
                                 context["body"], count=1)


def setup(app):
    """Called by Sphinx."""
    app.connect("html-page-context", breakable)
    app.connect("source-read", fold_tables)
    app.connect("autodoc-process-docstring", without_labels)
