// A call of the runtime in another source file.
#pragma once

// Ends in the call, so that optimised code leaves no trace of this function on the stack.
void free_in_another_file(int* data);
extern const unsigned line_in_another_file;
