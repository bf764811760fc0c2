// Files that are never seen half written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::tutor {

// Writes beside the file and renames, so that a full disk or a crash leaves the old content. Makes
// folders that are missing. Returns why it could not be done; empty if it was.
[[nodiscard]] std::string write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace lockstep::tutor
