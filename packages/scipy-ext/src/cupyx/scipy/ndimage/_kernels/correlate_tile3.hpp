// Correlation of images with 3 x 3 weights.
#pragma once

#include "correlate_tile.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_CORRELATE_TILE(name, 3, false, T, O, W)
