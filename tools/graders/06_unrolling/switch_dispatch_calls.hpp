// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(bool, block_sums,
               (const int* data, int* partial, unsigned size, unsigned block_size), data, partial,
               size, block_size)
