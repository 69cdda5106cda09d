// device_launch_parameters.h: hipRTC holds what it declares.
