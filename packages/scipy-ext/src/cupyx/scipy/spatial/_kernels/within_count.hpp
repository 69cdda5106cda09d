// How many items are within a radius of points.
#pragma once

#include "within.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::spatial::Neighbours, cupy::spatial::count_within)
