"""What this library runs on, and what it remembers."""
from cupy._runtime import private_names

__getattr__ = private_names.attach(__name__)
