"""Exceptions of the ROCm backend; core turns them into its own."""

__all__ = ["CompileError", "LibraryMissing", "ServiceMissing"]


class CompileError(Exception):
    """A source does not compile; `log` is what the compiler said."""

    def __init__(self, log, source="", name=""):
        super().__init__(log, source, name)
        self.log = log
        self.source = source
        self.name = name

    def __str__(self):
        return f"{self.name}: {self.log}"


class LibraryMissing(ImportError):
    """A library of AMD's is not installed; the message names the command that installs it."""


class ServiceMissing(ImportError):
    """A service of the backend contract cannot be used here."""
