"""Functions of NVIDIA's libraries, opened at first use."""
