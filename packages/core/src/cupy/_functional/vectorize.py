"""Python functions of numbers on arrays, by way of kernels."""
from __future__ import annotations

import ast
import inspect
import operator
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

import numpy

from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.ndarray import ndarray
from cupy._functional.signature import call_with_signature
from cupy._compiler.scalar_types import dtype_of, char_of
from cupy._compiler.translate import Module
from cupy._core.arguments import as_array

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = ["frompyfunc", "vectorize"]

_no_value: Any = object()


class vectorize:
    """A function of numbers that is applied to each element of arrays.

    The function is translated to a kernel for the types of the arguments: arithmetic, comparisons, ``if``, ``while``,
    ``for`` over ``range``, functions of ``math``, ufuncs, and other functions like it.

    Parameters
    ----------
    pyfunc : callable, optional
        The function, or a ufunc; without it, a decorator with the other arguments comes back.
    otypes : str or list of data-type, optional
        Types of the results; what NumPy's arithmetic gives if left out.
    doc : str, optional
        The documentation; that of the function if left out.
    excluded : set of int or str, optional
        Positions and names of arguments that are single numbers.
    cache : bool, optional
        Accepted as in NumPy; a translation is always kept.
    signature : str, optional
        Axes that the function itself works on, as ``"(m,n),(n)->(m)"``. It is then called as it is, for one part
        of the arguments after the other.

    Raises
    ------
    TypeError
        If the function is none, or, when called, for what has no counterpart in a kernel; the error names the line.
    ValueError
        For a wrong `otypes` or `signature`.

    Notes
    -----
    Differs from NumPy: dividing by zero gives infinity or zero instead of an error, and integers have 64 bits.

    Examples
    --------
    >>> import cupy
    >>> @cupy.vectorize
    ... def clipped(x, low, high):
    ...     return low if x < low else high if x > high else x
    >>> clipped(cupy.arange(5), 1, 3)
    array([1, 1, 2, 3, 3])
    """

    def __init__(self, pyfunc: Callable[..., Any] = _no_value, otypes: str | Sequence[Any] | None = None,
                 doc: str | None = None, excluded: Iterable[Any] | None = None, cache: bool = False,
                 signature: str | None = None) -> None:
        if pyfunc is not _no_value and not callable(pyfunc):
            raise TypeError("When used as a decorator, only accepts keyword arguments.")
        self.otypes = _read_otypes(otypes)
        self.excluded = set(excluded) if excluded is not None else set()
        if not all(isinstance(e, (str, int)) for e in self.excluded):
            raise TypeError("excluded must hold positions and names of arguments")
        self.cache, self.signature = cache, signature
        self._doc = doc
        self._kernels = {}
        self.pyfunc: Callable | None = None
        if pyfunc is not _no_value:
            self._take(pyfunc)

    def _take(self, pyfunc: Callable[..., Any]) -> None:
        self.pyfunc = pyfunc
        self._parameters = None
        if isinstance(pyfunc, types.FunctionType):
            parameters = inspect.signature(pyfunc).parameters.values()
            self._parameters = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
        self.__name__ = getattr(pyfunc, "__name__", type(pyfunc).__name__)
        self.__doc__ = getattr(pyfunc, "__doc__", None) if self._doc is None else self._doc

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.pyfunc is None:
            if len(args) != 1 or kwargs or not callable(args[0]):
                raise TypeError("pyfunc must be given, as the only argument, to a vectorize made without it")
            self._take(args[0])
            return self
        if self.signature is not None:
            return call_with_signature(self, args, kwargs)
        names, values, fixed = self._bind(self.pyfunc, args, kwargs)
        if not values and not fixed:
            return self.pyfunc()
        arrays = [v if k in fixed else as_array(v, n) for k, (n, v) in enumerate(zip(names, values, strict=True))]
        if self.otypes is None and any(a.size == 0 for a in arrays if isinstance(a, ndarray)):
            raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
        kinds = tuple(type(a) if k in fixed else a.dtype for k, a in enumerate(arrays))
        kernel = self._kernels.get((names, kinds))
        if kernel is None:
            kernel = self._kernels[names, kinds] = self._translate(names, kinds)
        return kernel(*arrays)

    def _bind(self, pyfunc: Any, args: Sequence[Any],
              kwargs: Mapping[str, Any]) -> tuple[tuple[str, ...], list[Any], set[int]]:
        """Names of the arguments that are given, their values, and the places of the numbers among them."""
        positions = self._parameters
        if positions is None:
            if kwargs or self.excluded - set(range(len(args))):
                raise TypeError(f"{self.__name__} takes no arguments by name")
            positions = names = tuple(f"x{k}" for k in range(len(args)))
            values = list(args)
        elif not kwargs and len(args) == len(positions):
            names, values = positions, list(args)
        else:
            bound = inspect.signature(pyfunc).bind(*args, **kwargs)
            names, values = tuple(bound.arguments), list(bound.arguments.values())
        if not self.excluded:
            return names, values, self.excluded
        excluded = self.excluded | {positions[k] for k in self.excluded if isinstance(k, int) and k < len(positions)}
        fixed = {k for k, name in enumerate(names) if name in excluded}
        for k in fixed:
            if isinstance(values[k], (ndarray, numpy.generic)) and numpy.ndim(values[k]) == 0:
                values[k] = values[k].item()
            if not isinstance(values[k], (bool, int, float, complex)):
                raise TypeError(f"the excluded argument {names[k]} must be a number, not {type(values[k]).__name__}")
        return names, values, fixed

    def _translate(self, names: tuple[str, ...], kinds: Sequence[Any]) -> ElementwiseKernel:
        """The kernel for arguments of some types."""
        module = Module()
        inputs = [f"in{k}" for k in range(len(names))]
        if isinstance(self.pyfunc, types.FunctionType):
            parameters = inspect.signature(self.pyfunc).parameters
            constants = tuple((n, p.default) for n, p in parameters.items() if n not in names)
            order = [n for n in parameters if n in names]
            function = module.function(self.pyfunc, [kinds[names.index(n)] for n in order], constants)
            code = f"{function.name}({', '.join(inputs[names.index(n)] for n in order)})"
            results = function.returns
        else:
            code, result = _known(module, self.pyfunc, inputs, kinds)
            results = [result]
        wanted = results if self.otypes is None else self.otypes
        if len(wanted) != len(results):
            raise ValueError(f"{self.__name__} returns {len(results)} values, otypes has {len(wanted)} types")
        outputs = [f"out{k}" for k in range(len(results))]
        values = ["_result"] if len(results) == 1 else [f"_result.r{k}" for k in range(len(results))]
        body = f"const auto _result = {code};\n" + "\n".join(
            f"{out} = cast<{_cpp(t)}>({v});" for out, t, v in zip(outputs, wanted, values, strict=True))
        return ElementwiseKernel(
            ", ".join(f"{dtype_of(t).name} {n}" for n, t in zip(inputs, kinds, strict=True)),
            ", ".join(f"{dtype_of(t).name} {n}" for n, t in zip(outputs, wanted, strict=True)),
            body, "cupy_vectorize", preamble=module.text)


class _Counted(vectorize):
    """A translated function with a number of inputs and outputs."""

    def __init__(self, func: Callable[..., Any], nin: int, nout: int, identity: object) -> None:
        super().__init__(func)
        self.nin, self.nout, self.nargs, self.identity = nin, nout, nin + nout, identity

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != self.nin:
            raise TypeError(f"{self.__name__}() takes {self.nin} positional arguments but {len(args)} were given")
        result = super().__call__(*args)
        if (len(result) if isinstance(result, tuple) else 1) != self.nout:
            raise ValueError(f"{self.__name__} returned another number of values than {self.nout}")
        return result


def frompyfunc(func: Callable[..., Any], /, nin: SupportsIndex, nout: SupportsIndex, *,
               identity: object | None = None) -> _Counted:
    """Function of arrays out of a Python function of numbers.

    Parameters
    ----------
    func : callable
        The function, which is translated as by `vectorize`.
    nin, nout : int
        How many numbers it takes and returns.
    identity : object, optional
        Kept as an attribute.

    Returns
    -------
    vectorize
        The function of arrays. Its results are numbers; NumPy's would be Python objects.

    Raises
    ------
    TypeError
        If `func` is no function, or a number is no integer.
    ValueError
        If `nin` or `nout` is negative.

    Examples
    --------
    >>> import cupy
    >>> cupy.frompyfunc(lambda x, y: x * y + 1, 2, 1)(cupy.arange(3), 2)
    array([1, 3, 5])
    """
    nin, nout = operator.index(nin), operator.index(nout)
    if not callable(func):
        raise TypeError("function must be callable")
    if nin < 0 or nout < 0:
        raise ValueError("nin and nout must not be negative")
    return _Counted(func, nin, nout, identity)


def _cpp(t: Any) -> str:
    from cupy._codegen.naming import ctype

    return ctype(char_of(t))


def _known(module: Module, called: Any, inputs: Sequence[str], kinds: Sequence[Any]) -> tuple[str, DTypeLike]:
    """Code of a ufunc, or of a function of ``math``, applied to the arguments."""
    from cupy._compiler.expressions import Expressions
    from cupy._compiler.source import Source

    class NoText(Source):
        """Has no text of its own."""

        def __init__(self) -> None:
            pass

        def fail(self, node: ast.AST, what: str) -> NoReturn:
            raise TypeError(f"{called!r} cannot be translated to a kernel: it {what}")

    class Caller(Expressions):
        operations = module.operations
        source = NoText()

    node = ast.Call(ast.Name(getattr(called, "__name__", ""), ast.Load()), [], [])
    return Caller().call_known(node, called, list(zip(inputs, kinds, strict=True)))


def _read_otypes(otypes: Any) -> list[numpy.dtype] | None:
    if otypes is None:
        return None
    if isinstance(otypes, str):
        for char in otypes:
            if char not in numpy.typecodes["All"]:
                raise ValueError(f"Invalid otype specified: {char}")
        return [numpy.dtype(char) for char in otypes]
    if numpy.iterable(otypes):
        return [numpy.dtype(t) for t in otypes]
    raise ValueError("Invalid otype specification")
