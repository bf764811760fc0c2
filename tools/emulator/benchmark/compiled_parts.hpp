// What compiled.cu measures beside its own kernels: compiled apart, because one needs other options
// of the compiler, and the other takes it long.
#pragma once

// Of `size` elements, compiled for a debugger: a loop of calls for each.
void call_functions(float* data, unsigned size);

// Sorts `size` keys with CUB; all but the first time in memory that it has kept.
void sort_keys(const unsigned* keys, unsigned* sorted, unsigned size);
