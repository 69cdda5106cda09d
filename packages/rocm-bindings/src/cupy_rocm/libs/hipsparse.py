"""hipSPARSE's functions and numbers, under the names that cuSPARSE has without its prefix.

Codes are those of `cupy_rocm.vendor`; a capital is what the function gives back through a pointer, and N a size
that is taken and given back.
"""

__all__ = ["CONSTANTS", "FUNCTIONS"]

_MATRIX = "lllppp"              # rows, columns, items, and the addresses of the three arrays
_GOT = "LLLPPP"
_PRODUCT = "piippppp" "ii"      # handle, operations, alpha, A, B, beta, C, type, algorithm
_REUSED = "piippp" "ip"         # handle, operations, A, B, C, algorithm, description

FUNCTIONS = {
    "create": "P", "destroy": "p", "getVersion": "pI", "setStream": "pp", "getStream": "pP", "setPointerMode": "pi",
    "getPointerMode": "pI",
    # descriptions
    "createMatDescr": "P", "destroyMatDescr": "p", "setMatType": "pi", "setMatFillMode": "pi", "setMatDiagType": "pi",
    "setMatIndexBase": "pi",
    "createSpVec": "Pllppiii", "destroySpVec": "p", "spVecGet": "pLLPPIII", "spVecGetValues": "pP",
    "spVecSetValues": "pp", "spVecGetIndexBase": "pI",
    "createDnVec": "Plpi", "destroyDnVec": "p", "dnVecGet": "pLPI", "dnVecGetValues": "pP", "dnVecSetValues": "pp",
    "createDnMat": "Plllpii", "destroyDnMat": "p", "dnMatGet": "pLLLPII", "dnMatGetValues": "pP",
    "dnMatSetValues": "pp", "dnMatGetStridedBatch": "pIL", "dnMatSetStridedBatch": "pil",
    "createCoo": f"P{_MATRIX}iii", "createCsr": f"P{_MATRIX}iiii", "createCsc": f"P{_MATRIX}iiii",
    "cooGet": f"p{_GOT}III", "csrGet": f"p{_GOT}IIII", "cscGet": f"p{_GOT}IIII",
    "cooSetPointers": "pppp", "csrSetPointers": "pppp", "cscSetPointers": "pppp",
    "destroySpMat": "p", "spMatGetSize": "pLLL", "spMatGetFormat": "pI", "spMatGetIndexBase": "pI",
    "spMatGetValues": "pP", "spMatSetValues": "pp", "spMatGetStridedBatch": "pI", "spMatSetStridedBatch": "pi",
    "cooSetStridedBatch": "pil", "csrSetStridedBatch": "pill", "spMatGetAttribute": "pipz", "spMatSetAttribute": "pipz",
    # vectors
    "axpby": "ppppp", "gather": "ppp", "scatter": "ppp", "rot": "ppppp",
    "spVV_bufferSize": "pippp" "iZ", "spVV": "pippp" "ip",
    # products
    "spMV_bufferSize": "pippppp" "iiZ", "spMV": "pippppp" "iip",
    "spMM_bufferSize": f"{_PRODUCT}Z", "spMM_preprocess": f"{_PRODUCT}p", "spMM": f"{_PRODUCT}p",
    "sDDMM_bufferSize": f"{_PRODUCT}Z", "sDDMM_preprocess": f"{_PRODUCT}p", "sDDMM": f"{_PRODUCT}p",
    "spGEMM_createDescr": "P", "spGEMM_destroyDescr": "p", "spGEMM_workEstimation": f"{_PRODUCT}pNp",
    "spGEMM_compute": f"{_PRODUCT}pNp", "spGEMM_copy": f"{_PRODUCT}p",
    "spGEMMreuse_workEstimation": f"{_REUSED}Np", "spGEMMreuse_nnz": f"{_REUSED}NpNpNp",
    "spGEMMreuse_copy": f"{_REUSED}Np", "spGEMMreuse_compute": f"{_PRODUCT}p",
    # triangular systems
    "spSV_createDescr": "P", "spSV_destroyDescr": "p", "spSV_bufferSize": "pipppp" "iipZ",
    "spSV_analysis": "pipppp" "iipp", "spSV_solve": "pipppp" "iip",
    "spSM_createDescr": "P", "spSM_destroyDescr": "p", "spSM_bufferSize": "piipppp" "iipZ",
    "spSM_analysis": "piipppp" "iipp", "spSM_solve": "piipppp" "iipp",
    # forms
    "sparseToDense_bufferSize": "pppiZ", "sparseToDense": "pppip", "denseToSparse_bufferSize": "pppiZ",
    "denseToSparse_analysis": "pppip", "denseToSparse_convert": "pppip",
    "xcoo2csr": "ppiipi", "xcsr2coo": "ppiipi", "createIdentityPermutation": "pip",
    "xcoosort_bufferSizeExt": "piiippZ", "xcoosortByRow": "piiipppp", "xcoosortByColumn": "piiipppp",
    "xcsrsort_bufferSizeExt": "piiippZ", "xcsrsort": "piiippppp", "xcscsort_bufferSizeExt": "piiippZ",
    "xcscsort": "piiippppp",
    "csr2cscEx2_bufferSize": "piiipppppp" "iiiiZ", "csr2cscEx2": "piiipppppp" "iiiip",
    # incomplete factors, sums
    "createCsrilu02Info": "P", "destroyCsrilu02Info": "p", "createCsric02Info": "P", "destroyCsric02Info": "p",
    "xcsrilu02_zeroPivot": "ppp", "xcsric02_zeroPivot": "ppp",
    "xcsrgeam2Nnz": "piipipppippppp" "p",
}

#: Functions with a prefix for the element type in front.
_TYPED = {
    "csrilu02_bufferSize": "piippppp" "I", "csrilu02_analysis": "piippppp" "ip", "csrilu02": "piippppp" "ip",
    "csric02_bufferSize": "piippppp" "I", "csric02_analysis": "piippppp" "ip", "csric02": "piippppp" "ip",
    "csrgeam2_bufferSizeExt": "piippippp" "ppippp" "pppp" "Z", "csrgeam2": "piippippp" "ppippp" "pppp" "p",
    "gtsv2_bufferSizeExt": "piippppiZ", "gtsv2": "piippppip", "gtsv2_nopivot_bufferSizeExt": "piippppiZ",
    "gtsv2_nopivot": "piippppip", "gtsv2StridedBatch_bufferSizeExt": "pippppiiZ", "gtsv2StridedBatch": "pippppiip",
    "nnz": "piiippipp",
}
FUNCTIONS.update({prefix + name: codes for name, codes in _TYPED.items() for prefix in "sdcz"})

CONSTANTS = {
    "POINTER_MODE_HOST": 0, "POINTER_MODE_DEVICE": 1, "ACTION_SYMBOLIC": 0, "ACTION_NUMERIC": 1,
    "MATRIX_TYPE_GENERAL": 0, "MATRIX_TYPE_SYMMETRIC": 1, "MATRIX_TYPE_HERMITIAN": 2, "MATRIX_TYPE_TRIANGULAR": 3,
    "FILL_MODE_LOWER": 0, "FILL_MODE_UPPER": 1, "DIAG_TYPE_NON_UNIT": 0, "DIAG_TYPE_UNIT": 1, "INDEX_BASE_ZERO": 0,
    "INDEX_BASE_ONE": 1, "OPERATION_NON_TRANSPOSE": 0, "OPERATION_TRANSPOSE": 1, "OPERATION_CONJUGATE_TRANSPOSE": 2,
    "SOLVE_POLICY_NO_LEVEL": 0, "SOLVE_POLICY_USE_LEVEL": 1, "SIDE_LEFT": 0, "SIDE_RIGHT": 1, "DIRECTION_ROW": 0,
    "DIRECTION_COLUMN": 1, "CSR2CSC_ALG_DEFAULT": 0, "CSR2CSC_ALG1": 1, "CSR2CSC_ALG2": 2,
    "FORMAT_CSR": 1, "FORMAT_CSC": 2, "FORMAT_COO": 3, "FORMAT_COO_AOS": 4, "FORMAT_BLOCKED_ELL": 5, "ORDER_COL": 1,
    "ORDER_ROW": 2, "INDEX_16U": 1, "INDEX_32I": 2, "INDEX_64I": 3,
    "MV_ALG_DEFAULT": 0, "SPMV_ALG_DEFAULT": 0, "SPMV_COO_ALG1": 1, "SPMV_CSR_ALG1": 2, "SPMV_CSR_ALG2": 3,
    "SPMV_COO_ALG2": 4, "MM_ALG_DEFAULT": 0, "SPMM_ALG_DEFAULT": 0, "SPMM_COO_ALG1": 1, "SPMM_COO_ALG2": 2,
    "SPMM_COO_ALG3": 3, "SPMM_CSR_ALG1": 4, "SPMM_COO_ALG4": 5, "SPMM_CSR_ALG2": 6, "SPMM_CSR_ALG3": 12,
    "SPARSETODENSE_ALG_DEFAULT": 0, "DENSETOSPARSE_ALG_DEFAULT": 0, "SDDMM_ALG_DEFAULT": 0, "SPSV_ALG_DEFAULT": 0,
    "SPSM_ALG_DEFAULT": 0, "SPMAT_FILL_MODE": 0, "SPMAT_DIAG_TYPE": 1, "SPGEMM_DEFAULT": 0,
    "SPGEMM_CSR_ALG_DETERMINISTIC": 1, "SPGEMM_CSR_ALG_NONDETERMINISTIC": 2, "SPGEMM_ALG1": 3, "SPGEMM_ALG2": 4,
    "SPGEMM_ALG3": 5,
}
