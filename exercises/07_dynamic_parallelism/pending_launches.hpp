// What the answer to 07_dynamic_parallelism/pending_launches defines.
#pragma once

// Replaces each element x of each row by 3 * x + 1. May return before that is done.
//
//   data   device memory: `rows` rows, one after the other, each of any length, or empty
//   first  device memory: row r has the elements from data[first[r]] to before data[first[r + 1]],
//          so there are rows + 1 numbers; stays as it is
//   rows   at least 1
//
// How many launches by kernels may be pending is up to the caller: 2048, or less, or more.
void change_rows(int* data, const unsigned* first, unsigned rows);
