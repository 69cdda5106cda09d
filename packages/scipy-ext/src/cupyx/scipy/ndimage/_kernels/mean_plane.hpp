// Means over windows along each of two neighbouring axes, in one pass.
#pragma once

#include "plane.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_PLANE(name, Mean, T, O, W)
