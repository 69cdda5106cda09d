// The least item of a box over two neighbouring axes, in one pass.
#pragma once

#include "extremum_plane.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_PLANE(name, Extremum<false>, T, O, W)
