// Correlation of images with 7 x 7 weights.
#pragma once

#include "correlate_tile.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_CORRELATE_TILE(name, 7, false, T, O, W)
