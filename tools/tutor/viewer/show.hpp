// Brings a page before a person's eyes: in a browser of this machine, or at an address.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::tutor {

// Opens a file in the browser, if there is a display and a program that knows one. False if not.
[[nodiscard]] bool open_in_browser(const std::filesystem::path& file);

// Serves a page on a local port, from `port` the first that is free, until Ctrl-C; says where.
// Returns the exit code. Throws failure (setup missing) if no port is free.
int serve_page(const std::string& page, unsigned port);

}  // namespace lockstep::tutor
