// What the grader calls of an answer (tools/graders/apart/functions.hpp).
APART_FUNCTION(float, median, (const float* times, int count),
               (lockstep::apart::array<const float>{times, static_cast<std::size_t>(count)}), count)
APART_FUNCTION(float, median_milliseconds, (work launch, cudaStream_t stream, int repeats),
               lockstep::apart::callback<void(cudaStream_t)>{launch}, stream, repeats)
