// Everything that the body of an operation may use: element types and mathematics.
#pragma once

#include "platform.hpp"

#include "math/complex.hpp"
#include "math/complex_trig.hpp"
#include "math/division.hpp"
#include "math/extrema.hpp"
#include "math/floating.hpp"
#include "math/integer.hpp"
#include "math/real.hpp"
#include "types/cast.hpp"
#include "types/complex.hpp"
#include "types/float16.hpp"
#include "types/integers.hpp"
#include "types/limits.hpp"
