"""Sparse matrices and images have the same bits with any number of threads of the host; a process for each number."""
import json
import os
import subprocess
import sys

import pytest

from cupy import _ext

pytestmark = pytest.mark.skipif(not _ext.serial_blocks(), reason="threads of the host's kernels")

COMMON = """
import hashlib, json, sys
import numpy, scipy.sparse
import cupy
from cupyx.scipy import ndimage, sparse
rng = numpy.random.default_rng(5)
found = {}

def note(name, result):
    if isinstance(result, (tuple, list)):
        for k, one in enumerate(result):
            note(f"{name}[{k}]", one)
        return
    if sparse.issparse(result):
        result = result.tocsr() if result.ndim == 2 else result.tocoo()
        arrays = [result.data, *((result.indices, result.indptr) if result.ndim == 2 else result.coords)]
    else:
        arrays = [cupy.asarray(result)]
    found[name] = hashlib.sha256(b"".join(a.get().tobytes() for a in arrays)).hexdigest()[:16]
"""

SPARSE = """
# Many items in few columns, many columns, duplicates, and items on both sides of the limits of sharing.
for rows, columns, nnz in ((40_000, 300, 600_000), (300, 40_000, 600_000), (60_000, 60_000, 900_000), (9, 7, 300_000)):
    row, column = rng.integers(0, rows, nnz), rng.integers(0, columns, nnz)
    values = rng.standard_normal(nnz) * 10.0 ** rng.integers(-6, 6, nnz)
    left, right = rng.standard_normal(rows), rng.standard_normal(columns)
    for kind in "fD":
        items = values.astype(kind) * (1 if kind == "f" else 1 + 0.5j)
        coo = sparse.coo_array((cupy.asarray(items), (cupy.asarray(row), cupy.asarray(column))), (rows, columns))
        formats = {"coo": coo, "csr": coo.tocsr(), "csc": coo.tocsc()}
        if rows == 60_000:
            formats["bsr"] = coo.tobsr((2, 3))
        elif rows == 9:
            formats["dia"] = coo.todia()
        v, u = (cupy.asarray(x.astype(kind)) for x in (right, left))
        for name, a in formats.items():
            about = f"{name} {rows}x{columns} {kind} "
            note(about + "itself", a)
            note(about + "@ v", a @ v)
            note(about + "T @ u", a.T @ u)
            note(about + "u @", u @ a)
            note(about + "conj T @ u", a.conj().T @ u)
            note(about + "@ m", a @ cupy.stack([v, v[::-1]], axis=1))
            note(about + "T @ m", a.T @ cupy.stack([u, u[::-1]], axis=1))
            for axis in (None, 0, 1):
                note(f"{about}sum {axis}", a.sum(axis))
                note(f"{about}mean {axis}", a.mean(axis))
                if kind == "f":
                    note(f"{about}max {axis}", a.max(axis))
                    note(f"{about}argmin {axis}", a.argmin(axis))
            note(about + "diagonal", a.diagonal())
            note(about + "power", a.power(2))
        csr = formats["csr"]
        if nnz == 600_000:
            note(f"product {rows} {kind}", csr.T[:200] @ csr[:, :200] if rows > columns else csr[:, :900] @ csr.T[:900])
            note(f"trace {rows} {kind}", csr[:200, :200].trace())
        note(f"added {rows} {kind}", csr + csr.power(2))
        note(f"multiplied {rows} {kind}", csr.multiply(csr))
        note(f"dense {kind}", csr[:300, :300].toarray())
"""

IMAGES = """
image = rng.standard_normal((700, 900)) * 10.0 ** rng.integers(-6, 6, (700, 900))
volume = rng.standard_normal((90, 80, 70))
for kind in "fdi":
    for label, array, groups in (("image", image, 12), ("image", image, 9000), ("volume", volume, 40)):
        x = cupy.asarray((array if kind in "fd" else array * 9 % 200).astype(kind))
        labels = cupy.asarray(rng.integers(0, groups + 1, array.shape))
        index = cupy.arange(1, groups + 1)
        for name in ("sum_labels", "mean", "variance", "standard_deviation", "median", "minimum", "maximum",
                     "minimum_position", "maximum_position", "extrema", "center_of_mass"):
            function = getattr(ndimage, name)
            about = f"{name} {label} {kind} {groups} "
            note(about + "index", function(x, labels, index))
            note(about + "above", function(x, labels))
            note(about + "whole", function(x))
        if groups < 100:
            note(f"histogram {label} {kind}", ndimage.histogram(x, -50, 50, 20, labels, index))
            note(f"comprehension {label} {kind}",
                 ndimage.labeled_comprehension(x, labels, index, lambda part: part.sum(), float, 0))
for kind in "fD":
    x = cupy.asarray(image.astype(kind))
    note(f"uniform {kind}", ndimage.uniform_filter(x, 15))
    note(f"gaussian {kind}", ndimage.gaussian_filter(x, 3))
    note(f"correlate {kind}", ndimage.correlate(x, cupy.asarray(image[:5, :7])))
    note(f"spline {kind}", ndimage.spline_filter(x))
    note(f"line {kind}", ndimage.spline_filter(x.ravel()))
    note(f"line of means {kind}", ndimage.uniform_filter1d(x.ravel(), 301))
    note(f"zoom {kind}", ndimage.zoom(x, 1.3))
    note(f"rotate {kind}", ndimage.rotate(x, 10))
x = cupy.asarray(image)
note("laplace", ndimage.gaussian_laplace(x, 2))
note("percentile", ndimage.percentile_filter(x, 30, 5))
note("edt", ndimage.distance_transform_edt(x > 0))
note("label", ndimage.label(x > 0))
note("generic", ndimage.generic_filter(x, numpy.sum, 3))
"""


def _digests(script, threads):
    cleared = {k: v for k, v in os.environ.items() if not k.endswith(("HOST_THREADS", "NUM_THREADS"))}
    done = subprocess.run([sys.executable, "-c", COMMON + script + "print(json.dumps(found))"], text=True, timeout=300,
                          capture_output=True,
                          env={**cleared, "CUPY_BACKEND": "host", "CUPY_HOST_THREADS": str(threads)})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("script", [SPARSE, IMAGES], ids=["sparse", "ndimage"])
def test_results_do_not_depend_on_the_number_of_threads(script):
    alone = _digests(script, 1)
    assert len(alone) > 100
    for threads in (2, 7):
        shared = _digests(script, threads)
        assert [name for name in alone if alone[name] != shared[name]] == []
