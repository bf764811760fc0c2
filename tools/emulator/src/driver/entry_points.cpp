// Functions are declared without their parameters, as only their addresses matter; hence no CUDA
// header here.
#include "driver/entry_points.hpp"

#include <string_view>

#define ENTRY(name, symbol, since) extern "C" int symbol();
#define ENTRY_PER_THREAD(name, symbol, since, suffix) \
  extern "C" int symbol();                            \
  extern "C" int symbol##suffix();
#include "driver/entry_points.def"
#undef ENTRY
#undef ENTRY_PER_THREAD

namespace lockstep::driver {
namespace {

using function_t = int (*)();

struct entry {
  std::string_view name;
  function_t function, per_thread;
  int since;
};

#define ENTRY(name, symbol, since) {#name, symbol, symbol, since},
#define ENTRY_PER_THREAD(name, symbol, since, suffix) {#name, symbol, symbol##suffix, since},
const entry entries[] = {
#include "driver/entry_points.def"
};
#undef ENTRY
#undef ENTRY_PER_THREAD

}  // namespace

entry_point find_entry_point(const char* name, int version, bool per_thread_streams) {
  entry_point found;
  for (const entry& each : entries) {
    if (each.name != name) continue;
    found.is_known = true;
    if (each.since <= version)
      found.function =
          reinterpret_cast<void*>(per_thread_streams ? each.per_thread : each.function);
  }
  return found;
}

}  // namespace lockstep::driver
