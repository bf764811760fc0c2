// Programs: the course's own, and any other, on a back end.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

outcome tutor(const std::string& arguments, const std::string& environment = {}) {
  return fixture::instance().tutor(arguments, environment);
}

outcome with_demo(const std::string& before, const std::string& after = {}) {
  return tutor(before + " " + demo + " " + after);
}

}  // namespace

TEST_CASE("a chapter's program runs by its name, with its arguments and its own exit code") {
  CHECK(tutor("run 1/demo").out == "The demo of the first chapter.\n");
  CHECK(tutor("run 01_first/demo -- --size 5").out ==
        "The demo of the first chapter.\nargument --size\nargument 5\n");
  CHECK(tutor("run 1/demo -- exit 42").code == 42);
}

TEST_CASE("a chapter runs all its programs in order, to the end; the first failure is its code") {
  const std::string both =
      "01_first/more\n\nMore of the first chapter.\n"
      "\n01_first/demo\n\nThe demo of the first chapter.\n";
  CHECK(tutor("run 1").out == both);
  const outcome failed = tutor("run 01_first", "MORE_ENDS_WITH=3");
  CHECK(failed.code == 3);
  CHECK(failed.out.find("01_first/more ended with code 3\n") != std::string::npos);
  CHECK(failed.out.find("The demo of the first chapter.\n") != std::string::npos);
  const outcome vague = tutor("run 1 -- exit 42");
  CHECK(vague.code == 64);
  CHECK(vague.err.find("as in 01_first/more") != std::string::npos);
}

TEST_CASE("demo runs the headline of every chapter") {
  CHECK(tutor("demo").out == "01_first  The first steps\n\nMore of the first chapter.\n");
}

TEST_CASE("exec passes everything on: arguments that look like ours, and the exit code") {
  const outcome got = with_demo("exec", "--json --backend gpu");
  CHECK(got.code == 0);
  CHECK(got.out.find("argument --json\nargument --backend\nargument gpu\n") != std::string::npos);
  CHECK(with_demo("exec", "exit 9").code == 9);
}

TEST_CASE("the back end is the folder or the file of a library, too") {
  auto& course = fixture::instance();
  for (const char* path :
       {"build/tools/emulator/src", "build/tools/emulator/src/libcudart.so.13"}) {
    CHECK(course.tutor(std::string("exec --backend ") + path + " " + demo).code == 0);
  }
  const outcome got = course.tutor(std::string("exec --backend runtime ") + demo);
  CHECK(got.code == 5);
  CHECK(got.err.find("there is no libcudart.so.13 there") != std::string::npos);
}

TEST_CASE("a profile as a table") {
  const outcome got = with_demo("profile");
  CHECK(got.code == 0);
  check_golden("profile", got.out);
}

TEST_CASE("a profile as JSON, apart from what the program prints") {
  const outcome got = with_demo("profile --json --device kepler");
  const json root = json::parse(got.out);
  CHECK(root.at("device") == "kepler");
  CHECK(root.at("launches").size() == 2);
  CHECK(root.at("launches").at(0).at("registers") == 16);
  CHECK(got.err == "The demo of the first chapter.\n");
}

TEST_CASE("a profile of each launch, and of chosen kernels") {
  check_golden("profile_launches", with_demo("profile --launches --kernel squ").out);
  const outcome none = with_demo("profile --kernel cube");
  CHECK(none.code == 0);
  CHECK(none.out.find("launched no kernel whose name matches cube") != std::string::npos);
  CHECK(with_demo("profile --kernel '('").code == 64);
}

TEST_CASE("what cut a kernel short is told beside its profile") {
  const outcome got = with_demo("profile --csv", "race");
  CHECK(got.err.find("error: race: a write past the end") != std::string::npos);
  CHECK(got.out.find("race") == std::string::npos);
}

TEST_CASE("metrics by a profiler's names, as text, CSV and JSON") {
  const std::string names = "--metrics branch_efficiency,gst_efficiency,achieved_occupancy";
  check_golden("profile_metrics", with_demo("profile " + names).out);
  CHECK(with_demo("profile --csv " + names).out ==
        "kernel,grid,block,branch_efficiency,gst_efficiency,achieved_occupancy\n"
        "\"void square<512>(int*, int)\",32768,512,80,,needs a GPU\n"
        "\"void square<512>(int*, int)\",32768,512,80,,needs a GPU\n");
  const json root = json::parse(with_demo("profile --json " + names).out);
  const json& metrics = root.at("launches").at(1).at("metrics");
  CHECK(metrics.at("branch_efficiency") == 80.0);
  CHECK(metrics.at("gst_efficiency").is_null());
  CHECK(root.at("needs_gpu") == json({"achieved_occupancy"}));
}

TEST_CASE("a metric that is not known has near ones") {
  const outcome got = with_demo("profile --metrics gld_eficiency");
  CHECK(got.code == 64);
  CHECK(got.err.find("there is no metric gld_eficiency\n  Did you mean gld_efficiency") !=
        std::string::npos);
  CHECK(tutor("profile --list-metrics").out.find("inst_per_warp") != std::string::npos);
}

TEST_CASE("how the emulator is to run reaches it, and nonsense does not") {
  const outcome got = tutor("exec --schedule adversarial --seed 7 --workers 2 --timeout 1.5 " +
                            std::string(demo) + " environment");
  CHECK(got.out.find("adversarial 7 2 1.5\n") != std::string::npos);
  for (const char* wrong : {"--schedule random", "--workers 0", "--timeout -1", "--seed x"}) {
    CAPTURE(wrong);
    CHECK(with_demo(std::string("exec ") + wrong).code == 64);
  }
}

TEST_CASE("a check that finds something exits with 6 and says where") {
  const outcome got = with_demo("check", "race");
  CHECK(got.code == 6);
  check_golden("check", got.out);
  const json root = json::parse(with_demo("check --json", "race").out);
  CHECK(root.at("program_exit") == 0);
  CHECK(root.at("findings").at(0).at("kind") == "race");
}

TEST_CASE("a check that finds nothing prints one line, or says that the program failed") {
  const outcome clean = with_demo("check", "exit 0");
  CHECK(clean.code == 0);
  CHECK(clean.out ==
        "no findings: no kernel was launched, memcheck racecheck initcheck synccheck\n");
  const outcome got = with_demo("check", "abort");
  CHECK(got.code == 134);
  CHECK(got.out.find("The program crashed: Aborted (SIGABRT).\n") == 0);
}

TEST_CASE("which checks, and how strict, reaches the emulator; nonsense does not") {
  CHECK(with_demo("check --tool racecheck,memcheck --strict --leaks", "checks")
            .out.find("racecheck,memcheck 1 1 10\n") == 0);
  CHECK(with_demo("check --tool racecheck --tool all", "checks")
            .out.find("memcheck,racecheck,initcheck,synccheck 0 0 10\n") == 0);
  for (const char* wrong :
       {"--tool fastcheck", "--schedules 0", "--suppress rase", "--schedules 2 --seed 1"}) {
    CAPTURE(wrong);
    CHECK(with_demo(std::string("check ") + wrong).code == 64);
  }
  CHECK(
      with_demo("check --no-keep-going --tool racecheck", "checks").out.find("racecheck 0 0 0\n") !=
      std::string::npos);
}

TEST_CASE(
    "a kernel that never ends has an exit code of its own, whatever the program makes of it") {
  const outcome got = with_demo("exec --timeout 0.1", "hang");
  CHECK(got.code == 4);
}

TEST_CASE("what is suppressed is counted, and a rule that holds nothing back is pointed out") {
  const outcome got = with_demo("check --suppress race:demo.cpp --suppress leak", "race");
  CHECK(got.code == 0);
  CHECK(got.out.find("no findings, 1 suppressed: ") != std::string::npos);
  CHECK(got.err == "lockstep: note: --suppress leak matched no finding\n");
}

TEST_CASE("orders whose results differ are told, and words that always change are not") {
  const outcome got = with_demo("check --schedules 2", "order");
  CHECK(got.code == 6);
  check_golden("check_schedules", got.out.substr(got.out.find("results differ")));
  CHECK(with_demo("check --schedules 3", "race").out.find("seen in") == std::string::npos);
}

TEST_CASE("a program with locks runs in a second order, which is bounded and can be declined") {
  const outcome found = with_demo("check", "lock fails");
  CHECK(found.code == 6);
  check_golden("check_second_order", found.out);
  const outcome clean = with_demo("check", "lock");
  CHECK(clean.code == 0);
  check_golden("check_locks_clean", clean.out);
  const outcome late = with_demo("check", "lock hangs");
  CHECK(late.code == 0);
  CHECK(late.out.find("as much of the adversarial one as time allowed") != std::string::npos);
  CHECK(with_demo("check --schedule natural", "lock fails").out.find("adversarial") ==
        std::string::npos);
  const json root = json::parse(with_demo("check --json", "lock fails").out);
  CHECK(root.at("runs").size() == 2);
  CHECK(root.at("output_compared") == false);
  CHECK(root.at("findings").at(0).at("seen_in").at(0).at("schedule") == "adversarial");
}

TEST_CASE("findings as test results for other tools") {
  auto& course = fixture::instance();
  CHECK(with_demo("check --junit results.xml", "race").code == 6);
  const outcome got = course.shell("cat results.xml");
  CHECK(got.out.find("<failure message=\"error: race: a write past the end\" type=\"race\">") !=
        std::string::npos);
  CHECK(with_demo("check --junit /dev/null/results.xml", "race").code == 5);
}

TEST_CASE("a program that cannot run here: one message, what to do, exit code 5") {
  struct obstacle {
    const char *program, *message, *advice;
  };
  for (const auto& [program, message, advice] :
       {obstacle{"nothing", "there is no file nothing", "Check the path"},
        obstacle{"build", "build is a folder", "executable itself"},
        obstacle{"course.toml", "is not an executable", "chmod +x"},
        obstacle{"bin/meson", "it is not an ELF executable", "nvcc"},
        obstacle{"build/tools/graders/grader.o", "is not an executable", ""},
        obstacle{"build/static_runtime", "has the CUDA runtime linked statically",
                 "-cudart shared"},
        obstacle{"build/with_cublas", "cuBLAS (libcublas.so.13) has its own CUDA runtime inside",
                 "--anyway"},
        obstacle{"build/with_own_runtime", "libown.so has its own CUDA runtime inside", "--anyway"},
        obstacle{"build/with_driver", "uses the CUDA driver API, and the emulator's libcuda.so.1",
                 "builds it"},
        obstacle{"build/old_runtime", "needs libcudart.so.12, not libcudart.so.13", "CUDA 13"}}) {
    for (const char* command : {"exec", "profile", "check"}) {
      CAPTURE(program);
      const outcome got = tutor(std::string(command) + " " + program);
      CHECK(got.code == 5);
      CHECK_MESSAGE(got.err.find(message) != std::string::npos, got.err);
      CHECK_MESSAGE(got.err.find(advice) != std::string::npos, got.err);
    }
  }
}

TEST_CASE("--anyway runs a program whose libraries need a GPU") {
  const outcome got = tutor("exec --anyway build/with_cublas");
  CHECK(got.code == 0);
  CHECK(got.out == "More of the first chapter.\n");
}

TEST_CASE("a program cut short is damaged, not a crash") {
  auto& course = fixture::instance();
  course.shell(std::string("head -c 5000 ") + demo + " >cut && chmod +x cut");
  const outcome got = tutor("profile cut");
  CHECK(got.code == 5);
  CHECK(got.err.find("damaged or truncated") != std::string::npos);
}

TEST_CASE("what the back end refuses is its message, and exit code 5") {
  for (const char* command : {"profile", "check"}) {
    const outcome got = with_demo(command, "refuse no_ptx");
    CHECK(got.code == 5);
    CHECK(got.err == "lockstep: refused because of no_ptx\n");
  }
  // Here the back end has told it already.
  CHECK(with_demo("exec", "refuse no_ptx").code == 5);
}

TEST_CASE("a program that copes without a call that was refused has its profile") {
  const outcome got = with_demo("profile", "refuse unsupported_call");
  CHECK(got.code == 0);
  CHECK(got.err == "lockstep: note: refused because of unsupported_call\n");
  CHECK(with_demo("exec", "refuse unsupported_call").code == 0);
}

TEST_CASE("a program without CUDA has no profile") {
  const outcome got = tutor("profile /bin/true");
  CHECK(got.code == 5);
  CHECK(got.err.find("never used the CUDA runtime library") != std::string::npos);
}
