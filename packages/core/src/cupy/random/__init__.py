"""Random numbers: the same for the same seed on every backend, device and grid."""
from cupy.random.bit_generators import MRG32k3a, BitGenerator, Philox4x3210, SeedSequence, XORWOW
from cupy.random.generator import Generator, default_rng

__all__ = ["BitGenerator", "Generator", "MRG32k3a", "Philox4x3210", "SeedSequence", "XORWOW", "default_rng"]
