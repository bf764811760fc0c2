// A learner's program sees the files but writes none outside of its folder, sees no other process
// and no network, by bubblewrap, where that is installed and allowed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tutor {

// What a program is not to see: these folders seem empty to it, but for what is visible in them.
struct seclusion {
  std::vector<std::filesystem::path> hidden, visible;
};

// Whether programs can be isolated here: tried once.
bool can_isolate();

// The words that start `arguments` isolated, with `folder` writable.
std::vector<std::string> isolated(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder, const seclusion& away = {});

}  // namespace lockstep::tutor
