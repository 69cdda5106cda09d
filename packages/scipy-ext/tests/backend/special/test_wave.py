"""Mathieu and spheroidal functions: mpmath's values, SciPy's where they have digits, Wronskians."""
import cupy
import numpy
import pytest
import scipy.special

from cupyx.scipy import special

VALUES = [
    ("mathieu_cem", (0, 0.5, 100.0), (0.86037861263154699, -0.13000463953727113)),
    ("mathieu_sem", (4, 20.0, -35.0), (-0.86494026083094048, 2.3853848768027395)),
    ("mathieu_cem", (7, 90.0, 72.5), (0.98110286652244511, 0.35828011319924183)),
    ("mathieu_modcem1", (3, 2.5, 1.25), (0.23838315169037511, -1.4779908643676771)),
    ("mathieu_modsem1", (8, 0.25, 0.25), (2.7277007495685695e-9, 2.2553916288167579e-8)),
    ("mathieu_modcem2", (6, 30.0, 0.5), (0.31415353951866518, -0.4911169760521779)),
    ("mathieu_modsem2", (2, 4.0, 2.5), (0.16142975351668474, -0.35102547303222894)),
    ("pro_cv", (1, 4, 2.5), (23.045748504984979,)),
    ("obl_cv", (0, 3, 12.0), (-77.384193967832546,)),
    ("pro_cv", (2, 2, 30.0), (33.313639654986876,)),
    ("pro_ang1", (1, 3, 4.0, 0.25), (-0.69726744650923381, 5.9323752507158933)),
    ("obl_ang1", (2, 3, 3.0, -0.75), (-6.5830837388273456, -8.8249247792937497)),
    ("obl_ang1", (0, 1, 30.0, 0.5), (37378.411566881871, 1096144.2643759047)),
    ("pro_rad1", (1, 3, 2.0, 1.125), (0.036308434384483267, 0.20994534743954696)),
    ("obl_rad1", (0, 4, 3.0, 0.25), (0.011802312597068116, 0.033038043405419535)),
    ("pro_rad2", (1, 3, 2.0, 2.5), (-0.057318389581199136, 0.40702294969155318)),
    ("obl_rad2", (2, 5, 3.0, 3.0), (0.11831862335387302, -0.027156563227985077)),
]


@pytest.mark.parametrize("name, args, wanted", VALUES)
def test_values(name, args, wanted):
    found = getattr(special, name)(*args)
    found = found if isinstance(found, tuple) else (found,)
    numpy.testing.assert_allclose([float(x) for x in found], wanted, 1e-13)


def _random(*ranges):
    rng = numpy.random.default_rng(17)
    return [rng.integers(*r, 64).astype(float) if isinstance(r[0], int) else rng.uniform(*r, 64) for r in ranges]


def _compare(name, args, tolerance):
    with numpy.errstate(all="ignore"):
        wanted = getattr(scipy.special, name)(*args)
    found = getattr(special, name)(*map(cupy.asarray, args))
    for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (found, wanted))):
        numpy.testing.assert_allclose(a.get(), b, tolerance, tolerance)


@pytest.mark.parametrize("name", ["mathieu_a", "mathieu_b"])
def test_characteristic_values(name):
    m, q = _random((0, 12), (-60.0, 60.0))
    _compare(name, (m, q), 1e-12)


def test_characteristic_values_of_large_parameters():     # where SciPy's are wrong
    def wanted(m, q, size=200):
        diagonal, beside = (2.0 * numpy.arange(size) + m % 2) ** 2, numpy.full(size - 1, q)
        beside[0] *= 1 if m % 2 else 2 ** 0.5
        diagonal[0] += m % 2 * q
        return numpy.linalg.eigvalsh(numpy.diag(diagonal) + numpy.diag(beside, 1) + numpy.diag(beside, -1))[m // 2]

    m, q = [0, 3, 4, 7, 10, 40], [5000.0, 900.0, 4904.0, 4097.0, 3157.0, 2500.0]
    found = special.mathieu_a(cupy.asarray(m), cupy.asarray(q))
    numpy.testing.assert_allclose(found.get(), list(map(wanted, m, q)), 1e-12)


@pytest.mark.parametrize("name", ["mathieu_cem", "mathieu_sem"])
def test_angular_mathieu(name):
    _compare(name, _random((0, 8), (-30.0, 30.0), (-400.0, 400.0)), 1e-11)


@pytest.mark.parametrize("name", ["mathieu_modcem1", "mathieu_modsem1", "mathieu_modcem2", "mathieu_modsem2"])
def test_modified_mathieu(name):
    _compare(name, _random((1, 5), (2.0, 30.0), (0.25, 2.0)), 1e-8)


@pytest.mark.parametrize("name, x", [("pro_ang1", (-0.99, 0.99)), ("obl_ang1", (-0.99, 0.99)),
                                     ("pro_rad1", (1.01, 6.0)), ("obl_rad1", (0.01, 6.0))])
def test_spheroidal(name, x):
    m, more, c, x = _random((0, 4), (0, 5), (0.5, 5.0), x)
    _compare(name, (m, m + more, c, x), 1e-9)
    value = name[:3] + "_cv"
    _compare(value, (m, m + more, c), 1e-12)
    _compare(f"{name}_cv", (m, m + more, c, getattr(scipy.special, value)(m, m + more, c), x), 1e-9)


@pytest.mark.parametrize("name", ["pro_rad1", "obl_rad1", "obl_ang1"])
def test_characteristic_values_may_be_rounded(name):
    m, n, c, x = map(cupy.asarray, ([3.0, 3.0, 0.0], [7.0, 4.0, 6.0], [2.875, 2.875, 2.375], [3.8, 3.7, 3.9]))
    x = x / 4 if "ang" in name else x
    value = getattr(special, name[:3] + "_cv")(m, n, c)
    for wanted, *found in zip(getattr(special, name)(m, n, c, x),
                              *(getattr(special, name + "_cv")(m, n, c, value * (1 + k * 1e-14), x) for k in (-2, 3))):
        for y in found:
            numpy.testing.assert_allclose(y.get(), wanted.get(), 5e-15)


@pytest.mark.parametrize("kind, x", [("pro", (1.001, 8.0)), ("obl", (0.0, 8.0))])
@pytest.mark.parametrize("given", [False, True])
def test_radial_functions_fulfil_their_wronskian(kind, x, given):
    m, more, c, x = map(cupy.asarray, _random((0, 4), (0, 7), (0.25, 8.0), x))
    n = m + more
    args = (m, n, c, getattr(special, f"{kind}_cv")(m, n, c), x) if given else (m, n, c, x)
    (f, df), (g, dg) = (getattr(special, f"{kind}_rad{k}{'_cv' * given}")(*args) for k in (1, 2))
    wronskian = (f * dg - df * g) * c * (x * x + (-1 if kind == "pro" else 1))
    numpy.testing.assert_allclose(wronskian.get(), 1, 1e-10)


@pytest.mark.parametrize("name, args", [
    ("mathieu_a", (-1, 1.0)), ("mathieu_a", (1.5, 1.0)), ("mathieu_a", (numpy.nan, 1.0)), ("mathieu_b", (0, 1.0)),
    ("mathieu_cem", (2.5, 1.0, 3.0)), ("mathieu_sem", (-1, 1.0, 3.0)), ("mathieu_modcem1", (2, -1.0, 1.0)),
    ("mathieu_modsem2", (0, 1.0, 1.0)), ("mathieu_modcem2", (2, 0.0, 1.0)), ("pro_cv", (2, 1, 1.0)),
    ("pro_cv", (0, 199, 1.0)), ("obl_cv", (-1, 2, 1.0)), ("pro_ang1", (1, 2, 1.0, 1.0)),
    ("obl_ang1", (1, 2, 1.0, -1.5)), ("pro_rad1", (1, 2, 1.0, 1.0)), ("pro_rad2", (1, 1.5, 1.0, 2.0)),
    ("obl_rad1", (1, 2, 1.0, -0.5)), ("obl_rad2_cv", (1, 2, 1.0, numpy.nan, 0.5))])
def test_beyond_the_domain(name, args):
    found = getattr(special, name)(*args)
    assert all(numpy.isnan(float(x)) for x in (found if isinstance(found, tuple) else (found,)))


def test_extreme_parameters():
    numpy.testing.assert_allclose(special.mathieu_a(cupy.arange(4.0), 1e-300).get(), [0, 1, 4, 9], atol=1e-300)
    numpy.testing.assert_allclose(float(special.mathieu_a(0, 1e14)), -2e14 + 2e7 - 0.25, 1e-15)
    numpy.testing.assert_allclose(float(special.mathieu_a(30000, 5.0)), 9e8 + 12.5 / (9e8 - 1), 1e-15)
    assert float(special.mathieu_sem(0, 3.0, 20.0)[0]) == 0
    assert float(special.pro_rad1(0, 0, 0.0, 2.0)[0]) == 1
    assert float(special.obl_rad2(1, 3, 0.0, 2.0)[0]) == -numpy.inf
    value, slope = special.mathieu_cem(600, 5.0, 90.0)
    numpy.testing.assert_allclose(float(value), 1, 1e-4)


def test_single_precision_and_broadcasting():
    m, q = cupy.arange(3, dtype="f")[:, None], cupy.linspace(0.5, 4, 5, dtype="f")
    found = special.mathieu_cem(m, q, cupy.float32(30))
    assert [x.dtype for x in found] == [numpy.float32] * 2 and found[0].shape == (3, 5)
    wanted = scipy.special.mathieu_cem(m.get().astype("d"), q.get().astype("d"), 30.0)
    numpy.testing.assert_allclose(found[1].get(), wanted[1], 1e-5, 1e-6)


@pytest.mark.parametrize("m", [0, 1, 4, 5, 12])
def test_angular_functions_without_a_parameter_are_cosines_and_sines(m):
    x = numpy.array([0.0, 10, 45, -130])
    angle = numpy.radians(x)
    for name, wanted in (("mathieu_cem", numpy.cos(m * angle) / (2 ** 0.5 if m == 0 else 1)),
                         ("mathieu_sem", numpy.sin(m * angle))):
        numpy.testing.assert_allclose(getattr(special, name)(m, 0.0, cupy.asarray(x))[0].get(), wanted, atol=1e-13)
