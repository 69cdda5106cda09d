"""Services of the host backend: NumPy on views of the same memory."""
