"""Running a test class for many sets of attributes."""
from __future__ import annotations

import functools
import inspect
import itertools
import types
import unittest
from collections.abc import Callable, Iterator
from typing import Any

from cupy_testing._runner import needed

_FIXTURE = "_cupy_testing_parameters"


def parameterize(*params: Any, _ids: bool = True) -> Any:
    """Run every test of a class, or one test function, once for each dict of parameters.

    In a class the parameters are attributes of ``self``, set before ``setup_method``,
    ``setUp`` and the class's fixtures; a function receives them as arguments.

    Parameters
    ----------
    *params : dict
        Parameter sets, all with the same keys.
    _ids : bool, optional
        Name the tests by the values; False for values that differ from run to run.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.parameterize({"n": 1}, {"n": 2})
    ... class TestZeros:
    ...     @testing.numpy_cupy_array_equal()
    ...     def test_zeros(self, xp):
    ...         return xp.zeros(self.n)
    """
    cases = [dict(p) for p in params]

    def decorator(target: Any) -> Any:
        if not inspect.isclass(target):
            names = list(cases[0]) if cases else []
            return needed("parameterize").mark.parametrize(
                names, [tuple(p[n] for n in names) for p in cases])(target)
        if issubclass(target, unittest.TestCase):
            return _unittest_class(target, cases, _ids)
        return _pytest_class(target, cases, _ids)

    return decorator


def product(parameter: Any) -> list[dict[str, Any]]:
    """The Cartesian product of a dict of lists, as a list of dicts.

    A list of lists of dicts is taken as `product_dict` takes its arguments.

    Examples
    --------
    >>> from cupy import testing
    >>> testing.product({"a": [1, 2], "b": "x"})
    [{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'x'}]
    """
    if isinstance(parameter, dict):
        keys = sorted(parameter)
        return [dict(zip(keys, values))
                for values in itertools.product(*(parameter[k] for k in keys))]
    if isinstance(parameter, (list, tuple)):
        return product_dict(*parameter)
    raise TypeError(f"parameter must be a dict or a list, not {type(parameter).__name__}")


def product_dict(*parameters: Any) -> list[dict[str, Any]]:
    """Every way to merge one dict from each list of dicts.

    Examples
    --------
    >>> from cupy import testing
    >>> testing.product_dict([{"a": 1}, {"a": 2}], [{"b": 3}])
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    return [{k: v for part in parts for k, v in part.items()}
            for parts in itertools.product(*parameters)]


def _label(index: int, params: dict[str, Any], by_values: bool) -> str:
    if not by_values:
        return str(index)
    return f"{index}_" + "_".join(f"{k}={_short(v)}" for k, v in params.items())


def _short(value: object) -> str:
    text = value.__name__ if inspect.isclass(value) or inspect.isroutine(value) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _attribute(value: Any) -> Any:
    """A plain function put on a class must not become a method."""
    return staticmethod(value) if isinstance(value, types.FunctionType) else value


def _pytest_class(cls: type[Any], params: Any, by_values: bool) -> type[Any]:
    """Class-scoped, because pytest runs such fixtures before ``setup_method``."""
    pytest = needed("parameterize")

    @pytest.fixture(scope="class", autouse=True, name=_FIXTURE)
    @staticmethod
    def use(request: Any) -> Iterator[None]:
        for name, value in request.param.items():
            setattr(request.cls, name, _attribute(value))
        yield
        for name in request.param:
            delattr(request.cls, name)

    setattr(cls, _FIXTURE, use)
    return pytest.mark.parametrize(
        _FIXTURE, params, indirect=True, scope="class",
        ids=[_label(i, p, by_values) for i, p in enumerate(params)])(cls)


def _unittest_class(cls: type[Any], params: Any, by_values: bool) -> type[Any]:
    """One method for each test and set; `setUp` finds the set by the method's name."""
    chosen = {}
    for name in unittest.defaultTestLoader.getTestCaseNames(cls):
        test = getattr(cls, name)
        setattr(cls, name, None)
        for index, values in enumerate(params):
            method = f"{name}_{_label(index, values, by_values)}"
            setattr(cls, method, _method(test, method))
            chosen[method] = values
    run = cls.run

    @functools.wraps(run)
    def with_parameters(self: Any, result: Any = None) -> Any:
        self.__dict__.update(chosen.get(self._testMethodName, {}))
        return run(self, result)

    cls.run = with_parameters
    return cls


def _method(test: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(test)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return test(self, *args, **kwargs)

    method.__name__ = name
    return method
