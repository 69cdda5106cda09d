// vector_types.h: hipRTC holds what it declares.
