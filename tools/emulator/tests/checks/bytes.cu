// Accesses of other sizes than a word: bytes beside each other, words that overlap, bits, vectors.
#include "cases.hpp"

#include <cuda_fp16.h>

using namespace check_cases;

namespace {

constexpr unsigned THREADS = 64;

template <class T, bool Overlap>
__global__ void each_its_element(T* data) {
  data[threadIdx.x / (Overlap ? 2 : 1)] = static_cast<T>(threadIdx.x % 100);
}
// Neighbours in one word, read by one thread and written by the other.
__global__ void write_odd_read_even(char* data, int* out) {
  if (threadIdx.x % 2 == 1)
    data[threadIdx.x] = 1;
  else
    out[threadIdx.x] = data[threadIdx.x];
}
__global__ void write_bytes_read_words(char* data, int* out, unsigned shift) {
  data[threadIdx.x] = 1;
  if (threadIdx.x >= 64) out[threadIdx.x] = reinterpret_cast<int*>(data)[(threadIdx.x - shift) / 4];
}
// Bits of a word: a store writes all of it.
struct flags {
  unsigned a : 4, b : 4;
};
__global__ void write_own_bits(flags* data) {
  flags* const f = &data[threadIdx.x / 64];
  if (threadIdx.x % 64 == 0) f->a = 1;
  if (threadIdx.x % 64 == 32) f->b = 2;
}
__global__ void set_own_bit(unsigned* words) { words[threadIdx.x / 32] |= 1u << threadIdx.x % 32; }
__global__ void set_own_bit_atomically(unsigned* words) {
  atomicOr(&words[threadIdx.x / 32], 1u << threadIdx.x % 32);
}
__global__ void set_own_bit_of_own_word(unsigned* words) { words[threadIdx.x] |= 1u; }

// A pair is read while one half of it is written.
__global__ void read_pairs_write_halves(int* data, int2* out) {
  if (threadIdx.x < 32)
    out[threadIdx.x] = reinterpret_cast<const int2*>(data)[threadIdx.x];
  else
    data[2 * (threadIdx.x - 32) + 1] = 1;
}
__global__ void read_pairs_write_others(int* data, int2* out) {
  if (threadIdx.x < 32)
    out[threadIdx.x] = reinterpret_cast<const int2*>(data)[threadIdx.x];
  else
    data[2 * threadIdx.x + 1] = 1;
}
__global__ void write_fours(int4* data, unsigned shift) {
  int* const words = reinterpret_cast<int*>(data);
  if (threadIdx.x < 32)
    data[threadIdx.x] = int4{1, 2, 3, 4};
  else
    words[4 * threadIdx.x - shift] = 5;
}
// Half of an atomic counter is looked at.
__global__ void add_to_long(unsigned long long* sum, unsigned* out) {
  atomicAdd(sum, 1ull);
  if (threadIdx.x == 40) *out = *reinterpret_cast<unsigned*>(sum);
}
struct point {
  float x, y;
  short tag;
};
__global__ void write_fields_apart(point* p) {
  point* const mine = &p[threadIdx.x % 32];
  if (threadIdx.x < 32)
    mine->x = 1;
  else
    mine->tag = 2;
}
__global__ void write_whole_and_field(point* p) {
  point* const mine = &p[threadIdx.x % 32];
  if (threadIdx.x < 32)
    *mine = point{1, 2, 3};
  else
    mine->tag = 2;
}
// Letters turned round in place: each pair by one thread, or each letter by one.
template <bool HalfOfThreads>
__global__ void reverse_text(char* text, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i >= (HalfOfThreads ? n / 2 : n)) return;
  const char other = text[n - 1 - i];
  if (HalfOfThreads) text[n - 1 - i] = text[i];
  text[i] = other;
}

template <class T, bool Overlap>
void elements() {
  auto data = filled<T>(THREADS, T{});
  each_its_element<T, Overlap><<<1, THREADS>>>(data.data());
}

}  // namespace

CASE(bytes_each_its_own, "clean") { elements<char, without>(); }
CASE(bytes_two_threads_each, "warp_race global") { elements<char, with>(); }
CASE(shorts_each_its_own, "clean") { elements<short, without>(); }
CASE(halves_each_its_own, "clean") { elements<__half, without>(); }
CASE(doubles_each_its_own, "clean") { elements<double, without>(); }
CASE(doubles_two_threads_each, "warp_race global") { elements<double, with>(); }
CASE(bytes_of_one_word_read_and_written, "clean") {
  auto data = filled<char>(THREADS, 0);
  auto out = ints(THREADS);
  write_odd_read_even<<<1, THREADS>>>(data.data(), out.data());
}
CASE(bytes_written_and_word_read, "race global") {
  auto data = filled<char>(128, 0);
  auto out = ints(128);
  write_bytes_read_words<<<1, 128>>>(data.data(), out.data(), 64);
}
CASE(bits_of_one_word, "race global") {
  auto data = filled<flags>(2, flags{});
  write_own_bits<<<1, 128>>>(data.data());
}
CASE(bits_set_by_lanes, "warp_race global") {
  auto words = filled(THREADS, 0u);
  set_own_bit<<<1, THREADS>>>(words.data());
}
CASE(bits_set_atomically, "clean") {
  auto words = filled(THREADS, 0u);
  set_own_bit_atomically<<<1, THREADS>>>(words.data());
}
CASE(bits_set_in_own_word, "clean") {
  auto words = filled(THREADS, 0u);
  set_own_bit_of_own_word<<<1, THREADS>>>(words.data());
}
CASE(pairs_read_while_half_is_written, "race global") {
  auto data = ints(256);
  auto out = filled(THREADS, int2{});
  read_pairs_write_halves<<<1, THREADS>>>(data.data(), out.data());
}
CASE(pairs_read_while_others_are_written, "clean") {
  auto data = ints(256);
  auto out = filled(THREADS, int2{});
  read_pairs_write_others<<<1, THREADS>>>(data.data(), out.data());
}
CASE(vectors_beside_words, "clean") {
  auto data = filled(THREADS, int4{});
  write_fours<<<1, THREADS>>>(data.data(), 0);
}
CASE(vectors_over_words, "race global") {
  auto data = filled(THREADS, int4{});
  write_fours<<<1, THREADS>>>(data.data(), 1);
}
CASE(long_counter_read_by_half, "race global") {
  auto sum = filled(1, 0ull);
  auto out = filled(1, 0u);
  add_to_long<<<1, THREADS>>>(sum.data(), out.data());
}
CASE(fields_apart, "clean") {
  auto points = filled(32, point{});
  write_fields_apart<<<1, THREADS>>>(points.data());
}
CASE(field_of_what_is_written_whole, "race global") {
  auto points = filled(32, point{});
  write_whole_and_field<<<1, THREADS>>>(points.data());
}
CASE(text_reversed_by_pairs, "clean") {
  auto text = filled(THREADS, 'a');
  reverse_text<with><<<1, THREADS>>>(text.data(), THREADS);
}
CASE(text_reversed_letter_by_letter, "race global") {
  auto text = filled(THREADS, 'a');
  reverse_text<without><<<1, THREADS>>>(text.data(), THREADS);
}
