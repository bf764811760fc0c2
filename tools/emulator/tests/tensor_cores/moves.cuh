// ldmatrix, stmatrix, movmatrix.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tensor {

constexpr unsigned move_bytes = 16 * 64;  // of shared memory: 64 rows of a matrix

// Lane l's row begins at row_of[l].
template <int Count, bool Transposed, bool Stores>
__global__ void move_matrices(const std::uint32_t* row_of, const std::uint32_t* from,
                              std::uint32_t* to) {
  __shared__ alignas(16) std::uint32_t memory[move_bytes / 4];
  for (unsigned i = threadIdx.x; i < move_bytes / 4; i += 32) memory[i] = Stores ? 0 : from[i];
  __syncwarp();
  const auto at =
      static_cast<std::uint32_t>(__cvta_generic_to_shared(memory)) + 16 * row_of[threadIdx.x];
  std::uint32_t r[4] = {};
  for (int i = 0; i < Count && Stores; ++i) r[i] = from[i * 32 + threadIdx.x];
#define LOAD(count, trans, registers, ...)                                            \
  asm volatile("ldmatrix.sync.aligned.m8n8." count trans ".shared.b16 " registers ";" \
               : __VA_ARGS__                                                          \
               : "r"(at)                                                              \
               : "memory")
#define LOADS(trans)                                                          \
  if (Count == 1) LOAD("x1", trans, "{%0}, [%1]", "=r"(r[0]));                \
  if (Count == 2) LOAD("x2", trans, "{%0,%1}, [%2]", "=r"(r[0]), "=r"(r[1])); \
  if (Count == 4)                                                             \
  LOAD("x4", trans, "{%0,%1,%2,%3}, [%4]", "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]))
#define STORE(count, trans, registers, ...)                                             \
  asm volatile("stmatrix.sync.aligned.m8n8." count trans ".shared.b16 [%0], " registers \
               ";" ::"r"(at),                                                           \
               __VA_ARGS__                                                              \
               : "memory")
#define STORES(trans)                                                  \
  if (Count == 1) STORE("x1", trans, "{%1}", "r"(r[0]));               \
  if (Count == 2) STORE("x2", trans, "{%1,%2}", "r"(r[0]), "r"(r[1])); \
  if (Count == 4) STORE("x4", trans, "{%1,%2,%3,%4}", "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]))
  if constexpr (Stores && Transposed) {
    STORES(".trans");
  } else if constexpr (Stores) {
    STORES("");
  } else if constexpr (Transposed) {
    LOADS(".trans");
  } else {
    LOADS("");
  }
#undef STORES
#undef STORE
#undef LOADS
#undef LOAD
  __syncwarp();
  for (unsigned i = threadIdx.x; i < move_bytes / 4 && Stores; i += 32) to[i] = memory[i];
  for (int i = 0; i < Count && !Stores; ++i) to[i * 32 + threadIdx.x] = r[i];
}

__global__ void transpose_matrix(const std::uint32_t*, const std::uint32_t* from,
                                 std::uint32_t* to) {
  std::uint32_t d;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(from[threadIdx.x]));
  to[threadIdx.x] = d;
}

struct move_case {
  std::string name;
  unsigned words;  // of the result
  void (*run)(const std::uint32_t*, const std::uint32_t*, std::uint32_t*);
};

template <bool Transposed, bool Stores>
void add_moves(std::vector<move_case>& all) {
  const std::string name = std::string(Stores ? "stmatrix" : "ldmatrix") + ".m8n8.x";
  const char* trans = Transposed ? ".trans.b16" : ".b16";
  const auto words = [](unsigned count) { return Stores ? move_bytes / 4 : 32 * count; };
  all.push_back({name + "1" + trans, words(1), &move_matrices<1, Transposed, Stores>});
  all.push_back({name + "2" + trans, words(2), &move_matrices<2, Transposed, Stores>});
  all.push_back({name + "4" + trans, words(4), &move_matrices<4, Transposed, Stores>});
}

inline std::vector<move_case> all_moves() {
  std::vector<move_case> all;
  add_moves<false, false>(all);
  add_moves<true, false>(all);
  add_moves<false, true>(all);
  add_moves<true, true>(all);
  all.push_back({"movmatrix.m8n8.trans.b16", 32, &transpose_matrix});
  return all;
}

}  // namespace tensor
