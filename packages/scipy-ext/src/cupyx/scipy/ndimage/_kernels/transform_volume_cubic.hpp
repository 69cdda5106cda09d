// Images of three axes at the coordinates that a matrix, or a scale and a shift along each axis, makes of each pixel's:
// order 3.
#pragma once

#include "resample.hpp"

#define CUPY_TEMPLATE(name, T, O, W) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Interpolate, cupy::ndimage::transform_images<3, true, T, O, W>)
