#include "driver/jit_options.hpp"

#include <algorithm>
#include <cstring>

#include "driver/call.hpp"

namespace lockstep::driver {

jit_log::jit_log(unsigned count, CUjit_option* options, void** values) {
  require(count == 0 || (options != nullptr && values != nullptr), cudaErrorInvalidValue);
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_INFO_LOG_BUFFER) information_.text = static_cast<char*>(values[i]);
    if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) information_.size = &values[i];
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) errors_.text = static_cast<char*>(values[i]);
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) errors_.size = &values[i];
  }
}

// The size is an unsigned in the place of a pointer, and becomes what was written.
void jit_log::write(const buffer& to, const std::string& text) {
  if (to.size == nullptr) return;
  unsigned room = 0;
  std::memcpy(&room, to.size, sizeof room);
  unsigned written = 0;
  if (to.text != nullptr && room > 0) {
    written = static_cast<unsigned>(text.copy(to.text, room - 1));
    to.text[written] = '\0';
  }
  std::memcpy(to.size, &written, sizeof written);
}

void jit_log::errors(const std::string& text) const {
  write(errors_, text);
  write(information_, {});
}

void jit_log::nothing() const { errors({}); }

}  // namespace lockstep::driver
