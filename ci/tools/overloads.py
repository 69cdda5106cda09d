"""Signatures of functions whose result depends on a flag or on how many arguments there are."""

#: Aliases of `cupy._types.codes`, in an order in which a subclass of a Python type comes first, and their scalars.
CODES = {"Bool": "bool_", "Int8": "int8", "Int16": "int16", "Int32": "int32", "Int64": "int64", "UInt8": "uint8",
         "UInt32": "uint32", "UInt64": "uint64", "Float16": "float16", "Float32": "float32", "Float64": "float64",
         "Complex64": "complex64", "Complex128": "complex128"}

#: Functions whose result's type is known from a string or a Python type too.
CODED = {"arange", "array", "asarray", "empty", "empty_like", "eye", "full", "full_like", "ones", "ones_like", "zeros",
         "zeros_like"}

#: Those of them that make float64 when no dtype is given.
MAKE_FLOATS = {"empty", "eye", "ones", "zeros"}

#: Functions whose result has the dtype of an array that is their first argument, when nothing else is said.
KEEP_DTYPE = {
    "copy": "a", "empty_like": "a", "flip": "m", "fliplr": "m", "flipud": "m", "ones_like": "a", "repeat": "a",
    "reshape": "a", "roll": "a", "rot90": "m", "sort": "a", "squeeze": "a", "take": "a", "tile": "A", "transpose": "a",
    "swapaxes": "a", "moveaxis": "a", "tril": "m", "triu": "m", "zeros_like": "a", "ravel": "a", "expand_dims": "a",
    "broadcast_to": "array", "asarray": "a", "array": "obj", "ascontiguousarray": "a"}
