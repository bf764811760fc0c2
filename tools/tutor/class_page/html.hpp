// Text as part of a page.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tutor::class_page {

// Whatever a student has written, as text of an element or as a quoted attribute's value.
std::string html_text(std::string_view any_bytes);

}  // namespace lockstep::tutor::class_page
