#include "command_line/vocabulary.hpp"

#include <fmt/format.h>

namespace lockstep::tutor {

CLI::App* vocabulary::add(const char* name, const char* what,
                          std::function<int(const context&)> command, CLI::App* parent) {
  CLI::App* one = (parent ? parent : &app)->add_subcommand(name, what);
  one->callback([&to = to, command = std::move(command)] { to.command = command; });
  return one;
}

void vocabulary::add_backend(CLI::App* one) {
  one->add_option("--backend", to.wish.backend,
                  "auto, gpu, emulator, or the path of a libcudart.so.13 or of its folder");
  one->add_option("--device", to.wish.device, "device profile of the emulator, such as h200");
}

void vocabulary::add_run_settings(CLI::App* one) {
  one->add_option("--schedule", to.wish.schedule,
                  "order of warps, blocks and children: natural, shuffled or adversarial")
      ->check(CLI::IsMember({"natural", "shuffled", "adversarial"}));
  one->add_option("--workers", to.wish.workers, "host threads that the emulator uses")
      ->check(CLI::Range(1u, 1024u));
}

void vocabulary::add_json(CLI::App* one) { one->add_flag("--json", to.wish.json, "print JSON"); }

void vocabulary::add_time_limit(CLI::App* one) {
  one->add_option("--time-limit", to.wish.time_limit, "seconds that a grader may run")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

CLI::App* vocabulary::add_for_program(const char* name, const char* what,
                                      std::function<int(const context&)> command) {
  CLI::App* one = add(name, what, std::move(command));
  add_backend(one);
  add_run_settings(one);
  one->add_option("--seed", to.wish.seed, "seed of the schedule");
  one->add_option("--timeout", to.wish.timeout,
                  "seconds after which the emulator stops a launch (0: never)")
      ->check(CLI::NonNegativeNumber);
  one->add_option("--nvcc", to.wish.nvcc, "more flags for a .cu file, as in --nvcc \"-G -Iinc\"");
  one->prefix_command();
  one->footer(
      fmt::format("Then an executable and its arguments, or CUDA sources, which are "
                  "compiled first:\n  ./lockstep {0} PROGRAM [ARGUMENTS...]\n"
                  "  ./lockstep {0} FILE.cu... [-- ARGUMENTS...]",
                  name));
  for_program.push_back(one);
  return one;
}

}  // namespace lockstep::tutor
