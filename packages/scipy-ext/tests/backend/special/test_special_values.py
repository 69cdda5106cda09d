"""Least and largest arguments of special functions: values that SciPy has wrong or not at all are mpmath's."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

_LEAST = 1e-310      # whose reciprocal is infinite

VALUES = [
    ("jv", (0, _LEAST), 1), ("jv", (0.6, _LEAST), 7.3838010271725e-187), ("jv", (-0.6, _LEAST), 6.833217073027414e185),
    ("jv", (2, _LEAST), 0), ("yv", (0, _LEAST), -454.4938756003538), ("yv", (0.6, _LEAST), -7.184869622308323e185),
    ("yv", (3, _LEAST), -numpy.inf), ("yv", (1e10, 1), -numpy.inf), ("iv", (0, _LEAST), 1), ("ive", (0, _LEAST), 1),
    ("iv", (0.5, _LEAST), 7.978845608028654e-156), ("kv", (0, 5e-324), 744.5560034370395),
    ("kv", (0.7, _LEAST), 1.0543485545458656e217), ("kv", (3, _LEAST), numpy.inf),
    ("kn", (0, _LEAST), 713.9173103438126),
    ("ker", (_LEAST,), 713.9173103438126), ("kei", (_LEAST,), -0.7853981633974483),
    ("kei", (5e-324,), -0.7853981633974483), ("keip", (1e-8,), 9.518306129805391e-8),
    ("keip", (0.01,), 0.026105557593954252), ("kerp", (1e-300,), -1e300), ("berp", (1e-20,), -6.25e-62),
    ("beip", (1e5,), numpy.inf), ("it2struve0", (1.7e308,), 3.7448221903975e-309),
    ("itj0y0", (5e-324,), (5e-324, -3.686e-321)), ("iti0k0", (5e-324,), (5e-324, 3.686e-321)),
    ("airye", (1e300,), (2.820947917738782e-76, -2.820947917738781e74, 5.641895835477564e-76, 5.641895835477562e74)),
    ("owens_t", (1e300, -3), 0), ("owens_t", (1e10, 1e300), 0), ("betainc", (_LEAST, 1, 1e-20), 1),
    ("betaincc", (1e-20, 0.5, _LEAST), 7.151876731892741e-18), ("betaincc", (1e-10, 0.5, 1e-20), 4.743799610831814e-9),
    ("fdtr", (_LEAST, 0.5, 1), 1), ("fdtri", (2, 3, 0), 0),
    ("hyperu", (0.5, 0, 1e-20), 1.1283791670955126), ("hyperu", (1, 1, 1e-20), 45.474486194979381),
    ("hyperu", (0.5, -0.5, _LEAST), 0.886226925452758), ("hyperu", (-1, -1e10, 1e10), 2e10),
    ("hyperu", (-0.5, 0.5, 1e-20), 1e-10), ("hyperu", (1.5, 1.25, 1e-6), 123.96314466856423),
    ("elliprg", (_LEAST, 2, 3), 1.2386893481316148), ("elliprg", (1e10, 0, 1e300), 5e149),
    ("elliprg", (_LEAST, _LEAST, _LEAST), 1e-155), ("betaln", (_LEAST, _LEAST), 714.494526008714),
    ("tklmbda", (1, -1e10), 0.5), ("tklmbda", (numpy.inf, -1), 1), ("log_wright_bessel", (1, 1, 1e300), 2e150),
    ("chndtr", (0.5, 2, _LEAST), 0.22119921692859512), ("stdtrit", (2, 0), -numpy.inf),
    ("nctdtrit", (2, 1, 0), -numpy.inf), ("struve", (1, numpy.inf), 2 / numpy.pi),
    ("eval_chebyt", (2, -numpy.inf), numpy.inf),
    ("voigt_profile", (0.5, 1, 0.001), 0.35182041491147902), ("voigt_profile", (8.5, 1, 0.001), 4.6026753942701677e-6),
    ("voigt_profile", (-4.242640687119285, 3, 1e-9), 0.048920887727273549),
    ("voigt_profile", (37.5, 1.5, 1e-30), 2.2744898534584519e-34),
    ("voigt_profile", (3, 2, 14.5), 0.020741190819860838), ("voigt_profile", (1e12, 1, 3), 9.5492965855137201e-25),
    ("voigt_profile", (1, 1e-9, 1e9), 3.1830988618379067e-10), ("voigt_profile", (2, -1, 0.5), 0.016312930176742687),
    ("voigt_profile", (1.5, 1, -0.75), 0.015905377990624401),
    ("gammaln", (2.5563e305,), 1.7951029165623062e308), ("gammaln", (-_LEAST,), 713.801378828154165),
    ("gammaln", (-2.25,), 0.555501545020647471), ("gammaln", (-1234.5678,), -7556.98439265423622),
]


@pytest.mark.parametrize("name, args, wanted", VALUES)
def test_values(name, args, wanted):
    found = getattr(special, name)(*(cupy.asarray(float(x)) for x in args))
    for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (found, wanted))):
        numpy.testing.assert_allclose(float(a), b, rtol=2e-13, atol=1e-322)


@pytest.mark.parametrize("name", ["it2i0k0", "it2j0y0"])
def test_integrals_end_at_the_largest_numbers(name):
    first, second = getattr(special, name)(cupy.asarray([1.7e308, -1.7e308]))
    numpy.testing.assert_allclose(first.get(), numpy.inf if name == "it2i0k0" else 709.6109053775698)
    numpy.testing.assert_array_equal(second.get(), [0, numpy.nan])


@pytest.mark.parametrize("name", ["betaincinv", "betainccinv"])
def test_ends_have_no_negative_zero(name):
    ends = getattr(special, name)(2.0, 3.0, cupy.asarray([-0.0, 0.0, 1.0])).get()
    assert not numpy.signbit(ends).any()


def test_phases_of_modified_fresnel_integrals():
    value = special.modfresnelm(cupy.asarray([1e5]))[0].get()[0]
    numpy.testing.assert_allclose(value, 2.43753012566e-6 - 4.36559811326e-6j, rtol=1e-10)     # mpmath's


@pytest.mark.parametrize("args, wanted", [
    ((-2.25 - 0.375j, -5 + 4.25j, -2.125 + 0.125j, -3.625 - 3.75j), 0.774763317104223929 + 0.824196241296385992j),
    ((2 - 1j, -3 + 2j, 1j, -2 + 4j), -0.195566153104455241 - 0.173939884706525664j),
    ((0.5, 1 + 3j, 1 - 3j, 0.25 + 0.0625j), 1.168028700062330358 - 0.116621562573052762j)])
def test_symmetric_integrals_whose_angles_are_large(args, wanted):
    value = special.elliprj(*(cupy.asarray([x], dtype=complex) for x in args)).get()[0]
    numpy.testing.assert_allclose(value, wanted, rtol=1e-14)        # SciPy has the last one only


def test_single_precision_of_the_normal_distribution():
    """In both tails, down to where they are no longer numbers of full precision, and at the ends."""
    x = numpy.concatenate([numpy.linspace(-13, 9, 20000), numpy.linspace(-15, -13, 500)]).astype("f")
    found, wanted = special.ndtr(cupy.asarray(x)).get(), scipy.special.ndtr(x.astype(float))
    numpy.testing.assert_allclose(found, wanted, rtol=6e-7, atol=3e-45)
    ends = numpy.array([-numpy.inf, -1e30, -15, 0, 15, 3e38, numpy.inf, numpy.nan], "f")
    found = special.ndtr(cupy.asarray(ends)).get()
    numpy.testing.assert_array_equal(found, numpy.array([0, 0, 0, 0.5, 1, 1, 1, numpy.nan], "f"))


@pytest.mark.parametrize("seed", range(3))
def test_symmetric_integrals_anywhere_in_the_cut_plane(seed):
    """Where duplication leaves the principal branches, too: beside the integral itself, by the trapezoidal rule."""
    rng = numpy.random.default_rng(seed)
    args = 10 ** rng.uniform(-2, 2, (4, 400)) * numpy.exp(1j * rng.uniform(-2.9, 2.9, (4, 400)))
    t = numpy.exp(numpy.linspace(-46, 46, 4000))[:, None]
    x, y, z, p = args
    wanted = 1.5 * 92 / 3999 * (t / (numpy.sqrt(x + t) * numpy.sqrt(y + t) * numpy.sqrt(z + t) * (t + p))).sum(0)
    numpy.testing.assert_allclose(special.elliprj(*map(cupy.asarray, args)).get(), wanted, rtol=1e-10)


def test_complete_elliptic_integrals_and_means_of_numbers_far_apart():
    """mpmath's values: means whose ratio is below the least number too."""
    m = cupy.asarray([-1e300, -1e5, -1, 0, 0.5, 1 - 2.0 ** -53])
    first = [3.46774058310226734e-148, 0.022587332626623258, 1.31102877714605991, 1.57079632679489662,
             1.85407467730137192, 19.7546946459584418]
    numpy.testing.assert_allclose(special.ellipk(m).get(), first, rtol=6e-16)
    numpy.testing.assert_allclose(special.ellipe(m).get()[2:-1], [1.9100988945138561, 1.5707963267948966,
                                                                  1.3506438810476755], rtol=6e-16)
    wanted = [2.85335586686220512e-302, 1.09341100910263807e297, 1.13584055461076967e297]
    means = special.agm(cupy.asarray([5e-324, 1e300, 1e-300]), cupy.asarray([1e-300, 5e-324, 1e300]))
    numpy.testing.assert_allclose(means.get(), wanted, rtol=1e-15)
