// hipSPARSE for tests on an NVIDIA GPU: cuSPARSE, whose functions have the same parameters, numbers and statuses.
//
// SHIM_FUNCTIONS comes with the command that compiles this: hipsparseSpMV is cusparseSpMV.  All parameters are
// integers or addresses, so each takes one register or eight bytes of the stack: a function may pass on more of them
// than its caller gave.
#include <string>

#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{0, 0}};
shim::Library cusparse("cusparse", 10, kStatuses);

template <class... W> int same(const char *name, W... words) {
    return cusparse(("cu" + std::string(name + 3)).c_str(), words...);
}

}  // namespace

using W = unsigned long long;

#define SHIM_FUNCTION(name)                                                                                           \
    HIP name(W a, W b, W c, W d, W e, W f, W g, W h, W i, W j, W k, W l, W m, W n, W o, W p, W q, W r, W s, W t) {      \
        return same(#name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);                               \
    }
SHIM_FUNCTIONS
