"""Calling a backend's C functions from Python, as core does from C.

The functions come out of the Cython module's capsules, and their prototypes out of the
capsules' names, so that nothing here has to be compiled or kept in step by hand.
"""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

_TYPES = {
    "int": ctypes.c_int,
    "unsigned int": ctypes.c_uint,
    "size_t": ctypes.c_size_t,
    "float": ctypes.c_float,
    "void *": ctypes.c_void_p,
    "char *": ctypes.c_char_p,
    "int *": ctypes.POINTER(ctypes.c_int),
    "size_t *": ctypes.POINTER(ctypes.c_size_t),
    "float *": ctypes.POINTER(ctypes.c_float),
    "void **": ctypes.POINTER(ctypes.c_void_p),
    "char **": ctypes.POINTER(ctypes.c_char_p),
}

_capsule_name = ctypes.pythonapi.PyCapsule_GetName
_capsule_name.restype, _capsule_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def prototype(signature: str) -> Any:
    """The ctypes type of a function from text such as ``"int (void *, int *)"``.

    Examples
    --------
    >>> prototype("int (void)")._argtypes_
    ()
    """
    result, _, parameters = signature.removesuffix(")").partition(" (")
    names = [name.strip() for name in parameters.split(",")]
    arguments = [] if names == ["void"] else [_TYPES[name] for name in names]
    return ctypes.CFUNCTYPE(_TYPES[result], *arguments)


class Table:
    """The contract's functions of a backend's driver module, as attributes.

    Each returns its status.  A function that the module lacks is an AttributeError.
    """

    def __init__(self, module: ModuleType) -> None:
        self._capsules = dict(module.__pyx_capi__)

    def __contains__(self, name: str) -> bool:
        return name in self._capsules

    def __getattr__(self, name: str) -> Any:
        try:
            capsule = self._capsules[name]
        except KeyError:
            raise AttributeError(f"the backend has no function {name}") from None
        text = _capsule_name(capsule)
        function = prototype(text.decode())(_capsule_pointer(capsule, text))
        setattr(self, name, function)
        return function

    def signature(self, name: str) -> Any:
        """The text by which core recognises a function."""
        return _capsule_name(self._capsules[name]).decode()

    def like(self, name: str, function: Any) -> Any:
        """Another C function, called with the prototype of this one."""
        return ctypes.cast(function, prototype(self.signature(name)))
