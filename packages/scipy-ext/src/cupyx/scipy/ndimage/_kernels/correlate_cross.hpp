// Correlation of images with a pixel and its nearest neighbours.
#pragma once

#include "correlate_tile.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_CORRELATE_TILE(name, 3, true, T, O, W)
