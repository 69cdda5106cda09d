"""Functions that draw from a `RandomState` of the current device."""
import functools
import inspect
import os

from cupy._runtime import driver
from cupy.random.random_state import RandomState

__all__ = [
    "beta", "binomial", "bytes", "chisquare", "choice", "dirichlet", "exponential", "f", "gamma", "geometric",
    "get_random_state", "get_state", "gumbel", "hypergeometric", "laplace", "logistic", "lognormal", "logseries",
    "multinomial", "multivariate_normal", "negative_binomial", "noncentral_chisquare", "noncentral_f", "normal",
    "pareto", "permutation", "poisson", "power", "rand", "randint", "randn", "random", "random_integers",
    "random_sample", "ranf", "rayleigh", "reset_states", "sample", "seed", "set_random_state", "set_state", "shuffle",
    "standard_cauchy", "standard_exponential", "standard_gamma", "standard_normal", "standard_t", "triangular",
    "uniform", "vonmises", "wald", "weibull", "zipf",
]

_states = {}        # device → its RandomState


def get_random_state():
    """The state that the functions of `cupy.random` draw from on the current device.

    If it is made now, the environment variable ``CUPY_SEED`` is its seed, if it is set.

    Returns
    -------
    RandomState
    """
    device = driver.current_device()
    found = _states.get(device)
    if found is None:
        given = os.environ.get("CUPY_SEED")
        found = _states.setdefault(device, RandomState(None if given is None else int(given)))
    return found


def set_random_state(rs):
    """Let the functions of `cupy.random` draw from a state on the current device.

    Parameters
    ----------
    rs : RandomState
        The state.
    """
    if not isinstance(rs, RandomState):
        raise TypeError(f"Random state must be an instance of RandomState. Actual: {type(rs)}")
    _states[driver.current_device()] = rs


def reset_states():
    """Forget the states of all devices; the next draw makes a new one."""
    _states.clear()


def seed(seed=None):
    """Seed the state of the current device.

    Parameters
    ----------
    seed : None, int, or array_like of ints, optional
        Entropy; without it the operating system gives some.
    """
    get_random_state().seed(seed)


def _function(name):
    """A function that calls a method of the current device's state."""
    method = getattr(RandomState, name)

    @functools.wraps(method)
    def function(*args, **kwargs):
        return method(get_random_state(), *args, **kwargs)

    signature = inspect.signature(method)
    function.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    function.__qualname__ = name
    function.__module__ = __name__
    if function.__doc__:
        function.__doc__ = function.__doc__.replace(">>> rng = cupy.random.default_rng(1)\n", "").replace(
            ">>> rng.", ">>> cupy.random.")
    return function


beta = _function("beta")
binomial = _function("binomial")
bytes = _function("bytes")
chisquare = _function("chisquare")
choice = _function("choice")
dirichlet = _function("dirichlet")
exponential = _function("exponential")
f = _function("f")
gamma = _function("gamma")
geometric = _function("geometric")
get_state = _function("get_state")
gumbel = _function("gumbel")
hypergeometric = _function("hypergeometric")
laplace = _function("laplace")
logistic = _function("logistic")
lognormal = _function("lognormal")
logseries = _function("logseries")
multinomial = _function("multinomial")
multivariate_normal = _function("multivariate_normal")
negative_binomial = _function("negative_binomial")
noncentral_chisquare = _function("noncentral_chisquare")
noncentral_f = _function("noncentral_f")
normal = _function("normal")
pareto = _function("pareto")
permutation = _function("permutation")
poisson = _function("poisson")
power = _function("power")
rand = _function("rand")
randint = _function("randint")
randn = _function("randn")
random_integers = _function("random_integers")
random_sample = random = ranf = sample = _function("random_sample")
rayleigh = _function("rayleigh")
set_state = _function("set_state")
shuffle = _function("shuffle")
standard_cauchy = _function("standard_cauchy")
standard_exponential = _function("standard_exponential")
standard_gamma = _function("standard_gamma")
standard_normal = _function("standard_normal")
standard_t = _function("standard_t")
triangular = _function("triangular")
uniform = _function("uniform")
vonmises = _function("vonmises")
wald = _function("wald")
weibull = _function("weibull")
zipf = _function("zipf")
