// Elementwise kernels for SIMT targets: CUPY_ELEMENTWISE_<VARIANT>(name, (op)) makes one.
//
// op is as in device/operands.hpp.  With …_WITH the operation has data members, which are the
// kernel's second parameter.
#pragma once

#include "device/elementwise_flat.hpp"
#include "device/elementwise_rows.hpp"
#include "device/elementwise_strided.hpp"
#include "device/elementwise_tile.hpp"

#define CUPY_UNWRAP(...) __VA_ARGS__
#define CUPY_SIMT_SIGNATURE(name, op, Block, resident)                 \
    CUPY_KERNEL CUPY_LAUNCH_RESIDENT(cupy::tuning::kThreads, resident) \
        name(CUPY_GRID_CONSTANT const cupy::Block<CUPY_UNWRAP op::n> params
#define CUPY_SIMT_NO_MEMBERS(op) const CUPY_UNWRAP op call{}
#define CUPY_SIMT_MEMBERS(op) , CUPY_GRID_CONSTANT const CUPY_UNWRAP op call

#define CUPY_ELEMENTWISE_FLAT(name, op)                                \
    CUPY_SIMT_SIGNATURE(name, op, FlatBlock, 0)) {                     \
        CUPY_SIMT_NO_MEMBERS(op);                                      \
        cupy::simt::Flat<CUPY_UNWRAP op>(call, params).run();          \
    }
#define CUPY_ELEMENTWISE_ROWS(name, op)                                \
    CUPY_SIMT_SIGNATURE(name, op, StridedBlock, 0)) {                  \
        CUPY_SIMT_NO_MEMBERS(op);                                      \
        cupy::simt::Rows<CUPY_UNWRAP op>{call, params}.run();          \
    }
#define CUPY_ELEMENTWISE_TILE(name, op)                                \
    CUPY_SIMT_SIGNATURE(name, op, StridedBlock, 0)) {                  \
        CUPY_SIMT_NO_MEMBERS(op);                                      \
        CUPY_DYNAMIC_SHARED(cupy_tiles);                               \
        if constexpr (cupy::tuning::boxes_pay(CUPY_UNWRAP op::sizes())) \
            if (params.head.flags & cupy::kBoxes)                      \
                return cupy::simt::Boxes<CUPY_UNWRAP op>(call, params, cupy_tiles).run(); \
        cupy::simt::Tile<CUPY_UNWRAP op>(call, params, cupy_tiles).run(); \
    }
#define CUPY_ELEMENTWISE_STRIDED(name, op)                             \
    CUPY_SIMT_SIGNATURE(name, op, StridedBlock, (cupy::simt::Strided<CUPY_UNWRAP op>::kResident))) { \
        CUPY_SIMT_NO_MEMBERS(op);                                      \
        CUPY_DYNAMIC_SHARED(cupy_values);                              \
        cupy::simt::Strided<CUPY_UNWRAP op>{call, params, cupy_values}.run(); \
    }

#define CUPY_ELEMENTWISE_FLAT_WITH(name, op)                           \
    CUPY_SIMT_SIGNATURE(name, op, FlatBlock, 0) CUPY_SIMT_MEMBERS(op)) { \
        cupy::simt::Flat<CUPY_UNWRAP op>(call, params).run();          \
    }
#define CUPY_ELEMENTWISE_ROWS_WITH(name, op)                           \
    CUPY_SIMT_SIGNATURE(name, op, StridedBlock, 0) CUPY_SIMT_MEMBERS(op)) { \
        cupy::simt::Rows<CUPY_UNWRAP op>{call, params}.run();          \
    }
#define CUPY_ELEMENTWISE_STRIDED_WITH(name, op)                        \
    CUPY_SIMT_SIGNATURE(name, op, StridedBlock, (cupy::simt::Strided<CUPY_UNWRAP op>::kResident)) CUPY_SIMT_MEMBERS(op)) { \
        CUPY_DYNAMIC_SHARED(cupy_values);                              \
        cupy::simt::Strided<CUPY_UNWRAP op>{call, params, cupy_values}.run(); \
    }
