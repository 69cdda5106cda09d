// An image of two axes at given coordinates: order 3.
#pragma once

#include "resample.hpp"

#define CUPY_TEMPLATE(name, T, O, W, C) \
    CUPY_MAP_KERNEL(name, cupy::ndimage::Interpolate, cupy::ndimage::read_image<2, true, T, O, W, C>)
