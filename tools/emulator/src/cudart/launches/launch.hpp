// Launches as pieces of work.
#pragma once

#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

// A launch of the kernel `function` with the values that `arguments` points to, checked. Throws
// failure.
kernel_work make_launch(const void* function, const launch_configuration& launch, bool cooperative,
                        void** arguments);

void check_launch(const kernel_work& kernel);
void run_launch(const kernel_work& kernel);

}  // namespace lockstep::cudart
