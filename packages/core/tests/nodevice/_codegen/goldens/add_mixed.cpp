// add_dd_d_strided_of_if_e
#include "device/elementwise.hpp"

namespace cupy {
namespace {

struct op : elementwise<2, int32, float, float16> {
    using in0_type = double;
    using in1_type = double;
    using out0_type = double;
    CUPY_DEVICE void operator()(int64 i, int32 a0, float a1, float16 &b0) const {
        const in0_type in0 = cast<in0_type>(a0);
        const in1_type in1 = cast<in1_type>(a1);
        out0_type out0;
        { out0 = in0 + in1; }
        b0 = cast<float16>(out0);
    }
};

}  // namespace

CUPY_ELEMENTWISE_STRIDED(add_dd_d_strided_of_if_e, (op))

}  // namespace cupy
