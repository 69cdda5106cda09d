"""Sylvester, Lyapunov and Riccati equations."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cupyx.scipy._host import on_host

if TYPE_CHECKING:
    from cupy.typing import ArrayLike
    from cupy import ndarray

__all__ = ["solve_continuous_are", "solve_continuous_lyapunov", "solve_discrete_are", "solve_discrete_lyapunov",
           "solve_lyapunov", "solve_sylvester"]


@on_host
def solve_sylvester(a: ArrayLike, b: ArrayLike, q: ArrayLike) -> ndarray:
    """Solve ``a @ x + x @ b = q``.

    Parameters
    ----------
    a : (..., M, M) array_like
        Left matrix; axes before the last two are a batch.
    b : (..., N, N) array_like
        Right matrix.
    q : (..., M, N) array_like
        Right-hand side.

    Returns
    -------
    (..., M, N) ndarray
        The solution `x`.

    Raises
    ------
    LinAlgError
        If there is no solution.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_sylvester
    >>> solve_sylvester(cupy.eye(2), cupy.eye(2), 2 * cupy.eye(2))
    array([[1., 0.],
           [0., 1.]])
    """
    ...


@on_host
def solve_continuous_lyapunov(a: ArrayLike, q: ArrayLike) -> ndarray:
    """Solve ``a @ x + x @ a^H = q``.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrix; axes before the last two are a batch.
    q : (..., M, M) array_like
        Right-hand side.

    Returns
    -------
    (..., M, M) ndarray
        The solution `x`.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_continuous_lyapunov
    >>> solve_continuous_lyapunov(cupy.eye(2), 2 * cupy.eye(2))
    array([[1., 0.],
           [0., 1.]])
    """
    ...


@on_host
def solve_discrete_lyapunov(a: ArrayLike, q: ArrayLike, method: Literal["direct", "bilinear"] | None = None) -> ndarray:
    """Solve ``a @ x @ a^H - x + q = 0``.

    Parameters
    ----------
    a : (..., M, M) array_like
        The matrix; axes before the last two are a batch.
    q : (..., M, M) array_like
        Right-hand side.
    method : {'direct', 'bilinear'}, optional
        By a system of M**2 equations, as for fewer than ten rows, or by a continuous equation.

    Returns
    -------
    (..., M, M) ndarray
        The solution `x`.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_discrete_lyapunov
    >>> solve_discrete_lyapunov(cupy.zeros((2, 2)), cupy.eye(2))
    array([[1., 0.],
           [0., 1.]])
    """
    ...


@on_host
def solve_continuous_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: ArrayLike | None = None,
                         s: ArrayLike | None = None, balanced: bool = True) -> ndarray:
    """Solve the continuous algebraic Riccati equation.

    Parameters
    ----------
    a : (..., M, M) array_like
        Matrix of the system; axes before the last two are a batch.
    b : (..., M, N) array_like
        Matrix of the input.
    q : (..., M, M) array_like
        Cost of the state.
    r : (..., N, N) array_like
        Cost of the input, not singular.
    e : (..., M, M) array_like, optional
        Matrix of the generalised equation.
    s : (..., M, N) array_like, optional
        Cost of both.
    balanced : bool, optional
        Whether the pencil is balanced first.

    Returns
    -------
    x : (..., M, M) ndarray
        With ``e^H x a + a^H x e - (e^H x b + s) inv(r) (b^H x e + s^H) + q = 0``.

    Raises
    ------
    LinAlgError
        If no stabilising solution is found.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_continuous_are
    >>> solve_continuous_are(*[cupy.array([[x]]) for x in (0.0, 1.0, 1.0, 1.0)]).round(9)
    array([[1.]])
    """
    ...


@on_host
def solve_discrete_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: ArrayLike | None = None,
                       s: ArrayLike | None = None, balanced: bool = True) -> ndarray:
    """Solve the discrete algebraic Riccati equation.

    Parameters
    ----------
    a : (..., M, M) array_like
        Matrix of the system; axes before the last two are a batch.
    b : (..., M, N) array_like
        Matrix of the input.
    q : (..., M, M) array_like
        Cost of the state.
    r : (..., N, N) array_like
        Cost of the input.
    e : (..., M, M) array_like, optional
        Matrix of the generalised equation.
    s : (..., M, N) array_like, optional
        Cost of both.
    balanced : bool, optional
        Whether the pencil is balanced first.

    Returns
    -------
    x : (..., M, M) ndarray
        With ``a^H x a - e^H x e - (a^H x b + s) inv(r + b^H x b) (b^H x a + s^H) + q = 0``.

    Raises
    ------
    LinAlgError
        If no stabilising solution is found.

    Notes
    -----
    SciPy computes it on the host: see `cupyx.scipy.HostWarning`.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.linalg import solve_discrete_are
    >>> solve_discrete_are(*[cupy.array([[x]]) for x in (0.0, 1.0, 1.0, 1.0)]).round(9)
    array([[1.]])
    """
    ...


solve_lyapunov = solve_continuous_lyapunov
