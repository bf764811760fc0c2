// Why a trial failed: of all that the back end saw, what explains the others.
#pragma once

#include <functional>

#include "diagnosis/explanation.hpp"

namespace lockstep::grader {

// The trial has failed, and the device is not lost. It is run again, in several ways. Empty if
// nothing explains the failure.
[[nodiscard]] diagnosis::explanation explain(const std::function<void()>& trial);

// Of findings that a trial has added: memory has its name until another trial gets it.
void name_findings();

// The test case that runs now is one of the suite `properties`.
[[nodiscard]] bool is_about_properties();

}  // namespace lockstep::grader
