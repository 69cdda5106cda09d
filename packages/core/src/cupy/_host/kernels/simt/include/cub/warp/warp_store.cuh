// Writes of a warp's threads.
#pragma once

#include <cub/warp/warp_load.cuh>
