// Values with their places: in input_iterators.cuh.
#pragma once

#include <cub/iterator/input_iterators.cuh>
