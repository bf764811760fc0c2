// Says in the records where the program was when a signal ended it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::grader {

// After the first call of the CUDA runtime, which may want to handle faults itself.
void record_crashes();
// In the answer's own process (tools/graders/apart): `frames` are offsets in its executable.
void record_crash_of_answer(int signal, const char* why, const std::uint32_t* frames,
                            std::size_t count);

}  // namespace lockstep::grader
