// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(void, change_rows, (int* data, const unsigned* first, unsigned rows), data, first,
               rows)
