// Measures what the model of time lacks: shared atomics by type and contention, local memory, what
// one launch leaves in L2 for the next, cooperative launches.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x)                                                                    \
  do {                                                                           \
    cudaError_t e_ = (x);                                                        \
    if (e_) {                                                                    \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
      exit(1);                                                                   \
    }                                                                            \
  } while (0)
typedef unsigned u32;
typedef unsigned long long u64;
static __device__ __host__ u32 mix(u32 x) {
  x ^= x >> 16;
  x *= 0x7feb352d;
  x ^= x >> 15;
  x *= 0x846ca68b;
  return x ^ x >> 16;
}
static void row(const char* name, double v, const char* unit, const char* what) {
  printf("%s,%.5g,%s,%s\n", name, v, unit, what);
  fflush(stdout);
}

// -- shared atomics: cycles of an SM for one operation by each of its warps
enum { inc, add, addf, addd, addl, inc_used };
template <int kind>
__global__ void shared_ops(long long* out, int words, int groups, int rounds, u32 seed) {
  __shared__ u64 room[1024];
  u32* w32 = reinterpret_cast<u32*>(room);
  for (int n = threadIdx.x; n < 1024; n += blockDim.x) room[n] = 0;
  // lanes of a warp share a word by groups; words < 0: random for each lane and round
  u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32, x = 1 + threadIdx.x % 3, acc = 0;
  __syncthreads();
  long long begin = clock64();
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
    u32 at = words > 0 ? (lane / groups + warp * 32 / groups) % words
                       : mix(threadIdx.x * 977 + r * 131 + seed) % (u32)-words;
    if constexpr (kind == inc) atomicAdd(&w32[at], 1u);
    if constexpr (kind == inc_used) acc += atomicAdd(&w32[at], 1u);
    if constexpr (kind == add) atomicAdd(&w32[at], x);
    if constexpr (kind == addf) atomicAdd(reinterpret_cast<float*>(w32) + at, 1.0f);
    if constexpr (kind == addd) atomicAdd(reinterpret_cast<double*>(room) + at, 1.0);
    if constexpr (kind == addl) atomicAdd(room + at, (u64)x);
  }
  __syncthreads();
  long long end = clock64();
  if (threadIdx.x == 0) {
    out[0] = end - begin;
    out[1] = room[3] + acc;
  }
  if (acc == 0x1234567) out[1] = acc;
}
template <int kind>
void shared_kind(const char* name, long long* d) {
  struct {
    int words, groups;
    const char* what;
  } cases[] = {{1024, 1, "each lane a word of its own"},
               {1, 32, "all lanes of all warps on one word"},
               {32, 32, "all lanes of a warp on a word of the warp"},
               {128, 8, "lanes of a warp on 4 words of the warp"},
               {32, 1, "lanes of all warps on the same 32 words"},
               {-1024, 1, "any of 1024 words"},
               {-256, 1, "any of 256 words"},
               {-32, 1, "any of 32 words"},
               {-8, 1, "any of 8 words"}};
  for (auto& c : cases)
    for (int warps : {1, 4, 8, 32}) {
      long long h[2];
      std::vector<double> v;
      for (int k = 0; k < 5; ++k) {
        shared_ops<kind><<<1, warps * 32>>>(d, c.words, c.groups, 100, k);
        long long a, b;
        CK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost));
        a = h[0];
        shared_ops<kind><<<1, warps * 32>>>(d, c.words, c.groups, 300, k);
        CK(cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost));
        b = h[0];
        v.push_back((b - a) / 200.0);
      }
      std::sort(v.begin(), v.end());
      char n[128];
      snprintf(n, 128, "shared_%s_%d_%d_%d_warps", name, c.words, c.groups, warps);
      row(n, v[2], "cycles", c.what);
    }
}

// -- timing of launches
static float* flush_;
static cudaEvent_t e0, e1;
static __global__ void read_all(const float4* p, size_t n, float* out) {
  float s = 0;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x) {
    float4 v = p[i];
    s += v.x + v.y + v.z + v.w;
  }
  if (s == 1.2345f) *out = s;
}
static __global__ void write_all(float4* p, size_t n, float x) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) p[i] = make_float4(x, x, x, x);
}
static __global__ void sum_once(const float4* p, size_t n, float* out) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) {
    float4 v = p[i];
    float s = v.x + v.y + v.z + v.w;
    if (s == 1.2345f) *out = s;
  }
}
static void flush() {
  read_all<<<1056, 256>>>((float4*)flush_, (512ull << 20) / 16, flush_ + (512ull << 18));
}
template <class P, class F>
double timed(P before, F f, int runs = 9) {
  std::vector<double> v;
  for (int k = 0; k < runs; ++k) {
    flush();
    before();
    cudaEventRecord(e0);
    f();
    cudaEventRecord(e1);
    CK(cudaEventSynchronize(e1));
    float ms;
    cudaEventElapsedTime(&ms, e0, e1);
    v.push_back(1000 * ms);
  }
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

// -- local memory
template <int words>
__global__ void __launch_bounds__(1024) local_ops(int* out, int rounds, int mask) {
  int a[words];
  for (int k = 0; k < words; ++k) a[k] = k * threadIdx.x;
  int at = threadIdx.x * mask, s = 0;
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      s += a[(at + k * 5) % words];
      a[(at + k * 3 + 1) % words] = s;
    }
    at += 1;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
template <int live, int most>
__global__ void __launch_bounds__(256, most)
    spills(const float* in, float* out, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v[live];
#pragma unroll
  for (int k = 0; k < live; ++k) v[k] = in[(i + k * 96) & (n - 1)];
#pragma unroll 1
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int k = 0; k < live; ++k) v[k] = v[k] * 0.5f + v[(k * 5 + 3) % live];
  float s = 0;
#pragma unroll
  for (int k = 0; k < live; ++k) s += v[k];
  out[i] = s;
}
template <class K>
void spill_case(const char* name, K k, int rounds, float* in, float* out) {
  cudaFuncAttributes a;
  CK(cudaFuncGetAttributes(&a, k));
  int per;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, k, 256, 0);
  double t = timed([] {}, [&] { k<<<2112, 256>>>(in, out, 1 << 20, rounds); });
  char n[128], w[200];
  snprintf(n, 128, "spills_%s_rounds_%d", name, rounds);
  snprintf(w, 200, "2112 blocks of 256; %d registers; %d local bytes; %d blocks an SM", a.numRegs,
           (int)a.localSizeBytes, per);
  row(n, t, "us", w);
}
template <int words>
void local_case(float* out) {
  for (int blocks : {132, 264, 1056})
    for (int rounds : {4, 16}) {
      double t = timed([] {}, [&] { local_ops<words><<<blocks, 256>>>((int*)out, rounds, 1); });
      char n[128], w[200];
      double u = timed([] {}, [&] { local_ops<words><<<blocks, 256>>>((int*)out, rounds, 0); });
      snprintf(n, 128, "local_%d_words_%d_blocks_%d_rounds", words, blocks, rounds);
      row(n, t, "us",
          "array of a given number of words; 8 loads and stores a round; each lane at an index of "
          "its own");
      snprintf(n, 128, "local_uniform_%d_words_%d_blocks_%d_rounds", words, blocks, rounds);
      row(n, u, "us", "the same; all lanes at one index");
    }
}

__global__ void coop(int syncs, int* out) {
  auto g = cooperative_groups::this_grid();
  for (int k = 0; k < syncs; ++k) g.sync();
  if (syncs == 12345) *out = 1;
}
__global__ void nothing(int syncs, int* out) {
  if (syncs == 12345) *out = 1;
}
__global__ void uniform_add(u32* p, int rounds) {
  for (int r = 0; r < rounds; ++r) atomicAdd(p, 1u);
}
__global__ void uniform_sum(u32* p, int rounds) {
  u32 x = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    atomicAdd(p, x);
    x = x * 5 + 1;
  }
}
__global__ void histogram(const u32* in, u32* bins, int n, u32 m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[in[i] % m], 1u);
}
__global__ void fill_random(u32* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = mix(i);
}

int main() {
  cudaDeviceProp p;
  CK(cudaGetDeviceProperties(&p, 0));
  int mhz = 0;
  cudaDeviceGetAttribute(&mhz, cudaDevAttrClockRate, 0);
  printf("# One %s; runtime's SM clock %d MHz\nname,value,unit,what\n", p.name, mhz / 1000);
  CK(cudaMalloc(&flush_, (512ull << 20) + 256));
  CK(cudaMemset(flush_, 0, (512ull << 20) + 256));
  cudaEventCreate(&e0);
  cudaEventCreate(&e1);
  long long* d;
  CK(cudaMalloc(&d, 64));
  float *a, *b;
  CK(cudaMalloc(&a, 256ull << 20));
  CK(cudaMalloc(&b, 256ull << 20));
  CK(cudaMemset(a, 0, 256ull << 20));
  CK(cudaMemset(b, 0, 256ull << 20));
  for (int k = 0; k < 30; ++k) flush();
  CK(cudaDeviceSynchronize());
  shared_kind<inc>("increment", d);
  shared_kind<inc_used>("increment_used", d);
  shared_kind<add>("add", d);
  shared_kind<addf>("float_add", d);
  shared_kind<addd>("double_add", d);
  shared_kind<addl>("long_add", d);
  void* host;
  CK(cudaMallocHost(&host, 128 << 20));
  char n[128];
  for (int mb : {4, 16, 32, 48, 64, 128}) {
    size_t c = (size_t)mb << 16, bytes = (size_t)mb << 20;
    unsigned g = (unsigned)(c / 256);
    auto rd = [&] { sum_once<<<g, 256>>>((float4*)a, c, b); };
    auto wr = [&] { write_all<<<g, 256>>>((float4*)a, c, 1.0f); };
    auto put = [&](const char* w, double t, const char* what) {
      snprintf(n, 128, "after_%s_%d_mb", w, mb);
      row(n, t, "us", what);
    };
    put("nothing_read", timed([] {}, rd), "sum_once of so much memory");
    put("nothing_write", timed([] {}, wr), "write_all of so much memory");
    put("read_read", timed(rd, rd), "read by a launch; then read");
    put("write_read", timed(wr, rd), "written by a launch; then read");
    put("read_write", timed(rd, wr), "read; then written");
    put("write_write", timed(wr, wr), "written twice");
    put("memset_read", timed([&] { cudaMemsetAsync(a, 0, bytes); }, rd), "cudaMemset; then read");
    put("upload_read", timed([&] { cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice); }, rd),
        "copied from the host; then read");
    put("copy_read", timed([&] { cudaMemcpyAsync(a, b, bytes, cudaMemcpyDeviceToDevice); }, rd),
        "copied from other memory; then read");
    put("copied_from_read",
        timed([&] { cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice); }, rd),
        "copied to other memory; then read");
    put("download_read",
        timed([&] { cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost); }, rd),
        "copied to the host; then read");
    put("other_16_mb_read",
        timed(
            [&] {
              rd();
              sum_once<<<4096, 256>>>((float4*)b, 1 << 20, b);
            },
            rd),
        "read; then 16 MB of other memory read; then read again");
    put("other_48_mb_read",
        timed(
            [&] {
              rd();
              sum_once<<<12288, 256>>>((float4*)b, 3 << 20, b);
            },
            rd),
        "read; then 48 MB of other memory read; then read again");
  }
  local_case<16>(b);
  local_case<64>(b);
  local_case<256>(b);
#define S(l, m) \
  for (int r : {4, 32}) spill_case(#l "_live_" #m "_blocks", spills<l, m>, r, a, b);
  S(48, 2)
  S(48, 5) S(48, 6) S(48, 8) S(72, 4) S(72, 6) S(72, 8) S(100, 4) S(100, 8) int* o = (int*)b;
  for (int per : {1, 2})
    for (int s : {0, 1, 10}) {
      int th = 256, bl = 132 * per;
      void* args[] = {&s, &o};
      snprintf(n, 128, "cooperative_%d_blocks_%d_syncs", bl, s);
      row(n,
          timed([] {}, [&] { CK(cudaLaunchCooperativeKernel((void*)coop, bl, th, args, 0, 0)); },
                21),
          "us", "events around a cooperative launch; blocks of 256");
      if (s == 0) {
        snprintf(n, 128, "ordinary_%d_blocks", bl);
        row(n, timed([] {}, [&] { nothing<<<bl, th>>>(0, o); }, 21), "us",
            "the same of an ordinary launch");
      }
    }
  u32* w = (u32*)b;
  for (int bl : {132, 1056}) {
    snprintf(n, 128, "uniform_increment_%d_blocks", bl);
    row(n, timed([] {}, [&] { uniform_add<<<bl, 256>>>(w, 64); }), "us",
        "atomicAdd(p; 1) of all threads of blocks of 256; 64 times; one word");
    snprintf(n, 128, "uniform_sum_%d_blocks", bl);
    row(n, timed([] {}, [&] { uniform_sum<<<bl, 256>>>(w, 64); }), "us",
        "atomicAdd(p; x) of all threads; 64 times");
  }
  fill_random<<<16384, 256>>>((u32*)a, 1 << 22);
  for (u32 m : {1u, 16u, 256u, 4096u, 65536u, 1u << 24}) {
    snprintf(n, 128, "histogram_%u_bins", m);
    row(n, timed([] {}, [&] { histogram<<<16384, 256>>>((u32*)a, w, 1 << 22, m); }), "us",
        "atomicAdd on one of a number of words by 2^22 random values in memory");
  }
  CK(cudaDeviceSynchronize());
}
