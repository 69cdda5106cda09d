"""All public functions keep a derived class where NumPy does, and drop it where NumPy does."""
import warnings

import cupy
import numpy
import pytest

VALUES = numpy.arange(12.0).reshape(3, 4) ** 1.5 + 1

#: Files, settings, changes in place, functions of functions.
NOT_CALLED = {"save", "savez", "savetxt", "savez_compressed", "load", "fromfile", "test", "info", "show_config", "put",
              "place", "copyto", "fill_diagonal", "putmask", "fromfunction", "set_printoptions", "bench", "memmap"}

#: Where NumPy's class depends on more than the arguments' (decimals, lengths, single items), or is an accident.
OTHERWISE = {"around", "round", "resize", "meshgrid", "unique", "unstack", "polyder", "polyint", "polyval",
             "histogram2d", "extract", "compress", "isin", "ravel_multi_index"}


class Numpys(numpy.ndarray):
    pass


class Ours(cupy.ndarray):
    pass


def arguments(xp, cls):
    def made(values):
        return xp.array(values).view(cls)       # a copy: a second array is the output of many a function
    a, square, vector = made(VALUES), made(VALUES[:3, :3] + 9 * numpy.eye(3)), made(VALUES[0])
    mask = made(VALUES > 5)
    return {"a": (a,), "square": (square,), "vector": (vector,), "mask": (mask,), "aa": (a, a), "vv": (vector, vector),
            "square, vector": (square, vector[:3]), "a, 1": (a, 1), "choice": (mask, a, a), "ij": ("ij->i", a)}


def functions(xp):
    for prefix, module in (("", xp), ("linalg.", xp.linalg), ("fft.", xp.fft)):
        for name in dir(module):
            value = getattr(module, name, None)
            if callable(value) and not isinstance(value, type) and not name.startswith("_"):
                yield prefix + name, value


OURS = dict(functions(cupy))
NAMES = sorted((set(dict(functions(numpy))) & set(OURS)) - NOT_CALLED - OTHERWISE)


def derived(result, cls, base):
    """Whether results are of the derived class; None for what is no array, as NumPy's scalars are not."""
    if isinstance(result, (list, tuple)):
        return [derived(x, cls, base) for x in result]
    return isinstance(result, cls) if isinstance(result, base) else None


def alike(wanted, found):
    if isinstance(wanted, list):
        return not isinstance(found, list) or all(map(alike, wanted, found))
    return wanted is None or found is None or isinstance(found, list) or wanted == found


@pytest.mark.parametrize("part", range(8))
def test_functions(part):
    theirs, wrong = dict(functions(numpy)), []
    for name in NAMES[part::8]:
        for key, given in arguments(cupy, Ours).items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    wanted = derived(theirs[name](*arguments(numpy, Numpys)[key]), Numpys, numpy.ndarray)
                    found = derived(OURS[name](*given), Ours, cupy.ndarray)
                except Exception:       # of arguments that do not fit: other tests look at those
                    continue
            if not alike(wanted, found):
                wrong.append((name, key, wanted, found))
    assert not wrong


def test_given_arrays_stay():
    out = cupy.zeros(3).view(Ours)
    a = cupy.asarray(VALUES[:3, :3]).view(Ours)
    assert cupy.einsum("ii->i", a, out=out) is out and type(out) is Ours
    assert type(cupy.where(a > 2, a, 0)) is cupy.ndarray and type(cupy.triu(a)) is cupy.ndarray
    values, vectors = cupy.linalg.eigh(a + a.T)
    assert (type(values), type(vectors)) == (cupy.ndarray, Ours)
