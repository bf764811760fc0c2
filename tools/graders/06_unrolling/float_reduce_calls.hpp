// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_SPECIALISATION(void, interleaved_sums<int>,
                     (const int* data, int* partial, unsigned size, unsigned block_size), data,
                     partial, size, block_size)
APART_SPECIALISATION(void, interleaved_sums<float>,
                     (const float* data, float* partial, unsigned size, unsigned block_size), data,
                     partial, size, block_size)
APART_SPECIALISATION(void, interleaved_sums<double>,
                     (const double* data, double* partial, unsigned size, unsigned block_size),
                     data, partial, size, block_size)
APART_SPECIALISATION(void, unrolled_sums<int>,
                     (const int* data, int* partial, unsigned size, unsigned block_size), data,
                     partial, size, block_size)
APART_SPECIALISATION(void, unrolled_sums<float>,
                     (const float* data, float* partial, unsigned size, unsigned block_size), data,
                     partial, size, block_size)
APART_SPECIALISATION(void, unrolled_sums<double>,
                     (const double* data, double* partial, unsigned size, unsigned block_size),
                     data, partial, size, block_size)
APART_CONSTANT(counter_ratios, predicted)
