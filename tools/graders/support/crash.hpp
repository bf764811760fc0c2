// Says in the records where the program was when a signal ended it.
#pragma once

namespace lockstep::grader {

// After the first call of the CUDA runtime, which may want to handle faults itself.
void record_crashes();

}  // namespace lockstep::grader
