#include "classroom/file_names.hpp"

#include "support/text.hpp"

namespace lockstep::tutor::classroom {

void rename_file(verdict& of, const std::string& from, const std::string& to) {
  const auto rename = [&](std::string& text) { text = replaced(std::move(text), from, to); };
  rename(of.headline);
  rename(of.file);
  for (auto* lines : {&of.details, &of.next, &of.also}) {
    for (auto& line : *lines) rename(line);
  }
  for (auto& warning : of.warnings) rename(warning.what.file);
  for (auto& found : of.findings) {
    rename(found.where.file);
    if (found.other) rename(found.other->file);
    if (found.launch) rename(found.launch->from.file);
  }
  for (auto& one : of.cases) {
    for (auto& failure : one.failures) rename(failure.message);
  }
}

}  // namespace lockstep::tutor::classroom
