"""Signal processing beyond SciPy: radar, cepstra, channelizers, filters with finite responses."""
from cupyx._lazy import attach

__getattr__, __dir__ = attach(__name__)
