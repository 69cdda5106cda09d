// add_linear
#include "device/elementwise.hpp"

namespace cupy {
namespace {

template <class in0_type, class in1_type, class out0_type>
struct body_0 : elementwise<2, in0_type, in1_type, out0_type> {
    CUPY_DEVICE void operator()(int64 i, in0_type in0, in1_type in1, out0_type &b0) const {
        out0_type out0;
        { out0 = in0 || in1; }
        b0 = cast<out0_type>(out0);
    }
};
template <class in0_type, class in1_type, class out0_type>
struct body_1 : elementwise<2, in0_type, in1_type, out0_type> {
    CUPY_DEVICE void operator()(int64 i, in0_type in0, in1_type in1, out0_type &b0) const {
        out0_type out0;
        { out0 = in0 + in1; }
        b0 = cast<out0_type>(out0);
    }
};

}  // namespace

CUPY_ELEMENTWISE_FLAT(add_oo_o_flat, (body_0<bool, bool, bool>))
CUPY_ELEMENTWISE_STRIDED(add_oo_o_strided, (body_0<bool, bool, bool>))
CUPY_ELEMENTWISE_FLAT(add_bb_b_flat, (body_1<int8, int8, int8>))
CUPY_ELEMENTWISE_STRIDED(add_bb_b_strided, (body_1<int8, int8, int8>))
CUPY_ELEMENTWISE_FLAT(add_BB_B_flat, (body_1<uint8, uint8, uint8>))
CUPY_ELEMENTWISE_STRIDED(add_BB_B_strided, (body_1<uint8, uint8, uint8>))
CUPY_ELEMENTWISE_FLAT(add_ii_i_flat, (body_1<int32, int32, int32>))
CUPY_ELEMENTWISE_STRIDED(add_ii_i_strided, (body_1<int32, int32, int32>))
CUPY_ELEMENTWISE_FLAT(add_ll_l_flat, (body_1<int64, int64, int64>))
CUPY_ELEMENTWISE_STRIDED(add_ll_l_strided, (body_1<int64, int64, int64>))
CUPY_ELEMENTWISE_FLAT(add_ee_e_flat, (body_1<float16, float16, float16>))
CUPY_ELEMENTWISE_STRIDED(add_ee_e_strided, (body_1<float16, float16, float16>))
CUPY_ELEMENTWISE_FLAT(add_ff_f_flat, (body_1<float, float, float>))
CUPY_ELEMENTWISE_STRIDED(add_ff_f_strided, (body_1<float, float, float>))
CUPY_ELEMENTWISE_FLAT(add_dd_d_flat, (body_1<double, double, double>))
CUPY_ELEMENTWISE_STRIDED(add_dd_d_strided, (body_1<double, double, double>))
CUPY_ELEMENTWISE_FLAT(add_FF_F_flat, (body_1<complex<float>, complex<float>, complex<float>>))
CUPY_ELEMENTWISE_STRIDED(add_FF_F_strided, (body_1<complex<float>, complex<float>, complex<float>>))
CUPY_ELEMENTWISE_FLAT(add_DD_D_flat, (body_1<complex<double>, complex<double>, complex<double>>))
CUPY_ELEMENTWISE_STRIDED(add_DD_D_strided, (body_1<complex<double>, complex<double>, complex<double>>))

}  // namespace cupy
