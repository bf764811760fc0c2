// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(int, sum, (const int* data, int* partial, unsigned size, unsigned block_size), data,
               partial, size, block_size)
APART_CONSTANT(counter_ratios, sixteen_to_eight)
