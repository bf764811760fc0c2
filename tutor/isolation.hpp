// A learner's program sees the files but writes none outside of its folder, sees no other process
// and no network, by bubblewrap, where that is installed and allowed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tutor {

// Whether programs can be isolated here: tried once.
bool can_isolate();

// The words that start `arguments` isolated, with `folder` writable.
std::vector<std::string> isolated(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder);

}  // namespace lockstep::tutor
