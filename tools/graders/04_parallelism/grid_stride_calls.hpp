// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_KERNEL("_Z12add_elementsPKfS0_Pfj", add_elements,
             (const float* a, const float* b, float* c, unsigned size))
APART_FUNCTION(void, add_vectors,
               (const float* a, const float* b, float* c, unsigned size, unsigned block_size), a, b,
               c, size, block_size)
