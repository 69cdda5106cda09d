"""The backend conformance suite: the same tests for every backend of the contract.

Run it with ``python -m cupy_testing.conformance`` or ``pytest --pyargs cupy_testing.conformance``.
"""
