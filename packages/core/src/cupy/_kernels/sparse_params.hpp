// What the kernels of sparse matrices take: compressed rows, and for each kernel what else it reads and writes.
#pragma once

#include "tuning/sparse.hpp"
#include "types/integers.hpp"

namespace cupy {
namespace sparse {

constexpr int kBitLevels = 3;       // of the host's products: 64**3 columns a word of the highest, which is read for every row

// Where the items of a matrix are: columns by item, starts of rows.  What the arrays hold may be wrong (they can be
// changed after they were looked at): they are read by way of `Starts` and `within` (device/sparse_bounds.hpp).
struct Pattern {
    const void *indices, *indptr;
    int64 rows = 0, items = 0;
};

struct Csr {
    const void *data, *indices, *indptr;
    int64 rows = 0, items = 0, columns = 0;
};

// Structure

struct RowOfItem {
    Pattern a;
    void *out;
};

struct LowerBounds {
    const void *sorted;
    void *out;
    int64 count, size;
};

struct RowLengths {
    const void *chosen;     // rows of a matrix
    Pattern a;
    int64 *lengths, *starts = nullptr;
    int64 size;
};

struct KeptStarts {
    const void *indptr;
    const int64 *kept;      // places of items, ascending
    void *out;
    int64 count, size;
};

struct Neighbours {
    Pattern a;
    void *out;
    int64 nnz;
};

struct DiagonalPlaces {
    Pattern a;
    int64 *out;
    int64 size;
};

struct CountColumns {
    Pattern a;
    int64 *counts;          // a row for each block
    int64 columns;
};

struct CountNumbers {
    const void *numbers;
    int64 *counts;          // a row for each block
    int64 columns, count;
};

struct PlaceColumns {
    int64 *counts;
    void *starts;
    int64 columns, parts;   // a row of counts each
};

// Items

struct SumRuns {
    const void *data;
    const int64 *places;    // of the items; null: one behind the other
    const int64 *starts;    // of the runs
    void *out;
    int64 runs, nnz, parts, work;
    int lanes = 1;
};

struct AddToDense {
    Csr a;
    void *out;
    int64 row_step, column_step;
    int canonical;
};

struct CoordinatesToDense {
    const void *data, *rows, *columns;
    void *out;
    int64 height, width, row_step, column_step, size;
};

struct LookUp {
    Csr a;
    const int64 *row, *column;
    void *out;
    int64 size;
    int canonical;
};

struct SumDiagonal {
    Csr a;
    void *out;
    int64 first_row, offset, work;
    int lanes = 1;
};

struct Pack {
    Pattern a;              // of the result
    const int64 *starts;    // of the rows as they lie now
    const void *data, *columns;
    int64 size;             // of these
    void *out, *out_columns;
};

struct MoveColumns {
    Csr a;
    int64 *places;          // a row for each block
    void *out, *out_rows;
};

struct MoveNumbers {
    const void *data, *indices, *numbers;
    int64 *places;          // a row for each block
    void *out, *out_indices;
    int64 columns, count;
};

struct SortColumns {
    Csr a;
    void *out, *out_columns;
    void *scratch, *scratch_columns;
    int64 *kept;            // null, or duplicates are added up: how many items each row has then
};

// Products with dense arrays

struct SpMV {
    Csr a;
    const void *x;
    void *out;
    int lanes = 1;
};

struct SpMVTiles {
    Csr a;
    const void *x;
    void *out;
    void *partials;         // of each tile: its share of a row that begins before it
    int64 *open_rows;       // of each tile: the row that begins in it and ends behind it, or -1
    int64 nnz, work;
    int lanes = 1;
};

struct SpMVCoordinates {
    const void *data, *rows, *columns, *x;
    void *out;
    int64 nnz, height, width;
};

struct SpMMCoordinates {
    const void *data, *rows, *columns, *x;
    void *out;
    int64 nnz, height, width, count;    // count: of columns of x
};

struct SpMM {
    Csr a;
    const void *x;
    void *out;
    int64 columns, slabs;   // of x; parts of its rows
    int lanes = 1;
};

// Operations on the items of two matrices

struct MergeRows {
    Csr a, b;
    void *out, *out_columns;
    int64 *lengths;
    int operation;
};

struct PackRows {
    const void *data, *columns;
    const void *a_indptr, *b_indptr, *indptr;
    void *out, *out_columns;
    int64 rows, a_items, b_items, size;     // size: of out
};

struct MergeItems {
    Csr a, b;
    void *out, *out_columns;
    bool *keep;
    int operation;
    int right;              // whether `a` is the right operand, whose items give way
};

// Products of two sparse matrices

struct MultiplyRows {
    Csr a, b;
    uint64 *work;           // of each block `width` words: `words` of bits, then a dense row
    int64 *lengths, *zeros;
    const void *indptr;
    void *out, *out_columns;
    int64 columns, width, words;
};

struct ChooseBins {
    const int64 *offsets, *end;     // end: of all products
    uint8 *bins;
    unsigned long long *sizes;
    int64 rows;
};

struct Expand {
    Csr a;                  // the left matrix's items as rows of their products
    Csr b;
    void *out, *out_columns;
};

struct MultiplyGroups {
    Csr a, b;
    const int64 *starts;    // of the products of each item of the left matrix
    const int64 *chosen;    // rows; null: all
    void *out, *out_columns;
    int64 *lengths = nullptr;
    void *indptr = nullptr; // of the result, if rows lie one behind the other and are not chosen
    uint64 *states = nullptr;       // then a ticket and a word for each block, zeros before
    int64 size;             // of out
    int64 count;
    int levels;             // a group takes 2**levels products
};

// Triangular systems and incomplete factors

struct SolveTriangular {
    Csr a;
    const void *x;
    void *out;
    unsigned *ticket;
    int64 columns;
    int lanes = 1;
    int upper, unit_diagonal;
};

struct Factor {
    Pattern a;
    const int64 *diagonal;  // places of diagonal items; -1: there is none
    void *data;             // items of the matrix, changed in place; on the host they become those of the factors
    void *out;              // else: those, of ones in every bit before
    unsigned *ticket;
    int lanes = 1;
};

}  // namespace sparse
}  // namespace cupy
