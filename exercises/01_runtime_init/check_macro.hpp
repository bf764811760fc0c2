// What the answer to 01_runtime_init/check_macro defines.
#pragma once

#include <cuda_runtime.h>

// Every call of the CUDA runtime is wrapped in this: STOP_ON_ERROR(cudaMalloc(&data, bytes));
#define STOP_ON_ERROR(call) stop_on_error((call), #call, __FILE__, __LINE__)

// Returns and prints nothing if `code` is cudaSuccess. Otherwise it prints to standard error, as
// text, `file`, `line`, `call`, the error's name ("cudaErrorInvalidValue") and what it means
// ("invalid argument"). Then it ends the program with an exit code that is not 0, or by abort(),
// but not by an exception. `call` and `file` may contain any characters.
void stop_on_error(cudaError_t code, const char* call, const char* file, int line);
