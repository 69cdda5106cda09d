"""Running one test body for many values of an injected keyword argument."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing._runner import SKIPS

if TYPE_CHECKING:
    from cupy.typing import DTypeLike


def inject(impl: Callable[..., Any], run: Callable[..., Any], names: set[str]) -> Callable[..., Any]:
    """Make `run` look like `impl` without the parameters `names`, which it fills in itself.

    pytest and hypothesis read the signature to know which fixtures a test asks for.
    """
    functools.update_wrapper(run, impl)
    signature = inspect.signature(impl)
    kept = [p for p in signature.parameters.values() if p.name not in names]
    run.__signature__ = signature.replace(parameters=kept)
    return run


def note(error: BaseException, text: str) -> None:
    """Add a line to what is shown with an exception."""
    if hasattr(error, "add_note"):
        error.add_note(text)
    else:
        print(text)


def over(cases: list[dict[str, DTypeLike | tuple[Any, ...]]]) -> Callable[..., Any]:
    """Run the decorated test once for each dict of keyword arguments in `cases`.

    A case that skips itself does not skip the others; when all do, the test is skipped.
    """
    cases = [dict(case) for case in cases]
    names = {name for case in cases for name in case}

    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> None:
            skips = []
            for case in cases:
                try:
                    impl(*args, **{**kwargs, **case})
                except SKIPS as skip:
                    skips.append(skip)
                except Exception as error:
                    note(error, ", ".join(f"{k} is {_show(v)}" for k, v in case.items()))
                    raise
            if skips and len(skips) == len(cases):
                raise skips[-1]

        return inject(impl, run, names)

    return decorator


def _show(value: object) -> str:
    return value.__name__ if isinstance(value, type) else repr(value)
