// cuda_runtime.h: hipRTC holds what it declares.
