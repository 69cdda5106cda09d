"""Mathieu and spheroidal functions of mpmath's numbers, for the table of errors."""
import functools

import mpmath as mp
import numpy

_TERMS = 60


def _eigenpair(diagonal, beside, index):
    """An eigenvalue of a symmetric tridiagonal matrix and its vector, by steps of Rayleigh quotients."""
    plain = [numpy.array([float(x) for x in line]) for line in (diagonal, beside)]
    values, vectors = numpy.linalg.eigh(numpy.diag(plain[0]) + numpy.diag(plain[1], 1) + numpy.diag(plain[1], -1))
    value, vector = mp.mpf(values[index]), [mp.mpf(x) for x in vectors[:, index]]
    for _ in range(5):
        vector = _solved([x - value for x in diagonal], beside, vector)
        size = mp.sqrt(mp.fsum(x * x for x in vector))
        vector = [x / size for x in vector]
        value = mp.fsum(x * x * d for x, d in zip(vector, diagonal)) + 2 * mp.fsum(
            x * y * b for x, y, b in zip(vector, vector[1:], beside))
    return value, vector


def _solved(diagonal, beside, right):
    """The solution of a tridiagonal system; a pivot of an eigenvalue may vanish."""
    pivots, right = [diagonal[0]], list(right)
    for k, b in enumerate(beside):
        factor = b / (pivots[k] or mp.eps ** 2)
        pivots.append(diagonal[k + 1] - factor * b)
        right[k + 1] -= factor * right[k]
    x = [right[-1] / (pivots[-1] or mp.eps ** 2)]
    for k in range(len(beside) - 1, -1, -1):
        x.append((right[k] - beside[k] * x[-1]) / (pivots[k] or mp.eps ** 2))
    return x[::-1]


@functools.lru_cache(4)
def _mathieu(sine, m, q):
    """Characteristic value, coefficients and the first frequency."""
    offset = 1 if m % 2 else 2 * sine
    diagonal = [mp.mpf(2 * k + offset) ** 2 for k in range(_TERMS)]
    beside = [q] * (_TERMS - 1)
    if offset == 1:
        diagonal[0] += -q if sine else q
    elif offset == 0:
        beside[0] = q * mp.sqrt(2)
    index = (m - offset) // 2
    value, series = _eigenpair(diagonal, beside, index)
    if offset == 0:
        series[0] /= mp.sqrt(2)
    far = index + 12                     # where coefficients alternate
    sign = (-1) ** (far - index) * mp.sign(series[far])
    return value, [sign * x for x in series], offset


def mathieu_value(sine):
    return lambda m, q: _mathieu(sine, m, q)[0]


def mathieu(sine):
    def function(m, q, degrees):
        series, offset = _mathieu(sine, m, q)[1:]
        wave = mp.sin if sine else mp.cos
        return mp.fsum(a * wave((2 * k + offset) * mp.radians(degrees)) for k, a in enumerate(series))
    return function


def modified_mathieu(sine, second):
    def function(m, q, x):
        series, offset = _mathieu(sine, m, q)[1:]
        s = max(range(30), key=lambda k: abs(series[k]))
        kind, sign = mp.bessely if second else mp.besselj, -1 if sine else 1
        u, w = mp.sqrt(q) * mp.exp(-x), mp.sqrt(q) * mp.exp(x)
        total = mp.fsum((-1) ** k * series[k] * (mp.besselj(k - s, u) * kind(k + s + offset, w)
                                                + sign * mp.besselj(k + s + offset, u) * kind(k - s, w))
                        for k in range(30))
        return (-1) ** ((m - offset) // 2) * total / series[s] / (2 if s == offset == 0 else 1)
    return function


@functools.lru_cache(2000)
def _spheroidal(m, n, square):
    """Characteristic value and weights of Legendre functions that are one at one."""
    parity = (n - m) % 2
    up, down, diagonal = [], [], []
    for k in range(_TERMS):
        r = mp.mpf(2 * k + parity)
        degree, twice = m + r, 2 * (m + r)
        diagonal.append(degree * (degree + 1) + square * (2 * degree * (degree + 1) - 2 * m * m - 1)
                        / ((twice - 1) * (twice + 3)))
        up.append(square * (r + 1) * (r + 2) / ((twice + 3) * (twice + 5)))
        down.append(square * (2 * m + r + 2) * (2 * m + r + 1) / ((twice + 1) * (twice + 3)))
    beside = [mp.sign(square) * mp.sqrt(a * b) for a, b in zip(up[:-1], down[:-1])]
    value, weights = _eigenpair(diagonal, beside, (n - m) // 2)
    scale = mp.mpf(1)
    for k in range(_TERMS):
        weights[k] *= scale
        scale *= mp.sqrt(down[k] / up[k])
    return value, weights, parity


def spheroidal_value(sign):
    return lambda m, n, c: _spheroidal(m, n, sign * c * c)[0]


def _legendre(m, x):
    """Legendre functions over their first, and their derivatives, by degree."""
    before, now, slope_before, slope = mp.mpf(0), mp.mpf(1), mp.mpf(0), mp.mpf(0)
    for r in range(2 * _TERMS):
        yield now, slope
        a, b = mp.mpf(2 * m + 2 * r + 1) / (2 * m + r + 1), mp.mpf(r) / (2 * m + r + 1)
        before, now, slope_before, slope = (now, a * x * now - b * before, slope,
                                            a * (now + x * slope) - b * slope_before)


def spheroidal(sign):
    def function(m, n, c, x):
        _, weights, parity = _spheroidal(m, n, sign * c * c)
        centre, at = (list(_legendre(m, y)) for y in (mp.mpf(0), x))
        own = mp.fsum(w * centre[2 * k + parity][parity] for k, w in enumerate(weights))
        scale = mp.factorial(n + m) / mp.factorial(n - m) / 2 ** m / mp.factorial(m) * centre[n - m][parity] / own
        return scale * (1 - x * x) ** (mp.mpf(m) / 2) * mp.fsum(
            w * at[2 * k + parity][0] for k, w in enumerate(weights))
    return function


def spheroidal_radial(sign, second=False):
    bessel = mp.bessely if second else mp.besselj

    def function(m, n, c, x):
        _, weights, parity = _spheroidal(m, n, sign * c * c)
        z, index = c * x, (n - m) // 2
        total = mp.fsum((-1) ** (k - index) * weights[k] * bessel(m + 2 * k + parity + mp.mpf(0.5), z)
                        for k in range(50 if second else 40))
        return (1 - sign / (x * x)) ** (mp.mpf(m) / 2) * mp.sqrt(mp.pi / (2 * z)) * total / mp.fsum(weights)
    return function


def table(slope):
    """Rows of spheroidal functions and their derivatives, with and without characteristic values (kind V) given.

    Parameters have few digits (kind e), so that eigenvectors serve several points; those of the second kind are summed
    where their sum ends (kind B).
    """
    rows = {}
    for name, sign in ("pro", 1), ("obl", -1):
        rows[f"{name}_cv"] = "knS", spheroidal_value(sign)
        for kind, where, function in (("ang1", "w", spheroidal(sign)), ("rad1", "b", spheroidal_radial(sign)),
                                      ("rad2", "B", spheroidal_radial(sign, True))):
            for output, value in enumerate((function, slope(function))):
                rows[f"{name}_{kind}[{output}]"] = f"kne{where}", value
                rows[f"{name}_{kind}_cv[{output}]"] = (
                    f"kneV{where}", lambda m, n, c, cv, x, value=value: value(m, n, c, x))
    return rows
