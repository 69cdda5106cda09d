"""Classes of linear time-invariant systems: SciPy's, with cupy arrays for their attributes and results."""
from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import Any, Self

import scipy.signal as scipy_signal
from scipy.signal import _ltisys

from cupyx.scipy._host import to_device, to_host

__all__ = ["StateSpace", "TransferFunction", "ZerosPolesGain", "dlti", "lti"]


def _attribute(name: str, summary: str) -> property:
    def get(self: Any) -> Any:
        return to_device(getattr(self._scipy_system, name))

    def put(self: Any, value: Any) -> None:
        setattr(self._scipy_system, name, to_host(value))

    return property(get, put, doc=summary)


def _method(owner: type[Any], name: str) -> Callable[..., Any]:
    function = getattr(owner, name)

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return to_device(getattr(self._scipy_system, name)(*to_host(args), **to_host(kwargs)))

    call.__name__ = call.__qualname__ = name
    call.__signature__ = inspect.signature(function)
    call.__doc__ = inspect.getdoc(function)
    return call


def _combine(operator: str) -> Callable[..., Any]:
    def call(self: Any, other: Any) -> StateSpace:
        result = getattr(self._scipy_system, operator)(to_host(other))
        return result if result is NotImplemented else to_device(result)

    call.__name__ = operator
    return call


class _System:
    """A system of SciPy's whose arrays are seen as cupy's."""

    _scipy_class: Any = None
    _scipy_system: Any
    __array_priority__ = 100.0
    __array_ufunc__ = None

    def __new__(cls, *system: dlti | tuple[Any, ...], **kwargs: Any) -> Self:
        return wrap(cls._scipy_class(*to_host(system), **to_host(kwargs)))

    def __repr__(self) -> str:
        return repr(self._scipy_system)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return wrap, (copy.copy(self._scipy_system),)

    dt = _attribute("dt", "Sampling time of the system; None for continuous ones.")
    inputs = _attribute("inputs", "Number of inputs.")
    outputs = _attribute("outputs", "Number of outputs.")
    poles = _attribute("poles", "Poles of the system.")
    zeros = _attribute("zeros", "Zeros of the system.")


class lti(_System):
    """Linear time-invariant system in continuous time.

    Parameters
    ----------
    *system : array_like
        Two of them are numerator and denominator, three are zeros, poles and gain, four the matrices A, B, C and D of
        a state space.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> system = signal.lti([1.0], [1.0, 2.0])
    >>> system.poles
    array([-2.])
    """

    _scipy_class = _ltisys.lti

    bode = _method(_ltisys.lti, "bode")
    freqresp = _method(_ltisys.lti, "freqresp")
    impulse = _method(_ltisys.lti, "impulse")
    output = _method(_ltisys.lti, "output")
    step = _method(_ltisys.lti, "step")
    to_discrete = _method(_ltisys.lti, "to_discrete")


class dlti(_System):
    """Linear time-invariant system in discrete time.

    Parameters
    ----------
    *system : array_like
        As for `lti`.
    dt : float, optional
        Sampling time in seconds; True, the default, leaves it open.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.dlti([1.0], [1.0, -0.5], dt=0.1).poles
    array([0.5])
    """

    _scipy_class = _ltisys.dlti

    bode = _method(_ltisys.dlti, "bode")
    freqresp = _method(_ltisys.dlti, "freqresp")
    impulse = _method(_ltisys.dlti, "impulse")
    output = _method(_ltisys.dlti, "output")
    step = _method(_ltisys.dlti, "step")


class StateSpace(_System):
    """Linear system as the matrices of a state space.

    Parameters
    ----------
    *system : array_like or system
        The matrices A, B, C and D, or a system to convert.
    dt : float, optional
        Sampling time of a discrete system.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> system = signal.StateSpace([[-1.0]], [[1.0]], [[2.0]], [[0.0]])
    >>> (system + system).A
    array([[-1.,  0.],
           [ 0., -1.]])
    """

    _scipy_class = scipy_signal.StateSpace

    A = _attribute("A", "State matrix.")
    B = _attribute("B", "Input matrix.")
    C = _attribute("C", "Output matrix.")
    D = _attribute("D", "Feedthrough matrix.")
    to_ss = _method(scipy_signal.StateSpace, "to_ss")
    to_tf = _method(scipy_signal.StateSpace, "to_tf")
    to_zpk = _method(scipy_signal.StateSpace, "to_zpk")

    __add__, __radd__, __sub__ = _combine("__add__"), _combine("__radd__"), _combine("__sub__")
    __rsub__, __mul__, __rmul__ = _combine("__rsub__"), _combine("__mul__"), _combine("__rmul__")
    __truediv__ = _combine("__truediv__")

    def __neg__(self) -> StateSpace:
        return to_device(-self._scipy_system)


class TransferFunction(_System):
    """Linear system as a quotient of polynomials.

    Parameters
    ----------
    *system : array_like or system
        Coefficients of numerator and denominator, highest power first, or a system to convert.
    dt : float, optional
        Sampling time of a discrete system.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.TransferFunction([1.0, 3.0], [1.0, 2.0]).to_zpk().zeros
    array([-3.])
    """

    _scipy_class = scipy_signal.TransferFunction

    num = _attribute("num", "Coefficients of the numerator.")
    den = _attribute("den", "Coefficients of the denominator.")
    to_ss = _method(scipy_signal.TransferFunction, "to_ss")
    to_tf = _method(scipy_signal.TransferFunction, "to_tf")
    to_zpk = _method(scipy_signal.TransferFunction, "to_zpk")


class ZerosPolesGain(_System):
    """Linear system as its zeros, its poles and a gain.

    Parameters
    ----------
    *system : array_like or system
        Zeros, poles and gain, or a system to convert.
    dt : float, optional
        Sampling time of a discrete system.

    Examples
    --------
    >>> from cupyx.scipy import signal
    >>> signal.ZerosPolesGain([], [-1.0, -2.0], 3.0).to_tf().den
    array([1., 3., 2.])
    """

    _scipy_class = scipy_signal.ZerosPolesGain

    gain = _attribute("gain", "Gain of the system.")
    to_ss = _method(scipy_signal.ZerosPolesGain, "to_ss")
    to_tf = _method(scipy_signal.ZerosPolesGain, "to_tf")
    to_zpk = _method(scipy_signal.ZerosPolesGain, "to_zpk")


def _pair(form: type[Any]) -> tuple[type[Any], type[Any]]:
    """Classes of the continuous and the discrete systems of a form."""
    continuous = type(f"{form.__name__}Continuous", (form, lti), {"__doc__": form.__doc__})
    discrete = type(f"{form.__name__}Discrete", (form, dlti), {"__doc__": form.__doc__})
    return continuous, discrete


_CLASSES = {made.__name__: made for form in (StateSpace, TransferFunction, ZerosPolesGain) for made in _pair(form)}


def wrap(system: Any) -> Any:
    """SciPy's system as ours."""
    made = object.__new__(_CLASSES[type(system).__name__])
    made._scipy_system = system
    return made


def from_host(value: Any) -> Any:
    """A system of SciPy's as ours, or a bunch of attributes with arrays of the device."""
    if hasattr(value, "to_ss"):
        return wrap(value)
    vars(value).update({name: to_device(item) for name, item in vars(value).items()})
    return value
