# From operands to launches of an elementwise kernel.

from libc.stdint cimport int64_t

from cupy._core cimport iteration
from cupy._core.ndarray cimport ndarray
from cupy._runtime.contract cimport MAX_DEVICES

cdef enum:
    VARIANTS = 4

cdef class Loop:
    cdef:
        readonly object spec
        readonly str ins, outs              # types that the snippet computes in
        readonly str array_ins, array_outs  # types of the operands in memory
        readonly object body
        readonly object out_dtype           # of the first output
        int out_size
        int nin, nout, n
        int[32] codes                       # ins, then outs
        int[32] array_codes
        bint mixed
        bint masked                         # the last input is a mask of where outputs are written
        bint indexed                        # the snippet uses the position `i`: axes keep their order
        unsigned int variants               # bit mask of those that exist; 0 not asked yet
        iteration.FlatShape flat
        (void *)[MAX_DEVICES * VARIANTS] handles              # device * VARIANTS + variant
    cdef void *handle(self, int device, int variant) except NULL
    cdef void *load(self, int device, int variant) except NULL
    cdef unsigned int find_variants(self) except? 0
    cdef bint matches(self, list inputs, list targets)

cdef struct Operands:
    int nin
    int nout
    int ndim
    int64_t[64] shape
    iteration.Operand[32] items
    int64_t[32][64] strides
    unsigned char[32][16] values
    (void *)[32] memories                     # borrowed Memory of each array, or NULL

cdef void begin(Operands *ops, int nin, int nout, int ndim, const Py_ssize_t *shape) noexcept
cdef void add_array(Operands *ops, int k, ndarray a) noexcept
cdef int add_scalar(Operands *ops, int k, object value, int code) except -1
cdef const void *input_cast(ndarray a, int target, Py_ssize_t size) except? NULL
cdef int execute(Loop loop, Operands *ops) except -1
cdef int execute_flat(Loop loop, ndarray a, ndarray b, ndarray out, const void *value=*) except -1
cdef int run_launch(void *function, iteration.Launch *launch, str name) except -1
