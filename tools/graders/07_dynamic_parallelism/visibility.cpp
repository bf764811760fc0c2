// Grader of 07_dynamic_parallelism/visibility: which writes are visible to which reader.
#include "07_dynamic_parallelism/visibility.hpp"

#include <lockstep/grader.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "07_dynamic_parallelism/visibility_kernels.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

// Runs every kernel and prints what was seen, or that a race was found. In a process of its own,
// because half of the kernels race on purpose.
const separate_process all_kernels("all kernels", [](const std::vector<std::string>&) {
  setenv("LOCKSTEP_CHECKS", "racecheck", 1);
  const auto& findings = lockstep::detail::findings();
  if (!findings.complete()) return 0;  // a back end that cannot tell a race from a promise
  for (unsigned i = 0; i < number_of_asked_kernels; ++i) {
    const asked_kernel& asked = asked_kernels[i];
    lockstep::device_buffer<int> data(std::vector<int>(64, 0)), seen(std::vector<int>(1, 0));
    const auto before = findings.count();
    launch(asked.kernel, asked.blocks, asked.threads, data.data(), seen.data());
    const int value = seen.download()[0];
    const bool races = findings.count() > before;
    std::cout << asked.name << ' ' << (races ? not_promised.value() : value) << '\n';
  }
  return 0;
});

// What each kernel's reader sees, by the kernel's name.
const std::map<std::string, double>& measured() {
  static const std::map<std::string, double> all = [] {
    std::map<std::string, double> seen;
    const ending end = all_kernels.run();
    if (end.exit_code != 0)
      throw wrong(phrase("kernels-did-not-run", "the kernels did not run: {}", end.errors));
    std::istringstream lines(end.output);
    std::string name;
    for (double value = 0; lines >> name >> value;) seen[name] = value;
    if (seen.empty())
      throw undecided(phrase("finds-no-races", "This back end finds no races; the emulator does."));
    return seen;
  }();
  return all;
}

question about(const std::string& topic, const std::string& name,
               const lockstep::prediction& value) {
  return {topic + ": " + name, value, [=] { return measured().at(name); }};
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("what the last reader sees") {
    const char* advice =
        "Draw an arrow from the write to the read. Which rule promises it? Where the check of "
        "races\n"
        "finds that nothing orders them, the answer is not_promised.\n"
        "Read chapters/07_dynamic_parallelism/memory.md.";
    const auto& p = predicted;
    for_every_prediction(
        {
            about("parent writes", "launches_then_writes", p.launches_then_writes),
            about("parent writes", "block_writes", p.block_writes),
            about("parent writes", "block_writes_and_meets", p.block_writes_and_meets),
            about("parent writes", "all_blocks_write_before_tail", p.all_blocks_write_before_tail),
            about("child writes", "two_plain_children", p.two_plain_children),
            about("child writes", "two_children_fired", p.two_children_fired),
            about("child writes", "two_tails", p.two_tails),
            about("parent or host reads", "parent_after_child_and_barrier",
                  p.parent_after_child_and_barrier),
            about("parent or host reads", "host_after_grandchild", p.host_after_grandchild),
        },
        advice);
  }
}
