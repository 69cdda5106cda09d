"""Generalized universal functions, which core has."""
from cupy._ext import GeneralizedUFunc

__all__ = ["GeneralizedUFunc"]
