#include "authoring/wrong_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/language.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "verdict/outcome.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {

failure_label parse_label(std::string_view first_line, const std::string& source) {
  constexpr std::string_view opening = "// fails: ";
  constexpr std::array stages{"compile", "results", "checks", "properties", "crash", "timeout"};
  const auto refuse = [&](const std::string& why) {
    return setup_missing(fmt::format("{}:1: {}", source, why),
                         tr("Begin the file with: // fails: STAGE: TEXT, where STAGE is {}",
                            fmt::format("{}", fmt::join(stages, ", "))));
  };
  if (!first_line.starts_with(opening)) throw refuse(tr("a wrong answer begins with its label"));
  first_line.remove_prefix(opening.size());
  const auto colon = first_line.find(':');
  if (colon == std::string_view::npos)
    throw refuse(tr("the label has no stage, or no colon after it"));
  failure_label label{std::string(first_line.substr(0, colon)),
                      trimmed(first_line.substr(colon + 1))};
  if (std::find(stages.begin(), stages.end(), label.stage) == stages.end()) {
    throw refuse(tr("there is no stage {}", label.stage));
  }
  return label;
}

std::vector<std::string> wrong_answers_in(const fs::path& folder) {
  std::vector<std::string> labels;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".cu") labels.push_back(entry.path().stem().string());
  }
  std::sort(labels.begin(), labels.end());
  return labels;
}

namespace {

// The parts of the text, which " … " keeps apart, stand in the line in their order.
bool says(std::string_view line, std::string_view text) {
  constexpr std::string_view gap = " … ";
  for (;;) {
    const auto end = text.find(gap);
    const std::string_view part = text.substr(0, end);
    const auto at = line.find(part);
    if (at == std::string_view::npos) return false;
    if (end == std::string_view::npos) return true;
    line.remove_prefix(at + part.size());
    text.remove_prefix(end + gap.size());
  }
}

}  // namespace

std::string disagreement(const verdict& v, const failure_label& label) {
  if (v.passed()) return tr("it passes");
  const std::string stage = stage_of(v.code);
  if (stage != label.stage) {
    return tr("fails at stage {}, not {}: {}", stage, label.stage, v.headline);
  }
  const std::string said = protocol::by_ids(v.headline);
  if (!says(said, label.text) && !says(v.headline, label.text)) {
    return tr("the feedback does not say \"{}\" but: {}\n  by its ids: {}", label.text, v.headline,
              said);
  }
  return {};
}

}  // namespace lockstep::tutor
