// cuda.h: hipRTC holds what it declares.
