// The records of a run, one JSON object a line (docs/interfaces.md, section 2). They go to a
// descriptor of their own, so that whatever the code under test prints cannot be mixed up with
// them. Without a reader this does nothing.
#include <doctest/doctest.h>
#include <lockstep/observe.hpp>

#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <string>

#include "findings.hpp"
#include "session.hpp"

namespace lockstep::grader {

extern const char* const exercise;

namespace {

using nlohmann::json;

void write_record(const json& record) {
  if (current_session().result_descriptor < 0) return;
  const std::string line = record.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
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
    write_record({{"type", "begin"},
                  {"exercise", exercise},
                  {"seed", current_session().seed},
                  {"backend", backend_name()}});
  }

  void test_case_start(const doctest::TestCaseData& test_case) override {
    current_session().test_case = &test_case;
    current_session().not_decided.clear();
    failures_ = json::array();
  }

  void log_message(const doctest::MessageData& message) override {
    if (message.m_severity == doctest::assertType::is_warn) return;
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
    json record = case_record("case");
    const std::string& not_decided = current_session().not_decided;
    const bool passed = failures_.empty() && not_decided.empty();
    record["passed"] = passed;
    record["failures"] = failures_;
    if (!not_decided.empty()) record["undecided"] = not_decided;
    write_record(record);
    ++cases_;
    if (passed) ++passed_;
  }

  void test_run_end(const doctest::TestRunStats& stats) override {
    write_record({{"type", "end"},
                  {"nonce", current_session().nonce},
                  {"passed", cases_ > 0 && passed_ == cases_ && findings().empty()},
                  {"cases", cases_},
                  {"failed", stats.numTestCasesFailed}});
  }

  void report_query(const doctest::QueryData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

  static json case_record(const char* type) {
    const doctest::TestCaseData& test_case = *current_session().test_case;
    return {{"type", type}, {"suite", test_case.m_test_suite}, {"name", test_case.m_name}};
  }

 private:
  void add_failure(const std::string& message, const char* file, int line) {
    session& state = current_session();
    if (state.failed_suite.empty()) state.failed_suite = state.test_case->m_test_suite;
    failures_.push_back({{"message", message}, {"file", file}, {"line", line}});
  }

  json failures_ = json::array();  // of the test case that runs now
  unsigned cases_ = 0, passed_ = 0;
};

REGISTER_LISTENER("records", 0, record_listener);

}  // namespace

void record_trial(const std::string& trial) {
  json record = record_listener::case_record("trial");
  record["trial"] = trial;
  write_record(record);
}

void record_measurement(const std::string& what, const char* relation, double bound,
                        double measured) {
  json record = record_listener::case_record("measured");
  if (record["suite"] != "properties") return;  // results are right or wrong
  record.update({{"what", what}, {"relation", relation}, {"bound", bound}, {"measured", measured}});
  write_record(record);
}

void record_time(double milliseconds, double bytes, double peak_gigabytes_per_second,
                 const std::string& rival, double rival_milliseconds) {
  json record = record_listener::case_record("time");
  record.update({{"milliseconds", milliseconds},
                 {"bytes", bytes},
                 {"peak_gigabytes_per_second", peak_gigabytes_per_second}});
  if (!rival.empty()) record.update({{"rival", rival}, {"rival_milliseconds", rival_milliseconds}});
  write_record(record);
}

}  // namespace lockstep::grader
