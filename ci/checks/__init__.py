"""The layout rules of the repository, one module a rule.

Each module has ``check(tree)``, which yields what is wrong as ``path: reason``.
`nox -s lint` runs them all; ``python -m checks NAME`` (in ci/) runs one.  That nothing becomes code or a word of a
shell is ruff's to check (S), and what docstrings hold numpydoc's (`ci/tools/validate_docs.py`).
"""
