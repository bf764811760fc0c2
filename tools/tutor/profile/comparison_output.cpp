#include "profile/comparison_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <lockstep/table.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

struct explanation {
  cause why;
  const char *letter, *name, *text;
};
constexpr explanation explanations[] = {
    {cause::ptx, "p", "ptx",
     translatable("The emulator counts PTX instructions, the GPU the machine instructions that "
                  "ptxas made.")},
    {cause::branches, "b", "branches",
     translatable("ptxas predicates short bodies instead of branching, and adds branches of its "
                  "own (__syncwarp, divisions).")},
    {cause::conflicts, "c", "conflicts",
     translatable(
         "The GPU's counter of passes in shared memory reads a few per cent high; the emulator's "
         "follows from the addresses.")},
    {cause::reserved, "r", "reserved",
     translatable("Nsight Compute adds the shared memory that the driver reserves in each block.")},
    {cause::model, "m", "model",
     translatable(
         "Not counted: what a model of this GPU says, without the time that a launch takes by "
         "itself. Under 10 % is too close to call.")},
    {cause::other_work, "o", "other_work",
     translatable("Counts that should be equal show that the launch did other work here than on "
                  "the GPU.")},
    {cause::too_short, "s", "too_short",
     translatable("A time this short is mostly the launch itself, which the model leaves out.")},
    {cause::launches, "k", "launches",
     translatable("The kernel launches kernels. On the GPU that is code and grids of the device "
                  "runtime; the "
                  "emulator counts a call.")},
    {cause::unknown, "?", "unknown",
     translatable("None of the known causes. Check whether counts depend on the order of threads "
                  "(races, waiting in a loop) or on the kind of GPU.")},
};

const explanation* explain(cause why) {
  for (const auto& one : explanations) {
    if (one.why == why) return &one;
  }
  return nullptr;
}

// Two digits behind the point, where they are worth something; thousands set apart.
std::string in_digits(double value) {
  constexpr double large = 1e4;
  if (value != std::floor(value) && std::abs(value) < large) return fixed(value, 2);
  return (value < 0 ? "-" : "") +
         grouped(static_cast<unsigned long long>(std::llround(std::abs(value))));
}

std::string gpu_in_words(const named_metric& asked, const compared_value& both) {
  const metric& what = *asked.what;
  if (asked.for_ncu().empty()) return tr("not in ncu");
  if (!both.gpu) return "-";
  // Nsight Compute prints 0 where there is nothing to divide by.
  if (*both.gpu == 0 && what.value != nullptr && !both.emulator) return "-";
  return in_digits(*both.gpu);
}

std::string emulator_in_words(const metric& what, const compared_value& both, bool had) {
  if (!had) return "";
  if (what.value == nullptr && !both.emulator) return "needs a GPU";
  return both.emulator ? in_digits(*both.emulator) : "-";
}

std::string difference_in_words(const compared_value& both) {
  const auto* known = explain(both.why);
  if (known == nullptr) return "";
  if (both.why == cause::too_short) return tr("too short {}", known->letter);
  if (both.why == cause::other_work) return tr("other work {}", known->letter);
  const double ours = both.emulator.value_or(0);
  if (*both.gpu == 0) return std::string("from 0 ") + known->letter;
  const double percent = 100 * (ours - *both.gpu) / *both.gpu;
  constexpr double small = 0.05;
  return fmt::format("{:+.{}f} % {}", percent, std::abs(percent) < small ? 3 : 1, known->letter);
}

std::optional<double> mean(const std::vector<std::optional<double>>& values) {
  double sum = 0;
  std::size_t count = 0;
  for (const auto& one : values) {
    if (!one) continue;
    sum += *one;
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

struct group {
  std::vector<const compared_launch*> launches;
  compared_value value(std::size_t at) const {
    std::vector<std::optional<double>> gpu, emulator;
    compared_value both;
    for (const auto* one : launches) {
      gpu.push_back(one->values[at].gpu);
      emulator.push_back(one->values[at].emulator);
      if (one->values[at].why != cause::none) both.why = one->values[at].why;
    }
    both.gpu = mean(gpu);
    both.emulator = mean(emulator);
    return both;
  }
};

std::vector<group> groups_of(const comparison& all, bool each) {
  std::vector<group> groups;
  for (const auto& one : all.launches) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const group& known) {
      const auto& first = *known.launches.front();
      return first.kernel == one.kernel && first.grid == one.grid && first.block == one.block;
    });
    if (each || same == groups.end()) {
      groups.push_back({{&one}});
    } else {
      same->launches.push_back(&one);
    }
  }
  return groups;
}

std::string title_of(const group& launches, bool each) {
  const auto& first = *launches.launches.front();
  std::string title =
      tr("{}  grid {}, block {}", first.kernel, shape(first.grid), shape(first.block));
  if (each) {
    title += ", launch " + std::to_string(first.number);
  } else if (launches.launches.size() > 1) {
    title += tr(", means of {}", count_of(launches.launches.size(), "launch", "es"));
  }
  if (first.children > 0)
    title += tr(", with {} by kernels", count_of(first.children, "launch", "es"));
  if (first.only_gpu) title += tr(", on the GPU only");
  return title;
}

std::string table_of(const group& launches, const std::vector<named_metric>& metrics,
                     std::set<cause>& met) {
  const bool had = !launches.launches.front()->only_gpu;
  table lines({{"metric", "", align::left},
               {"unit", "", align::left},
               {"GPU", ""},
               {"emulator", ""},
               {"difference", ""}});
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const metric& what = *metrics[i].what;
    const compared_value both = launches.value(i);
    met.insert(both.why);
    lines.add({metrics[i].name, what.unit, gpu_in_words(metrics[i], both),
               emulator_in_words(what, both, had), difference_in_words(both)});
  }
  std::ostringstream out;
  lines.print(out);
  return out.str();
}

std::string list_of(const std::string& title, const std::vector<unpaired_launches>& launches) {
  if (launches.empty()) return {};
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& one : launches) {
    text += tr("  {}  grid {}, block {}, {}\n", short_name(one.kernel), shape(one.grid),
               shape(one.block), count_of(one.launches, "launch", "es"));
  }
  return text;
}

ordered_json json_of(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json json_of(const std::vector<unpaired_launches>& launches) {
  ordered_json list = ordered_json::array();
  for (const auto& one : launches) {
    list.push_back({{"kernel", one.kernel},
                    {"grid", one.grid},
                    {"block", one.block},
                    {"launches", one.launches}});
  }
  return list;
}

}  // namespace

std::string comparison_text(const comparison& all, const counted_by& who, bool each,
                            const palette& colours) {
  std::string text;
  std::set<cause> met;
  const bool ran = !who.profile.empty();
  for (const auto& one : groups_of(all, each)) {
    text += "\n" + colours.bold(title_of(one, each)) + "\n" + table_of(one, all.metrics, met);
  }
  text += list_of(tr("Further launches on the GPU"), all.gpu_only) +
          list_of(tr("On the emulator, and not on the GPU"), all.emulator_only);
  const bool differ = std::any_of(all.launches.begin(), all.launches.end(),
                                  [](const compared_launch& one) { return one.only_gpu; });
  if (ran && (differ || !all.gpu_only.empty() || !all.emulator_only.empty())) {
    text +=
        tr("\n"
           "Programs that time themselves on a GPU launch more often there, and may choose other "
           "sizes.\n"
           "Given a size by their options, they do the same on both.\n");
  }
  text += "\n";
  for (const auto& one : explanations) {
    if (met.contains(one.why)) text += fmt::format("{}  {}\n", one.letter, one.text);
  }
  const std::string beside = ran ? tr(", beside the emulator ({})", who.profile) : "";
  return text +
         colours.dim(
             tr("Counted by {} on {}{}. Clocks were left as they are.", who.ncu, who.gpu, beside)) +
         "\n";
}

std::string comparison_csv(const comparison& all) {
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "";
  };
  std::string text = csv_line(
      {"kernel", "grid", "block", "launch", "metric", "gpu", "emulator", "difference", "cause"});
  for (const auto& one : all.launches) {
    for (std::size_t i = 0; i < all.metrics.size(); ++i) {
      const auto& both = one.values[i];
      const bool here = all.metrics[i].what->value != nullptr || both.emulator;
      const std::string difference =
          both.gpu && !one.only_gpu && here ? number(both.emulator.value_or(0) - *both.gpu) : "";
      const auto* why = explain(both.why);
      text += csv_line({one.kernel, shape(one.grid), shape(one.block), std::to_string(one.number),
                        all.metrics[i].name, number(both.gpu),
                        here ? number(both.emulator) : "needs a GPU", difference,
                        why ? why->name : ""});
    }
  }
  return text;
}

ordered_json comparison_json(const comparison& all, const counted_by& who) {
  ordered_json root{
      {"backend", "gpu"},
      {"device", who.gpu},
      {"ncu", who.ncu},
      {"emulator_device", who.profile.empty() ? ordered_json() : ordered_json(who.profile)},
      {"instruction_level", {{"gpu", "sass"}, {"emulator", "ptx"}}},
      {"launches", ordered_json::array()}};
  for (const auto& one : all.launches) {
    ordered_json values = ordered_json::object();
    for (std::size_t i = 0; i < all.metrics.size(); ++i) {
      const auto* why = explain(one.values[i].why);
      values[all.metrics[i].name] = {{"gpu", json_of(one.values[i].gpu)},
                                     {"emulator", json_of(one.values[i].emulator)},
                                     {"cause", why ? ordered_json(why->name) : ordered_json()}};
    }
    root["launches"].push_back({{"kernel", one.kernel},
                                {"grid", one.grid},
                                {"block", one.block},
                                {"launch", one.number},
                                {"launches_by_kernels", one.children},
                                {"metrics", std::move(values)}});
  }
  root["gpu_only"] = json_of(all.gpu_only);
  root["emulator_only"] = json_of(all.emulator_only);
  return root;
}

}  // namespace lockstep::tutor
