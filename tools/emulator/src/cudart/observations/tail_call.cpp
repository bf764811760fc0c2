#include "cudart/observations/tail_call.hpp"

#include <link.h>

#include <cstring>
#include <vector>

#include "cudart/observations/other_program.hpp"

namespace lockstep::cudart {

#ifdef __x86_64__
namespace {

constexpr std::uintptr_t near_call = 5, near_jump = 5;  // bytes of the instruction
constexpr std::uint8_t call_opcode = 0xe8, jump_opcode = 0xe9;

template <class T>
T read(std::uintptr_t address) {
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

struct segment {
  std::uintptr_t begin = 0, size = 0;
};

// The part of an object with these rights that an address lies in; of size 0: there is none.
segment segment_at(std::uintptr_t address, std::uint32_t rights) {
  if (other_program::get().contains(address)) {
    const auto part = other_program::get().part_at(address, rights);
    return {part.begin, part.size};
  }
  struct wanted {
    std::uintptr_t address;
    std::uint32_t rights;
    segment found = {};
  } what{address, rights};
  const auto look = [](dl_phdr_info* object, std::size_t, void* data) {
    auto& in = *static_cast<wanted*>(data);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const auto& part = object->dlpi_phdr[i];
      const segment here{object->dlpi_addr + part.p_vaddr, part.p_memsz};
      if (part.p_type != PT_LOAD || (part.p_flags & in.rights) != in.rights ||
          in.address < here.begin || in.address - here.begin >= here.size)
        continue;
      in.found = here;
      return 1;
    }
    return 0;
  };
  dl_iterate_phdr(look, &what);
  return what.found;
}

// With some bytes behind it, enough for an instruction.
bool is_mapped(std::uintptr_t address, std::uint32_t rights) {
  const segment in = segment_at(address, rights);
  return in.size >= 16 && address - in.begin <= in.size - 16;
}

// Where an instruction with a distance from its end leads to.
std::uintptr_t target(std::uintptr_t instruction, std::uintptr_t length) {
  const auto distance = read<std::int32_t>(instruction + length - sizeof(std::int32_t));
  return instruction + length + static_cast<std::uintptr_t>(std::intptr_t{distance});
}

// What an entry of the procedure linkage table jumps to (endbr64; bnd jmp *slot(%rip)).
std::uintptr_t behind_linkage(std::uintptr_t at) {
  if (!is_mapped(at, PF_R | PF_X)) return at;
  std::uintptr_t jump = at;
  if (read<std::uint32_t>(jump) == 0xfa1e0ff3) jump += 4;
  if (read<std::uint8_t>(jump) == 0xf2) ++jump;
  if (read<std::uint16_t>(jump) != 0x25ff) return at;
  const std::uintptr_t slot = target(jump, 6);
  return is_mapped(slot, PF_R) ? read<std::uintptr_t>(slot) : at;
}

bool leads_to(std::uintptr_t address, std::uintptr_t code) {
  if (is_own(address) && is_own(code)) return exported_name(address) == exported_name(code);
  const function_symbol there = symbol_at(code);
  return there.begin == 0 || there.begin == address;
}

// The target of the call that ends at `outer`; 0: it stood in a register or in memory.
std::uintptr_t called_at(std::uintptr_t outer) {
  const std::uintptr_t end = outer + 1;
  if (read<std::uint8_t>(end - near_call) == call_opcode)
    return behind_linkage(target(end - near_call, near_call));
  if (read<std::uint16_t>(end - 6) != 0x15ff) return 0;  // call *slot(%rip): -fno-plt
  const std::uintptr_t slot = target(end - 6, 6);
  return is_mapped(slot, PF_R) ? read<std::uintptr_t>(slot) : 0;
}

// The jumps in some code that lead to `inner`.
std::vector<std::uintptr_t> jumps_in(const segment& code, std::uintptr_t inner) {
  std::vector<std::uintptr_t> found;
  for (std::uintptr_t at = code.begin; at + near_jump <= code.begin + code.size; ++at) {
    if (read<std::uint8_t>(at) != jump_opcode) continue;
    const std::uintptr_t to = target(at, near_jump);
    if (is_mapped(to, PF_R | PF_X) && leads_to(behind_linkage(to), inner)) found.push_back(at);
  }
  return found;
}

// By a pointer, to the runtime's function itself or to one that ends in a jump to it.
std::optional<tail_call> through_pointer(std::uintptr_t inner, std::uintptr_t outer) {
  if (!is_own(inner)) return {};
  const auto jumps = jumps_in(segment_at(outer, PF_R | PF_X), inner);
  const bool may_be_itself = takes_address(outer, exported_name(inner));
  if (may_be_itself && jumps.empty()) return {};
  if (!may_be_itself && jumps.size() == 1) return tail_call{symbol_at(jumps[0]), jumps[0]};
  return tail_call{};
}

}  // namespace

std::optional<tail_call> tail_call_between(std::uintptr_t inner, std::uintptr_t outer) {
  if (!is_mapped(outer - 15, PF_R | PF_X)) return {};
  const std::uintptr_t called = called_at(outer);
  if (called == 0) return through_pointer(inner, outer);
  if (leads_to(called, inner)) return {};
  tail_call found{symbol_at(called), 0};
  if (found.by.begin != called) return tail_call{};
  const auto jumps = jumps_in({called, found.by.size}, inner);
  if (!jumps.empty()) found.jump = jumps.back();
  return found;
}

#else

std::optional<tail_call> tail_call_between(std::uintptr_t, std::uintptr_t) { return {}; }

#endif

}  // namespace lockstep::cudart
