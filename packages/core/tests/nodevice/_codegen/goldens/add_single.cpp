// add_HH_H_rows
#include "device/elementwise.hpp"

namespace cupy {
namespace {

template <class in0_type, class in1_type, class out0_type>
struct body_0 : elementwise<2, in0_type, in1_type, out0_type> {
    CUPY_DEVICE void operator()(int64 i, in0_type in0, in1_type in1, out0_type &b0) const {
        out0_type out0;
        { out0 = in0 + in1; }
        b0 = cast<out0_type>(out0);
    }
};

}  // namespace

CUPY_ELEMENTWISE_ROWS(add_HH_H_rows, (body_0<uint16, uint16, uint16>))

}  // namespace cupy
