#include <cstdio>
#include <cstring>
#include <set>

#include "cases.hpp"

#include <lockstep/observe.hpp>

namespace check_cases {
namespace {

// What the checks have found since the finding `first`: kinds with their spaces, sorted.
std::string found_since(std::uint64_t first) {
  std::set<std::string> kinds;
  const auto& checks = lockstep::detail::findings();
  for (std::uint64_t i = first; i < checks.count(); ++i) {
    lockstep_finding f{};
    f.struct_size = sizeof f;
    if (checks.get(i, &f) != 0) continue;
    kinds.insert(f.space[0] == '\0' ? f.kind : std::string(f.kind) + " " + f.space);
  }
  std::string text;
  for (const std::string& kind : kinds) text += (text.empty() ? "" : ", ") + kind;
  return text.empty() ? "clean" : text;
}

int list() {
  for (const check_case& c : all()) std::printf("%s: %s\n", c.name.c_str(), c.expected.c_str());
  return 0;
}

int run_one(const char* name) {
  for (const check_case& c : all()) {
    if (c.name != name) continue;
    c.run();
    finish();
    return 0;
  }
  std::fprintf(stderr, "check_cases: there is no case %s; --list names them\n", name);
  return 2;
}

int run_all() {
  const auto& checks = lockstep::detail::findings();
  if (!checks.complete()) {
    std::fprintf(stderr, "check_cases: the runtime library checks nothing\n");
    return 2;
  }
  unsigned wrong = 0;
  for (const check_case& c : all()) {
    const std::uint64_t first = checks.count();
    c.run();
    finish();
    const std::string found = found_since(first);
    if (found != c.expected) {
      ++wrong;
      std::printf("%s: expected %s, found %s\n", c.name.c_str(), c.expected.c_str(), found.c_str());
    }
    cudaDeviceReset();
  }
  std::printf("%zu cases, %u wrong\n", all().size(), wrong);
  return wrong == 0 ? 0 : 1;
}

}  // namespace

std::vector<check_case>& all() {
  static std::vector<check_case> cases;
  return cases;
}

}  // namespace check_cases

int main(int count, char** arguments) {
  if (count < 2) return check_cases::run_all();
  if (std::strcmp(arguments[1], "--list") == 0) return check_cases::list();
  return check_cases::run_one(arguments[1]);
}
