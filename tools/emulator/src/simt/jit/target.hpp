// The processors that code is emitted for. The emitter (emitter.hpp) speaks AVX-512: registers of
// 64 bytes, and masks. A target without these takes each such instruction apart.
#pragma once

#include <asmjit/x86.h>

#include <array>
#include <cstdint>
#include <memory>

namespace lockstep::simt::jit {

namespace x86 = asmjit::x86;

class target : public x86::Compiler {
 public:
  using x86::Compiler::Compiler;

  virtual void prepare(asmjit::FuncFrame& frame) const = 0;
  // Lane i of the row `to` is lane from_lane[i] of `from`, 4 bytes each. They are different rows.
  virtual void permute(const std::array<x86::Zmm, 2>& to, const std::array<x86::Zmm, 2>& from,
                       const std::array<std::uint32_t, 32>& from_lane) = 0;
  // Whether some elements of one or two bytes, or of half the register's width, can be stored, and
  // others left as they are.
  [[nodiscard]] virtual bool stores_some_narrow() const = 0;
  // Whether it has had all instructions that it was given.
  [[nodiscard]] virtual bool is_complete() const { return true; }
};

[[nodiscard]] bool has_target();
// For this processor.
[[nodiscard]] std::unique_ptr<target> make_target(asmjit::CodeHolder& holder);

}  // namespace lockstep::simt::jit
