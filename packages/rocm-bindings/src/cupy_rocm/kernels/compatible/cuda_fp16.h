// hipRTC holds the contents of hip/hip_fp16.h.
