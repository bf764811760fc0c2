#include <lockstep/grader/buffers.hpp>

#include <algorithm>
#include <cstdint>

#include "diagnosis/named_memory.hpp"

namespace lockstep::grader {

void note_buffer(const std::string& name, const void* address, std::size_t elements,
                 std::size_t element_bytes, use_of_buffer use) {
  auto& known = diagnosis::buffers_of_trial();
  known.erase(
      std::remove_if(known.begin(), known.end(), [&](const auto& one) { return one.name == name; }),
      known.end());
  known.push_back({name,
                   reinterpret_cast<std::uintptr_t>(address),
                   elements,
                   element_bytes,
                   use == use_of_buffer::input,
                   {}});
}

void note_wrong(const std::string& name, std::vector<std::size_t> elements) {
  for (auto& one : diagnosis::buffers_of_trial())
    if (one.name == name) one.wrong = std::move(elements);
}

}  // namespace lockstep::grader
