#include "verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "text.hpp"

namespace lockstep::tutor {
namespace {

using checks::finding;

// Findings that end a kernel before it is done: what comes after them, a crash or a wrong result,
// is their doing. (A launch that is refused is no such thing: the program goes on, and its results
// say for which input.)
bool stops_the_kernel(const finding& found) { return found.stopped; }

bool is_timeout(const finding& found) { return found.kind == "timeout"; }

template <class F>
const finding* first_finding(const evidence& seen, F wanted) {
  const auto& all = seen.seen.findings;
  const auto found = std::find_if(all.begin(), all.end(), wanted);
  return found == all.end() ? nullptr : &*found;
}

template <class F>
const case_record* first_failed(const evidence& seen, F suite_wanted) {
  for (const auto& one : seen.records.cases) {
    if (one.failed() && suite_wanted(one.suite)) return &one;
  }
  return nullptr;
}

std::string at(const std::string& file, unsigned line) {
  if (file.empty()) return {};
  return line == 0 ? file + ": " : fmt::format("{}:{}: ", file, line);
}

std::string triple(const std::array<std::uint32_t, 3>& index) {
  return fmt::format("({},{},{})", index[0], index[1], index[2]);
}

void add_lines(std::vector<std::string>& to, const std::vector<std::string>& lines) {
  to.insert(to.end(), lines.begin(), lines.end());
}

// The program's last words, which often tell why it ended.
std::vector<std::string> tail(const std::string& output) {
  constexpr std::size_t most = 5;
  auto lines = lines_of(output);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) return {};
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - most);
  for (auto& line : lines) line = "  " + line.substr(0, 160);
  lines.insert(lines.begin(), "The last lines it printed:");
  return lines;
}

class judgement {
 public:
  explicit judgement(const evidence& seen) : seen_(seen) {
    result_.exercise = seen.exercise;
    result_.seed = seen.seed;
    result_.findings = seen.seen.findings;
    result_.build_seconds = seen.build.seconds;
    result_.run_seconds = seen.end.seconds;
    result_.measurements = seen.records.measurements;
    result_.times = seen.records.times;
    result_.cases = seen.records.cases;
    for (const auto& one : seen.records.cases) count(one);
  }

  verdict result() && {
    decide();
    result_.graded = graded();
    advise();
    if (seen_.on_gpu && !result_.passed()) result_.headline = "on the GPU: " + result_.headline;
    return std::move(result_);
  }

 private:
  using how = process_end::how;

  // The order is the point: what comes first explains what comes later.
  void decide() {
    if (seen_.build.kind != build_result::outcome::built) return not_built();
    if (!seen_.liberty.empty()) {
      say(exit_code::does_not_compile, {}, 0, fmt::format("{} {}", seen_.source, seen_.liberty));
      result_.details.emplace_back("An answer is on its own, and leaves the grader alone.");
      return;
    }
    if (const auto* found = first_finding(seen_, is_timeout)) return kernel_never_ends(*found);
    if (const auto* found = first_finding(seen_, stops_the_kernel)) return check_found(*found);
    if (!passed_by_the_grader() && !seen_.seen.refusals.empty()) return refused();
    if (seen_.end.kind == how::timed_out) return program_never_ends();
    if (seen_.end.kind != how::exited) return ended_by_force();
    if (could_not_begin())
      return say(exit_code::setup_missing, {}, 0, first_line(seen_.end.output));
    if (!graded()) return ended_early();
    if (const auto* one = first_failed(seen_, [](const std::string& suite) {
          return suite != "checks" && suite != "properties";
        })) {
      return case_failed(*one, exit_code::wrong_result);
    }
    if (!seen_.seen.findings.empty()) return check_found(seen_.seen.findings.front());
    if (const auto* one = first_failed(seen_, [](auto& suite) { return suite == "checks"; })) {
      return case_failed(*one, exit_code::check_found);
    }
    if (const auto* one = first_failed(seen_, [](auto& suite) { return suite == "properties"; })) {
      return case_failed(*one, exit_code::property_missed);
    }
    if (const auto* one = first_undecided()) {
      return say(exit_code::setup_missing, {}, 0, one->name + ": " + one->undecided);
    }
    if (!passed_by_the_grader()) return ended_early();
    const auto cases = seen_.records.cases.size();
    say(exit_code::passed, {}, 0,
        cases == 1 ? "the grader's case passed" : fmt::format("all {} cases passed", cases));
  }

  const case_record* first_undecided() const {
    for (const auto& one : seen_.records.cases) {
      if (!one.undecided.empty()) return &one;
    }
    return nullptr;
  }

  // The grader reached its end: its record has the nonce, and no record pretends to be one.
  bool graded() const {
    const auto& records = seen_.records;
    return records.ends.size() == 1 && records.ends[0].nonce == seen_.nonce &&
           !seen_.nonce.empty() && records.ends[0].cases == records.cases.size() &&
           !records.cases.empty() && records.malformed == 0;
  }

  // The grader itself says that something is missing here, before any of the learner's code ran.
  bool could_not_begin() const {
    return seen_.end.code == static_cast<int>(exit_code::setup_missing) &&
           !seen_.records.exercise && seen_.end.results.empty();
  }

  bool passed_by_the_grader() const {
    const auto& records = seen_.records;
    return graded() && records.ends[0].passed && records.ends[0].failed == 0 &&
           std::all_of(records.cases.begin(), records.cases.end(),
                       [](const case_record& one) { return one.passed; }) &&
           seen_.end.succeeded();
  }

  void say(exit_code code, const std::string& file, unsigned line, const std::string& what) {
    result_.code = code;
    result_.file = file;
    result_.line = line;
    result_.headline = at(file, line) + what;
  }

  void not_built() {
    const auto& build = seen_.build;
    if (build.kind == build_result::outcome::broken) {
      say(exit_code::setup_missing, {}, 0, build.problem);
      result_.next.push_back(build.advice);
    } else if (build.errors.empty()) {
      say(exit_code::does_not_compile, {}, 0, seen_.source + " does not compile");
    } else {
      // An error in a header is often caused by the learner's file; name the place in that file if
      // there is one.
      const auto own = std::find_if(build.errors.begin(), build.errors.end(),
                                    [&](const diagnostic& e) { return e.file == seen_.source; });
      const diagnostic& error = own == build.errors.end() ? build.errors.front() : *own;
      say(exit_code::does_not_compile, error.file, error.line, "error: " + error.message);
    }
    add_lines(result_.details, build.excerpt);
  }

  void describe(const finding& found) {
    const auto& where = found.where;
    if (!found.kernel.empty()) {
      result_.details.push_back(fmt::format("kernel {}, block {}, thread {}", found.kernel,
                                            triple(where.block), triple(where.thread)));
    }
    if (found.other) {
      const auto& other = *found.other;
      result_.details.push_back(fmt::format("{}the other {}: block {}, thread {}",
                                            at(other.file, other.line), other.kind,
                                            triple(other.block), triple(other.thread)));
    }
    if (found.count > 1) result_.details.push_back(fmt::format("{} times in all", found.count));
    if (!found.advice.empty()) result_.next.push_back(found.advice);
  }

  void say_what_was_tried() {
    const auto& trial = seen_.records.last_trial;
    if (!trial.empty()) result_.details.push_back("This was tried: " + trial);
  }

  void kernel_never_ends(const finding& found) {
    // The message goes on with where each warp stands.
    const auto end = found.message.find("; ");
    say(exit_code::timed_out, found.where.file, found.where.line, found.message.substr(0, end));
    describe(found);
    // The check speaks of programs, in which each launch has its limit; a grader has one as a
    // whole.
    constexpr std::string_view of_programs = "--timeout";
    for (auto& line : result_.next) {
      if (const auto at = line.find(of_programs); at != std::string::npos)
        line.replace(at, of_programs.size(), "--time-limit");
    }
    if (end != std::string::npos) add_clauses(std::string_view(found.message).substr(end + 2));
  }

  void add_clauses(std::string_view clauses) {
    constexpr unsigned most = 8;
    for (unsigned i = 0; !clauses.empty() && i < most; ++i) {
      const auto end = clauses.find("; ");
      result_.details.emplace_back(clauses.substr(0, end));
      clauses.remove_prefix(end == std::string_view::npos ? clauses.size() : end + 2);
    }
    if (!clauses.empty()) result_.details.emplace_back("...");
  }

  void check_found(const finding& found) {
    say(exit_code::check_found, found.where.file, found.where.line,
        fmt::format("{} [{}]", found.message, found.kind));
    describe(found);
    const auto others = seen_.seen.findings.size() - 1;
    if (others > 0)
      result_.details.push_back(fmt::format("and {}", count_of(others, "more finding")));
    for (const auto& other : seen_.seen.findings) {
      if (&other != &found) {
        result_.also.push_back(fmt::format("{}{} [{}]", at(other.where.file, other.where.line),
                                           other.message, other.kind));
      }
    }
    for (const auto& other : seen_.records.cases) {
      if (other.suite != "checks") add_to_the_rest(other);
    }
  }

  // What else failed: a first line for each case.
  void add_to_the_rest(const case_record& one) {
    if (!one.failed()) return;
    const std::string why =
        one.failures.empty() ? "failed" : first_line(one.failures.front().message);
    result_.also.push_back(fmt::format("case \"{}\": {}", one.name, why));
  }

  void refused() {
    const auto& first = seen_.seen.refusals.front();
    say(exit_code::setup_missing, {}, 0, first.message);
    if (first.reason.starts_with("unsupported")) {
      result_.next.push_back(
          "Write it in another way, or say --backend gpu on a machine with one.");
    }
  }

  void program_never_ends() {
    say(exit_code::timed_out, {}, 0,
        fmt::format("the program did not end within {:g} s", seen_.time_limit));
    say_what_was_tried();
    if (!seen_.on_gpu) {
      result_.details.push_back("No kernel was seen to hang: look at the loops of the host code.");
    }
    add_lines(result_.details, tail(seen_.end.output));
  }

  void ended_by_force() {
    const auto& end = seen_.end;
    if (end.kind == how::flooded) {
      say(exit_code::crashed, {}, 0, "the program wrote far too much output and was stopped");
      add_lines(result_.details, tail(end.output));
      result_.next.push_back("Print less: no loop, and no kernel with many threads, should print.");
      return;
    }
    say(exit_code::crashed, {}, 0,
        end.kind == how::signalled ? "the program crashed: " + signal_name(end.code)
                                   : std::string("the program was stopped"));
    say_what_was_tried();
    if (end.kind == how::signalled) add_lines(result_.details, tail(end.output));
  }

  void ended_early() {
    const auto& records = seen_.records;
    const bool any_end = !records.ends.empty();
    if (any_end && records.cases.empty() && records.ends[0].nonce == seen_.nonce) {
      say(exit_code::crashed, {}, 0, "the grader ran no case");
      return;
    }
    if (any_end && !graded()) {
      say(exit_code::crashed, {}, 0, "the result did not come from the grader alone");
      result_.details.push_back(
          "Something else wrote to the grader's result channel, so nothing can be concluded.");
      return;
    }
    if (any_end) {
      say(exit_code::crashed, {}, 0,
          fmt::format("the program failed after the grader had finished (exit code {})",
                      seen_.end.code));
    } else {
      say(exit_code::crashed, {}, 0,
          fmt::format("the program ended before the grader had finished (exit code {})",
                      seen_.end.code));
      result_.details.push_back(
          fmt::format("{} finished before that.", count_of(records.cases.size(), "case")));
      result_.next.push_back("Let your code return: exit() and abort() end the grader with it.");
    }
    add_lines(result_.details, tail(seen_.end.output));
  }

  void case_failed(const case_record& one, exit_code code) {
    if (one.failures.empty()) {
      say(code, {}, 0, one.name + " failed");
      return;
    }
    const auto& failure = one.failures.front();
    auto lines = lines_of(failure.message);
    if (lines.empty()) lines.push_back(one.name + " failed");
    say(code, {}, 0, lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) result_.details.push_back(trimmed(lines[i]));
    // The grader's line is for who wants to read the test; it is not where the error is.
    result_.details.push_back(fmt::format(
        "case \"{}\"{}", one.name,
        failure.file.empty() ? std::string() : fmt::format(", {}:{}", failure.file, failure.line)));
    const auto failed = std::count_if(seen_.records.cases.begin(), seen_.records.cases.end(),
                                      [](const case_record& c) { return c.failed(); });
    if (failed > 1) {
      result_.details.push_back(
          fmt::format("{} of {} cases failed", failed, seen_.records.cases.size()));
    }
    for (const auto& other : seen_.records.cases) {
      if (&other != &one) add_to_the_rest(other);
    }
    if (code == exit_code::wrong_result && !seen_.seen.findings.empty()) {
      const auto& found = seen_.seen.findings.front();
      result_.details.push_back(fmt::format("the checks found: {}{} [{}]",
                                            at(found.where.file, found.where.line), found.message,
                                            found.kind));
    }
  }

  void advise() {
    auto& next = result_.next;
    const std::string& name = seen_.exercise;
    switch (result_.code) {
      case exit_code::passed:
        next.push_back(fmt::format("A solution, and why it works: solutions/{}.cu", name));
        return;
      case exit_code::setup_missing:
      case exit_code::usage:
        return;
      case exit_code::does_not_compile:
        next.push_back(
            fmt::format("Mend {} and run ./lockstep verify {} again.", seen_.source, name));
        return;
      default:
        if (seen_.has_todo) {
          next.push_back(
              fmt::format("Open {}, look for TODO, and write what is missing.", seen_.source));
        }
        next.push_back(fmt::format("A hint: ./lockstep hint {}", name));
        if (!result_.also.empty()) {
          next.push_back(fmt::format("What else is wrong: ./lockstep verify {} --all --seed {}",
                                     name, seen_.seed));
        }
        next.push_back(
            fmt::format("The same inputs again: ./lockstep verify {} --seed {}", name, seen_.seed));
    }
  }

  void count(const case_record& one) {
    auto& suites = result_.suites;
    auto found = std::find_if(suites.begin(), suites.end(),
                              [&](const suite_count& s) { return s.suite == one.suite; });
    if (found == suites.end()) found = suites.insert(suites.end(), {one.suite, 0, 0});
    ++found->total;
    found->passed += one.passed ? 1 : 0;
  }

  const evidence& seen_;
  verdict result_;
};

}  // namespace

verdict judge(const evidence& seen) { return judgement(seen).result(); }

std::string stage_of(exit_code code) {
  switch (code) {
    case exit_code::passed:
      return "passed";
    case exit_code::does_not_compile:
      return "compile";
    case exit_code::crashed:
      return "crash";
    case exit_code::wrong_result:
      return "results";
    case exit_code::timed_out:
      return "timeout";
    case exit_code::check_found:
      return "checks";
    case exit_code::property_missed:
      return "properties";
    case exit_code::setup_missing:
    case exit_code::usage:
      return "setup";
  }
  return "setup";
}

}  // namespace lockstep::tutor
