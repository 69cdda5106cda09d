"""Every elementwise special function with arguments of every type and layout, outputs and masks given."""
import numpy
import pytest
import scipy.special
from cupy_testing.special_arguments import COMPLEX, REAL, sample

import cupy
from cupyx.scipy import special
from cupyx.scipy._host import scipy_from

#: Functions whose values SciPy's own have too few digits for: they are held against mpmath elsewhere.
WRONG_IN_SCIPY = {"itairy", "itstruve0", "it2i0k0", "pbdv", "pbvv", "pro_rad2", "pro_rad2_cv", "obl_rad2",
                  "obl_rad2_cv", "ncfdtridfd", "ncfdtridfn", "ncfdtrinc", "nctdtridf", "nctdtrinc", "bdtrin"}
#: One of several families, of every number of arguments and outputs: what depends on neither's mathematics.
SOME = ["airy", "bdtr", "betainc", "eval_jacobi", "eval_hermite", "fresnel", "gammaln", "kelvin", "mathieu_cem",
        "modfresnelp", "ncfdtr", "obl_ang1_cv", "sici", "xlogy"]


def arguments(kinds, char, n=40):
    """Arguments of a type: whole numbers are those nearest to what has been drawn."""
    for k, kind in enumerate(kinds):
        x = sample(kind, n, 30 + k)
        if char in "?bhilBHIL":
            x = numpy.clip(numpy.round(x.real), 0 if char in "?BHIL" else -100, 100)
        yield x.astype(char.lower() if x.dtype.kind != "c" and char in "FD" else char)


def results(function, args, **keywords):
    with numpy.errstate(all="ignore"):
        found = function(*args, **keywords)
    return found if isinstance(found, tuple) else (found,)


def loops(name):
    return {x.partition("->")[0] for x in getattr(scipy.special, name).types}


#: Types of operands, and Python's numbers, of which what NumPy says of whole calls is asked.
OPERANDS = [*map(numpy.dtype, "?bBhHiIlLefdFD"), int, float, complex]


@pytest.mark.skipif(scipy_from(1, 18), reason="SciPy 1.18 looks for single precision first, ours as 1.17 does")
@pytest.mark.parametrize("name", sorted({*REAL, *COMPLEX}))
def test_loop_of_any_operands(name):
    """Of one type each, and of types and numbers drawn at random: the loop, or that there is none, is SciPy's."""
    ours, theirs = getattr(special, name), getattr(scipy.special, name)
    rng = numpy.random.default_rng([*map(ord, name)])
    drawn = [[OPERANDS[k] for k in rng.integers(len(OPERANDS), size=ours.nin)] for _ in range(60)]
    for given in [*([x] * ours.nin for x in OPERANDS[:-3]), *drawn]:
        if not any(isinstance(x, numpy.dtype) for x in given):
            continue
        try:
            wanted = theirs.resolve_dtypes((*given, *[None] * ours.nout))
        except TypeError:
            with pytest.raises(TypeError):
                ours.resolve_dtypes(given)
        else:
            assert ours.resolve_dtypes(given) == wanted, given


def is_left_out(name, char):
    """Whether degrees are whole, or SciPy's loops of float do not end or give NaN."""
    return (char in "fd" and name.startswith("eval_hermite")
            or char == "f" and name.startswith(("pro_", "obl_", "mathieu_", "pb")))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name, char", [(name, char) for name in sorted(REAL) for char in "fdil"
                                        if not is_left_out(name, char)])
def test_types(name, char):
    """Results' types are SciPy's; values those of double: SciPy's own of float have few digits.

    Whole numbers leave the ends of unit intervals, which `test_domains.py` is about.
    """
    args = list(arguments(REAL[name], char))
    if name.endswith("_cv") and len(args) == 5:       # of other values than the characteristic one there is no function
        args[3] = getattr(scipy.special, f"{name[:3]}_cv")(*args[:3]).astype(char)
    wanted = results(getattr(scipy.special, name), args)
    found = results(getattr(special, name), map(cupy.asarray, args))
    assert [x.dtype for x in found] == [x.dtype for x in wanted]
    if name in WRONG_IN_SCIPY:
        return
    inside = numpy.all([(x > 0) & (x < 1) for kind, x in zip(REAL[name], args) if kind in "uvw"] or [True], axis=0)
    for a, b in zip(found, results(getattr(scipy.special, name), [x.astype("d") if char == "f" else x for x in args])):
        kept = numpy.isfinite(b) & (abs(b) < 1e30) & inside
        numpy.testing.assert_allclose(a.get()[kept], b[kept], rtol=1e-2 if char == "f" else 1e-4, atol=1e-5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("char", "FD")
@pytest.mark.parametrize("name", sorted(COMPLEX))
def test_complex_types(name, char):
    args = list(arguments(COMPLEX[name], char))
    wanted = results(getattr(scipy.special, name), args)
    for a, b in zip(results(getattr(special, name), map(cupy.asarray, args)), wanted):
        assert a.dtype == b.dtype
        kept = ~numpy.isnan(b) if name == "elliprj" else ...     # SciPy refuses what Carlson proved nothing about
        numpy.testing.assert_allclose(a.get()[kept], b[kept], rtol=1e-3 if char == "F" else 1e-7,
                                   atol=1e-4 if char == "F" else 1e-9)


def some_arguments(name, n=24):
    args = list(arguments(REAL[name], "d", n))
    return [x.astype(int) if k == 0 and "ld" in loops(name) and "dd" not in loops(name) else x
            for k, x in enumerate(args)]


@pytest.mark.parametrize("name", SOME)
def test_layouts(name):
    """Broadcast, strided, backwards, transposed, empty and of no axis: what each element has by itself."""
    args = [cupy.asarray(x) for x in some_arguments(name)]
    function = getattr(special, name)
    plain = results(function, args)
    far = [cupy.zeros((24, 3), x.dtype) for x in args]
    for x, y in zip(args, far):
        y[:, 1] = x
    for label, changed, back in (
            ("strided", [y[:, 1] for y in far], lambda x: x), ("backwards", [x[::-1] for x in args], lambda x: x[::-1]),
            ("transposed", [x.reshape(4, 6).T for x in args], lambda x: x.T.ravel()),
            ("three axes", [x.reshape(2, 3, 4) for x in args], lambda x: x.ravel())):
        for a, b in zip(results(function, changed), plain):
            numpy.testing.assert_array_equal(back(a).get(), b.get(), label)
    one = results(function, [x[5] for x in args])
    assert all(a.shape == () and a.dtype == b.dtype for a, b in zip(one, plain))
    numpy.testing.assert_array_equal([a.get() for a in one], [b[5].get() for b in plain])
    assert all(a.shape == (0, 3) and a.dtype == b.dtype
               for a, b in zip(results(function, [x[:0, None].repeat(3, 1) for x in args]), plain))
    grid = results(function, [args[0][:, None], *args[1:]])
    assert all(a.shape == ((24, 24) if len(args) > 1 else (24, 1)) for a in grid)
    numpy.testing.assert_array_equal([cupy.diagonal(a).get() if len(args) > 1 else a[:, 0].get() for a in grid],
                                     [b.get() for b in plain])


@pytest.mark.parametrize("name", SOME)
def test_outputs_and_masks(name):
    args = [cupy.asarray(x) for x in some_arguments(name)]
    function = getattr(special, name)
    plain = results(function, args)
    out = tuple(cupy.full((24, 2), 7, x.dtype)[:, 0] for x in plain)
    given = out if len(out) > 1 else out[0]
    assert all(a is b for a, b in zip(results(function, args, out=given), out))
    numpy.testing.assert_array_equal([x.get() for x in out], [x.get() for x in plain])
    mask = cupy.arange(24) % 3 == 0
    for x in out:
        x[...] = 7
    results(function, args, out=given, where=mask)
    numpy.testing.assert_array_equal([x.get() for x in out],
                                     [numpy.where(mask.get(), x.get(), 7).astype(x.dtype) for x in plain])
    with pytest.raises(TypeError):
        function(*args, out=tuple(x.astype(bool) for x in out) if len(out) > 1 else out[0].astype(bool))
    with pytest.raises(ValueError):
        function(*args, out=tuple(x[:5] for x in out) if len(out) > 1 else out[0][:5])
    with pytest.raises(TypeError):
        function(*[args[0]] * 12)


@pytest.mark.parametrize("name", ["hankel1", "hankel1e", "hankel2", "hankel2e"])
@pytest.mark.parametrize("order", [1, 1.5])
def test_numbers_beside_complex_arguments_are_doubles(name, order):
    found = getattr(special, name)(order, 2.5)
    assert found.dtype == "D"
    numpy.testing.assert_allclose(complex(found), getattr(scipy.special, name)(order, 2.5), rtol=1e-14)
