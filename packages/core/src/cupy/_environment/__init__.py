"""What this library runs on, and what it remembers."""
from functools import partial

from cupy._environment import private_names

__getattr__ = partial(private_names.find, __name__)
