"""``python corrupted.py SEEDS CASES [fenced]``: sparse operations on structures that were changed by hand, at random.

Seeds are joined by commas, and that many cases follow each of them.  Whatever comes of them, or whatever is raised, no
memory outside of the arrays may be touched.  Where the device's memory is the host's, or the third argument says so,
each array ends at a page that nobody may touch.  Prints the cases and how many results there were.
"""
import ctypes
import faulthandler
import mmap
import sys
import warnings

import cupy
import numpy
from cupy._ext import host_memory, sparse as parts
from cupyx import cusparse
from cupyx.scipy import sparse
from cupyx.scipy.sparse import csgraph, linalg

N, ITEMS = 12, 40
PAGE, ALIGNED = mmap.PAGESIZE, 16


class Fenced:
    """Memory that ends at most 15 bytes before a page without access."""

    def __init__(self):
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self.libc, self.taken = libc, {}

    def malloc(self, size, device):
        if size > 1 << 30:
            raise cupy.cuda.memory.OutOfMemoryError(size, 0)
        room = -(-size // PAGE) * PAGE
        start = self.libc.mmap(None, room + 2 * PAGE, mmap.PROT_READ | mmap.PROT_WRITE,
                               mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
        for fence in (start, start + PAGE + room):
            self.libc.mprotect(fence, PAGE, 0)
        address = start + PAGE + room - -(-size // ALIGNED) * ALIGNED
        self.taken[address] = start, room + 2 * PAGE
        return address

    def free(self, address, device):
        self.libc.munmap(*self.taken.pop(address))


def matrix(rng, name, index):
    """A random matrix whose arrays have `ITEMS` items, also more than once in a place."""
    row, col = rng.integers(0, N, (2, ITEMS))
    data = rng.uniform(0.5, 2, ITEMS)
    row[:N], col[:N] = range(N), range(N)
    a = sparse.coo_matrix((cupy.asarray(data), (cupy.asarray(row, dtype=index), cupy.asarray(col, dtype=index))),
                          shape=(N, N))
    a = a if name == "coo" else a.asformat(name, copy=True)
    for part in ("indices", "indptr", "offsets"):
        if hasattr(a, part):
            setattr(a, part, getattr(a, part).astype(index))
    return a


def corrupt(rng, a):
    """Change one of the arrays of a structure; what was done."""
    part = rng.choice([part for part in ("data", "indices", "indptr", "offsets", "row", "col") if hasattr(a, part)])
    values = getattr(a, part)
    wide = 10 ** 12 if values.dtype.itemsize == 8 else 10 ** 9
    bad = [wide, -wide, -1, N, N + 1, values.size, ITEMS + 1]
    kinds = ["shorter", "longer", *([] if part == "data" else ["item", "item", "items", "reverse", "noise"])]
    kind = str(rng.choice(kinds))
    if kind == "shorter":
        values = values[:int(rng.integers(0, max(1, len(values))))]
    elif kind == "longer":
        values = cupy.concatenate([values, values[:3]])
    elif kind == "item":
        values[int(rng.integers(max(1, values.size)))] = int(rng.choice(bad))
    elif kind == "items":
        values[:] = int(rng.choice(bad))
    elif kind == "reverse":
        values = values[::-1].copy()
    else:
        values = cupy.asarray(rng.choice(bad + list(range(N)), values.shape).astype(values.dtype))
    setattr(a, part, values)
    if rng.integers(2) and hasattr(a, "_claimed_canonical"):
        a.has_canonical_format = True
    return f"{part} {kind}"


def graph(name, *args, **kwargs):
    return lambda a, b, x: getattr(csgraph, name)(a, *args, **kwargs)


def changed(change):
    def call(a, b, x):
        change(a)
        return a @ x
    return call


OPERATIONS = {
    "A @ x": lambda a, b, x: a @ x,
    "A @ X": lambda a, b, x: a @ cupy.stack([x, x, x], axis=1),
    "x @ A": lambda a, b, x: x @ a,
    "A.T @ X": lambda a, b, x: a.T @ cupy.stack([x, x], axis=1),
    "A @ B": lambda a, b, x: a @ b,
    "B @ A": lambda a, b, x: b @ a,
    "A @ A": lambda a, b, x: a @ a,
    "A + B": lambda a, b, x: a + b,
    "B - A": lambda a, b, x: b - a,
    "A * B": lambda a, b, x: a.multiply(b),
    "A * dense": lambda a, b, x: a.multiply(cupy.ones((N, N))),
    "maximum": lambda a, b, x: a.maximum(b),
    "A != B": lambda a, b, x: a != b,
    "A > 1": lambda a, b, x: a > 1,
    "A ** 2": lambda a, b, x: a.power(2),
    **{f"to{name}": (lambda a, b, x, name=name: a.asformat(name)) for name in
       ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")},
    "toarray": lambda a, b, x: [a.toarray(), a.toarray("F")],
    "get": lambda a, b, x: a.get(),
    **{f"{name} {axis}": (lambda a, b, x, name=name, axis=axis: getattr(a, name)(axis=axis)) for name in
       ("sum", "mean", "max", "min", "argmax", "argmin", "getnnz", "count_nonzero") for axis in (None, 0, 1)},
    "row": lambda a, b, x: [a[1], a[-1]],
    "column": lambda a, b, x: a[:, 1],
    "rows": lambda a, b, x: a[[0, 2, 2, 11]],
    "columns": lambda a, b, x: a[:, [0, 2, 11]],
    "items": lambda a, b, x: a[cupy.arange(N), cupy.arange(N)[::-1]],
    "item": lambda a, b, x: a[3, 4],
    "block": lambda a, b, x: a[2:7, 3:9:2],
    "mask": lambda a, b, x: a[a > 1],
    "set item": lambda a, b, x: a.__setitem__((3, 4), 5.0),
    "set items": lambda a, b, x: a.__setitem__((slice(0, 3), [1, 5]), 2.0),
    "diagonal": lambda a, b, x: [a.diagonal(), a.diagonal(2)],
    "trace": lambda a, b, x: a.trace(),
    "transpose": lambda a, b, x: a.T.tocsr(),
    "reshape": lambda a, b, x: a.reshape(N // 2, 2 * N),
    "setdiag": changed(lambda a: a.setdiag(1.0, 1)),
    "sort": changed(lambda a: a.sort_indices()),
    "duplicates": changed(lambda a: a.sum_duplicates()),
    "zeros": changed(lambda a: a.eliminate_zeros()),
    "prune": changed(lambda a: a.prune()),
    "stack": lambda a, b, x: [sparse.vstack([a, b]), sparse.hstack([b, a]), sparse.block_diag([a, b])],
    "kron": lambda a, b, x: [sparse.kron(a, b[:2, :2]), sparse.kronsum(a, b)],
    "find": lambda a, b, x: [sparse.find(a), sparse.tril(a), sparse.triu(a)],
    "norm": lambda a, b, x: [linalg.norm(a), linalg.norm(a, 1), linalg.norm(a, axis=0)],
    "spsolve": lambda a, b, x: linalg.spsolve(a.tocsc(), x),
    "splu": lambda a, b, x: linalg.splu(a.tocsc()).solve(x),
    "spilu": lambda a, b, x: linalg.spilu(a.tocsc()).solve(x),
    "ilu0": lambda a, b, x: linalg.spilu(a.tocsr(), fill_factor=1).solve(x),
    "lower": lambda a, b, x: linalg.spsolve_triangular(a.tocsr(), x, lower=True),
    "upper": lambda a, b, x: linalg.spsolve_triangular(a.tocsr(), x, lower=False),
    "cg": lambda a, b, x: linalg.cg(a, x, maxiter=3),
    "gmres": lambda a, b, x: linalg.gmres(a, x, maxiter=2),
    "lsqr": lambda a, b, x: linalg.lsqr(a, x, iter_lim=3),
    "expm": lambda a, b, x: linalg.expm_multiply(a * 0.01, x),
    "laplacian": graph("laplacian"),
    "components": lambda a, b, x: [csgraph.connected_components(a), csgraph.connected_components(a, False)],
    "dijkstra": graph("dijkstra"),
    "bellman_ford": graph("bellman_ford", indices=[0, 3]),
    "breadth": graph("breadth_first_order", 0),
    "tree": graph("minimum_spanning_tree"),
    "dense graph": graph("csgraph_to_dense"),
    "matching": graph("maximum_bipartite_matching"),
    "csrmv": lambda a, b, x: cusparse.csrmv(a.tocsr(), x),
    "csrmm": lambda a, b, x: cusparse.csrmm(a.tocsr(), cupy.asfortranarray(cupy.ones((N, 3)))),
    "csrilu02": lambda a, b, x: cusparse.csrilu02(a.tocsr()),
    "ic0": lambda a, b, x: parts.csr_ic0(a.tocsr()._triple, a.shape),
    "csrsm2": lambda a, b, x: cusparse.csrsm2(a.tocsr(), x),
    "csr2csc": lambda a, b, x: cusparse.csr2csc(a.tocsr()),
}


def main(seeds, cases, fence=""):
    faulthandler.enable()
    warnings.simplefilter("ignore")
    fenced = Fenced()
    if host_memory() or fence:
        cupy.cuda.set_allocator(cupy.cuda.memory.PythonFunctionAllocator(fenced.malloc, fenced.free).malloc)
    done = 0
    for number in (int(seed) + k for seed in seeds.split(",") for k in range(int(cases))):
        rng = numpy.random.default_rng(number)
        name, index = rng.choice(["csr", "csr", "csc", "coo", "bsr", "dia"]), str(rng.choice(["i4", "i4", "i8"]))
        operation = str(rng.choice(list(OPERATIONS)))
        a, b = matrix(rng, name, index), matrix(rng, "csr", index)
        x = cupy.asarray(rng.uniform(1, 2, N))
        what = corrupt(rng, a)
        print(number, name, index, what, operation, flush=True)
        try:
            OPERATIONS[operation](a, b, x)
            cupy.cuda.get_current_stream().synchronize()
            done += 1
        except Exception as error:      # whatever a wrong structure is refused by
            if isinstance(error, (cupy.BackendError, SystemError)) and not isinstance(error, MemoryError):
                raise
            print("   ", type(error).__name__, str(error)[:80])
    print("results:", done)


if __name__ == "__main__":
    main(*sys.argv[1:])
