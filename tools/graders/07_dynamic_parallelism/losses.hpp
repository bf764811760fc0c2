// What graders of kernels that lose launches share. The checks find every launch that is lost, also
// if the answer makes up for it, so such a trial runs in a process of its own.
#pragma once

#include <lockstep/grader/separate_process.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Between what is wrong with the answer and why, in the results of a `separate_process`.
constexpr char cause_follows = '\x1e';

// What a `separate_process` does: the trial, whose result is printed, or what is wrong with the
// answer and why, with their phrases.
inline int try_with_losses(const std::function<std::size_t()>& trial) {
  try {
    const std::size_t result = trial();
    const auto& findings = lockstep::detail::findings();
    const std::uint64_t count = findings.complete() ? findings.count() : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      lockstep_finding found{};
      found.struct_size = sizeof found;
      if (findings.get(i, &found) != 0 || std::string(found.kind) == "lost_child_launch") continue;
      throw lockstep::grader::wrong(
          lockstep::protocol::phrase("finding-in-line", "{} on line {}: {}",
                                     std::string(found.kind), found.line, found.message));
    }
    lockstep::grader::give_result(std::to_string(result));
    return 0;
  } catch (const std::exception& problem) {
    using lockstep::protocol::with_its_phrases;
    // Phrases are those noted last: the trial, which runs again, notes others.
    const std::string what = with_its_phrases(problem.what());
    const std::string why =
        with_its_phrases(lockstep::grader::cause_of_failure([&] { (void)trial(); }));
    lockstep::grader::give_result(what + cause_follows + why);
    return 1;
  }
}

// Runs it; the trial's result.
inline std::size_t with_losses(const lockstep::grader::separate_process& trial,
                               const std::vector<unsigned>& numbers) {
  std::vector<std::string> arguments;
  for (const unsigned number : numbers) arguments.push_back(std::to_string(number));
  const auto end = trial.run(arguments);
  if (end.exit_code == 0) return std::stoul(end.results);
  if (end.exit_code != 1)
    throw lockstep::grader::wrong(
        lockstep::protocol::phrase("program-was", "the program was {}", end.in_words()));
  const auto cause = end.results.find(cause_follows);
  if (cause != std::string::npos && cause + 1 < end.results.size())
    lockstep::grader::note_cause(
        lockstep::protocol::text_with_phrases(end.results.substr(cause + 1)));
  throw lockstep::grader::wrong(
      lockstep::protocol::text_with_phrases(end.results.substr(0, cause)));
}

// The arguments of a `separate_process`, as numbers again.
inline std::vector<unsigned> numbers_in(const std::vector<std::string>& arguments) {
  std::vector<unsigned> numbers;
  for (const std::string& one : arguments)
    numbers.push_back(static_cast<unsigned>(std::stoul(one)));
  return numbers;
}
