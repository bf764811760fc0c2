// A program of the fixture: does what its arguments say.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" void mock_record(const char* record);
extern "C" void mock_hang(const char* file, int line);
extern "C" void mock_finding(const char* kind, const char* file, int line);

namespace {

// One launch of two blocks of 40 threads, of whose first warp four steps are told, and one by it.
void trace(bool ends) {
  mock_record(
      R"json({"type":"trace_launch","launch":1,"at":1,"kernel":"square(int*)","grid":[2,1,1],"block":[40,1,1],"traced":true,"by":null})json");
  const char* const steps[] = {
      R"json("step":1,"at":2,"kind":"load","op":"ld.global.u32","line":1,"active":4294967295,"accesses":[{"space":"global","lanes":4294967295,"bytes":4,"addresses":[0],"allocation":5,"sectors":4}])json",
      R"json("step":2,"at":3,"kind":"branch","op":"bra","line":2,"active":4294967295,"executing":65535,"split":[65535,4294901760])json",
      R"json("step":3,"at":4,"kind":"other","op":"add.u32","line":3,"active":65535)json",
      R"json("step":4,"at":5,"kind":"exit","op":"ret","line":4,"active":4294967295,"met":[65535,4294901760])json"};
  for (const char* step : steps)
    mock_record((R"json({"type":"trace_step","launch":1,"block":[0,0,0],"warp":0,"file":")json" +
                 std::string(__FILE__) + "\"," + step + "}")
                    .c_str());
  mock_record(R"json({"type":"kernel","kernel":"square(int*)","launches":2})json");
  if (!ends) std::abort();
  mock_record(
      R"json({"type":"trace_end","launch":1,"at":6,"stopped_by":null,"steps_left_out":3})json");
  mock_record(
      R"json({"type":"trace_launch","launch":2,"at":7,"kernel":"square(int*)","grid":[1,1,1],"block":[1,1,1],"traced":false,"by":{"launch":1,"block":[0,0,0],"thread":[5,0,0],"stream":"tail","file":"","line":0}})json");
  mock_record(
      R"json({"type":"trace_end","launch":2,"at":8,"stopped_by":null,"steps_left_out":0})json");
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  if (std::strcmp(what, "race") == 0) mock_finding("race", __FILE__, __LINE__);
  if (std::strcmp(what, "hang") == 0) mock_hang(__FILE__, __LINE__);
  if (std::strcmp(what, "refuse") == 0) {
    const std::string reason = argv[2];
    mock_record((R"({"type":"refusal","message":"refused because of )" + reason +
                 R"(","reason":")" + reason + R"(","kernel":""})")
                    .c_str());
    return 0;
  }
  if (std::strcmp(what, "environment") == 0) {
    for (const char* name :
         {"LOCKSTEP_SCHEDULE", "LOCKSTEP_SEED", "LOCKSTEP_WORKERS", "LOCKSTEP_TIMEOUT"})
      std::printf("%s%s", name == std::string("LOCKSTEP_SCHEDULE") ? "" : " ", std::getenv(name));
    std::puts("");
    return 0;
  }
  if (std::strcmp(what, "checks") == 0) {
    for (const char* name : {"LOCKSTEP_CHECKS", "LOCKSTEP_STRICT", "LOCKSTEP_LEAKS"})
      std::printf("%s ", std::getenv(name));
    std::printf("%s\n", std::getenv("LOCKSTEP_KEEP_GOING"));
    return 0;
  }
  if (std::strcmp(what, "order") == 0) {
    const std::string schedule = std::getenv("LOCKSTEP_SCHEDULE");
    std::printf("process %d\nlast block: %s\n", int(getpid()), schedule == "natural" ? "7" : "3");
    return 0;
  }
  if (std::strcmp(what, "lock") == 0) {
    const char* schedule = std::getenv("LOCKSTEP_SCHEDULE");
    const bool adversarial = schedule != nullptr && std::string(schedule) == "adversarial";
    std::printf("in %s order\n", adversarial ? "adversarial" : "natural");
    mock_record(R"json({"type":"kernel","kernel":"square(int*)","locks":true,"launches":2})json");
    if (adversarial && argc > 2 && std::strcmp(argv[2], "hangs") == 0) sleep(60);
    if (adversarial && argc > 2) mock_finding("race", __FILE__, __LINE__);
    return 0;
  }
  if (std::strcmp(what, "trace") == 0) {
    std::printf("wished: %s\n", std::getenv("LOCKSTEP_TRACE"));
    trace(argc == 2);
    return 0;
  }
  if (std::strcmp(what, "abort") == 0) std::abort();
  if (std::strcmp(what, "exit") == 0) return std::atoi(argv[2]);
  for (int i = 0; i < 2; ++i) {
    mock_record(
        R"json({"type":"launch","kernel":"void square<512>(int*, int)","grid":[32768,1,1],"block":[512,1,1],"parent":null,"registers":16,"shared_bytes":0,"theoretical_occupancy":1.0,"occupancy_limiter":"warps","counters":{"warps":524288,"warp_instructions":52428800,"thread_instructions":1000000000,"branches":10,"divergent_branches":2,"branch_targets":10,"divergent_branch_targets":2,"global_load_requests":2,"global_load_sectors":64,"global_load_bytes":256,"global_load_data_bytes":256,"global_store_requests":0,"global_store_sectors":0,"global_store_bytes":0,"shared_load_conflicts":3,"shared_store_conflicts":1},"lines":[]})json");
  }
  if (std::strcmp(what, "wait") == 0) sleep(60);
  std::puts("The demo of the first chapter.");
  for (int i = 1; i < argc; ++i) std::printf("argument %s\n", argv[i]);
  return 0;
}
