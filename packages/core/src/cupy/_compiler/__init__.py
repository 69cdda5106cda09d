"""Python functions as C++: a translator of source, and a tracer of values."""
