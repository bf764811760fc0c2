// The records of a run, one JSON object a line (docs/interfaces.md, section 2). They go to a
// descriptor of their own, so that whatever the code under test prints cannot be mixed up with
// them. Without a reader this does nothing.
#include <doctest/doctest.h>
#include <lockstep/observe.hpp>
#include <lockstep/protocol/grader_records.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

extern const char* const exercise;

namespace {

void write_record(const std::string& line) {
  if (current_session().result_descriptor < 0) return;
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t written =
        write(current_session().result_descriptor, line.data() + done, line.size() - done);
    if (written < 0 && errno != EINTR) return;  // the reader is gone; it will miss the `end` record
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

class record_listener : public doctest::IReporter {
 public:
  explicit record_listener(const doctest::ContextOptions&) {}

  void test_run_start() override {
    write_record(line_of(protocol::begin_record{exercise, current_session().seed, backend_name()}));
  }

  void test_case_start(const doctest::TestCaseData& test_case) override {
    current_session().test_case = &test_case;
    current_session().not_decided.clear();
    current_session().drawn.begin_case(test_case.m_test_suite, test_case.m_name);
    current_session().predicting.reset();
    if (std::string_view(test_case.m_test_suite) == "predictions")
      current_session().predicting.emplace();
    failures_.clear();
  }

  void log_message(const doctest::MessageData& message) override {
    if (message.m_severity == doctest::assertType::is_warn) return;
    if (!current_session().not_decided.empty()) return;  // it has failed for the exit code only
    add_failure(message.m_string.c_str(), message.m_file, message.m_line);
  }

  void log_assert(const doctest::AssertData& data) override {
    if (!data.m_failed || (data.m_at & doctest::assertType::is_warn) != 0) return;
    const std::string text = data.m_threw ? data.m_exception.c_str() : data.m_decomp.c_str();
    add_failure(std::string(data.m_expr) + ": " + text, data.m_file, data.m_line);
  }

  void test_case_exception(const doctest::TestCaseException& exception) override {
    const doctest::TestCaseData& test_case = *current_session().test_case;
    add_failure(exception.error_string.c_str(), test_case.m_file.c_str(),
                static_cast<int>(test_case.m_line));
  }

  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    const doctest::TestCaseData& test_case = *current_session().test_case;
    const std::string& not_decided = current_session().not_decided;
    const bool passed = failures_.empty() && not_decided.empty();
    count(passed);
    // What an experiment has shown of a finding that ended everything.
    diagnosis::explanation& why = current_session().cause;
    if (!not_decided.empty() && !why.part.empty())
      failures_.push_back(
          {why.part, {}, 0, why.place.file, why.place.line, why.launch_of, {}, why.occurrence});
    why = {};
    write_record(line_of(protocol::case_record{test_case.m_test_suite, test_case.m_name, passed,
                                               failures_, not_decided}));
  }

  void test_run_end(const doctest::TestRunStats& stats) override {
    const unsigned cases = current_session().cases;
    write_record(line_of(protocol::end_record{current_session().nonce,
                                              cases > 0 && passed_ == cases && findings().empty(),
                                              cases, stats.numTestCasesFailed}));
  }

  void report_query(const doctest::QueryData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  void count(bool passed) {
    session& state = current_session();
    ++state.cases;
    if (passed) {
      ++passed_;
    } else if (!failures_.empty()) {
      ++state.failed_cases;
    } else if (std::strcmp(state.test_case->m_test_suite, "time") != 0) {
      ++state.undecided_cases;
      if (state.first_undecided.empty()) state.first_undecided = state.not_decided;
    }
  }

  void add_failure(const std::string& message, const char* file, int line) {
    session& state = current_session();
    if (state.failed_suite.empty()) state.failed_suite = state.test_case->m_test_suite;
    failures_.push_back({message, file, static_cast<unsigned>(line), state.cause.place.file,
                         state.cause.place.line, state.cause.launch_of, state.cause.name,
                         state.cause.occurrence, state.cause.seen_from});
    state.cause = {};
  }

  std::vector<protocol::case_failure> failures_;  // of the test case that runs now
  unsigned passed_ = 0;
};

REGISTER_LISTENER("records", 0, record_listener);

}  // namespace

void record_trial(const std::string& trial) {
  const doctest::TestCaseData& test_case = *current_session().test_case;
  write_record(line_of(protocol::trial_record{test_case.m_test_suite, test_case.m_name, trial}));
}

void record_measurement(const std::string& what, const char* relation, double bound,
                        double measured) {
  const doctest::TestCaseData& test_case = *current_session().test_case;
  if (std::string("properties") != test_case.m_test_suite) return;  // results are right or wrong
  if (current_session().explaining) return;                         // it is known
  write_record(line_of(protocol::measurement{test_case.m_name, what, relation, bound, measured}));
}

void record_alternative(std::uint64_t number, bool succeeds) {
  write_record("{\"type\":\"alternative\",\"number\":" + std::to_string(number) +
               ",\"succeeds\":" + (succeeds ? "true" : "false") + "}\n");
}

void record_time(double milliseconds, double bytes, double peak_gigabytes_per_second,
                 const std::string& rival, double rival_milliseconds) {
  write_record(line_of(protocol::timing{current_session().test_case->m_name, milliseconds, bytes,
                                        peak_gigabytes_per_second, rival, rival_milliseconds}));
}

void record_model_time(protocol::modelled_timing modelled) {
  modelled.what = current_session().test_case->m_name;
  write_record(line_of(modelled));
}

}  // namespace lockstep::grader
