"""Pictures on the pages of functions: by a function's name, the program that draws it, which the page shows too.

A picture says what a function does where words are long: images, curves, points, samples.  The tables of the modules
here are merged; rows of a family share a recipe.  `generate_figures.py` runs the programs, `generate_api.py` writes the
pages.
"""
import textwrap

from figures import chances, curves, fitted, images, points, signals

#: ``module.name`` of a public name → program.
FIGURES = {**images.FIGURES, **signals.FIGURES, **fitted.FIGURES, **curves.FIGURES, **points.FIGURES,
           **chances.FIGURES}

#: Folder of the pictures, from a page's.
FOLDER = "../figures"


def figure(name):
    """The lines of reStructuredText with the picture of a public name; none where it has none."""
    if name not in FIGURES:
        return []
    program = textwrap.indent(FIGURES[name].strip("\n"), "   ")
    return [".. rubric:: Figure", "", ".. code-block:: python", "", program, "",
            f".. image:: {FOLDER}/{name}.png", f"   :alt: what {name} does", ""]
