"""Powers of square matrices."""
import operator


def matrix_power(a, n):
    """``a`` times itself, `n` factors."""
    from cupyx.scipy.sparse._construct import eye_like

    if a.shape[0] != a.shape[1]:
        raise TypeError("sparse matrix is not square")
    try:
        n = operator.index(n)
    except TypeError as error:
        raise ValueError("exponent must be an integer") from error
    if n < 0:
        raise ValueError("exponent must be >= 0")
    if n == 0:
        return eye_like(a)
    if n == 1:
        return a.copy()
    result = None
    while True:
        n, odd = divmod(n, 2)
        if odd:
            result = a if result is None else result @ a
        if not n:
            return result
        a = a @ a
