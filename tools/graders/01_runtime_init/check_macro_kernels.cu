#include "check_macro_kernels.hpp"

__global__ void writes_to_null() { *static_cast<volatile int*>(nullptr) = 1; }
