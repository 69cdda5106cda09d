"""Every call that SciPy's functions accept is one that ours accept, with the same defaults; places are 1.17's."""
import importlib
import inspect

import pytest
import scipy

MODULES = ("fft", "fftpack", "interpolate", "linalg", "linalg.interpolative", "sparse", "sparse.csgraph",
           "sparse.linalg", "spatial", "spatial.distance", "spatial.transform")

#: What ours take beyond SciPy's, by function: CuPy's own options, and SciPy's words of other versions.
EXTRAS = {
    **dict.fromkeys((f"fftpack.{name}" for name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "irfft")),
                    {"plan"}),
    **dict.fromkeys((f"fft.{prefix}{name}{axes}" for prefix in ("", "i") for name in ("fft", "rfft", "hfft")
                     for axes in ("", "2", "n")), {"plan"}),
    **dict.fromkeys((f"sparse.linalg.{name}" for name in ("bicg", "bicgstab", "cg", "cgs", "gcrotmk", "gmres", "lgmres",
                                                          "minres", "qmr", "tfqmr")), {"tol"}),
    "fft.fftfreq": {"dtype"}, "fft.rfftfreq": {"dtype"}, "fftpack.fftfreq": {"dtype"},
    "interpolate.griddata": {"simplex_tolerance"}, "linalg.eigvals": {"overwrite_b"},      # of SciPy 1.18
    "sparse.sparray": {"maxprint"}, "sparse.spmatrix": {"maxprint"},
}

#: Parameters whose defaults are not SciPy's, and parameters that are not there.
DIFFERENT = {
    "fft.fftfreq": {"xp"}, "fft.rfftfreq": {"xp"},                       # the namespace is known
    "sparse.csr_array.tocoo": {"copy"}, "sparse.csr_matrix.tocoo": {"copy"},      # CuPy copies, like SciPy's csc
    "sparse.csc_array.tobsr": {"copy"}, "sparse.csc_matrix.tobsr": {"copy"},      # one method of csr and csc
    "sparse.dok_array.get": {"key"}, "sparse.dok_matrix.get": {"key"},   # get() without a key copies to the host
    "spatial.KDTree.query_pairs": {"output_type"}, "spatial.cKDTree.query_pairs": {"output_type"},
    "spatial.KDTree.sparse_distance_matrix": {"output_type"},            # CuPy's arrays of the device
    "spatial.cKDTree.sparse_distance_matrix": {"output_type"},
    "spatial.cKDTree.query": {"workers"}, "spatial.cKDTree.query_ball_point": {"workers"},
}

#: Classes that users do not construct.
MADE_BY_OTHERS = {"KDTree.innernode", "KDTree.leafnode", "KDTree.node", "SuperLU"}


def public_functions():
    """``(qualified name, ours, SciPy's)`` of functions, classes and methods."""
    for module in MODULES:
        ours, theirs = (importlib.import_module(f"{package}.{module}") for package in ("cupyx.scipy", "scipy"))
        for name in theirs.__all__ if hasattr(theirs, "__all__") else dir(theirs):
            known = getattr(theirs, name)
            if name.startswith("_") or inspect.ismodule(known) or not callable(known):
                continue
            found = getattr(ours, name)
            yield f"{module}.{name}", found, known
            if inspect.isclass(known):
                for member in dir(known):
                    if not member.startswith("_") and callable(getattr(known, member)):
                        yield f"{module}.{name}.{member}", getattr(found, member), getattr(known, member)


def parameters(function):
    """Parameters by name, without private ones; None where SciPy's states none."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_POSITIONAL for p in found):
        return None
    return {p.name: p for p in found if not p.name.startswith("_") and p.kind is not p.VAR_KEYWORD}


def same_default(a, b):
    """Whether two defaults mean the same; objects that stand for "not given" are all alike."""
    def plain(x):
        return tuple(x) if isinstance(x, list) else "not given" if type(x) is object or x is None else x
    return repr(plain(a)) == repr(plain(b))


def differences(ours, theirs):
    """``(names beyond SciPy's, names that are absent, elsewhere, or of another default)``."""
    def positional(found):
        return [p.name for p in found.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    wrong = {name for name in theirs if name not in ours or not same_default(ours[name].default, theirs[name].default)}
    wrong |= {name for place, name in enumerate(positional(theirs)) if positional(ours)[place:place + 1] != [name]}
    return set(ours) - set(theirs), wrong


def test_every_member_and_parameter_of_the_installed_scipy_is_there():
    absent = []
    for name, ours, theirs in public_functions():
        known, found = parameters(theirs), None if ours is theirs else parameters(ours)
        if known and found and name.partition(".")[2].removeprefix("linalg.") not in MADE_BY_OTHERS:
            absent += [(name, word) for word in known if word not in found and word not in DIFFERENT.get(name, ())]
    assert not absent


@pytest.mark.skipif(not scipy.__version__.startswith("1.17."), reason="the tables are of SciPy 1.17")
def test_signatures_are_scipys():
    unexpected, seen = [], 0
    for name, ours, theirs in public_functions():
        known, found = parameters(theirs), None if ours is theirs else parameters(ours)
        if found is None or known is None or name.partition(".")[2].removeprefix("linalg.") in MADE_BY_OTHERS:
            continue
        seen += 1
        beyond, wrong = differences(found, known)
        if not beyond <= EXTRAS.get(name, set()) or wrong != DIFFERENT.get(name, set()):
            unexpected.append(f"{name}{inspect.signature(ours)} is {inspect.signature(theirs)} in SciPy")
    assert not unexpected, "\n".join(unexpected)
    assert seen > 500
