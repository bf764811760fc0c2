#include "host_places.hpp"

#include <cuda_runtime_api.h>

void free_in_another_file(int* data) { cudaFree(data); }
const unsigned line_in_another_file = __LINE__ - 1;
