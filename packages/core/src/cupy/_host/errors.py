"""Exceptions of the host backend; core turns them into its own."""
from __future__ import annotations

__all__ = ["CompileError", "ServiceMissing"]


class CompileError(Exception):
    """A source does not compile; `log` is what the compiler said."""

    def __init__(self, log: str, source: str = "", name: str = "") -> None:
        super().__init__(log, source, name)
        self.log = log
        self.source = source
        self.name = name

    def __str__(self) -> str:
        return f"{self.name}: {self.log}"


class ServiceMissing(ImportError):
    """A service of the backend contract cannot be used here."""
