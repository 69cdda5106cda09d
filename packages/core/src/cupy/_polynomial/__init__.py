"""Polynomials of NumPy's older interface, whose coefficients begin with the highest power."""
