"""The op table resolves types as NumPy does, for every combination of dtypes."""
import importlib
import itertools
import pkgutil

import numpy as np
import pytest

import cupy._ops
from cupy._specs.spec import UfuncSpec

CHARS = "?bBhHiIlLefdFD"  # NumPy has no char for bfloat16
NOT_OURS = {"matmul", "matvec", "vecdot", "vecmat", "isnat"}


def _public_ufuncs():
    found = {}
    for info in pkgutil.iter_modules(cupy._ops.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"cupy._ops.{info.name}")
        for name in module.__all__:
            spec = getattr(getattr(module, name), "spec", getattr(module, name))
            if isinstance(spec, UfuncSpec):
                found[name] = spec
    return found


PUBLIC = _public_ufuncs()
SHARED = sorted(name for name in PUBLIC if isinstance(getattr(np, name, None), np.ufunc))


def can_cast(source, target):
    return target != "E" and np.can_cast(source, target)


def resolve(spec, chars):
    """Output chars of the first loop that takes these inputs; None when they are refused."""
    if chars in spec.refuse:
        return None
    for ins, outs, _ in spec.loops():
        if all(can_cast(a, b) for a, b in zip(chars, ins, strict=True)):
            return outs
    return None


def numpy_resolve(ufunc, chars):
    dtypes = tuple(np.dtype(char) for char in chars)
    try:
        resolved = ufunc.resolve_dtypes(dtypes + (None,) * ufunc.nout)
    except TypeError:
        return None
    return "".join(np.dtype(d).char for d in resolved[ufunc.nin:])


def same(ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    return [np.dtype(c) for c in ours] == [np.dtype(c) for c in theirs]


@pytest.mark.parametrize("name", SHARED)
def test_output_types(name):
    spec, ufunc = PUBLIC[name], getattr(np, name)
    assert (spec.nin, spec.nout) == (ufunc.nin, ufunc.nout)
    for chars in map("".join, itertools.product(CHARS, repeat=spec.nin)):
        ours, theirs = resolve(spec, chars), numpy_resolve(ufunc, chars)
        assert same(ours, theirs), f"{name}({chars}): {ours}, NumPy {theirs}"


@pytest.mark.parametrize("name", SHARED)
def test_identity(name):
    assert PUBLIC[name].identity == getattr(np, name).identity


def test_every_numpy_ufunc_is_there():
    theirs = {name for name in dir(np) if isinstance(getattr(np, name), np.ufunc)}
    assert theirs - NOT_OURS <= set(PUBLIC)


def test_aliases_are_the_same_object():
    for name in SHARED:
        canonical = PUBLIC[name].name
        assert PUBLIC[name] is PUBLIC[canonical], name


def test_clip_types():
    from cupy._ops import extrema

    spec = getattr(extrema.clip, "spec", extrema.clip)
    for chars in map("".join, itertools.product("?bLefD", repeat=3)):
        result = resolve(spec, chars)
        assert np.dtype(result) == np.result_type(*chars), chars


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_docstring(name):
    doc = PUBLIC[name].doc
    for section in ("Parameters\n---", "Returns\n---", "Examples\n---"):
        assert section in doc
    source = "\n".join(line[4:] for line in doc.splitlines() if line.startswith(">>> "))
    compile(source, name, "exec")
    assert f"cupy.{PUBLIC[name].name}(" in source
