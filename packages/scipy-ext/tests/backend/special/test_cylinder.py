"""Integrals of Bessel, Struve and Airy functions and parabolic cylinder functions, against mpmath's values."""
import cupy
import numpy
import pytest
import scipy.special

from cupyx.scipy import special

VALUES = [
    ("itj0y0", (0.25,), (0.24870096464293026, -0.39589734420882149)),
    ("itj0y0", (3.0,), (1.387567252009865, 0.19765825648357232)),
    ("itj0y0", (17.5,), (0.84293594046831286, 0.10734025102578159)),
    ("itj0y0", (41.0,), (1.0745114634807649, 0.099801957368555412)),
    ("iti0k0", (0.25,), (0.25130513887844365, 0.6292583891750054)),
    ("iti0k0", (3.0,), (6.1609614915023943, 1.5399480900678813)),
    ("iti0k0", (17.5,), (3948404.1601708646, 1.5707963195189273)),
    ("iti0k0", (41.0,), (40498256253894263.0, 1.5707963267948966)),
    ("it2i0k0", (0.25,), (0.0078277764626394946, 1.5160702325527035)),
    ("it2i0k0", (3.0,), (1.5001246089160007, 0.00823631250078899)),
    ("it2i0k0", (17.5,), (240924.37022862435, 3.9483039599610715e-10)),
    ("it2i0k0", (41.0,), (1013476078231126.4, 7.1824328187009407e-21)),
    ("itstruve0", (0.25,), (0.019825405239589552,)),
    ("itstruve0", (3.0,), (1.7327725209766167,)),
    ("itstruve0", (17.5,), (2.7392368841798515,)),
    ("itstruve0", (41.0,), (3.2728623221181703,)),
    ("it2struve0", (0.25,), (1.4120092458049707,)),
    ("it2struve0", (3.0,), (0.17661924430054138,)),
    ("it2struve0", (17.5,), (0.029754622297326349,)),
    ("it2struve0", (41.0,), (0.013137712720879068,)),
    ("itmodstruve0", (0.25,), (0.019963560792407829,)),
    ("itmodstruve0", (3.0,), (4.6927975993807464,)),
    ("itmodstruve0", (17.5,), (3948401.5303547029,)),
    ("itmodstruve0", (41.0,), (40498256253894260.0,)),
    ("itairy", (0.25,), (0.080722495282787226, 0.16784808159155959, 0.096783140945618014, 0.13962988442666579)),
    ("itairy", (3.0,), (0.32992037600702177, 10.062003031306201, 0.80146284267132346, -0.19544248951370604)),
    ("itairy", (9.0,), (0.33333333253066365, 7377921.1705220007, 0.55881974894471877, -0.010330373551680197)),
    ("itairy", (16.0,), (0.33333333333333333, 2.4222240920965924e+17, 0.60633123094924629, -0.03645907154167764)),
    ("it2j0y0", (0.25,), (0.0077972588586444184, -0.20962589473085081)),
    ("it2j0y0", (3.0,), (0.85614668744519246, -0.02987272125649988)),
    ("it2j0y0", (17.5,), (2.754834435768337, -0.0065847166983588542)),
    ("it2j0y0", (41.0,), (3.5957668276611829, -0.0023865296052990158)),
    ("pbdv", (1.25, 0.5), (0.22584251836510809, 1.0600654505239749)),
    ("pbdv", (-3.5, 2.0), (0.011119987097470642, -0.022956187170938218)),
    ("pbdv", (4.0, -3.0), (3.1619767368559301, -2.8457790631703371)),
    ("pbdv", (10.5, -6.0), (-640.00107765596723, 3851.9398611345773)),
    ("pbdv", (-14.5, 12.0), (2.5717514570090396e-32, -1.8261821243644864e-31)),
    ("pbdv", (5.25, 2.125), (-8.1473317358658223, -3.4559533564763244)),
    ("pbdv", (-20.0, 1.0), (1.821232018534594e-11, -8.1064968699922036e-11)),
    ("pbdv", (30.5, 20.0), (5.2860677542863607e-5, -0.00044099419702145466)),
    ("pbdv", (3.0, 50.0), (4.5955485347200481e-267, -1.1461275960456671e-265)),
    ("pbdv", (-0.75, 0.0), (1.2542979867759794, -0.81540884454583522)),
    ("pbdv", (7.0, -2.5), (13.059771972890665, -94.523681879650822)),
    ("pbdv", (-3.5, 9.5), (5.5362559123807802e-14, -2.8245016341253126e-13)),
    ("pbdv", (120.25, 4.0), (1.0074924465835465e+99, 8.5260926572677527e+99)),
    ("pbvv", (1.25, 0.5), (-0.7012042013006859, 0.24159407022526123)),
    ("pbvv", (-3.5, 2.0), (17.909587380019048, 34.77960157353466)),
    ("pbvv", (4.0, -3.0), (0.064659413263219394, 0.1941437927566535)),
    ("pbvv", (10.5, -6.0), (-0.00020260765403159546, -2.7268801064395137e-5)),
    ("pbvv", (-14.5, 12.0), (2.1938390141359549e+30, 1.5446656036117107e+31)),
    ("pbwa", (1.25, 0.5), (0.41045401013089225, -0.40056344011779416)),
    ("pbwa", (-3.5, -4.0), (-0.045924074464341522, 1.6473521223859004)),
    ("pbwa", (4.5, 2.0), (0.0089683080907283747, -0.015901513268374404)),
    ("pbwa", (4.875, 4.9375), (0.00014428475386151285, -0.00037406317574297147)),
    ("besselpoly", (1.5, 0.5, 0.25), (0.27322664556438653,)),
    ("besselpoly", (12.0, 2.5, 0.5), (-0.0034042243288812419,)),
    ("besselpoly", (3.0, 1.0, -2.0), (0.093300350951761105,)),
]

#: Function -> (arguments from 0 to this, relative tolerance) where SciPy's has digits.
RANGES = {
    "it2i0k0": (8, 1e-7), "it2j0y0": (15, 1e-7), "it2struve0": (20, 1e-7), "itairy": (4, 1e-5), "iti0k0": (15, 1e-7),
    "itj0y0": (15, 1e-7), "itmodstruve0": (15, 1e-7), "itstruve0": (20, 1e-7), "pbdv": (4, 1e-8), "pbvv": (4, 1e-8),
    "pbwa": (3, 1e-9), "besselpoly": (3, 1e-9),
}


def both(name, args):
    """Results of ours and SciPy's as tuples of NumPy arrays."""
    found = getattr(special, name)(*map(cupy.asarray, args))
    wanted = getattr(scipy.special, name)(*args)
    pairs = (found, wanted) if isinstance(found, tuple) else ((found,), (wanted,))
    return [x.get() for x in pairs[0]], pairs[1]


@pytest.mark.parametrize("name, args, wanted", VALUES, ids=lambda x: x if isinstance(x, str) else "")
def test_values(name, args, wanted):
    found = getattr(special, name)(*args)
    for ours, theirs in zip(found if isinstance(found, tuple) else (found,), wanted, strict=True):
        numpy.testing.assert_allclose(float(ours), theirs, rtol=3e-13)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_against_scipy(name):
    most, rtol = RANGES[name]
    rng = numpy.random.default_rng(3)
    args = [rng.uniform(0.01, most, 60) for _ in range(getattr(special, name).nin)]
    for ours, theirs in zip(*both(name, args), strict=True):
        assert ours.dtype == theirs.dtype
        numpy.testing.assert_allclose(ours, theirs, rtol=4 * rtol, atol=rtol * abs(theirs).max())
    single = [x.astype("f") for x in args]          # held against double: SciPy's own float loops lose digits
    for ours, theirs in zip(both(name, single)[0], both(name, [x.astype("d") for x in single])[0], strict=True):
        assert ours.dtype == numpy.float32
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-6)


@pytest.mark.parametrize("name", sorted(set(RANGES) - {"besselpoly", "pbdv", "pbvv", "pbwa"}))
def test_ends(name):
    x = numpy.array([-0.0, -2.5, 1e3, numpy.nan, numpy.inf, -numpy.inf])
    for ours, theirs in zip(*both(name, [x]), strict=True):
        theirs = numpy.where(abs(theirs) == 1e300, numpy.copysign(numpy.inf, theirs), theirs)   # a pole
        if name == "itstruve0":
            theirs[2] = 2 / numpy.pi * (numpy.log(2e3) + numpy.euler_gamma) - 0.02478902      # SciPy forgets a part
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-5)


def test_ends_of_parabolic_cylinder_functions():
    v, x = (a.ravel() for a in numpy.meshgrid([0.0, 2.0, -1.5, numpy.nan], [0.0, -1.0, 5.5, numpy.nan]))
    for name in ("pbdv", "pbvv", "pbwa"):
        for ours, theirs in zip(*both(name, [v, x]), strict=True):
            numpy.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-9)
    assert [float(a) for a in special.pbdv(-0.5, 60.0)] == [0, 0]
    assert float(special.pbdv(-0.5, -45.0)[0]) == pytest.approx(1.5331007954068e219, rel=1e-12)


def test_parabolic_cylinder_functions_beside_zeros_and_beyond_range():
    value, slope = special.pbdv(cupy.asarray([5.0000000000052705, 4.000008228722004]), 0.0)
    numpy.testing.assert_allclose(float(value[0]), -5.284424340503228e-11, rtol=1e-3)       # of v, as it is rounded
    numpy.testing.assert_allclose(float(slope[1]), 8.250593749855011e-05, rtol=1e-10)
    assert [float(a) for a in special.pbdv(2.5, 1e200)] == [0, 0]


@pytest.mark.parametrize("name", ["jv", "yv", "iv", "kv", "jve"])
@pytest.mark.parametrize("dtype", ["f", "d"])
def test_bessel_functions_where_fractions_meet_zero(name, dtype):
    """Arguments of few digits: at 4 a denominator of the continued fraction of orders 0 and 1 is zero."""
    order, x = numpy.meshgrid(numpy.arange(-4, 5, 0.5).astype(dtype), numpy.arange(0.25, 24, 0.25).astype(dtype))
    wanted = getattr(scipy.special, name)(order.astype("d"), x.astype("d"))
    got = getattr(special, name)(cupy.asarray(order), cupy.asarray(x)).get()
    rtol, atol = (3e-6, 1e-7) if dtype == "f" else (1e-11, 1e-13)
    numpy.testing.assert_allclose(got, wanted, rtol=rtol, atol=atol)
