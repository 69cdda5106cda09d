"""How callers write the common dtypes, for annotations: what tells a type checker which dtype a result has."""
from typing import Literal, TypeAlias

Bool: TypeAlias = Literal["bool", "bool_", "?", "b1", "|b1"] | type[bool]
Int8: TypeAlias = Literal["int8", "i1", "b", "byte", "|i1"]
Int16: TypeAlias = Literal["int16", "i2", "<i2", "h", "short"]
Int32: TypeAlias = Literal["int32", "i4", "<i4", "i", "intc"]
Int64: TypeAlias = Literal["int64", "i8", "<i8", "l", "q", "int"] | type[int]
UInt8: TypeAlias = Literal["uint8", "u1", "B", "ubyte", "|u1"]
UInt32: TypeAlias = Literal["uint32", "u4", "<u4", "I", "uintc"]
UInt64: TypeAlias = Literal["uint64", "u8", "<u8", "L", "Q", "uint"]
Float16: TypeAlias = Literal["float16", "f2", "<f2", "e", "half"]
Float32: TypeAlias = Literal["float32", "f4", "<f4", "f", "single"]
Float64: TypeAlias = Literal["float64", "f8", "<f8", "d", "double", "float"] | type[float]
Complex64: TypeAlias = Literal["complex64", "c8", "<c8", "F", "csingle"]
Complex128: TypeAlias = Literal["complex128", "c16", "<c16", "D", "cdouble", "complex"] | type[complex]
