// What the grader calls of an answer (tools/graders/apart/functions.hpp).
#define APART_STANDARD_OUTPUT
APART_FUNCTION(void, stop_on_error,
               (cudaError_t code, const char* call, const char* file, int line), code,
               lockstep::apart::text{call}, lockstep::apart::text{file}, line)
