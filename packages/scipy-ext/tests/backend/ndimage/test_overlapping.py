"""Outputs that lie in the memory of the image: the results are those of an image that was copied before."""
import pytest

import cupy
from cupyx.scipy import ndimage

FUNCTIONS = {
    "laplace": lambda a, o: ndimage.laplace(a, o, "nearest"),
    "generic_laplace": lambda a, o: ndimage.generic_laplace(a, second_difference, o),
    "gaussian_laplace": lambda a, o: ndimage.gaussian_laplace(a, 0.8, o),
    "gaussian_gradient_magnitude": lambda a, o: ndimage.gaussian_gradient_magnitude(a, 0.8, o),
    "generic_gradient_magnitude": lambda a, o: ndimage.generic_gradient_magnitude(a, ndimage.sobel, o),
    "sobel": lambda a, o: ndimage.sobel(a, 0, o), "uniform_filter": lambda a, o: ndimage.uniform_filter(a, 3, o),
    "gaussian_filter": lambda a, o: ndimage.gaussian_filter(a, 0.8, output=o),
    "morphological_gradient": lambda a, o: ndimage.morphological_gradient(a, 3, output=o),
    "morphological_laplace": lambda a, o: ndimage.morphological_laplace(a, 3, output=o),
    "white_tophat": lambda a, o: ndimage.white_tophat(a, 3, output=o),
    "black_tophat": lambda a, o: ndimage.black_tophat(a, 3, output=o),
    "grey_opening": lambda a, o: ndimage.grey_opening(a, 3, output=o),
    "median_filter": lambda a, o: ndimage.median_filter(a, 3, output=o),
    "shift": lambda a, o: ndimage.shift(a, 0.5, o, mode="mirror"),
    "spline_filter": lambda a, o: ndimage.spline_filter(a, 3, o),
}


def second_difference(input, axis, output, mode, cval):
    return ndimage.correlate1d(input, [1, -2, 1], axis, output, mode, cval)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("layout", ["same", "shifted", "transposed", "reversed"])
def test_outputs_in_the_image(name, layout):
    memory = cupy.random.default_rng(3).random((9, 8))
    image = memory[:8]
    output = {"same": image, "shifted": memory[1:], "transposed": image.T, "reversed": image[::-1, ::-1]}[layout]
    wanted = cupy.empty((8, 8))
    FUNCTIONS[name](image.copy(), wanted)
    FUNCTIONS[name](image, output)
    cupy.testing.assert_allclose(output, wanted, rtol=1e-12, atol=1e-12)
