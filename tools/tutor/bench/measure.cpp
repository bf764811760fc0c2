#include "bench/measure.hpp"

#include <fmt/format.h>

#include "bench/progress.hpp"
#include "language/language.hpp"
#include "support/exit_code.hpp"

namespace lockstep::tutor::bench {
namespace {

// Cuts output that comes in pieces into lines.
class line_cutter {
 public:
  template <class F>
  void take(std::string_view chunk, F handle) {
    rest_ += chunk;
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
      const std::string line = rest_.substr(0, end);
      rest_.erase(0, end + 1);
      if (!line.empty()) handle(line);
    }
  }

 private:
  std::string rest_;
};

class session {
 public:
  session(recorded_run& seen, record_file& keep) : seen_(seen), keep_(keep) {}

  // Whether the next program may run.
  bool run_one(const program& one) {
    const chapter_run* before = seen_.find(one.chapter);
    if (before != nullptr && before->finished) return true;
    command what = one.what;
    what.arguments.emplace_back("--records");
    if (before != nullptr && before->groups > 0) {
      what.arguments.emplace_back("--skip");
      what.arguments.push_back(std::to_string(before->groups));
    }
    line_cutter lines;
    what.keep_output = true;
    what.on_output = [&](std::string_view chunk) {
      lines.take(chunk, [&](const std::string& line) { take(line, one.chapter); });
    };
    what.should_stop = [this] { return must_stop(); };
    note(begin_record(one.chapter));
    shown_.begin(one.chapter);
    try {
      finish(one.chapter, tutor::run(what));
    } catch (const interrupted& by) {
      shown_.clear();
      result_.interrupted_by = by.signal;
      return false;
    }
    return !must_stop();
  }

  measured_run result() { return std::move(result_); }

 private:
  bool must_stop() const { return !result_.not_kept.empty() || !seen_.other_machine.empty(); }

  // A record of ours.
  void note(const std::string& line) {
    seen_.read(line);
    if (result_.not_kept.empty()) result_.not_kept = keep_.append(line);
  }

  void take(const std::string& line, const std::string& chapter) {
    if (must_stop()) return;
    if (!seen_.read(line)) return;
    if (seen_.other_machine.empty()) result_.not_kept = keep_.append(line + "\n");
    shown_.show(*seen_.find(chapter));
  }

  void finish(const std::string& chapter, const process_end& end) {
    shown_.clear();
    if (must_stop()) return;
    const bool crashed = end.kind == process_end::how::signalled;
    const int code = crashed ? static_cast<int>(exit_code::crashed) : end.code;
    note(end_record(chapter, code));
    if (result_.code == 0) result_.code = code;
    if (seen_.find(chapter)->finished) return;
    result_.ends.push_back(crashed ? fmt::format("{} crashed: {}", chapter, signal_name(end.code))
                                   : tr("{} ended with code {}", chapter, end.code));
  }

  recorded_run& seen_;
  record_file& keep_;
  progress shown_;
  measured_run result_;
};

}  // namespace

measured_run measure(const std::vector<program>& programs, recorded_run& seen, record_file& keep) {
  session all(seen, keep);
  for (const auto& one : programs) {
    if (!all.run_one(one)) break;
  }
  return all.result();
}

}  // namespace lockstep::tutor::bench
