"""The backend contract and what stands directly on it."""
