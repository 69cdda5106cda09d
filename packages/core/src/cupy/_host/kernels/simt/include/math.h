// The names of <math.h> are there already.
#pragma once
