"""Attributes of a device by CUDA's numbers: HIP's number of what means the same."""
from __future__ import annotations

__all__ = ["NUMBERS"]

#: Number in cudaDeviceAttr → in hipDeviceAttribute_t.
NUMBERS = {
    2: 26, 3: 27, 4: 28, 6: 30, 7: 31,                      # sizes of blocks and grids along each axis
    9: 83, 11: 58, 12: 71, 82: 72, 81: 10002, 111: 73,      # constant memory, pitch, registers, shared memory
    14: 81, 30: 79, 51: 82,                                 # alignment of textures and surfaces
    15: 12, 17: 18, 19: 3, 20: 6, 31: 8, 32: 0, 35: 80, 40: 2,
    21: 39, 22: 43, 23: 44, 24: 49, 25: 50, 26: 51,         # sizes of textures along each axis
    78: 78, 79: 14, 80: 20, 84: 17, 85: 62, 86: 15, 87: 77, 89: 9, 90: 7, 91: 4, 96: 11, 99: 90, 100: 66, 101: 13,
    106: 25, 119: 91,
}
