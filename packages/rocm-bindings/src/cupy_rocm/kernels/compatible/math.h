// math.h: hipRTC holds what it declares.
