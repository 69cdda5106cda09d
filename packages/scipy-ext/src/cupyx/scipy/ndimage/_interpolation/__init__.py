"""Images between their pixels: spline coefficients, and what is read from them."""
