"""One protocol a library family: what core asks of the libraries behind a backend."""
