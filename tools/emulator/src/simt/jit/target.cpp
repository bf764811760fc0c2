#include "simt/jit/target.hpp"

#include <string_view>

#include "simt/jit/avx2/compiler.hpp"
#include "simt/semantics/semantics.hpp"

namespace lockstep::simt::jit {
namespace {

class avx512 final : public target {
 public:
  using target::target;

  void prepare(asmjit::FuncFrame& frame) const override { frame.setAvx512Enabled(); }
  void permute(const std::array<x86::Zmm, 2>& to, const std::array<x86::Zmm, 2>& from,
               const std::array<std::uint32_t, 32>& from_lane) override {
    for (unsigned i = 0; i < 2; ++i) {
      vmovdqa32(to[i],
                newConst(asmjit::ConstPoolScope::kLocal, &from_lane[std::size_t{16} * i], 64));
      vpermi2d(to[i], from[0], from[1]);
    }
  }
  [[nodiscard]] bool stores_some_narrow() const override { return true; }
};

// The set of instructions that the interpreter has been compiled for, and chooses, decides here
// too.
bool interprets_with(std::string_view set) { return semantics_for_host().name == set; }

bool has_avx512() { return interprets_with("avx512") && __builtin_cpu_supports("avx512cd") != 0; }

}  // namespace

bool has_target() { return has_avx512() || interprets_with("avx2"); }

std::unique_ptr<target> make_target(asmjit::CodeHolder& holder) {
  if (has_avx512()) return std::make_unique<avx512>(&holder);
  return std::make_unique<avx2::compiler>(&holder);
}

}  // namespace lockstep::simt::jit
