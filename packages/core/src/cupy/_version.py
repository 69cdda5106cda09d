"""The version of cupy-core, which the build reads from here, and of what other packages use of it."""
__version__ = "0.1.0"

#: Number of the interface of `cupy._ext` and of what cupyx and cupy-testing import besides; raised when it changes.
EXTENSION_API = 1
