"""Functions that draw from a `RandomState` of the current device."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

from cupy._runtime import driver
from cupy._runtime.environment import variable
from cupy.random.random_state import RandomState

if TYPE_CHECKING:
    from cupy.typing import ArrayLike

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


def _seed_of(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def get_random_state() -> RandomState:
    """The state that the functions of `cupy.random` draw from on the current device.

    If it is made now, the environment variable ``CUPY_SEED`` is its seed, if it is set.

    Returns
    -------
    RandomState
        Made with a random seed at the first call.

    Examples
    --------
    >>> import cupy
    >>> type(cupy.random.get_random_state()).__name__
    'RandomState'
    """
    device = driver.current_device()
    found = _states.get(device)
    if found is None:
        found = _states.setdefault(device, RandomState(variable("CUPY_SEED", _seed_of, "a whole number from 0 on")))
    return found


def set_random_state(rs: RandomState) -> None:
    """Let the functions of `cupy.random` draw from a state on the current device.

    Parameters
    ----------
    rs : RandomState
        The state.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.set_random_state(cupy.random.RandomState(1))
    """
    if not isinstance(rs, RandomState):
        raise TypeError(f"Random state must be an instance of RandomState. Actual: {type(rs)}")
    _states[driver.current_device()] = rs


def reset_states() -> None:
    """Forget the states of all devices; the next draw makes a new one.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.reset_states()
    """
    _states.clear()


def seed(seed: SupportsIndex | ArrayLike | None = None) -> None:
    """Seed the state of the current device.

    Parameters
    ----------
    seed : None, int, or array_like of ints, optional
        Entropy; without it the operating system gives some.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.seed(1)
    >>> x = cupy.random.rand(3)
    >>> cupy.random.seed(1)
    >>> bool((cupy.random.rand(3) == x).all())
    True
    """
    get_random_state().seed(seed)


def _function(method: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls a method of the current device's state."""
    @functools.wraps(method)
    def function(*args: Any, **kwargs: Any) -> Any:
        return method(get_random_state(), *args, **kwargs)

    signature = inspect.signature(method)
    function.__dict__["__signature__"] = signature.replace(parameters=list(signature.parameters.values())[1:])
    function.__qualname__ = method.__name__
    function.__module__ = __name__
    if function.__doc__:
        function.__doc__ = function.__doc__.replace(">>> rng = cupy.random.default_rng(1)\n", "").replace(
            ">>> rng.", ">>> cupy.random.")
    return function


beta = _function(RandomState.beta)
binomial = _function(RandomState.binomial)
bytes = _function(RandomState.bytes)
chisquare = _function(RandomState.chisquare)
choice = _function(RandomState.choice)
dirichlet = _function(RandomState.dirichlet)
exponential = _function(RandomState.exponential)
f = _function(RandomState.f)
gamma = _function(RandomState.gamma)
geometric = _function(RandomState.geometric)
get_state = _function(RandomState.get_state)
gumbel = _function(RandomState.gumbel)
hypergeometric = _function(RandomState.hypergeometric)
laplace = _function(RandomState.laplace)
logistic = _function(RandomState.logistic)
lognormal = _function(RandomState.lognormal)
logseries = _function(RandomState.logseries)
multinomial = _function(RandomState.multinomial)
multivariate_normal = _function(RandomState.multivariate_normal)
negative_binomial = _function(RandomState.negative_binomial)
noncentral_chisquare = _function(RandomState.noncentral_chisquare)
noncentral_f = _function(RandomState.noncentral_f)
normal = _function(RandomState.normal)
pareto = _function(RandomState.pareto)
permutation = _function(RandomState.permutation)
poisson = _function(RandomState.poisson)
power = _function(RandomState.power)
rand = _function(RandomState.rand)
randint = _function(RandomState.randint)
randn = _function(RandomState.randn)
random_integers = _function(RandomState.random_integers)
random_sample = random = ranf = sample = _function(RandomState.random_sample)
rayleigh = _function(RandomState.rayleigh)
set_state = _function(RandomState.set_state)
shuffle = _function(RandomState.shuffle)
standard_cauchy = _function(RandomState.standard_cauchy)
standard_exponential = _function(RandomState.standard_exponential)
standard_gamma = _function(RandomState.standard_gamma)
standard_normal = _function(RandomState.standard_normal)
standard_t = _function(RandomState.standard_t)
triangular = _function(RandomState.triangular)
uniform = _function(RandomState.uniform)
vonmises = _function(RandomState.vonmises)
wald = _function(RandomState.wald)
weibull = _function(RandomState.weibull)
zipf = _function(RandomState.zipf)
