// Text with colours (ANSI escape sequences) on a terminal of a certain width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

// Columns that it takes: escape sequences none, wide characters two.
std::size_t columns(std::string_view text);

// Lines of at most `width` columns, broken between words where that is possible. Continued lines
// are indented as the first, and by `hanging` more; colours go on in them and end with them.
std::vector<std::string> wrapped(std::string_view line, std::size_t width, std::size_t hanging = 0);

// At most `width` columns of it; what is cut off is cut off at the end. Colours end with it.
std::string cut(std::string_view text, std::size_t width);

// A name on which a terminal lets people click.
std::string hyperlink(std::string_view target, std::string_view text);

}  // namespace lockstep::tutor
