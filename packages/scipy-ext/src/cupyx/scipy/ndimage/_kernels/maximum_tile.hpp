// The greatest item of a box over two axes, in one pass.
#pragma once

#include "extremum_tile.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_EXTREMUM_TILE(name, true, T, O, W)
