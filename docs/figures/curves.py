"""Pictures of functions of a number: those of `cupy` and of `cupyx.scipy.special`, over the range that shows them."""

_CURVE = """\
import matplotlib.pyplot as plt

import cupy
{imports}
x = cupy.linspace({begin}, {end}, 1000)
plt.figure(figsize=(8, 3))
{drawn}
plt.grid()
plt.show()
"""

_ONE = "plt.plot(x.get(), {call}(x).get())"
_ORDERS = """\
for order in {orders}:
    plt.plot(x.get(), {call}.get(), label=f"{label}")
plt.legend()"""
_OUTPUTS = """\
for name, values in zip({names}, {call}(x), strict=True):
    plt.plot(x.get(), values.get(), label=name)
plt.legend()"""

_SPECIAL = "from cupyx.scipy import special\n"

#: Functions of `cupy` of one number → the range.
_PLAIN = {
    "absolute": (-3, 3), "arccos": (-1, 1), "arccosh": (1, 10), "arcsin": (-1, 1), "arcsinh": (-10, 10),
    "arctan": (-10, 10), "arctanh": (-0.999, 0.999), "cbrt": (-8, 8), "ceil": (-3, 3), "cos": (-7, 7),
    "cosh": (-3, 3), "exp": (-3, 3), "exp2": (-3, 3), "expm1": (-3, 3), "fix": (-3, 3), "floor": (-3, 3),
    "i0": (-5, 5), "log": (0.01, 10), "log10": (0.01, 10), "log1p": (-0.99, 9), "log2": (0.01, 10),
    "reciprocal": (0.1, 5), "rint": (-3, 3), "sign": (-3, 3), "sin": (-7, 7), "sinc": (-6, 6), "sinh": (-3, 3),
    "spacing": (0.1, 9), "sqrt": (0, 9), "square": (-3, 3), "tan": (-1.5, 1.5), "tanh": (-4, 4), "trunc": (-3, 3),
}

#: Functions of `special` of one number → the range.
_NUMBER = {
    "cosm1": (-7, 7), "dawsn": (-6, 6), "digamma": (0.1, 8), "ellipe": (-3, 1), "ellipk": (-3, 0.999),
    "entr": (0, 2), "erf": (-3, 3), "erfc": (-3, 3), "erfcinv": (0.001, 1.999), "erfcx": (-1.5, 6), "erfi": (-2, 2),
    "erfinv": (-0.999, 0.999), "exp1": (0.05, 3), "expi": (0.05, 3), "expit": (-6, 6), "exprel": (-4, 3),
    "gamma": (0.1, 5), "gammaln": (0.1, 10), "i0": (-4, 4), "i0e": (-20, 20), "i1": (-4, 4), "i1e": (-20, 20),
    "j0": (0, 30), "j1": (0, 30), "k0": (0.05, 4), "k0e": (0.05, 10), "k1": (0.2, 4), "k1e": (0.2, 10),
    "kolmogorov": (0, 2), "ber": (0, 8), "bei": (0, 8), "ker": (0.1, 8), "kei": (0, 8), "log_expit": (-6, 6),
    "log_ndtr": (-6, 3), "logit": (0.01, 0.99), "loggamma": (0.1, 10), "ndtr": (-4, 4), "ndtri": (0.001, 0.999),
    "ndtri_exp": (-10, -0.01), "psi": (0.1, 8), "rgamma": (-4, 5), "sinc": (-6, 6), "softplus": (-6, 6),
    "spence": (0, 5), "wrightomega": (-5, 5), "y0": (0.1, 30), "y1": (0.5, 30), "zetac": (1.2, 6),
}

_BY_NAME = "special.{name}(order, x)"

#: Functions of an order and a number → range, orders, how they are called.
_FAMILIES = {
    **dict.fromkeys(("jv", "struve"), ((0, 20), "(0, 1, 2.5)", _BY_NAME)),
    **dict.fromkeys(("iv", "ive", "modstruve"), ((0.05, 4), "(0, 1, 2.5)", _BY_NAME)),
    "yv": ((0.5, 20), "(0, 1)", _BY_NAME), **dict.fromkeys(("kv", "kve"), ((0.5, 4), "(0, 1, 2.5)", _BY_NAME)),
    "spherical_jn": ((0, 20), "(0, 1, 2)", _BY_NAME), "spherical_yn": ((1.5, 20), "(0, 1, 2)", _BY_NAME),
    "expn": ((0.05, 3), "(1, 2, 5)", _BY_NAME), "polygamma": ((0.5, 5), "(1, 2)", _BY_NAME),
    "gammainc": ((0, 12), "(0.5, 2, 6)", _BY_NAME), "gammaincc": ((0, 12), "(0.5, 2, 6)", _BY_NAME),
    "eval_chebyt": ((-1, 1), "(1, 2, 5)", _BY_NAME), "eval_chebyu": ((-1, 1), "(1, 2, 5)", _BY_NAME),
    "eval_hermite": ((-2, 2), "(1, 2, 3)", _BY_NAME), "eval_hermitenorm": ((-3, 3), "(1, 2, 4)", _BY_NAME),
    "eval_laguerre": ((0, 8), "(1, 2, 4)", _BY_NAME), "eval_legendre": ((-1, 1), "(1, 2, 5)", _BY_NAME),
    "eval_sh_legendre": ((0, 1), "(1, 2, 5)", _BY_NAME), "eval_sh_chebyt": ((0, 1), "(1, 2, 5)", _BY_NAME),
    "legendre_p": ((-1, 1), "(1, 2, 5)", "special.{name}(order, x)[0]"), "huber": ((-4, 4), "(0.5, 1, 2)", _BY_NAME),
    "pseudo_huber": ((-4, 4), "(0.5, 1, 2)", _BY_NAME), "zeta": ((1.2, 6), "(1, 2)", "special.{name}(x, order)"),
    "betainc": ((0, 1), "(0.5, 2, 8)", "special.{name}(order, 2, x)"),
    "boxcox": ((0.1, 4), "(-1, 0, 2)", "special.{name}(x, order)"),
    "diric": ((-7, 7), "(5, 8)", "special.{name}(x, order)"),
    "owens_t": ((-3, 3), "(0.5, 1, 3)", "special.{name}(x, order)"),
    "stdtr": ((-4, 4), "(1, 3, 30)", _BY_NAME), "chdtr": ((0, 15), "(1, 3, 6)", _BY_NAME),
    "voigt_profile": ((-4, 4), "(0.2, 1)", "special.{name}(x, order, 0.5)"),
    "mathieu_cem": ((0, 360), "(0, 1, 2)", "special.{name}(order, 5, x)[0]"),
    "mathieu_sem": ((0, 360), "(1, 2, 3)", "special.{name}(order, 5, x)[0]"),
    "pbdv": ((-4, 4), "(0, 1, 2.5)", "special.{name}(order, x)[0]"),
}

#: Functions of a number that give several → range, names of what they give.
_SEVERAL = {
    "airy": ((-10, 2), ("Ai", "Ai'", "Bi", "Bi'")), "fresnel": ((0, 6), ("S", "C")), "sici": ((0.1, 20), ("Si", "Ci")),
    "shichi": ((0.1, 3), ("Shi", "Chi")),
}


def _special(span, drawn):
    return _CURVE.format(imports=_SPECIAL, begin=span[0], end=span[1], drawn=drawn)


FIGURES = {
    **{f"cupy.{name}": _CURVE.format(imports="", begin=begin, end=end, drawn=_ONE.format(call=f"cupy.{name}"))
       for name, (begin, end) in _PLAIN.items()},
    **{f"cupyx.scipy.special.{name}": _special(span, _ONE.format(call=f"special.{name}"))
       for name, span in _NUMBER.items()},
    **{f"cupyx.scipy.special.{name}": _special(span, _ORDERS.format(orders=orders, call=call.format(name=name),
                                                                     label=name + " {order}"))
       for name, (span, orders, call) in _FAMILIES.items()},
    **{f"cupyx.scipy.special.{name}": _special(span, _OUTPUTS.format(names=names, call=f"special.{name}"))
       for name, (span, names) in _SEVERAL.items()},
}
