// The elementary functions of float and double on the host: our own, which vectorise and have one result everywhere.
#pragma once

#include "elementary/error_function.hpp"
#include "elementary/power.hpp"
#include "elementary/trigonometric.hpp"
