// Graphs: a thread for each vertex, edges in compressed rows.
#include "cases.hpp"

using namespace check_cases;

namespace {

// A ring of `N` vertices with both neighbours of each, in two blocks.
constexpr unsigned THREADS = 64, N = 2 * THREADS;
struct ring {
  lockstep::device_buffer<int> rows = numbers(N + 1), edges = numbers(2 * N);
  ring() {
    std::vector<int> begin(N + 1), to(2 * N);
    for (unsigned v = 0; v <= N; ++v) begin[v] = static_cast<int>(2 * v);
    for (unsigned v = 0; v < N; ++v) {
      to[2 * v] = static_cast<int>((v + N - 1) % N);
      to[2 * v + 1] = static_cast<int>((v + 1) % N);
    }
    rows.upload(begin);
    edges.upload(to);
  }
};

__device__ int vertex() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
#define FOR_EACH_EDGE(v, rows) for (int e = rows[v]; e < rows[(v) + 1]; ++e)

enum class tell { plain, atomic };
template <tell Tell>
__device__ void report(int* changed) {
  if (Tell == tell::atomic)
    atomicExch(changed, 1);
  else
    *changed = 1;
}

// A level of a search: vertices of this level reach those that have none, all with the same value.
template <bool AtomicLook, tell Tell>
__global__ void next_level(const int* rows, const int* edges, int* levels, int level,
                           int* changed) {
  const int v = vertex();
  const int mine = AtomicLook ? atomicAdd(&levels[v], 0) : int(levels[v]);
  if (mine != level) return;
  FOR_EACH_EDGE(v, rows) {
    const int to = edges[e];
    if (atomicCAS(&levels[to], -1, level + 1) == -1) report<Tell>(changed);
  }
}
// The level of others is looked at and set without an atomic operation.
__global__ void next_level_in_place(const int* rows, const int* edges, int* levels, int level) {
  const int v = vertex();
  if (levels[v] != level) return;
  FOR_EACH_EDGE(v, rows) {
    const int to = edges[e];
    if (levels[to] != -1) continue;
    levels[to] = level + 1;
  }
}
// Each asks its neighbours: written is the own level only, and what is read is of the turn before.
__global__ void next_level_pulled(const int* rows, const int* edges, const int* levels, int* next,
                                  int level) {
  const int v = vertex();
  next[v] = levels[v];
  if (levels[v] != -1) return;
  FOR_EACH_EDGE(v, rows) {
    if (levels[edges[e]] == level) next[v] = level + 1;
  }
}
__global__ void set_flag(const int* in, int* flag, int value) {
  if (in[vertex()] > 5) *flag = value;
}
__global__ void set_flag_of_one(const int* in, int* flag) {
  if (in[vertex()] == 5) *flag = 1;
}
__global__ void set_flag_to_quotient(int* flag, unsigned divisor) {
  if (threadIdx.x == 0) *flag = static_cast<int>(blockIdx.x / divisor);
}
__global__ void set_flag_to_own_number(const int* in, int* flag) {
  if (in[vertex()] > 5) *flag = vertex();
}

// Distances: the vertex's own is read while others lower it.
enum class relaxing { atomic, read_plainly, plain };
template <relaxing How>
__global__ void relax(const int* rows, const int* edges, int* distances) {
  const int v = vertex();
  const int mine = How == relaxing::atomic ? atomicAdd(&distances[v], 0) : int(distances[v]);
  if (mine > static_cast<int>(N)) return;
  FOR_EACH_EDGE(v, rows) {
    int* const other = &distances[edges[e]];
    if (How != relaxing::plain)
      atomicMin(other, mine + 1);
    else if (mine + 1 < *other)
      *other = mine + 1;
  }
}

// Ranks are pulled from neighbours or pushed to them.
template <bool TwoArrays>
__global__ void pull_ranks(const int* rows, const int* edges, int* ranks, int* next) {
  const int v = vertex();
  int sum = 0;
  FOR_EACH_EDGE(v, rows) sum += ranks[edges[e]];
  (TwoArrays ? next : ranks)[v] = sum / 2;
}
template <bool Atomic>
__global__ void push_ranks(const int* rows, const int* edges, int* ranks, int* next) {
  const int v = vertex();
  FOR_EACH_EDGE(v, rows) {
    if (Atomic)
      atomicAdd(&next[edges[e]], ranks[v] / 2);
    else
      next[edges[e]] += ranks[v] / 2;
  }
}

// The largest label of the neighbours, if it is larger than a common bound.
template <bool Atomic>
__global__ void largest(const int* labels, int* most) {
  const int mine = labels[vertex()];
  if (Atomic)
    atomicMax(most, mine);
  else if (mine > *most)
    *most = mine;
}

// Roots of components: paths become shorter while others walk them.
template <bool Atomic>
__global__ void shorten_paths(int* parents) {
  const int v = vertex();
  int at = v;
  for (int up = atomicAdd(&parents[at], 0); up != at; up = atomicAdd(&parents[at], 0)) at = up;
  if (Atomic)
    atomicExch(&parents[v], at);
  else
    parents[v] = at;
}

// All read and write what is volatile, in no order; to be nearer to the root is all that counts.
__global__ void halve_paths(int* parents) {
  volatile int* const p = parents;
  for (int at = vertex(), up = p[at]; up != at;) {
    const int further = p[up];
    p[at] = further;
    at = up;
    up = further;
  }
}

template <class Kernel, class... Rest>
void on_ring(Kernel kernel, Rest... rest) {
  ring graph;
  kernel<<<2, THREADS>>>(graph.rows.data(), graph.edges.data(), rest...);
}
// Every second vertex is of level 0.
lockstep::device_buffer<int> half_reached() {
  std::vector<int> levels(N, -1);
  for (unsigned v = 0; v < N; v += 2) levels[v] = 0;
  return lockstep::device_buffer<int>(levels);
}
template <class Kernel>
void search(Kernel kernel) {
  auto levels = half_reached(), changed = ints(1);
  on_ring(kernel, levels.data(), 0, changed.data());
}
template <class Kernel>
void distances(Kernel kernel) {
  std::vector<int> far(N, 1 << 20);
  far[0] = 0;
  lockstep::device_buffer<int> distance(far);
  on_ring(kernel, distance.data());
}
template <class Kernel>
void ranks(Kernel kernel) {
  auto now = numbers(N), next = ints(N);
  on_ring(kernel, now.data(), next.data());
}

}  // namespace

CASE(search_atomic, "clean") { search(next_level<with, tell::atomic>); }
CASE(search_with_plain_look, "race global") { search(next_level<without, tell::atomic>); }
CASE(search_with_plain_flag, "race global (warning)") { search(next_level<with, tell::plain>); }
CASE(search_in_place, "race global") {
  auto levels = half_reached();
  on_ring(next_level_in_place, levels.data(), 0);
}
CASE(search_pulled, "clean") {
  auto levels = half_reached(), next = ints(N);
  on_ring(next_level_pulled, levels.data(), next.data(), 0);
}
CASE(flag_of_all_with_same_value, "race global (warning)") {
  auto in = numbers(N), flag = ints(1);
  set_flag<<<2, THREADS>>>(in.data(), flag.data(), 1);
}
CASE(flag_of_one_warp_with_same_value, "clean") {
  auto in = numbers(N), flag = ints(1);
  set_flag<<<1, 32>>>(in.data(), flag.data(), 1);
}
CASE(flag_of_one_thread, "clean") {
  auto in = numbers(N), flag = ints(1);
  set_flag_of_one<<<2, THREADS>>>(in.data(), flag.data());
}
CASE(flag_of_all_with_own_values, "race global") {
  auto in = numbers(N), flag = ints(1);
  set_flag_to_own_number<<<2, THREADS>>>(in.data(), flag.data());
}
// The first two blocks write the same value, the next ones do not.
CASE_FOR_EMULATOR(flag_first_with_same_value, "race global") {
  auto flag = ints(1);
  set_flag_to_quotient<<<4, THREADS>>>(flag.data(), 2);
}
CASE_FOR_EMULATOR(flag_in_a_launch_with_same_value_and_in_one_without, "race global") {
  auto flag = ints(1);
  set_flag_to_quotient<<<4, THREADS>>>(flag.data(), 4);
  set_flag_to_quotient<<<4, THREADS>>>(flag.data(), 1);
}
CASE(relax_atomically, "clean") { distances(relax<relaxing::atomic>); }
CASE(relax_read_plainly, "race global") { distances(relax<relaxing::read_plainly>); }
CASE(relax_plainly, "race global") { distances(relax<relaxing::plain>); }
CASE(ranks_pulled_into_another_array, "clean") { ranks(pull_ranks<with>); }
CASE(ranks_pulled_in_place, "race global") { ranks(pull_ranks<without>); }
CASE(ranks_pushed_atomically, "clean") { ranks(push_ranks<with>); }
CASE(ranks_pushed_plainly, "race global") { ranks(push_ranks<without>); }
CASE(largest_atomically, "clean") {
  auto labels = numbers(N), most = ints(1);
  largest<with><<<2, THREADS>>>(labels.data(), most.data());
}
CASE(largest_plainly, "race global") {
  auto labels = numbers(N), most = ints(1);
  largest<without><<<2, THREADS>>>(labels.data(), most.data());
}
CASE(paths_shortened_atomically, "clean") {
  std::vector<int> chain(N);
  for (unsigned v = 1; v < N; ++v) chain[v] = static_cast<int>(v) - 1;
  lockstep::device_buffer<int> parents(chain);
  shorten_paths<with><<<2, THREADS>>>(parents.data());
}
CASE(paths_halved_volatile, "warp_race global (warning)") {
  std::vector<int> chain(N);
  for (unsigned v = 1; v < N; ++v) chain[v] = static_cast<int>(v / 3);
  lockstep::device_buffer<int> parents(chain);
  halve_paths<<<2, THREADS>>>(parents.data());
}
CASE(paths_shortened_plainly, "race global") {
  std::vector<int> chain(N);
  for (unsigned v = 1; v < N; ++v) chain[v] = static_cast<int>(v) - 1;
  lockstep::device_buffer<int> parents(chain);
  shorten_paths<without><<<2, THREADS>>>(parents.data());
}
