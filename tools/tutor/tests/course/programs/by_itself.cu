// A program that the tutor compiles itself.
#include <cstdio>

#include "by_itself.h"

extern "C" void mock_record(const char* record);

int main(int argc, char** argv) {
  mock_record(
      R"json({"type":"launch","kernel":"add(int*)","grid":[2,1,1],"block":[64,1,1],"registers":16,"shared_bytes":0,"theoretical_occupancy":1.0,"occupancy_limiter":"warps","counters":{"warps":4,"warp_instructions":40,"thread_instructions":1120,"branches":8,"divergent_branches":4,"branch_targets":4,"divergent_branch_targets":0,"global_load_requests":4,"global_load_sectors":16,"global_load_bytes":512,"global_load_data_bytes":512},"lines":[{"file":"programs/by_itself.cu","line":4,"warp_instructions":30,"thread_instructions":960,"global_load_requests":4,"global_load_sectors":16},{"file":"programs/by_itself.cu","line":14,"warp_instructions":4,"thread_instructions":96,"branches":8,"divergent_branches":4},{"file":"not/here.cuh","line":7,"warp_instructions":6,"thread_instructions":64,"shared_requests":4,"shared_conflicts":12}]})json");
  std::printf("%s", GREETING);
  for (int i = 1; i < argc; ++i) std::printf(" %s", argv[i]);
  std::printf("\n");
  // Counted as the kernel's second line.
  return 0;
}
