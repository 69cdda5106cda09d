"""Types of arguments that many functions take, for annotations."""
from typing import Any, TypeAlias

import numpy

__all__ = []

#: An integer to compute with.
Int: TypeAlias = int | numpy.integer[Any]
