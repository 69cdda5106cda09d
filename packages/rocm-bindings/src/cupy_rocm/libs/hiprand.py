"""hipRAND's functions and numbers, under the names that cuRAND has without its prefix.

Codes are those of `cupy_rocm.vendor`; a capital is what the function gives back through a pointer.
"""

__all__ = ["CONSTANTS", "FUNCTIONS"]

FUNCTIONS = {
    "createGenerator": "Pi", "createGeneratorHost": "Pi", "destroyGenerator": "p", "getVersion": "I",
    "setStream": "pp", "setPseudoRandomGeneratorSeed": "pl", "setGeneratorOffset": "pl",
    "setGeneratorOrdering": "pi", "setQuasiRandomGeneratorDimensions": "pi", "generateSeeds": "p",
    "generate": "ppz", "generateLongLong": "ppz", "generateUniform": "ppz", "generateUniformDouble": "ppz",
    "generateNormal": "ppzff", "generateNormalDouble": "ppzdd", "generateLogNormal": "ppzff",
    "generateLogNormalDouble": "ppzdd", "generatePoisson": "ppzd",
}

CONSTANTS = {
    "RNG_PSEUDO_DEFAULT": 400, "RNG_PSEUDO_XORWOW": 401, "RNG_PSEUDO_MRG32K3A": 402, "RNG_PSEUDO_MTGP32": 403,
    "RNG_PSEUDO_MT19937": 404, "RNG_PSEUDO_PHILOX4_32_10": 405, "RNG_QUASI_DEFAULT": 500, "RNG_QUASI_SOBOL32": 501,
    "RNG_QUASI_SCRAMBLED_SOBOL32": 502, "RNG_QUASI_SOBOL64": 503, "RNG_QUASI_SCRAMBLED_SOBOL64": 504,
    "ORDERING_PSEUDO_BEST": 100, "ORDERING_PSEUDO_DEFAULT": 101, "ORDERING_PSEUDO_SEEDED": 102,
    "ORDERING_PSEUDO_LEGACY": 103, "ORDERING_PSEUDO_DYNAMIC": 104, "ORDERING_QUASI_DEFAULT": 201,
}
