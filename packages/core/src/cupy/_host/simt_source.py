"""placeholder"""
def is_raw(source): return "__global__" in source
