"""The shim under which NumPy's tests meet our arrays: a namespace like numpy's, and the pytest plugin that swaps it in.

A test module is imported while `numpy` and its submodules are stand-ins: names that cupy has come from cupy, the rest
from NumPy.  Arrays of the other library are converted at each call, and numpy.testing compares copies on the host.
"""
import builtins
import importlib
import types

import numpy
import pytest

import cupy

# Modules whose public names are looked up in cupy, with the name of ours.
PAIRED = {"numpy": "cupy", **{f"numpy.{name}": f"cupy.{name}" for name in (
    "fft", "linalg", "random", "polynomial", "polynomial.polynomial", "polynomial.chebyshev", "polynomial.hermite",
    "polynomial.hermite_e", "polynomial.laguerre", "polynomial.legendre", "polynomial.polyutils",
    "lib.stride_tricks")}}
# Taken as they are: they handle callables, settings and text, no arrays.
UNTOUCHED = ("assert_raises assert_raises_regex assert_warns assert_no_warnings suppress_warnings errstate "
             "break_cycles assert_no_gc_cycles vectorize frompyfunc dtype finfo iinfo nditer").split()
TOO_LARGE = "test_huge_list_error", "test_large_zip"      # a tuple of 2**31 arrays, a process that writes 4 GiB
NUMBERS = "?bBhHiIlLqQefdFD"
# dtypes that no device array has; a test that meets one says nothing about ours.
FOREIGN = ("object", "longdouble", "clongdouble", "float128", "complex256", "StringDType", "StrDType")


def to_device(value):
    """A copy with every NumPy array of numbers replaced by one of ours."""
    if type(value) is numpy.ndarray:
        return cupy.asarray(value) if value.dtype.char in NUMBERS else value
    return _rebuilt(value, to_device)


def to_host(value):
    """A copy with every array of ours replaced by NumPy's."""
    if isinstance(value, cupy.ndarray):
        return value.get()
    return _rebuilt(value, to_host)


def _rebuilt(value, convert):
    if type(value) in (list, tuple):
        return type(value)(map(convert, value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(convert, value))
    if type(value) is dict:
        return {name: convert(item) for name, item in value.items()}
    return value


class Call:
    """A function of either library that takes arrays of both."""

    def __init__(self, function, arguments, result, theirs):
        self.__wrapped__, self._arguments, self._result, self._theirs = function, arguments, result, theirs

    def __call__(self, *args, **kwargs):
        if Module.on_host:
            return self._theirs(*to_host(args), **to_host(kwargs))
        try:
            found = self.__wrapped__(*self._arguments(args), **self._arguments(kwargs))
        except cupy.ImplicitTransferError:      # parameters that are read on the host, such as widths
            found = self.__wrapped__(*self._arguments(args[:1]), *to_host(args[1:]), **to_host(kwargs))
        return self._result(found)

    @property
    def __class__(self):
        return cupy.ufunc if isinstance(self._theirs, numpy.ufunc) else type(self.__wrapped__)

    def __getattr__(self, name):
        if Module.on_host:
            return getattr(self._theirs, name)
        found = getattr(self.__wrapped__, name)
        return Call(found, self._arguments, self._result, getattr(self._theirs, name, None)) \
            if callable(found) else found

    def __repr__(self):
        return f"<{self.__wrapped__!r} of numpy_on_cupy>"

    def __eq__(self, other):
        return self.__wrapped__ is getattr(other, "__wrapped__", other)

    def __hash__(self):
        return hash(self.__wrapped__)


class Items(Call):
    """An object that is indexed, such as ``r_``."""

    def __getitem__(self, item):
        return self._result(self.__wrapped__[self._arguments(item)])


class Namespace(types.ModuleType):
    """Stands for a module of NumPy's."""

    def __init__(self, module):
        super().__init__(module.__name__)
        self.__module = _SPACES[module.__name__] = module       # until this is ready, for modules that name each other
        for name, value in list(vars(module).items()):
            self.__dict__[name] = value if name.startswith("__") else adapted(value, name)

    def __getattr__(self, name):
        return adapted(getattr(self.__module, name), name)

    def __dir__(self):
        return dir(self.__module)


def _counterparts():
    """``{id of a NumPy function or class: ours}``."""
    pairs = {}
    for theirs, ours in PAIRED.items():
        theirs, ours = importlib.import_module(theirs), importlib.import_module(ours)
        for name in dir(theirs):
            found = getattr(theirs, name)
            if not name.startswith("_") and hasattr(ours, name) and (
                    callable(found) or type(found).__module__ == "numpy.lib._index_tricks_impl"):
                pairs.setdefault(id(found), getattr(ours, name))
    return pairs


_PAIRS, _SPACES = _counterparts(), {}
_TYPECODES = {name: "".join(char for char in chars if char in NUMBERS) for name, chars in numpy.typecodes.items()}


def adapted(value, name=""):
    """What stands for an attribute of a module of NumPy's."""
    if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] == "numpy":
        if value.__name__ not in _SPACES:
            _SPACES[value.__name__] = Namespace(value)
        return _SPACES[value.__name__]
    if value is numpy.typecodes:
        return _TYPECODES
    if name in UNTOUCHED:
        return value
    ours = _PAIRS.get(id(value))
    if isinstance(value, type) and issubclass(value, numpy.random.BitGenerator):
        return cupy.random.Philox4x3210
    if isinstance(value, type):
        return value if ours is None else ours
    if not callable(value):
        return value if ours is None else Items(ours, to_device, lambda result: result, value)
    if ours is not None:
        return Call(ours, to_device, lambda result: result, value)
    if name.startswith("assert") or name == "print_assert_equal":
        return Call(value, to_host, lambda result: result, value)
    return Call(value, to_host, to_device, value)


_real_import = builtins.__import__


def _import(name, globals=None, locals=None, fromlist=(), level=0):
    """What ``import`` does; a test module of NumPy's gets the stand-ins, NumPy itself and all others get NumPy."""
    found = _real_import(name, globals, locals, fromlist, level)
    wanted = globals is not None and globals.get("__name__") in Module.standing
    return adapted(found) if wanted and isinstance(found, types.ModuleType) else found


class Module(pytest.Module):
    """A test module that sees the stand-ins."""

    standing = set()        # names of the modules for which imports give them
    on_host = False         # whether functions are NumPy's for now

    def _getobj(self):
        names = self.path.stem, ".".join(self.path.with_suffix("").parts[self.path.parts.index("numpy"):])
        self.standing.update(names)
        try:
            return super()._getobj()
        except Exception:       # it makes at import what only NumPy has
            type(self).on_host = True
            try:
                return super()._getobj()
            finally:
                type(self).on_host = False


def pytest_configure():
    """From now on imports in test modules of NumPy's give the stand-ins."""
    builtins.__import__ = _import


def pytest_unconfigure():
    """Imports are Python's again."""
    builtins.__import__ = _real_import


def pytest_pycollect_makemodule(module_path, parent):
    """Test modules are ours."""
    return Module.from_parent(parent, path=module_path)


def pytest_collection_modifyitems(items):
    """Leave out what would fill the memory."""
    items[:] = [item for item in items if item.name not in TOO_LARGE]


def _is_foreign(error):
    return "Unsupported dtype" in str(error) and any(name in str(error) for name in FOREIGN)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """A failure for want of a dtype that no device has is a skip."""
    try:
        return (yield)
    except (TypeError, ValueError) as error:
        if _is_foreign(error):
            pytest.skip("dtype")
        raise
