// frexp_linear
#include "device/elementwise.hpp"

namespace cupy {
namespace {

template <class in0_type, class out0_type, class out1_type>
struct body_0 : elementwise<1, in0_type, out0_type, out1_type> {
    static constexpr bool heavy = true;
    CUPY_DEVICE void operator()(int64 i, in0_type in0, out0_type &b0, out1_type &b1) const {
        out0_type out0;
        out1_type out1;
        { out0 = frexp(in0, &out1); }
        b0 = cast<out0_type>(out0);
        b1 = cast<out1_type>(out1);
    }
};

}  // namespace

CUPY_ELEMENTWISE_FLAT(frexp_e_ei_flat, (body_0<float16, float16, int32>))
CUPY_ELEMENTWISE_STRIDED(frexp_e_ei_strided, (body_0<float16, float16, int32>))
CUPY_ELEMENTWISE_FLAT(frexp_E_Ei_flat, (body_0<bfloat16, bfloat16, int32>))
CUPY_ELEMENTWISE_STRIDED(frexp_E_Ei_strided, (body_0<bfloat16, bfloat16, int32>))
CUPY_ELEMENTWISE_FLAT(frexp_f_fi_flat, (body_0<float, float, int32>))
CUPY_ELEMENTWISE_STRIDED(frexp_f_fi_strided, (body_0<float, float, int32>))
CUPY_ELEMENTWISE_FLAT(frexp_d_di_flat, (body_0<double, double, int32>))
CUPY_ELEMENTWISE_STRIDED(frexp_d_di_strided, (body_0<double, double, int32>))

}  // namespace cupy
