"""SciPy's modules and ours of the same names, for calls of their functions."""
import importlib

import numpy

__all__ = []


def at(xp, module):
    """A module of SciPy, or ours of the same name."""
    return importlib.import_module(f"scipy.{module}" if xp is numpy else f"cupyx.scipy.{module}")


def on(module, function):
    """A call of a module's function: ``function(module, xp, arrays…)``."""
    return lambda xp, *arrays: function(at(xp, module), xp, *arrays)
