"""Division of Chebyshev series as symmetric series in z and 1/z."""

__all__ = []


def divide(z1, z2):
    """Quotient and remainder. NumPy's function relies on items being copies; on a device they are views."""
    import cupy

    z1 = z1.copy()
    more, width = len(z1) - len(z2), len(z2)
    if width == 1:
        return z1 / z2, z1[:1] * 0
    if more < 0:
        return z1[:1] * 0, z1
    lead = z2[0].copy()
    z2 = z2 / lead
    quotient = cupy.empty(more + 1, z1.dtype)
    middle = more // 2
    for i in range(middle + 1):
        step = z1[i].copy()
        for at in {i, more - i}:
            quotient[at] = step
            z1[at:at + width] -= step * z2
    return quotient / lead, z1[middle + 1:middle - 1 + width].copy()
