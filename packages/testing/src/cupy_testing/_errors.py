"""Comparing the exceptions that NumPy's and our run of one test raised."""
import traceback


def check_errors(ours, theirs, accept):
    """Return when both runs raised matching exceptions that `accept` allows; raise otherwise.

    `accept` is False (none), True (any), an exception type, or a tuple of them.  Types match
    when one is a subclass of the other.
    """
    if accept is True:
        accept = Exception
    if ours is None:
        raise AssertionError(f"only numpy raised{_shown(theirs)}") from theirs
    if theirs is None:
        raise AssertionError(f"only cupy raised{_shown(ours)}") from ours
    both = f"\ncupy:{_shown(ours)}\nnumpy:{_shown(theirs)}"
    if not (isinstance(ours, type(theirs)) or isinstance(theirs, type(ours))):
        raise AssertionError(f"exceptions of different types{both}") from ours
    if not accept:
        raise AssertionError(f"both raised{both}") from ours
    if not (isinstance(ours, accept) and isinstance(theirs, accept)):
        raise AssertionError(f"both raised what accept_error does not allow{both}") from ours


def _shown(error):
    return "\n" + "".join(traceback.format_exception(type(error), error, error.__traceback__))
