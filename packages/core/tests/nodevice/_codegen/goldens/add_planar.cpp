// add_planar
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

CUPY_ELEMENTWISE_ROWS(add_oo_o_rows, (body_0<bool, bool, bool>))
CUPY_ELEMENTWISE_TILE(add_oo_o_tile, (body_0<bool, bool, bool>))
CUPY_ELEMENTWISE_ROWS(add_bb_b_rows, (body_1<int8, int8, int8>))
CUPY_ELEMENTWISE_TILE(add_bb_b_tile, (body_1<int8, int8, int8>))
CUPY_ELEMENTWISE_ROWS(add_BB_B_rows, (body_1<uint8, uint8, uint8>))
CUPY_ELEMENTWISE_TILE(add_BB_B_tile, (body_1<uint8, uint8, uint8>))
CUPY_ELEMENTWISE_ROWS(add_ii_i_rows, (body_1<int32, int32, int32>))
CUPY_ELEMENTWISE_TILE(add_ii_i_tile, (body_1<int32, int32, int32>))
CUPY_ELEMENTWISE_ROWS(add_ll_l_rows, (body_1<int64, int64, int64>))
CUPY_ELEMENTWISE_TILE(add_ll_l_tile, (body_1<int64, int64, int64>))
CUPY_ELEMENTWISE_ROWS(add_ee_e_rows, (body_1<float16, float16, float16>))
CUPY_ELEMENTWISE_TILE(add_ee_e_tile, (body_1<float16, float16, float16>))
CUPY_ELEMENTWISE_ROWS(add_ff_f_rows, (body_1<float, float, float>))
CUPY_ELEMENTWISE_TILE(add_ff_f_tile, (body_1<float, float, float>))
CUPY_ELEMENTWISE_ROWS(add_dd_d_rows, (body_1<double, double, double>))
CUPY_ELEMENTWISE_TILE(add_dd_d_tile, (body_1<double, double, double>))
CUPY_ELEMENTWISE_ROWS(add_FF_F_rows, (body_1<complex<float>, complex<float>, complex<float>>))
CUPY_ELEMENTWISE_TILE(add_FF_F_tile, (body_1<complex<float>, complex<float>, complex<float>>))
CUPY_ELEMENTWISE_ROWS(add_DD_D_rows, (body_1<complex<double>, complex<double>, complex<double>>))
CUPY_ELEMENTWISE_TILE(add_DD_D_tile, (body_1<complex<double>, complex<double>, complex<double>>))

}  // namespace cupy
