// Sticky errors and others. The mistakes are deliberate: a check reports each of them, and is
// right.
#include "errors.cuh"

using namespace lockstep;

namespace {

constexpr const char* usage =
    "options: [--csv]\n"
    "  --csv  the codes as CSV, and nothing else\n"
    "Nine deliberate mistakes, each in a process of its own.\n";

// One row per question, one column per mistake.
table codes_table(const std::vector<std::vector<cudaError_t>>& codes, bool sticky) {
  std::vector<column> columns{{"asked in this order", "", align::left}};
  std::vector<std::size_t> shown;
  for (std::size_t m = 0; m < std::size(errors::mistakes); ++m) {
    if (errors::mistakes[m].sticky != sticky) continue;
    columns.push_back({errors::mistakes[m].short_name});
    shown.push_back(m);
  }
  table t(columns);
  for (std::size_t q = 0; q < errors::question_count; ++q) {
    std::vector<std::string> row{errors::questions[q]};
    for (const std::size_t m : shown)
      row.push_back(codes[m].empty() ? "?" : std::to_string(static_cast<int>(codes[m][q])));
    t.add(row);
  }
  return t;
}

void print_csv(const std::vector<std::vector<cudaError_t>>& codes) {
  table t({{"mistake"}, {"question"}, {"code"}, {"name"}});
  for (std::size_t m = 0; m < codes.size(); ++m) {
    for (std::size_t q = 0; q < codes[m].size(); ++q) {
      t.add({errors::mistakes[m].name, errors::questions[q],
             std::to_string(static_cast<int>(codes[m][q])), cudaGetErrorName(codes[m][q])});
    }
  }
  t.print_csv(std::cout);
}

int run(options& given) {
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  std::vector<std::vector<cudaError_t>> codes;
  bool right = true;
  for (const errors::mistake& m : errors::mistakes) {
    codes.push_back(errors::provoke(m));
    right = right && errors::behaves_as_expected(m, codes.back());
  }
  if (csv) {
    std::cout << csv_heading(
        given, "Each mistake in a process of its own; what the runtime answered afterwards.");
    print_csv(codes);
    return right ? passed : wrong_result;
  }

  std::cout
      << one_line(describe_device())
      << "\n\nNine deliberate mistakes, each in a process of its own, which then tries to go on.\n"
         "Predict: which can it survive? And which are known at the call that made them?\n\n";
  codes_table(codes, false).print(std::cout);
  std::cout << "\n";
  codes_table(codes, true).print(std::cout);
  std::vector<cudaError_t> met;
  for (const auto& one : codes) met.insert(met.end(), one.begin(), one.end());
  std::sort(met.begin(), met.end());
  met.erase(std::unique(met.begin(), met.end()), met.end());
  std::cout << "\n";
  for (const cudaError_t code : met)
    std::cout << "  " << static_cast<int>(code) << "  " << cudaGetErrorName(code) << ": "
              << cudaGetErrorString(code) << "\n";
  std::cout << "\nWhy: a call that cannot be done is refused at once, and nothing else is changed: "
               "fetch the\n"
               "error, and go on. A kernel fails while it runs, when the launch has long returned: "
               "the error\n"
               "appears at a later call. Its context is lost, and all calls that need it fail from "
               "then on,\n"
               "however often the error is fetched. That is what sticky means. A reset is no way "
               "back: on an\n"
               "H200 it says success, and the process gets no new context (46). End it, and start "
               "another.\n";
  if (!right) std::cout << "\nAt least one mistake did not behave as this text says.\n";
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"errors", errors::answer}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
