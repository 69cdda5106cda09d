// Numbers from a first one on: in input_iterators.cuh.
#pragma once

#include <cub/iterator/input_iterators.cuh>
