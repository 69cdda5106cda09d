"""The compiled engine: arrays, dispatch of elementwise operations, indexing.

Importing it loads the modules that give ``ndarray`` its operators, indexing and copies.
"""
from cupy._core import copy, indexing, ndarray as _ndarray, operators, transfer  # noqa: F401
