#include "learner/model_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <lockstep/recorded.hpp>

#include "language/language.hpp"
#include "profile/estimate_text.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using protocol::modelled_timing;

recorded_table data(const checkout_paths& paths, const char* name) {
  std::ifstream file(paths.file(std::string("docs/data/") + name));
  return recorded_table(file);
}

std::string time_of(const modelled_timing& one) {
  if (!one.refused.empty()) return tr("no estimate: {}", one.refused);
  protocol::time_estimate estimate;
  estimate.microseconds = one.microseconds;
  estimate.error_percent = one.error_percent;
  estimate.device = one.device;
  return time_in_words(estimate) +
         (one.other_work > 0 ? ", " + tr("without copies and fills") : "");
}

std::string rival_of(const modelled_timing& one) {
  if (one.rival.empty() || one.rival_microseconds <= 0) return {};
  const std::string gain = gain_in_words(one.microseconds, one.rival_microseconds);
  return tr("{}: about {} (model), {}", in_language(one.rival),
            duration_in_words(one.rival_microseconds), gain);
}

struct rung {
  std::string name;
  double microseconds;
};

// "too close to call with 16 shuffle and 19 atomic; faster than 06 shared sequential (about 92 us)"
std::string place_on_ladder(double microseconds, const recorded_table& models,
                            const std::string& set) {
  const auto names = models.values({{"set", set}}, "case");
  const auto times = models.values({{"set", set}}, "model_us");
  std::vector<rung> close, faster, slower;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double time = std::strtod(times[i].c_str(), nullptr);
    if (time <= 0) continue;
    if (gain_in_words(microseconds, time) == too_close)
      close.push_back({names[i], time});
    else
      (time < microseconds ? faster : slower).push_back({names[i], time});
  }
  if (close.empty() && faster.empty() && slower.empty()) return {};
  const auto by_time = [](const rung& a, const rung& b) { return a.microseconds < b.microseconds; };
  const auto named = [](const rung& one) {
    return fmt::format("{} (about {})", one.name, duration_in_words(one.microseconds));
  };
  std::vector<std::string> parts;
  if (!faster.empty())
    parts.push_back(tr("slower than {}{}",
                       named(*std::max_element(faster.begin(), faster.end(), by_time)),
                       (faster.size() > 1 ? tr(" and {} more", faster.size() - 1) : "")));
  if (!close.empty())
    parts.push_back(tr("too close to call with {}{}",
                       named(*std::min_element(close.begin(), close.end(), by_time)),
                       (close.size() > 1 ? tr(" and {} more", close.size() - 1) : "")));
  if (!slower.empty())
    parts.push_back(tr("faster than {}{}",
                       named(*std::min_element(slower.begin(), slower.end(), by_time)),
                       (slower.size() > 1 ? tr(" and {} more", slower.size() - 1) : "")));
  return join(parts, "; ");
}

}  // namespace

std::vector<std::string> model_time_lines(const verdict& passed, const exercise& exercise,
                                          const checkout_paths& paths) {
  std::vector<std::string> lines;
  if (passed.model_times.empty()) return lines;
  const recorded_table solutions = data(paths, "h200_exercises.csv");
  for (const modelled_timing& one : passed.model_times) {
    lines.push_back(fmt::format("{}: {}", in_language(one.what), time_of(one)));
    const auto ours =
        solutions.find({{"exercise", exercise.name}, {"case", one.what}}, "milliseconds");
    if (ours) {
      const std::string time = duration_in_words(1000 * *ours);
      lines.push_back("  " +
                      (one.other_work > 0
                           ? tr("the course's solution, with its copies and fills: {} ({})", time,
                                solutions.source())
                           : tr("the course's solution: {} ({})", time, solutions.source())));
    }
    if (const std::string rival = rival_of(one); !rival.empty()) lines.push_back("  " + rival);
    if (one.what != exercise.ladder_case || !one.refused.empty()) continue;
    const std::string place =
        place_on_ladder(one.microseconds, data(paths, "h200_model.csv"), exercise.ladder);
    if (!place.empty()) lines.push_back("  " + tr("on the ladder: {}", place));
  }
  return lines;
}

}  // namespace lockstep::tutor
