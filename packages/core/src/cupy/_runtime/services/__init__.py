"""What core asks of the libraries of a backend: one protocol a family."""
