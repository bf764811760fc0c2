// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(void, combine,
               (const int* a, const int* b, const int* factor, const int* offset, int* c,
                unsigned width, unsigned height),
               a, b, factor, offset, c, width, height)
