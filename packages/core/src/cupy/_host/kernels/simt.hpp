// CUDA C++ on the host: included before a user's raw kernels.
#pragma once

#include "simt/abi.hpp"
#include "simt/language.hpp"
#include "simt/vectors.hpp"
#include "simt/threads.hpp"
#include "simt/warp.hpp"
#include "simt/atomics.hpp"
#include "simt/integers.hpp"
#include "simt/math.hpp"
#include "simt/special.hpp"
#include "simt/rounding.hpp"
#include "simt/words.hpp"
#include "simt/extrema.hpp"
#include "device/textures.hpp"
#include "math/user_constants.hpp"
#include "simt/export.hpp"
