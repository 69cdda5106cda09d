"""Every ufunc by every way to ask for dtypes, random ones, against NumPy: results, dtypes and classes of errors."""
import numpy
import pytest

import cupy
from cupy._core.target import host_memory
from cupy_testing.fuzz import judge

DTYPES = "?bBhHiIlLefdFD"
CASES = 150 if host_memory() else 10        # of which many have kernels of their own
CASTING = [None, "no", "equiv", "safe", "same_kind", "unsafe"]
UFUNCS = sorted(name for name in dir(cupy) if isinstance(getattr(cupy, name), cupy.ufunc)
                and isinstance(getattr(numpy, name, None), numpy.ufunc) and not getattr(numpy, name).signature)
BINARY = [name for name in UFUNCS if (getattr(numpy, name).nin, getattr(numpy, name).nout) == (2, 1)]
#: NumPy's vector loops of these are wrong in reductions of more than two items.
OF_TWO = {"power", "pow", "float_power", "arctan2", "atan2", "ldexp"}


def check(call, told):
    """Computed in half precision now and then, whatever the type of the result."""
    ours, theirs = (judge.outcome(call, xp, [])[0] for xp in (cupy, numpy))
    found = judge.difference(ours, theirs, "e")
    assert found is None, (told, found)


def drawn_types(rng, function):
    """A dtype or signature to ask for, of those that exist and of those that do not."""
    loops = [t for t in function.types if not set(t) & set("gGOMmpPqQ")]
    kind = rng.random()
    if kind < 0.35:
        return {"dtype": rng.choice(list(DTYPES))}
    if kind < 0.55:
        return {"signature": str(rng.choice(loops))}
    free = [None, None, *DTYPES] if kind < 0.8 else list(DTYPES)
    return {"signature": tuple(free[k] for k in rng.integers(0, len(free), function.nargs))}


@pytest.mark.parametrize("name", UFUNCS)
def test_calls(name):
    function, rng = getattr(numpy, name), numpy.random.default_rng(len(name) + ord(name[0]))
    for _ in range(CASES):
        items = [numpy.array([[1, 0, 2], [1, 2, 0]][k], rng.choice(list(DTYPES))) for k in range(function.nin)]
        if len(items) > 1 and rng.random() < 0.2:
            items[rng.integers(len(items))] = [True, 1, 2, 1.5, 1j][rng.integers(5)]
        options, casting = drawn_types(rng, function), CASTING[rng.integers(len(CASTING))]
        if casting:
            options["casting"] = casting
        outs = [numpy.zeros(3, rng.choice(list("?bihlefdFD")))
                for _ in range(function.nout if rng.random() < 0.2 else 0)]

        def call(xp, items=items, options=options, outs=outs):
            values = [xp.asarray(x) if isinstance(x, numpy.ndarray) else x for x in items]
            more = {"out": tuple(xp.array(x) for x in outs)} if outs else {}
            return getattr(xp, name)(*values, **options, **more)
        if not (options.get("casting") == "unsafe" and any(x.dtype.kind in "iu" for x in outs)):  # which C leaves open
            check(call, (items, options, outs))


@pytest.mark.parametrize("name", BINARY)
def test_reductions(name):
    rng = numpy.random.default_rng(len(name) + ord(name[0]))
    initials = [0, 1, 2, True, None, 2j, numpy.float32(1), numpy.int8(1)]
    dtypes = rng.choice(list(DTYPES), 4, replace=False)       # each is a kernel to compile
    for _ in range(CASES):
        method = str(rng.choice(["reduce", "reduce", "accumulate", "reduceat"]))
        shape = [(2,), (1,), (2, 1), (2, 2), (3,), (0,), (2, 0), (0, 2), ()][rng.integers(9)]
        a = rng.integers(0, 3, shape).astype(rng.choice(dtypes))
        options = {"dtype": rng.choice(dtypes)} if rng.random() < 0.4 else {}
        if rng.random() < 0.4:
            options["axis"] = [None, 0, -1, (0,), (), (0, 1), (-1,)][rng.integers(7 if method == "reduce" else 3)]
        if method == "reduce":
            options |= {"initial": initials[rng.integers(8)]} if rng.random() < 0.3 else {}
            options |= {"where": rng.integers(0, 2, shape).astype(bool)} if rng.random() < 0.3 else {}
            options |= {"keepdims": True} if rng.random() < 0.3 else {}
        if name in OF_TWO and max(shape, default=0) + ("initial" in options) > 2:
            continue
        more = [[0, 1][:rng.integers(1, 3)]] if method == "reduceat" else []
        out = None
        if rng.random() < 0.4:      # of a type that holds all results: NumPy's first items and parts go through it
            plain = {k: v for k, v in options.items() if k in ("axis", "keepdims")}
            try:
                out = numpy.zeros(getattr(numpy.add, method)(a, *more, **plain).shape, rng.choice(list("dD")))
            except (ValueError, TypeError, IndexError):
                pass

        def call(xp, a=a, options=options, out=out, more=more, method=method):
            given = {k: xp.asarray(v) if isinstance(v, numpy.ndarray) else v for k, v in options.items()}
            given |= {} if out is None else {"out": xp.array(out)}
            return getattr(getattr(xp, name), method)(xp.asarray(a), *more, **given)
        check(call, (method, a, options, out))


@pytest.mark.parametrize("call", [
    "subtract(a, a, signature=('m8', 'm8', None))", "equal(a, a, dtype=bool)", "divide(a, a, dtype='f8')",
    "add(a, a, signature=('i8', None, None))", "multiply(a, 2, dtype='m8')", "add(t, a, signature=('M8', 'm8', 'M8'))",
    "add(a, a, signature=(None, None, 'M8'))", "subtract(t, t, dtype='f8')", "negative(a, dtype='m8', casting='no')",
    "less(a, a, casting='no')", "equal(s, s, dtype='?')", "less(s, s, signature=(None, None, '?'))"])
def test_times_and_text(call):
    def run(xp):
        a = xp.asarray(numpy.array([3, 5], "m8[s]"))
        names = {"a": a, "t": xp.asarray(numpy.array([3, 5], "M8[s]")), "s": xp.asarray(numpy.array([b"a", b"b"]))}
        return eval(f"xp.{call}", {"xp": xp, **names})
    check(run, call)


def test_far_numbers_and_masked_exponents():
    """Numbers that no integer holds, and exponents that a mask leaves out."""
    calls = ["equal(t, 2**70)", "less(i, 2**70)", "greater(-2**70, i)", "logical_and(i, 2**70)", "logical_or(d, 2**40)",
             "not_equal(i, 300, casting='no')", "ldexp(d, 2**40)", "ldexp(2, i)", "ldexp(d, 3)", "maximum(t, 2**70)",
             "less(r, 300)", "equal(i, 300, out=xp.zeros(2), casting='no')", "power(i, i, where=~(i < 0), out=i * 0)",
             "power(i, i, where=i < 0, out=i * 0)", "power(i, 1j, dtype='b', casting='unsafe')",
             "gcd.reduce(i, where=i > 5, initial=-1)", "hypot.reduce(d, where=d > 5, initial=-1.5)",
             "power.reduce(i[0], where=False, initial=2)", "lcm.reduce(i[0], axis=0, where=i[0] > 5, initial=-1)"]
    if not host_memory():       # devices do not look at masked exponents before
        calls = [call for call in calls if not call.startswith("power(i, i, where")]
    for call in calls:
        def run(xp, call=call):
            return eval(f"xp.{call}", {"xp": xp, "i": xp.asarray(numpy.array([-3, 2], "b")), "d": xp.ones(2),
                                       "t": xp.ones(2, bool), "r": xp.broadcast_to(xp.arange(3), (2, 3))})
        check(run, call)
