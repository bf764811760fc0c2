// What the answer to 05_reduction/cpu_float defines.
#pragma once

// The sum of the N = `size` numbers at `values`, in memory of the host, for any size from 0 up.
// Positive and negative numbers may be mixed; their sum is far from the largest float. `values`
// stays as it is.
float sum(const float* values, unsigned size);
