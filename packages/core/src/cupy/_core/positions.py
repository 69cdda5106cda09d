"""Positions in flattened arrays."""

__all__ = []


def unravel(index, shape, order="C"):
    """Indices along each axis of positions in range."""
    result = []
    axes = range(len(shape) - 1, 0, -1) if order == "C" else range(len(shape) - 1)
    for i in axes:
        index, part = divmod(index, max(shape[i], 1))
        result.append(part)
    result.append(index)
    return tuple(result[::-1] if order == "C" else result)
