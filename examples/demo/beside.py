"""The demo's two kernels written with NumPy, to compare with."""
import numpy

_TO_CONES = numpy.array([[0.4122214708, 0.5363325363, 0.0514459929],
                         [0.2119034982, 0.6806995451, 0.1073969566],
                         [0.0883024619, 0.2817188376, 0.6299787005]], numpy.float32)
_TO_LAB = numpy.array([[0.2104542553, 0.7936177850, -0.0040720468],
                       [1.9779984951, -2.4285922050, 0.4505937099],
                       [0.0259040371, 0.7827717662, -0.8086757660]], numpy.float32)
_BAYER = numpy.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], numpy.float32)


def oklab(r, g, b, chroma):
    """Lightness, green-red and blue-yellow of sRGB bytes, the last two times `chroma`."""
    c = numpy.stack([r, g, b]).astype(numpy.float32) / 255
    linear = numpy.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(numpy.float32)
    lightness, *hue = _TO_LAB @ numpy.cbrt(_TO_CONES @ linear)
    return lightness, *(numpy.float32(chroma) * part for part in hue)


def dithered(colour, palette, width, strength=0.06):
    """Palette index of every pixel after a 4 by 4 ordered shift of its lightness."""
    y, x = numpy.divmod(numpy.arange(colour.shape[1]), width)
    shifted = colour.copy()
    shifted[0] += strength * ((_BAYER[y % 4, x % 4] + 0.5) / 16 - 0.5)
    distance = ((shifted[:, None, :] - palette[:, :, None]) ** 2).sum(axis=0)
    return distance.argmin(axis=0).astype(numpy.uint8)
