"""Bringing whatever a test has in its hands to the host, explicitly."""
import cupy


def asnumpy(value):
    """`value` with every cupy array in it copied to the host; containers keep their type."""
    if isinstance(value, cupy.ndarray):
        return value.get()
    if isinstance(value, list):
        return [asnumpy(item) for item in value]
    if isinstance(value, tuple):
        items = [asnumpy(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, dict):
        return {key: asnumpy(item) for key, item in value.items()}
    return value
