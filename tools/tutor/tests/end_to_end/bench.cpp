// bench: kernels are timed, and what was measured is kept.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "driver.hpp"
#include "support/text.hpp"

namespace {

using lockstep::tutor::lines_of;
using json = nlohmann::ordered_json;

// The library is only named: the fixture's bench program needs no GPU.
outcome bench(const std::string& arguments, const std::string& environment = {}) {
  return fixture::instance().tutor("bench --backend build/tools/emulator/src " + arguments,
                                   environment);
}

bool says(const std::string& text, const std::string& part) {
  CAPTURE(text);
  CAPTURE(part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("times as a table, with remarks; progress goes to standard error") {
  const outcome got = bench("1");
  CHECK(got.code == 0);
  check_golden("bench", got.out);
  CHECK(got.err ==
        "--records\n"
        "01_first: about 4 cases to measure\n"
        "01_first: 1 of 4  read only, int sum, 2^24, dram, 20.00 us\n"
        "01_first: 2 of 4  CUB, int sum, 2^24, dram, 25.00 us\n"
        "01_first: 3 of 4  01 slow, int sum, 2^24, dram, 50.00 us\n"
        "01_first: 4 of 4  02 fast, int sum, 2^24, dram, 20.50 us\n");
}

TEST_CASE("what is asked for reaches the program") {
  CHECK(says(bench("--sizes 2^10-2^12,5 --types int,float --kernels fast --spread 0.5").err,
             "--sizes 2^10,2^11,2^12,5 --types int,float --kernels fast --spread 0.5 --records\n"));
  CHECK(says(bench("--quick --sizes 7").err,
             "--sizes 7 --types int --operations sum --residency dram --records\n"));
}

TEST_CASE("an interrupted run keeps what it has, and another one goes on") {
  const outcome cut = bench("--quick", "BENCH=interrupt");
  CHECK(cut.code == 128 + 15);
  CHECK(says(cut.err, "interrupted; 3 results kept in COURSE/build/bench/records.jsonl"));
  CHECK(says(cut.out, "Stopped early: 3 of about 4 cases were measured."));
  const outcome rest = bench("--resume");
  CHECK(rest.code == 0);
  CHECK(says(rest.err, "--residency dram --records --skip 1\n"));
  CHECK(says(rest.err, "01_first: about 2 cases to measure\n"));
  CHECK(says(rest.out, "02 fast"));
  CHECK_FALSE(says(rest.out, "Cut short"));
  const outcome nothing = bench("--resume");
  CHECK(nothing.code == 0);
  CHECK(nothing.err.empty());
  CHECK(bench("--resume --sizes 9").code == 64);
}

TEST_CASE("half a line, as a machine leaves it that loses power, is no obstacle") {
  bench("", "BENCH=interrupt");
  auto& course = fixture::instance();
  course.shell("printf '{\"record\":\"resu' >>build/bench/records.jsonl");
  const outcome rest = bench("--resume --json -");
  CHECK(json::parse(rest.out).at("chapters").at(0).at("results").size() == 4);
  // The group that was cut short is measured again, as a whole.
  CHECK(course.shell("grep -c resu build/bench/records.jsonl").out == "5\n");
}

TEST_CASE("an interrupted run keeps what it has, also where the driver has threads of its own") {
  auto& course = fixture::instance();
  const outcome made = course.shell(
      "mkdir -p driver toolkit/bin toolkit/lib64 && touch toolkit/lib64/libcudart.so.13 && "
      "printf '#!/bin/sh\n' >toolkit/bin/nvcc && chmod +x toolkit/bin/nvcc && "
      "c++ -shared -fPIC -pthread -x c++ -o driver/libcuda.so.1 - <<'END'\n"
      "#include <unistd.h>\n#include <cstring>\n#include <thread>\n"
      "extern \"C\" int cuInit(unsigned) {\n"
      "  return std::thread([] { for (;;) pause(); }).detach(), 0;\n}\n"
      "extern \"C\" int cuDeviceGetCount(int* count) { return *count = 1, 0; }\n"
      "extern \"C\" int cuDeviceGetName(char* name, int, int) { return strcpy(name, \"G\"), 0; }\n"
      "extern \"C\" int cuDriverGetVersion(int* version) { return *version = 13000, 0; }\n"
      "END\ntest -e driver/libcuda.so.1");
  REQUIRE(made.code == 0);
  const outcome cut = course.tutor(
      "bench --backend gpu --quick",
      "BENCH=interrupt LD_LIBRARY_PATH=\"$PWD/driver\" NVCC=\"$PWD/toolkit/bin/nvcc\"");
  CHECK(cut.code == 128 + 15);
  CHECK(says(cut.err, "interrupted; 3 results kept in"));
}

TEST_CASE("a run is not taken up on another GPU") {
  bench("", "BENCH=interrupt");
  const outcome got = bench("--resume", "GPU=G200");
  CHECK_MESSAGE(got.code == 5, got.out);
  CHECK(says(got.err, "started on another GPU (G100, but this is G200)"));
  CHECK(says(bench("--resume").err, "01_first: about 2 cases to measure\n"));
}

TEST_CASE("a program that crashes loses nothing of what it measured") {
  const outcome got = bench("", "BENCH=crash");
  CHECK(got.code == 2);
  CHECK(says(got.err, "01_first crashed: Aborted (SIGABRT)"));
  CHECK(says(got.err, "2 results kept"));
  CHECK(says(got.out, "Stopped early: 2 of about 4 cases were measured."));
}

TEST_CASE("lines that are no records are told, and not kept") {
  const outcome got = bench("--keep kept.jsonl", "BENCH=malformed");
  CHECK(got.code == 0);
  CHECK(says(got.out, "1 line is no record: CUDA says something"));
  CHECK(fixture::instance().shell("grep -c CUDA.says kept.jsonl").out == "0\n");
}

TEST_CASE("a wrong result is not timed, and the run fails") {
  const outcome got = bench("", "BENCH=wrong");
  CHECK(got.code == 3);
  CHECK(says(got.out, "WRONG, and so not timed: 02 fast, int sum, 2^24, dram"));
}

TEST_CASE("a full disk ends the run") {
  const outcome got = bench("--keep /dev/full");
  CHECK(got.code == 5);
  CHECK(says(got.err, "cannot write /dev/full: No space left on device"));
}

TEST_CASE("results as CSV, of chosen columns, and as JSON, of a run that is over") {
  bench("--keep kept.jsonl");
  const std::string from = "bench --from kept.jsonl ";
  auto& course = fixture::instance();
  const outcome csv = course.tutor(from + "--csv - --columns kernel,gbps,read_ceiling_gbps");
  CHECK(csv.out ==
        "# One G100, long ago\n"
        "# ./lockstep --backend emulator bench --from kept.jsonl --csv - --columns "
        "kernel,gbps,read_ceiling_gbps\n"
        "# Medians of a launch; docs/bench.md says how it is measured.\n"
        "kernel,gbps,read_ceiling_gbps\n"
        "read only,3355.4,\nCUB,2684.4,3355.4\n01 slow,1342.2,3355.4\n02 fast,3273.6,3355.4\n");
  const json root = json::parse(course.tutor(from + "--json -").out);
  CHECK(root.at("complete") == true);
  CHECK(root.at("machine").at("device") == "G100");
  CHECK(root.at("chapters").at(0).at("results").at(3).at("against_cub") == 25 / 20.5);
  // Through a link: what replaces it must not replace the device.
  CHECK(course.shell("ln -sf /dev/full full && \"$TUTOR\" " + from + "--csv full").code == 5);
}

TEST_CASE("a part of a run that is over; a part that it does not have is told") {
  bench("--keep kept.jsonl");
  auto& course = fixture::instance();
  const std::string from = "bench --from kept.jsonl --csv - --columns kernel ";
  CHECK(says(course.tutor(from + "--kernels slow").out, "\nread only\nCUB\n01 slow\n"));
  const outcome none = course.tutor(from + "--sizes 2^10");
  CHECK(none.code == 64);
  CHECK(says(none.err, "no result in kept.jsonl matches the options"));
}

TEST_CASE("two runs side by side: what changed by more than it scatters is told") {
  bench("--keep monday.jsonl");
  auto& course = fixture::instance();
  course.shell(
      "sed 's/\"us\":25,/\"us\":26,/; s/\"us\":50,/\"us\":52,/' monday.jsonl >tuesday.jsonl");
  const outcome got = course.tutor("bench --from tuesday.jsonl --against monday.jsonl");
  CHECK(got.code == 0);
  CHECK(says(got.out, "Before: One G100, long ago\n"));
  CHECK(says(got.out,
             "Changed by more than both spreads: CUB, int sum, 2^24, dram (4.0 % slower)\n"));
  CHECK(says(got.out, "01 slow    52.00     7.5   1291     32.3        38.5  0.48   0.962\n"));
  CHECK(course.tutor("bench --from tuesday.jsonl --against nowhere").code == 5);
}

TEST_CASE("what is not known has near matches, before anything is built or run") {
  struct mistake {
    const char *arguments, *advice;
  };
  for (const auto& [arguments, advice] :
       {mistake{"01_frist", "Did you mean 01_first"},
        mistake{"--types flaot", "Did you mean float"}, mistake{"--operations mix", "max"},
        mistake{"--residency l1", "Did you mean l2"}, mistake{"--sizes 2^99", "2^10-2^30"},
        mistake{"--sizes 8-4", "The smaller end comes first"}, mistake{"--spread 0", ""},
        mistake{"--csv x --columns gpbs", "Did you mean gbps"}}) {
    CAPTURE(arguments);
    const outcome got = bench(arguments);
    CHECK(got.code == 64);
    CHECK(says(got.err, advice));
  }
}

TEST_CASE("the emulator has no clock") {
  const outcome got = fixture::instance().tutor("bench");
  CHECK(got.code == 5);
  CHECK(says(got.err, "the emulator cannot time kernels"));
  CHECK(says(got.err, "./lockstep profile"));
}

TEST_CASE("constants are measured on a GPU only") {
  const outcome got = fixture::instance().tutor("bench calibrate");
  CHECK(got.code == 5);
  CHECK(says(got.err, "the emulator cannot time kernels"));
  CHECK(says(got.err, "docs/data/h200_clock.csv"));
}

TEST_CASE("constants as a table, or as a file that is written when all are known") {
  auto& course = fixture::instance();
  const outcome table = bench("calibrate");
  CHECK(table.code == 0);
  CHECK(table.out == "sm_clock 1000 MHz\n");
  const outcome file = bench("calibrate --csv constants.csv --only shared");
  CHECK(file.code == 0);
  CHECK(file.out.empty());
  CHECK(file.err == "1 constant in constants.csv\n");
  CHECK(has(course.shell("cat constants.csv").out, "# calibrate --csv --only shared\n"));
  CHECK(has(bench("calibrate --csv -").out, "\nsm_clock,1000,MHz\n"));
  CHECK(bench("calibrate --csv /dev/full").code == 5);
  CHECK(bench("calibrate --csv broken.csv --only nothing").code == 64);
  CHECK(course.shell("test -e broken.csv").code == 1);
}

TEST_CASE("plots are python's, and its absence is told before anything is measured") {
  auto& course = fixture::instance();
  course.shell(
      "mkdir -p with without && printf '#!/bin/sh\\necho \"$@\" >&2\\n' >with/python3 && "
      "printf '#!/bin/sh\\nexit 1\\n' >without/python3 && chmod +x with*/python3");
  const outcome without = bench("--svg plots", "PATH=\"$PWD/without:$PATH\"");
  CHECK(without.code == 5);
  CHECK(says(without.err, "apt-get install python3-matplotlib"));
  CHECK_FALSE(says(without.err, "cases to measure"));
  CHECK(says(bench("--svg plots", "PATH=\"$PWD/with:$PATH\"").err,
             "COURSE/tools/book/book bench-plots COURSE/build/bench/records.jsonl plots\n"));
}
