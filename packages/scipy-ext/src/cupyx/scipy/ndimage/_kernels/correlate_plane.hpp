// Correlation with a row of weights along each of two neighbouring axes, in one pass.
#pragma once

#include "plane.hpp"

#define CUPY_TEMPLATE(name, T, O, W) CUPY_PLANE(name, Weighted, T, O, W)
