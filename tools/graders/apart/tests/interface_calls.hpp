APART_FUNCTION(int, add, (int a, int b), a, b)
APART_FUNCTION(bool, is_odd, (int n), n)
APART_FUNCTION(void, double_all, (int* data, unsigned size), data, size)
APART_FUNCTION(int, sum_of_variable, (int value), value)
APART_FUNCTION(int, sum_in_pinned_memory, (const int* data, unsigned size), data, size)
APART_FUNCTION(int, sum_in_managed_memory, (const int* data, unsigned size), data, size)
APART_FUNCTION(float, milliseconds_of_nothing, (cudaStream_t stream), stream)
APART_FUNCTION(void, change, (int* values, unsigned size),
               (lockstep::apart::array<int>{values, size}), size)
APART_FUNCTION(int, length_of, (const named& one),
               (lockstep::apart::with_texts<named, &named::name>{&one}))
APART_FUNCTION(int, call_each, (void (*const* functions)(int), int count),
               (lockstep::apart::callbacks<void(int)>{functions, static_cast<std::size_t>(count)}),
               count)
APART_FUNCTION(int, calls_from_threads, (int* data, unsigned size), data, size)
APART_FUNCTION(void, throws, ())
APART_FUNCTION(cudaError_t, calls_what_is_not_forwarded, ())
APART_FUNCTION(int, system_says, (attempt what), what)
APART_FUNCTION(void, ends, (end how, const int* device_memory), how, device_memory)
APART_FUNCTION(void, forges, (forgery what), what)
APART_FUNCTION(forged_copy, copies_from_grader, (const void* there), there)
APART_FUNCTION(forged_copy, copies_to_grader, (void* there), there)
APART_CONSTANT(int, answer_to_everything)
