// The driver API, function by function: which there are, and by which names programs ask for
// them.
#pragma once

namespace lockstep::driver {

struct entry_point {
  void* function = nullptr;  // nullptr: there is none for a program of that version
  bool is_known = false;     // there is one for some version
};

// The function `name` (without version) for a program that was built for this version of CUDA,
// 13000 for 13.0.
entry_point find_entry_point(const char* name, int version, bool per_thread_streams);

}  // namespace lockstep::driver
