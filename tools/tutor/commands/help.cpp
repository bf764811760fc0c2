// Help by topic: a page of text for each, in tools/tutor/help.
#include <fmt/format.h>

#include <algorithm>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {

int help(const context& all, const std::string& topic) {
  const fs::path folder = all.paths.root / "tools/tutor/help";
  std::vector<std::string> topics;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    topics.push_back(entry.path().stem().string());
  std::sort(topics.begin(), topics.end());
  if (topic.empty()) {
    fmt::print("./lockstep help TOPIC\n\n");
    for (const auto& one : topics)
      fmt::print("  {:<12} {}\n", one, first_line(content_of(folder / (one + ".txt"))));
    fmt::print("{}", tr("\n./lockstep COMMAND --help explains a command.\n"));
    return 0;
  }
  if (std::find(topics.begin(), topics.end(), topic) == topics.end())
    throw wrong_usage(tr("there is no topic {}", topic),
                      did_you_mean(topic, topics, tr("The topics are: {}", join(topics, ", "))));
  fmt::print("{}", content_of(folder / (topic + ".txt")));
  return 0;
}

}  // namespace lockstep::tutor::commands
