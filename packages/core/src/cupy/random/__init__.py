"""Random numbers: the same for the same seed on every backend, device and grid."""
from cupy.random.bit_generators import MRG32k3a, BitGenerator, Philox4x3210, SeedSequence, XORWOW
from cupy.random.generator import Generator, default_rng
from cupy.random.legacy import (
    beta, binomial, bytes, chisquare, choice, dirichlet, exponential, f, gamma, geometric, get_random_state, get_state,
    gumbel, hypergeometric, laplace, logistic, lognormal, logseries, multinomial, multivariate_normal,
    negative_binomial, noncentral_chisquare, noncentral_f, normal, pareto, permutation, poisson, power, rand, randint,
    randn, random, random_integers, random_sample, ranf, rayleigh, reset_states, sample, seed, set_random_state,
    set_state, shuffle, standard_cauchy, standard_exponential, standard_gamma, standard_normal, standard_t, triangular,
    uniform, vonmises, wald, weibull, zipf)
from cupy.random.random_state import RandomState

__all__ = [
    "BitGenerator", "Generator", "MRG32k3a", "Philox4x3210", "RandomState", "SeedSequence", "XORWOW", "beta",
    "binomial", "bytes", "chisquare", "choice", "default_rng", "dirichlet", "exponential", "f", "gamma", "geometric",
    "get_random_state", "get_state", "gumbel", "hypergeometric", "laplace", "logistic", "lognormal", "logseries",
    "multinomial", "multivariate_normal", "negative_binomial", "noncentral_chisquare", "noncentral_f", "normal",
    "pareto", "permutation", "poisson", "power", "rand", "randint", "randn", "random", "random_integers",
    "random_sample", "ranf", "rayleigh", "reset_states", "sample", "seed", "set_random_state", "set_state", "shuffle",
    "standard_cauchy", "standard_exponential", "standard_gamma", "standard_normal", "standard_t", "triangular",
    "uniform", "vonmises", "wald", "weibull", "zipf",
]
