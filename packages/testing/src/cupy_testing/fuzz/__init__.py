"""Standing comparison with NumPy and SciPy on random calls: functions x dtypes x layouts x arguments.

``python -m cupy_testing.fuzz --minutes 5`` first makes the calls of `corpus`, which once were wrong, then random ones,
and prints each disagreement with the number that repeats it (``--case NUMBER``).  `operands` makes arrays; `calls`,
`casts`, `files`, `hostile` (capsules that lie, allocations that fail), `indexing`, `keywords`, `operators`,
`random_laws`, `routines`, `times`, `ufunc_options`, `words` and the files named after SciPy draw calls; `judge`
compares.
"""
