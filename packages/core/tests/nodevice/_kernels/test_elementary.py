"""The host's elementary functions: as exact as they say, and the same in vectors of every width."""
import ctypes
import itertools
from pathlib import Path

import numpy
import pytest

from cupy._host import compiler as host

KERNELS = Path(__file__).parents[3] / "src" / "cupy" / "_kernels"

ONE = ("exp", "exp2", "expm1", "sinh", "cosh", "tanh", "log", "log2", "log10", "log1p", "asinh", "acosh", "atanh",
       "sin", "cos", "tan", "asin", "acos", "atan", "cbrt")
TWO = ("atan2", "pow", "hypot")
#: Those that leave something out where operands are plain; `power` is `pow`.
PLAIN = ("exp", "exp2", "log", "log2", "log10", "log1p", "asinh", "acosh", "atanh", "sin", "cos", "tan", "asin", "acos",
         "atan2", "power")

SOURCE = '#include "device/elementwise_many.hpp"\n#include "types/complex.hpp"\n' + "".join(f'''
extern "C" __attribute__((visibility("default")))
void {name}_{letter}({", ".join(f"const {T} *{x}" for x in xs)}, {T} *out, long n) {{
#pragma GCC ivdep
    for (long i = 0; i < n; ++i) out[i] = cupy::elementary::{name}({", ".join(f"{x}[i]" for x in xs)});
}}''' for name in ONE + ("erf", "erfc") + TWO for letter, T in (("d", "double"), ("f", "float"))
    for xs in ("ab" if name in TWO else "a",)) + "".join(f'''
extern "C" __attribute__((visibility("default")))
void product_{letter}(const cupy::complex<{T}> *a, const cupy::complex<{T}> *b, cupy::complex<{T}> *out, long n) {{
#pragma GCC ivdep
    for (long i = 0; i < n; ++i) out[i] = a[i] * b[i];
}}
extern "C" __attribute__((visibility("default")))
void ratio_{letter}(const cupy::complex<{T}> *a, const cupy::complex<{T}> *b, cupy::complex<{T}> *out, long n) {{
#pragma GCC ivdep
    for (long i = 0; i < n; ++i) out[i] = a[i] / b[i];
}}''' for letter, T in (("D", "double"), ("F", "float"))) + "".join(f'''
extern "C" __attribute__((visibility("default")))
void plain_{name}_{letter}({", ".join(f"const {T} *{x}" for x in xs)}, {T} *out, long n) {{
    using F = cupy::elementary::plain::{name};
    const auto most = F::span<{T}>().most_key();
    for (long i = 0; i < n; ++i) {{
        const bool is_plain = {" && ".join(f"cupy::host::{key}<F>(1, {x} + i{more}) <= most" for x, key, more in
                                           zip(xs, ("greatest_key", "greatest_second"), ("", ", 0")))};
        out[i] = is_plain ? F::of({", ".join(f"{x}[i]" for x in xs)}) : {T}(7777);
    }}
}}''' for name in PLAIN for letter, T in (("d", "double"), ("f", "float"))
    for xs in ("ab" if name in ("atan2", "power") else "a",))

#: Where a function is tried beside everywhere.
DOMAINS = {"exp": (-746, 711), "exp2": (-1080, 1025), "expm1": (-40, 711), "sinh": (-711, 711), "cosh": (-711, 711),
           "tanh": (-25, 25), "asin": (-1, 1), "acos": (-1, 1), "atanh": (-1, 1), "acosh": (1, 9), "log": (0, 9),
           "log2": (0, 9), "log10": (0, 9), "log1p": (-1, 9)}


def compiled(target, folder, *options):
    """The functions as they are for a target."""
    image = host.HostCompiler().compile(SOURCE, name="elementary", target=target, options=options,
                                        include_roots=(str(KERNELS),)).image
    path = folder / f"{target}{len(options)}.so"
    path.write_bytes(image)
    return ctypes.CDLL(str(path))


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """For every instruction set of this machine, with vectors and without."""
    folder, made = tmp_path_factory.mktemp("elementary"), host.HostCompiler()
    target = made.target()
    if made.libraries()[0][1] is None:
        pytest.skip("no C++ compiler is here")
    return [compiled(target, folder), compiled(target, folder, "-fno-tree-vectorize"),
            *(compiled(other, folder) for other in made.compatible(target))]


def call(build, name, *operands):
    out = numpy.empty_like(operands[0])
    pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*operands, out)]
    getattr(build, f"{name}_{out.dtype.char}")(*pointers, ctypes.c_long(out.size))
    return out


def special(dtype):
    info = numpy.finfo(dtype)
    values = [0, 1, 2, 0.5, 3, 10, numpy.inf, numpy.nan, info.max, info.tiny, info.smallest_subnormal, info.eps,
              1 + info.eps, 1 - info.epsneg, 0.4142135623730951, 2.414213562373095, 1e22 if dtype == "d" else 1e10]
    return numpy.array(values + [-x for x in values]).astype(dtype)


def samples(name, dtype, seed):
    """Numbers of every size, of the domain, near one and near multiples of a quarter of pi."""
    rng, info = numpy.random.default_rng(seed), numpy.finfo(dtype)
    low, high = DOMAINS.get(name, (-10, 10))
    sizes = numpy.exp(rng.uniform(numpy.log(float(info.smallest_subnormal)), numpy.log(float(info.max)), 4000))
    with numpy.errstate(over="ignore"):
        return numpy.concatenate([
            special(dtype), rng.uniform(low, high, 6000), rng.uniform(-1.5, 1.5, 3000),
            sizes * rng.choice([-1, 1], 4000), 1 + rng.uniform(-1e-3, 1e-3, 1000),
            numpy.arange(-400, 400) * (numpy.pi / 4)]).astype(dtype)


def ulps(found, exact):
    """Distances in units of the last place; what is not finite must be the same."""
    rounded = exact.astype(found.dtype)
    same = (found == rounded) | (numpy.isnan(found) & numpy.isnan(rounded))
    unit = numpy.maximum(numpy.spacing(abs(rounded)), numpy.finfo(found.dtype).smallest_subnormal)
    distance = abs(found.astype(numpy.longdouble) - exact) / unit
    return numpy.where(same & ~numpy.isfinite(rounded), 0, numpy.where(numpy.isnan(distance), numpy.inf, distance))


@pytest.mark.skipif(numpy.finfo(numpy.longdouble).nmant < 63, reason="long double is no wider than double")
@pytest.mark.parametrize("dtype", "df")
@pytest.mark.parametrize("name", ONE + TWO)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_two_units_of_the_last_place(builds, name, dtype):
    operands = [samples(name, dtype, 1)]
    if name in TWO:
        pairs = numpy.array(list(itertools.product(special(dtype), repeat=2)))
        other = numpy.random.default_rng(3).permutation(samples(name, dtype, 2))
        operands = [numpy.concatenate([pairs[:, 0], operands[0]]), numpy.concatenate([pairs[:, 1], other])]
    exact = getattr(numpy, name)(*[x.astype(numpy.longdouble) for x in operands])
    found = call(builds[0], name, *operands)
    distance = ulps(found, exact)
    worst = int(numpy.argmax(distance))
    assert distance[worst] <= 2, ([x[worst] for x in operands], found[worst], exact[worst])
    wanted = exact.astype(dtype)
    known = ~numpy.isnan(wanted)
    numpy.testing.assert_array_equal(numpy.signbit(found[known]), numpy.signbit(wanted[known]))


#: Of all floats, and a little more than was found.
UNITS = {"exp": 1, "exp2": 0.8, "expm1": 1.5, "sinh": 1.7, "cosh": 1.5, "tanh": 1.5, "log": 1, "log2": 1, "log10": 1,
         "log1p": 1, "asinh": 1.5, "sin": 1.6, "cos": 1.6, "tan": 1.8, "asin": 1.2, "acos": 1.2, "cbrt": 0.8}


@pytest.mark.parametrize("name", UNITS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_floats_of_every_size(builds, name):
    x = numpy.arange(0, 2**32, 20_011, dtype=numpy.uint64).astype(numpy.uint32).view(numpy.float32)
    found, exact = call(builds[0], name, x), call(builds[0], name, x.astype(float))
    assert ulps(found, exact).max() <= UNITS[name]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_powers_of_floats_are_rounded_from_double(builds):
    rng = numpy.random.default_rng(13)
    logs = rng.uniform(-104, 88.7, 200_000)
    base = numpy.exp(numpy.concatenate([rng.uniform(-88, 88, 100_000), rng.uniform(-0.1, 0.1, 100_000)])).astype("f")
    exponent = (logs / numpy.log(base.astype(float))).astype("f")
    exact = numpy.power(base.astype(float), exponent.astype(float))
    assert ulps(call(builds[0], "pow", base, exponent), exact).max() <= 0.6


@pytest.mark.parametrize("dtype", "df")
def test_logarithms_of_whole_powers(builds, dtype):
    twos, tens = numpy.arange(-126, 128.0), numpy.arange(11.0)
    numpy.testing.assert_array_equal(call(builds[0], "log2", (2**twos).astype(dtype)), twos)
    numpy.testing.assert_array_equal(call(builds[0], "log10", (10**tens).astype(dtype)), tens)


def test_worst_angle(builds):
    """The double whose distance from a multiple of pi/2 is smallest, 2^-60 (W. Kahan)."""
    x = numpy.array([6381956970095103.0 * 2.0**797] * 9)
    numpy.testing.assert_allclose(call(builds[0], "cos", x), -4.6871659242546277e-19, rtol=1e-15)


@pytest.mark.parametrize("dtype", "df")
@pytest.mark.parametrize("name", ONE + TWO + ("erf", "erfc"))
def test_same_bits_in_every_build(builds, name, dtype):
    rng = numpy.random.default_rng(7)
    word = f"u{numpy.dtype(dtype).itemsize}"
    operands = [numpy.concatenate([rng.integers(0, 2**(8 * numpy.dtype(dtype).itemsize), 3001, word).view(dtype),
                                   samples(name, dtype, seed)]) for seed in range(1 + (name in TWO))]
    wanted = call(builds[0], name, *operands)
    for build in builds[1:]:
        numpy.testing.assert_array_equal(call(build, name, *operands), wanted)
    for length in (1, 3, 7, 17):
        part = call(builds[0], name, *[x[5:5 + length].copy() for x in operands])
        numpy.testing.assert_array_equal(part, wanted[5:5 + length])


@pytest.mark.parametrize("dtype", "df")
@pytest.mark.parametrize("name", PLAIN)
def test_plain_operands_have_the_bits_of_all(builds, name, dtype):
    of_all = {"power": "pow"}.get(name, name)
    rng, word = numpy.random.default_rng(17), f"u{numpy.dtype(dtype).itemsize}"
    edges = numpy.array([86, 87, 125, 126, 707, 708, 1021, 1022, 1, 2**14, 2**27, 2.0**60, 2.0**120] * 3)
    edges = numpy.nextafter(edges.astype(dtype), numpy.repeat([-1e9, 0, 1e30], 13).astype(dtype))
    operands = [rng.permutation(numpy.concatenate([
        rng.integers(0, 2**(8 * numpy.dtype(dtype).itemsize), 20_000, word).view(dtype), edges, -edges,
        samples(of_all, dtype, seed)])) for seed in range(1 + (of_all in TWO))]
    wanted, found = call(builds[0], of_all, *operands), call(builds[0], f"plain_{name}", *operands)
    is_plain = found != 7777
    assert is_plain.mean() > 0.1
    numpy.testing.assert_array_equal(found[is_plain].view(word), wanted[is_plain].view(word))
    for build in builds[1:]:
        numpy.testing.assert_array_equal(call(build, f"plain_{name}", *operands), found)


@pytest.mark.parametrize("dtype", "DF")
@pytest.mark.parametrize("name", ["product", "ratio"])
def test_complex_products_are_rounded_one_by_one(builds, name, dtype):
    rng = numpy.random.default_rng(11)
    a, b = ((rng.standard_normal(1001) + 1j * rng.standard_normal(1001)).astype(dtype) for _ in range(2))
    wanted = call(builds[0], name, a, b)
    for build in builds[1:]:
        numpy.testing.assert_array_equal(call(build, name, a, b), wanted)
    if name == "product":
        numpy.testing.assert_array_equal(wanted.real, a.real * b.real - a.imag * b.imag)
        numpy.testing.assert_array_equal(call(builds[0], name, a, a.conj()).imag, 0)
