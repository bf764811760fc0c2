#include "cudart/observations/tail_call.hpp"

#include <link.h>

#include <cstring>

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

struct wanted_segment {
  std::uintptr_t address;
  std::uint32_t flags;
};

int is_in_segment(dl_phdr_info* object, std::size_t, void* wanted) {
  const auto& [address, flags] = *static_cast<const wanted_segment*>(wanted);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && (part.p_flags & flags) == flags && address >= begin &&
        address - begin + 16 <= part.p_memsz)
      return 1;
  }
  return 0;
}

bool is_mapped(std::uintptr_t address, std::uint32_t flags) {
  wanted_segment wanted{address, flags};
  return dl_iterate_phdr(is_in_segment, &wanted) != 0;
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
  if (is_own(address) && is_own(code)) return true;
  const function_symbol there = symbol_at(code);
  return there.begin == 0 || there.begin == address;
}

}  // namespace

std::optional<tail_call> tail_call_between(std::uintptr_t inner, std::uintptr_t outer) {
  const std::uintptr_t call = outer + 1 - near_call;  // `outer` is the last byte of the call
  if (!is_mapped(call, PF_R | PF_X) || read<std::uint8_t>(call) != call_opcode) return {};
  const std::uintptr_t called = behind_linkage(target(call, near_call));
  if (leads_to(called, inner)) return {};
  tail_call found{symbol_at(called), 0};
  if (found.by.begin != called) return {};
  for (std::uintptr_t at = called; at + near_jump <= called + found.by.size; ++at) {
    if (read<std::uint8_t>(at) != jump_opcode) continue;
    const std::uintptr_t to = target(at, near_jump);
    if (is_mapped(to, PF_R | PF_X) && leads_to(behind_linkage(to), inner)) found.jump = at;
  }
  return found;
}

#else

std::optional<tail_call> tail_call_between(std::uintptr_t, std::uintptr_t) { return {}; }

#endif

}  // namespace lockstep::cudart
