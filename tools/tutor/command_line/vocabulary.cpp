#include "command_line/vocabulary.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "language/language.hpp"

namespace lockstep::tutor {
namespace {

// The number that a whole word is.
template <class T>
std::optional<T> number_in(const std::string& word) {
  T value{};
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, value);
  if (word.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

CLI::Validator positive_number() {
  return CLI::Validator(
      [](const std::string& word) {
        const auto value = number_in<double>(word);
        return value && std::isfinite(*value) && *value > 0
                   ? std::string()
                   : tr("{} is not a number above 0", word);
      },
      "POSITIVE");
}

CLI::Validator number_from_zero() {
  return CLI::Validator(
      [](const std::string& word) {
        const auto value = number_in<double>(word);
        return value && std::isfinite(*value) && *value >= 0
                   ? std::string()
                   : tr("{} is not a number of 0 or more", word);
      },
      "NONNEGATIVE");
}

CLI::Validator seed_number() {
  return CLI::Validator(
      [](const std::string& word) {
        return number_in<std::uint64_t>(word)
                   ? std::string()
                   : tr("{} is not a seed: use a whole number from 0 to 2^64 - 1", word);
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& word) {
        return word.empty() ? tr("an empty word is not a name") : std::string();
      },
      "");
}

CLI::App* vocabulary::add(const char* name, const char* what,
                          std::function<int(const context&)> command, CLI::App* parent) {
  CLI::App* one = (parent ? parent : &app)->add_subcommand(name, what);
  // A command that has others within it is called after them.
  one->callback([&to = to, one, command = std::move(command)] {
    if (one->get_subcommands().empty()) to.command = command;
  });
  return one;
}

void vocabulary::add_backend(CLI::App* one) {
  one->add_option("--backend", to.run.backend,
                  "auto, gpu, emulator, or the path of a libcudart.so.13 or of its folder");
  one->add_option("--device", to.run.device, "device profile of the emulator, such as h200");
}

void vocabulary::add_run_settings(CLI::App* one) {
  one->add_option("--schedule", to.run.schedule,
                  "order of warps, blocks and children: natural, shuffled or adversarial")
      ->check(CLI::IsMember({"natural", "shuffled", "adversarial"}));
  one->add_option("--workers", to.run.workers, "host threads that the emulator uses")
      ->check(CLI::Range(1u, 1024u));
}

void vocabulary::add_json(CLI::App* one) { one->add_flag("--json", to.json, "print JSON"); }

void vocabulary::add_time_limit(CLI::App* one) {
  one->add_option("--time-limit", to.run.time_limit, "time limit for a grader, in seconds")
      ->check(positive_number())
      ->capture_default_str();
}

CLI::App* vocabulary::add_for_program(const char* name, const char* what,
                                      std::function<int(const context&)> command) {
  CLI::App* one = add(name, what, std::move(command));
  add_backend(one);
  add_run_settings(one);
  one->add_option("--seed", to.run.seed, "seed of the schedule")->check(seed_number());
  one->add_option("--timeout", to.run.timeout,
                  "seconds after which the emulator stops a launch (0: never); 120 without a "
                  "terminal, or if CI is set")
      ->check(number_from_zero());
  one->add_flag("--anyway", to.run.anyway,
                "run it even if it needs a library that works only with a GPU");
  one->add_option("--nvcc", to.run.nvcc, "more flags for a .cu file, as in --nvcc \"-G -Iinc\"");
  one->prefix_command();
  one->footer(
      fmt::format("After the options: an executable and its arguments, or CUDA sources, which are "
                  "compiled first:\n"
                  "  {1} {0} PROGRAM [ARGUMENTS...]\n"
                  "  {1} {0} FILE.cu... [-- ARGUMENTS...]",
                  name, app.get_name()));
  for_program.push_back(one);
  return one;
}

}  // namespace lockstep::tutor
