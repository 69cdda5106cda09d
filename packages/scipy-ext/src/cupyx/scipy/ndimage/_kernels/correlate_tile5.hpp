// Correlation of images with 5 x 5 weights.
#pragma once

#include "correlate_tile.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_CORRELATE_TILE(name, 5, false, T, O, W)
