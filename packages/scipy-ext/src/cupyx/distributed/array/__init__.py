"""Arrays whose chunks lie on several devices of one process."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
