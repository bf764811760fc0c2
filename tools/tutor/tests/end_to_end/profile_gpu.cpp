// A profile on a GPU, with a driver, an ncu and what it once wrote in place of the real ones.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

// `says`: a file of the course's recorded/, and other settings of bin/ncu.
outcome profile(const std::string& says, const std::string& arguments) {
  auto& course = fixture::instance();
  course.shell("mkdir -p lib && cp build/tools/emulator/src/libcudart.so.13 lib/");
  return course.shell("\"$TUTOR\" --backend gpu profile " + arguments + " " + demo,
                      "LOCKSTEP_NCU=\"$PWD/bin/ncu\" NVCC=\"$PWD/bin/nvcc\" LD_LIBRARY_PATH=\"$PWD/"
                      "build/driver\" NCU_LOG=\"$PWD/build/ncu.log\" NCU_SAYS=" +
                          says);
}

}  // namespace

TEST_CASE("a GPU's counters beside the emulator's") {
  const outcome got = profile("square.log", "");
  CHECK(got.code == 0);
  check_golden("profile_gpu", got.out);
  CHECK(has(got.err, "did not count smsp__thread_inst_executed_per_inst_executed.pct, "));
}

TEST_CASE("ncu leaves the clocks alone and is asked for what is shown, of the kernels asked for") {
  fixture::instance().shell("rm -f build/ncu.log");
  profile("square.log", "--metrics inst_per_warp,branch --kernel squ");
  const outcome asked = fixture::instance().shell("cat build/ncu.log");
  CHECK(has(asked.out,
            "--clock-control none --metrics smsp__average_inst_executed_per_warp.ratio "
            "--csv "));
  CHECK(has(asked.out, " --kernel-name-base demangled --kernel-name regex:squ "));
  CHECK(has(asked.out, "/01_first_demo\n"));
}

TEST_CASE("the first launch of each kernel alone") {
  const outcome got = profile("square.log", "--first --csv --metrics inst_per_warp");
  CHECK(got.out ==
        "kernel,grid,block,launch,metric,gpu,emulator,difference,cause\n"
        "\"void square<512>(int*, int)\",32768,512,1,inst_per_warp,304.94,100,-204.94,ptx\n");
  CHECK(has(fixture::instance().shell("tail -n 1 build/ncu.log").out,
            "--kernel-name-base mangled --kernel-id ::regex:.*:1 "));
}

TEST_CASE("as JSON, apart from all else") {
  const auto root = nlohmann::ordered_json::parse(
      profile("square.log", "--json --metrics ipc,gpu__time_duration,inst_per_warp").out);
  CHECK(root.at("device") == "NVIDIA H200");
  CHECK(root.at("emulator_device") == "h200");
  const auto& metrics = root.at("launches").at(1).at("metrics");
  CHECK(metrics.at("inst_per_warp").at("gpu") == 304.94);
  CHECK(metrics.at("inst_per_warp").at("emulator") == 100);
  CHECK(metrics.at("inst_per_warp").at("cause") == "ptx");
  CHECK(metrics.at("ipc").at("gpu").is_null());
}

TEST_CASE("who may not read counters learns what an administrator does") {
  const outcome got = profile("no_permission.log", "");
  CHECK(got.code == 5);
  CHECK(got.out.empty());
  CHECK(has(got.err, "this user may not read the GPU's counters (ERR_NVGPUCTRPERM)"));
  CHECK(has(got.err, "NVreg_RestrictProfilingToAdminUsers=0"));
}

TEST_CASE("an ncu that does not know the GPU") {
  const outcome got = profile("unsupported.log", "");
  CHECK(got.code == 5);
  CHECK(has(got.err, "this ncu does not know the GPU (NVIDIA H200)"));
}

TEST_CASE("a program that fails under ncu is told, and has no table") {
  const outcome got = profile("failed.log NCU_CODE=64", "");
  CHECK(got.code == 2);
  CHECK(got.out.empty());
  CHECK(has(got.err, "under ncu the program ended with code 64"));
}

TEST_CASE("no kernel of that name") {
  const outcome got = profile("none_match.log", "--kernel cube");
  CHECK(got.code == 0);
  CHECK(has(got.out, "launched no kernel whose name matches cube"));
}

TEST_CASE("without ncu, or with a wrong one, it says where one comes from") {
  auto& course = fixture::instance();
  const outcome wrong = course.shell(std::string("\"$TUTOR\" --backend gpu profile ") + demo,
                                     "NVCC=\"$PWD/bin/nvcc\" LD_LIBRARY_PATH=\"$PWD/build/driver\" "
                                     "LOCKSTEP_NCU=/no/ncu");
  CHECK(wrong.code == 5);
  CHECK(has(wrong.err, "LOCKSTEP_NCU: /no/ncu is not a program"));
}

TEST_CASE("without a GPU, or without ncu, a profile on it is not to be had") {
  const outcome got = fixture::instance().shell(
      std::string("\"$TUTOR\" --backend gpu profile ") + demo, "LOCKSTEP_NCU=/no/ncu");
  CHECK(got.code == 5);
  CHECK(got.out.empty());
}

TEST_CASE("lines are counted on the emulator") {
  const outcome got = profile("square.log", "--by-line");
  CHECK(got.code == 64);
  CHECK(has(got.err, "--by-line counts on the emulator only"));
}
