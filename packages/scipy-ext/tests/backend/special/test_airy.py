"""Airy functions of their table and expansions, Kelvin functions: mpmath's values, identities."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

VALUES = [
    (-100.5, (0.027927645277987352, -1.7642042712134213, 0.17598792590995789, 0.28041159694993784)),
    (-10.125, (-0.084169947290825949, 0.96810652751345733, -0.30485334065256859, -0.27538780657264143)),
    (-9.9, (0.13623502644797943, 0.90781333153715092, -0.28738355772435532, 0.42147208918383237)),
    (-3.3, (-0.41718093737455014, -0.070963617177835884, 0.021967999989777319, -0.75926517504794456)),
    (0.6, (0.20980006166637947, -0.21279325938915852, 0.91106334169494047, 0.5931444786342857)),
    (4.3, (0.00050778716815614948, -0.0010807033052246407, 151.46210883707219, 304.50608885753494)),
    (9.99, (1.1405176956374915e-10, -3.632831449485575e-10, 441574174.82229243, 1384401415.5170975)),
    (10.25, (4.9562947583207206e-11, -1.5986566930908707e-10, 1003146343.8098758, 3186679409.0586846)),
    (60.0, (2.7831487094969355e-136, -2.1569758112094738e-135, 7.3825841915430988e+133, 5.715444898335451e+134)),
]


@pytest.mark.parametrize("x, wanted", VALUES)
def test_values(x, wanted):
    numpy.testing.assert_allclose([float(y) for y in special.airy(x)], wanted, rtol=1e-14, atol=0 if x > 0 else 3e-16)


def test_airy_functions_fulfil_their_wronskian():
    x = cupy.asarray(numpy.r_[numpy.arange(-10.5, 10.5, 0.125), numpy.linspace(-60, 90, 700)])
    ai, aip, bi, bip = special.airy(x)
    numpy.testing.assert_allclose((ai * bip - aip * bi).get(), 1 / numpy.pi, rtol=1e-14)


def test_scaled_airy_functions_are_the_same_without_exponentials():
    x = cupy.linspace(0, 25, 400)
    grown = cupy.exp(x * cupy.sqrt(x) / 1.5)
    for y, scaled, factor in zip(special.airy(x), special.airye(x), (grown, grown, 1 / grown, 1 / grown)):
        numpy.testing.assert_allclose(scaled.get(), (y * factor).get(), rtol=2e-14)


def test_kelvin_functions_are_bessel_functions():
    x = numpy.r_[numpy.linspace(0.1, 40, 400), 1.9999, 2, 5.9999, 6, 24.9999, 25.0001]
    turned = x * numpy.exp(0.25j * numpy.pi)
    be, ke, bep, kep = (y.get() for y in special.kelvin(cupy.asarray(x)))
    wanted = (scipy.special.iv(0, turned), scipy.special.kv(0, turned), numpy.exp(0.25j * numpy.pi) * scipy.special.iv(
        1, turned), -numpy.exp(0.25j * numpy.pi) * scipy.special.kv(1, turned))
    for y, right in zip((be, ke, bep, kep), wanted, strict=True):
        numpy.testing.assert_allclose(y, right, rtol=1e-13)
    for name, y in zip("ber bei ker kei berp beip kerp keip".split(), (be.real, be.imag, ke.real, ke.imag, bep.real,
                                                                      bep.imag, kep.real, kep.imag)):
        numpy.testing.assert_array_equal(getattr(special, name)(cupy.asarray(x)).get(), y)


@pytest.mark.parametrize("scaled", [False, True])
def test_complex_airy_functions_on_and_beside_the_real_line_and_the_line_of_a_sixth(scaled):
    function, real = (special.airye, special.airy) if scaled else (special.airy, special.airy)
    x = numpy.r_[numpy.linspace(-25, 25, 201), 0.999, 1.001, -0.999, -1.001]
    factor = 2 / 3 * (x + 0j) ** 1.5
    factors = (numpy.exp(factor),) * 2 + (numpy.exp(-abs(factor.real)),) * 2
    for imaginary, way in ((0.0, 1), (-0.0, -1)):
        z = numpy.empty(x.shape, complex)
        z.real, z.imag = x, imaginary
        found = function(cupy.asarray(z))
        for y, wanted, f in zip(found, real(cupy.asarray(x)), factors):
            f = (f if way > 0 else f.conj()) if scaled else 1
            numpy.testing.assert_allclose(y.get(), wanted.get() * f, rtol=5e-13, atol=1e-13)     # zeta is rounded
    line = numpy.r_[0.5:10:60j] * numpy.exp(1j * numpy.pi / 3)
    near = [function(cupy.asarray(line * numpy.exp(1j * gap))) for gap in (-1e-15, 1e-15)]
    for low, high in zip(*near, strict=True):
        numpy.testing.assert_allclose(low.get(), high.get(), rtol=5e-13)
    for y, mirrored in zip(function(cupy.asarray(line * 1j)), function(cupy.asarray((line * 1j).conj())), strict=True):
        numpy.testing.assert_array_equal(y.get(), mirrored.get().conj())
