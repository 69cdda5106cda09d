// One stage of the solution of narrow banded systems by a tree: `expand_group`.
#pragma once

#include "band_nodes.hpp"

#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::linalg::BandNodes, cupy::linalg::expand_group<T>)
