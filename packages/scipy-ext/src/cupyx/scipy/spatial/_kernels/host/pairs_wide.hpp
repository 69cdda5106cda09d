// On the host there is one way for all pairs.
#include "pairs.hpp"
