"""Standing comparison with NumPy on random calls: functions x dtypes x layouts x arguments.

``python -m cupy_testing.fuzz --minutes 5`` prints each disagreement with the number that repeats it
(``--case NUMBER``); `operands` makes arrays, `calls` draws calls, `judge` compares.
"""
