// A class on one page: who passed what, what went wrong, and which answers are alike. A single file
// without scripts, which loads nothing.
#pragma once

#include <string>

#include "classroom/marks.hpp"
#include "context.hpp"

namespace lockstep::tutor::class_page {

// Throws failure (setup missing) if its style is not in the checkout.
std::string page_of(const context& all, const classroom::class_marks& marks);

}  // namespace lockstep::tutor::class_page
