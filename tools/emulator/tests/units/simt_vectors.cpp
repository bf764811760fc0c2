// Vectors in memory are accessed whole: who reads one while another thread writes it, again and
// again, sees all of an old or all of a new one. The other thread is the host's, so that both run
// at once whatever the emulator's workers do; on a busy machine each is stopped here and there.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>

#include "ptx_kernel.hpp"

namespace {

constexpr std::size_t stop_word = 32,
                      vectors_at = 256;  // of the output: 128 bytes of results first
constexpr int enough = 2000;             // vectors that differ from the one before

using two_words = std::uint64_t __attribute__((vector_size(16)));

// A vector with the same number in all elements of `bits` bits.
template <class T>
T repeated(std::uint64_t number, unsigned bits) {
  std::uint64_t word = number;
  for (unsigned width = bits; width < 64; width *= 2) word |= word << width;
  if constexpr (sizeof(T) == 16)
    return two_words{word, word};
  else
    return word;
}

template <class T>
std::uint64_t low(T vector) {
  if constexpr (sizeof(T) == 16)
    return vector[0];
  else
    return vector;
}

template <class T>
bool is_whole(T vector, unsigned bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const T wanted = repeated<T>(low(vector) & mask, bits);
  return std::memcmp(&vector, &wanted, sizeof vector) == 0;
}

// Calls step() until it has returned true often enough, or for about a second.
template <class F>
void repeat(std::byte* out, F step) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  for (int done = 0; done < enough && std::chrono::steady_clock::now() < end;) done += step();
  __atomic_store_n(reinterpret_cast<std::uint32_t*>(out) + stop_word, 1, __ATOMIC_RELEASE);
}

const std::string until_stopped =
    "ld.relaxed.gpu.u32 %r40, [%rd60+128]; setp.eq.u32 %p1, %r40, 0; @%p1 bra again;\n";
const std::string my_vector =
    "mov.u32 %r0, 0; mul.wide.u32 %rd50, %r60, 16; add.u64 %rd50, %rd50, %rd60;\n";

template <class T>
int torn_stores(const std::string& store, unsigned bits) {
  int torn = 0;
  run_ptx(my_vector + "mov.b64 %rd1, 0; mov.b32 %r1, 0; mov.b16 %h1, 0;\n" +
              "again: add.u64 %rd1, %rd1, 1; cvt.u32.u64 %r1, %rd1; cvt.u16.u64 %h1, %rd1;\n" +
              store + until_stopped,
          {.extra_words = 256}, "", [&](std::byte* out) {
            const auto* vectors = reinterpret_cast<const volatile T*>(out + vectors_at);
            std::uint64_t last = 0;
            repeat(out, [&] {
              bool changed = false;
              for (const unsigned lane : {0, 13, 31}) {
                const T seen = vectors[lane * 16 / sizeof(T)];
                torn += !is_whole(seen, bits);
                changed = low(seen) != last;
                last = low(seen);
              }
              return changed;
            });
          });
  return torn;
}

template <class T>
std::uint32_t torn_loads(const std::string& load_and_compare, unsigned bits) {
  const ptx_run r = run_ptx(
      my_vector + "again: " + load_and_compare + "@%p2 add.u32 %r0, %r0, 1;\n" + until_stopped,
      {.extra_words = 256}, "", [&](std::byte* out) {
        auto* vectors = reinterpret_cast<volatile T*>(out + vectors_at);
        std::uint64_t number = 0;
        const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        repeat(out, [&] {
          for (int i = 0; i < 100; ++i) {
            ++number;
            for (unsigned lane = 0; lane < 32; ++lane)
              vectors[lane * 16 / sizeof(T)] = repeated<T>(number & mask, bits);
          }
          return true;
        });
      });
  std::uint32_t torn = 0;
  for (unsigned lane = 0; lane < 32; ++lane) torn += r.out[lane];
  return torn;
}

TEST_CASE("a vector is stored whole") {
  CHECK(torn_stores<std::uint64_t>("st.relaxed.gpu.v2.u32 [%rd50+256], {%r1, %r1};", 32) == 0);
  CHECK(torn_stores<std::uint64_t>("st.v4.u16 [%rd50+256], {%h1, %h1, %h1, %h1};", 16) == 0);
  CHECK(torn_stores<two_words>("st.volatile.global.v2.u64 [%rd50+256], {%rd1, %rd1};", 64) == 0);
  CHECK(torn_stores<two_words>("st.global.v4.u32 [%rd50+256], {%r1, %r1, %r1, %r1};", 32) == 0);
}

TEST_CASE("a vector is loaded whole") {
  CHECK(torn_loads<std::uint64_t>(
            "ld.relaxed.gpu.v2.u32 {%r1, %r2}, [%rd50+256]; setp.ne.u32 %p2, %r1, %r2;\n", 32) ==
        0);
  CHECK(torn_loads<two_words>(
            "ld.global.v2.u64 {%rd1, %rd2}, [%rd50+256]; setp.ne.u64 %p2, %rd1, %rd2;\n", 64) == 0);
  CHECK(torn_loads<two_words>("ld.acquire.gpu.v4.u32 {%r1, %r2, %r3, %r4}, [%rd50+256];\n"
                              "xor.b32 %r1, %r1, %r4; xor.b32 %r2, %r2, %r3; or.b32 %r1, %r1, %r2;"
                              "setp.ne.u32 %p2, %r1, 0;\n",
                              32) == 0);
}

}  // namespace
