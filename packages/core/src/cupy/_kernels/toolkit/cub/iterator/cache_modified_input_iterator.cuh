// Reads with a kind of caching: in input_iterators.cuh.
#pragma once

#include <cub/iterator/input_iterators.cuh>
