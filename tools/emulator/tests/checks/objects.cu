// Objects that are copied with members that have no value yet. Compiled for a debugger (-G), where
// everything is in memory.
#include "cases.hpp"

#include <cooperative_groups.h>

using namespace check_cases;
namespace cg = cooperative_groups;

namespace {

struct reading {
  int value;
  int quality;  // not always known
  char unit;
};

__device__ int value_of(reading r) { return r.value; }

template <bool UseQuality>
__global__ void copy_object(int* out) {
  reading first;
  first.value = static_cast<int>(threadIdx.x);
  const reading second = first;
  out[threadIdx.x] = value_of(second) + (UseQuality ? second.quality : 0);
}
template <bool All>
__global__ void store_copies(reading* out) {
  reading mine;
  mine.value = 1;
  if (All) {
    mine.quality = 2;
    mine.unit = 'K';
  }
  out[threadIdx.x] = mine;
}

struct date {
  unsigned day : 5, month : 4, year : 12;
};
__global__ void set_fields(int* out) {
  date d;
  d.day = threadIdx.x % 32;
  d.month = 2;
  d.year = 0;
  out[threadIdx.x] = static_cast<int>(d.day + d.month + d.year);
}
template <bool Begin>
__global__ void count_bits(int* out) {
  unsigned bits[2];
  if (Begin) bits[0] = bits[1] = 0;
  bits[threadIdx.x % 2] |= threadIdx.x;
  out[threadIdx.x] = static_cast<int>(bits[threadIdx.x % 2]);
}

// All addresses are generic ones.
template <unsigned Offset>
__global__ void store_at(int* out) {
  __shared__ alignas(8) char room[64];
  if (threadIdx.x == 0) *reinterpret_cast<int*>(room + Offset) = 1;
  __syncthreads();
  out[threadIdx.x] = room[Offset];
}

// Only one lane has a value to give; all are asked for theirs.
__global__ void reserve(int* next, int* out) {
  int base;
  if (threadIdx.x % 32 == 0) base = atomicAdd(next, 32);
  base = __shfl_sync(0xffffffff, base, 0);
  out[threadIdx.x] = base;
}
__global__ void groups(int* out) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const auto some = cg::coalesced_threads();
  __shared__ int s[64];
  s[block.thread_rank()] = static_cast<int>(some.size());
  block.sync();
  out[block.thread_rank()] = s[63 - block.thread_rank()] + tile.shfl(1, 0);
}

template <class Kernel>
void run(Kernel kernel) {
  auto out = ints(64);
  kernel<<<1, 64>>>(out.data());
}

}  // namespace

CASE(object_copied_in_part_unknown, "clean") { run(copy_object<without>); }
CASE(object_copied_and_unknown_part_used, "uninitialized_read local") { run(copy_object<with>); }
CASE(object_stored, "clean") {
  lockstep::device_buffer<reading> out(64);
  store_copies<with><<<1, 64>>>(out.data());
}
CASE(object_stored_in_part_unknown, "uninitialized_read local") {
  lockstep::device_buffer<reading> out(64);
  store_copies<without><<<1, 64>>>(out.data());
}
CASE(object_of_bit_fields, "clean") { run(set_fields); }
CASE(object_of_bits, "clean") { run(count_bits<with>); }
CASE(object_of_bits_never_begun, "uninitialized_read local") { run(count_bits<without>); }
CASE(object_given_by_one_lane, "clean") {
  auto next = ints(1), out = ints(64);
  reserve<<<1, 64>>>(next.data(), out.data());
}
CASE(object_in_shared_memory, "clean") { run(store_at<8>); }
CASE(object_in_shared_memory_misaligned, "misaligned shared") { run(store_at<6>); }
CASE(object_of_a_group, "clean") { run(groups); }
