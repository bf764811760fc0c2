// What machine code of sm_70 to sm_90 says about registers that did not suffice: instructions are
// 16 bytes, their operation in the lowest 12 bits. As nvdisasm 13 shows them.
#include "ptx/machine_code.hpp"

#include "ptx/bytes.hpp"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t instruction_bytes = 16;
constexpr std::uint64_t load_local = 0x983, store_local = 0x387, branch = 0x947, leave = 0x94d;

struct machine_instruction {
  std::uint64_t low, high;

  std::uint64_t operation() const { return low & 0xfff; }
  std::uint32_t base() const { return low >> 24 & 0xff; }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(low >> 40); }
  std::uint8_t bytes() const {
    const std::uint64_t size = high >> 9 & 7;
    return size == 6 ? 16 : size == 5 ? 8 : 4;
  }
  // In bytes, from the next instruction on: 48 bits from bit 34 on, and 8 below them.
  std::int64_t distance() const {
    const std::uint64_t upper = (low >> 34 | high << 30) & 0xffffffffffff;
    return static_cast<std::int64_t>((upper << 8 | (low >> 16 & 0xff)) << 8) >> 6;
  }
};

}  // namespace

spill_code stack_accesses(std::span<const std::byte> text) {
  constexpr std::uint32_t stack_pointer = 1;
  const untrusted_bytes bytes(text, "machine code");
  spill_code result;
  for (std::uint64_t at = 0; at + instruction_bytes <= bytes.size(); at += instruction_bytes) {
    const machine_instruction i{bytes.read<std::uint64_t>(at), bytes.read<std::uint64_t>(at + 8)};
    const auto number = static_cast<std::uint32_t>(at / instruction_bytes);
    switch (i.operation()) {
      case load_local:
      case store_local:
        if (i.base() == stack_pointer)
          result.accesses.push_back({number, i.offset(), i.bytes(), i.operation() == load_local});
        break;
      case branch: {
        const std::int64_t to = static_cast<std::int64_t>(number) + 1 +
                                i.distance() / static_cast<std::int64_t>(instruction_bytes);
        if (to >= 0 && to < static_cast<std::int64_t>(number))
          result.loops.push_back({static_cast<std::uint32_t>(to), number});
        break;
      }
      case leave:
        result.instructions = number + 1;
        break;
      default:
        break;
    }
  }
  return result;
}

}  // namespace lockstep::ptx
