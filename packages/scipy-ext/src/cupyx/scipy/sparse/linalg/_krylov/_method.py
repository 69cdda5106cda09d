"""What methods for square systems do before their first step and after their last."""
import cupy
from cupyx.scipy.sparse.linalg._krylov._steps import CONVERGED
from cupyx.scipy.sparse.linalg._krylov._system import System, tolerance


def outcome(system, status, maxiter):
    """The solution and SciPy's code for how the method ended."""
    return system.x, 0 if status == CONVERGED else maxiter if status > 0 else status


def prepared(name, A, b, x0, tol, maxiter, M, atol, rtol):
    """A system, its residual, the tolerance and the limit; None for the residual if there is nothing to do."""
    system = System(A, M, x0, b)
    atol = tolerance(name, system.norm_b, atol, rtol, tol)
    maxiter = system.n * 10 if maxiter is None else maxiter
    if system.norm_b == 0:
        system.x[:] = 0
        return system, None, atol, maxiter
    r = system.residual(x0)
    if maxiter > 0 and (system.norm_b if x0 is None else _norm(r)) < atol:
        return system, None, atol, maxiter
    return system, r, atol, maxiter


def _norm(r):
    return float(cupy.linalg.norm(r))


def watcher(callback, *arguments):
    """A callback without arguments, or None."""
    return None if callback is None else lambda: callback(*arguments)
