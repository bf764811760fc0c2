// Twelve kernels in two sizes each, written by somebody who knew nothing of the model of time and
// had nothing from this project but its command line: each is launched once, or with `time` timed
// as CSV.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define CK(x)                                                                         \
  do {                                                                                \
    cudaError_t e_ = (x);                                                             \
    if (e_ != cudaSuccess) {                                                          \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (0)

// 1 batched 16x16 products, one block of 256 threads a matrix
__global__ void bmm16(const float* __restrict__ A, const float* __restrict__ B,
                      float* __restrict__ C) {
  __shared__ float a[16][16], b[16][17];
  int t = threadIdx.x, r = t >> 4, c = t & 15;
  size_t base = size_t(blockIdx.x) * 256;
  a[r][c] = A[base + t];
  b[r][c] = B[base + t];
  __syncthreads();
  float s = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) s = fmaf(a[r][k], b[k][c], s);
  C[base + t] = s;
}

// 2 convolution, 17 taps, halo in shared memory
constexpr int R = 8;
__constant__ float taps[2 * R + 1];
__global__ void conv1d(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float s[256 + 2 * R];
  int g = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x + R] = g < n ? in[g] : 0.f;
  if (threadIdx.x < R) {
    s[threadIdx.x] = g >= R ? in[g - R] : 0.f;
    s[threadIdx.x + 256 + R] = g + 256 < n ? in[g + 256] : 0.f;
  }
  __syncthreads();
  float v = 0;
#pragma unroll
  for (int k = 0; k <= 2 * R; ++k) v = fmaf(taps[k], s[threadIdx.x + k], v);
  if (g < n) out[g] = v;
}

// 3 bitonic sort of tiles of 512
__global__ void bitonic(const unsigned* __restrict__ in, unsigned* __restrict__ out) {
  __shared__ unsigned s[512];
  size_t base = size_t(blockIdx.x) * 512;
  s[threadIdx.x] = in[base + threadIdx.x];
  s[threadIdx.x + 256] = in[base + threadIdx.x + 256];
  for (int k = 2; k <= 512; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      __syncthreads();
      int i = 2 * threadIdx.x - (threadIdx.x & (j - 1));
      unsigned x = s[i], y = s[i + j];
      bool up = (i & k) == 0;
      if ((x > y) == up) {
        s[i] = y;
        s[i + j] = x;
      }
    }
  __syncthreads();
  out[base + threadIdx.x] = s[threadIdx.x];
  out[base + threadIdx.x + 256] = s[threadIdx.x + 256];
}

// 4 packed 8 bit RGB to planar float HSV
__global__ void rgb2hsv(const unsigned char* __restrict__ rgb, float* __restrict__ hsv, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float r = rgb[3 * i] / 255.f, g = rgb[3 * i + 1] / 255.f, b = rgb[3 * i + 2] / 255.f;
  float mx = fmaxf(r, fmaxf(g, b)), mn = fminf(r, fminf(g, b)), d = mx - mn, h = 0;
  if (d > 0) {
    if (mx == r)
      h = (g - b) / d;
    else if (mx == g)
      h = 2.f + (b - r) / d;
    else
      h = 4.f + (r - g) / d;
    h *= 60.f;
    if (h < 0) h += 360.f;
  }
  hsv[i] = h;
  hsv[n + i] = mx > 0 ? d / mx : 0.f;
  hsv[2 * n + i] = mx;
}

// 5 ELL, column-major, 16 entries a row
__global__ void ell(const int* __restrict__ col, const float* __restrict__ val,
                    const float* __restrict__ x, float* __restrict__ y, int n, int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  for (int k = 0; k < width; ++k) {
    int c = col[size_t(k) * n + r];
    if (c >= 0) s = fmaf(val[size_t(k) * n + r], x[c], s);
  }
  y[r] = s;
}

// 6 inclusive prefix sum of tiles of 1024, by shuffles
__global__ void scan1024(const int* __restrict__ in, int* __restrict__ out) {
  __shared__ int w[32];
  size_t g = size_t(blockIdx.x) * 1024 + threadIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = in[g];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int u = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += u;
  }
  if (lane == 31) w[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int t = w[lane];
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      int u = __shfl_up_sync(~0u, t, d);
      if (lane >= d) t += u;
    }
    w[lane] = t;
  }
  __syncthreads();
  out[g] = v + (warp ? w[warp - 1] : 0);
}

// 7 N queens: the thread's number names the first three rows, the rest is searched with a stack
__global__ void queens(int n, int* __restrict__ count) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n * n * n) return;
  unsigned full = (1u << n) - 1, cols = 0, l = 0, r = 0;
  bool ok = true;
  for (int k = 0, q = id; k < 3; ++k, q /= n) {
    unsigned b = 1u << (q % n);
    if ((cols | l | r) & b) ok = false;
    cols |= b;
    l = ((l | b) << 1) & full;
    r = (r | b) >> 1;
  }
  int found = 0;
  if (ok) {
    unsigned sc[16], sl[16], sr[16], sf[16];
    int d = 0;
    sc[0] = cols;
    sl[0] = l;
    sr[0] = r;
    sf[0] = full & ~(cols | l | r);
    while (d >= 0) {
      unsigned f = sf[d];
      if (!f) {
        --d;
        continue;
      }
      unsigned b = f & (0u - f);
      sf[d] = f ^ b;
      unsigned c2 = sc[d] | b;
      if (c2 == full) {
        ++found;
        continue;
      }
      unsigned l2 = ((sl[d] | b) << 1) & full, r2 = (sr[d] | b) >> 1;
      ++d;
      sc[d] = c2;
      sl[d] = l2;
      sr[d] = r2;
      sf[d] = full & ~(c2 | l2 | r2);
    }
  }
  count[id] = found;
}

// 8 Mandelbrot
__global__ void mandel(unsigned short* __restrict__ img, int w, int h, int maxit) {
  int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  if (px >= w || py >= h) return;
  float cx = -2.f + 3.f * px / w, cy = -1.2f + 2.4f * py / h, x = 0, y = 0;
  int it = 0;
  while (it < maxit && x * x + y * y < 4.f) {
    float t = x * x - y * y + cx;
    y = 2.f * x * y + cy;
    x = t;
    ++it;
  }
  img[py * w + px] = (unsigned short)it;
}

// 9 Floyd-Warshall, the third phase of a step of the blocked form: tiles of 32 x 32
__global__ void floyd3(const int* __restrict__ d, int* __restrict__ o, int n, int kt) {
  __shared__ int a[32][32], b[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int gx = blockIdx.x * 32 + x, gy = blockIdx.y * 32 + y;
  a[y][x] = d[gy * n + kt * 32 + x];
  b[y][x] = d[(kt * 32 + y) * n + gx];
  int v = d[gy * n + gx];
  __syncthreads();
#pragma unroll 8
  for (int k = 0; k < 32; ++k) v = min(v, a[y][k] + b[k][x]);
  o[gy * n + gx] = v;
}

// 10 hash table, linear probing
__global__ void hinsert(const unsigned* __restrict__ keys, int n, unsigned* table, unsigned* vals,
                        unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned k = keys[i], h = k;
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  h ^= h >> 16;
  for (;;) {
    h &= mask;
    unsigned old = atomicCAS(&table[h], 0u, k);
    if (old == 0u || old == k) {
      vals[h] = i;
      return;
    }
    ++h;
  }
}

// 11 Thomas algorithm, one system a thread, interleaved
__global__ void thomas(const float* __restrict__ a, const float* __restrict__ b,
                       const float* __restrict__ c, const float* __restrict__ d, float* cp,
                       float* x, int m, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= m) return;
  float p = 0, q = 0;
  for (int i = 0; i < n; ++i) {
    size_t k = size_t(i) * m + s;
    float ai = a[k], den = b[k] - ai * p;
    p = c[k] / den;
    q = (d[k] - ai * q) / den;
    cp[k] = p;
    x[k] = q;
  }
  for (int i = n - 2; i >= 0; --i) {
    size_t k = size_t(i) * m + s;
    q = x[k] - cp[k] * q;
    x[k] = q;
  }
}

// 12 string matching, naive with early exit
__constant__ char pat[16];
__global__ void match(const char* __restrict__ text, unsigned char* __restrict__ hit, int n,
                      int len) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - len) return;
  int k = 0;
  while (k < len && text[i + k] == pat[k]) ++k;
  hit[i] = k == len;
}

// flush: reads 256 MB
__global__ void flush_l2(const float4* __restrict__ p, size_t n, float* sum) {
  float s = 0;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += size_t(gridDim.x) * blockDim.x) {
    float4 v = p[i];
    s += v.x + v.y + v.z + v.w;
  }
  if (s != 0.f) atomicAdd(sum, s);
}

static uint32_t rng = 12345;
static uint32_t rnd() {
  rng ^= rng << 13;
  rng ^= rng >> 17;
  rng ^= rng << 5;
  return rng;
}
template <class T>
T* empty(size_t n) {
  T* p;
  CK(cudaMalloc(&p, n * sizeof(T)));
  CK(cudaMemset(p, 0, n * sizeof(T)));
  return p;
}
template <class T, class F>
T* filled(size_t n, F f) {
  std::vector<T> h(n);
  for (size_t i = 0; i < n; ++i) h[i] = f(i);
  T* p;
  CK(cudaMalloc(&p, n * sizeof(T)));
  CK(cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
static float uf() { return (rnd() >> 8) * (1.f / 16777216.f); }

struct Job {
  std::string name;
  std::function<void()> prep, go;
};

int main(int argc, char** argv) {
  bool timing = argc > 1 && !std::strcmp(argv[1], "time");
  float4* fl = nullptr;
  float* fs = nullptr;
  const size_t FB = size_t(256) << 20;
  cudaEvent_t e0, e1;
  if (timing) {
    CK(cudaMalloc(&fl, FB));
    CK(cudaMemset(fl, 0, FB));
    fs = empty<float>(1);
    CK(cudaEventCreate(&e0));
    CK(cudaEventCreate(&e1));
    cudaDeviceProp pr;
    CK(cudaGetDeviceProperties(&pr, 0));
    std::fprintf(stderr, "%s\n", pr.name);
  }
  auto run = [&](const Job& j) {
    if (!timing) {
      if (j.prep) j.prep();
      j.go();
      CK(cudaGetLastError());
      CK(cudaDeviceSynchronize());
      return;
    }
    std::vector<float> t;
    for (int i = 0; i < 14; ++i) {
      if (j.prep) j.prep();
      flush_l2<<<1056, 256>>>(fl, FB / 16, fs);
      CK(cudaEventRecord(e0));
      j.go();
      CK(cudaEventRecord(e1));
      CK(cudaEventSynchronize(e1));
      CK(cudaGetLastError());
      float ms;
      CK(cudaEventElapsedTime(&ms, e0, e1));
      if (i >= 3) t.push_back(ms * 1000);
    }
    std::sort(t.begin(), t.end());
    std::printf("%s,%.2f\n", j.name.c_str(), t[5]);
  };
  if (timing) std::printf("name,us\n");
  std::vector<void*> mem;
  auto done = [&] {
    CK(cudaDeviceSynchronize());
    for (void* p : mem) CK(cudaFree(p));
    mem.clear();
  };
  auto keep = [&](auto* p) {
    mem.push_back(p);
    return p;
  };
  auto sz = [](int s) { return s ? std::string("_L") : std::string("_S"); };

  for (int s = 0; s < 2; ++s) {
    int nb = s ? 81920 : 4096;
    size_t n = size_t(nb) * 256;
    auto f = [](size_t i) { return float(i % 61) * 0.25f; };
    float *A = keep(filled<float>(n, f)), *B = keep(filled<float>(n, f)),
          *C = keep(empty<float>(n));
    run({"bmm16" + sz(s), {}, [=] { bmm16<<<nb, 256>>>(A, B, C); }});
    done();
  }

  float ht[2 * R + 1];
  for (int i = 0; i <= 2 * R; ++i) ht[i] = 1.f / (1 + i);
  CK(cudaMemcpyToSymbol(taps, ht, sizeof ht));
  for (int s = 0; s < 2; ++s) {
    int n = s ? 40000003 : 2000003;
    float *a = keep(filled<float>(n, [](size_t i) { return float(i & 1023); })),
          *b = keep(empty<float>(n));
    run({"conv1d" + sz(s), {}, [=] { conv1d<<<(n + 255) / 256, 256>>>(a, b, n); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int nb = s ? 8192 : 512;
    size_t n = size_t(nb) * 512;
    unsigned *a = keep(filled<unsigned>(n, [](size_t) { return rnd(); })),
             *b = keep(empty<unsigned>(n));
    run({"bitonic" + sz(s), {}, [=] { bitonic<<<nb, 256>>>(a, b); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int n = s ? 12000000 : 1000000;
    unsigned char* a = keep(
        filled<unsigned char>(size_t(n) * 3, [](size_t) { return (unsigned char)(rnd() >> 11); }));
    float* b = keep(empty<float>(size_t(n) * 3));
    run({"rgb2hsv" + sz(s), {}, [=] { rgb2hsv<<<(n + 127) / 128, 128>>>(a, b, n); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int n = s ? 1500000 : 80000;
    int w = 16;
    int* c = keep(filled<int>(size_t(n) * w, [n](size_t i) {
      long r = long(i % n) + long(rnd() % 8192) - 4096;
      return r < 0 || r >= n || rnd() % 8 == 0 ? -1 : int(r);
    }));
    float *v = keep(filled<float>(size_t(n) * w, [](size_t i) { return float(i & 7); })),
          *x = keep(filled<float>(n, [](size_t) { return 1.f; })), *y = keep(empty<float>(n));
    run({"ell" + sz(s), {}, [=] { ell<<<(n + 255) / 256, 256>>>(c, v, x, y, n, w); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int nb = s ? 24576 : 1024;
    size_t n = size_t(nb) * 1024;
    int *a = keep(filled<int>(n, [](size_t i) { return int(i & 15); })), *b = keep(empty<int>(n));
    run({"scan1024" + sz(s), {}, [=] { scan1024<<<nb, 1024>>>(a, b); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int n = s ? 11 : 8;
    int* c = keep(empty<int>(n * n * n));
    run({"queens" + sz(s), {}, [=] { queens<<<(n * n * n + 63) / 64, 64>>>(n, c); }});
    if (!timing) {
      std::vector<int> h(n * n * n);
      CK(cudaMemcpy(h.data(), c, h.size() * 4, cudaMemcpyDeviceToHost));
      int t = 0;
      for (int v : h) t += v;
      std::fprintf(stderr, "queens(%d) = %d\n", n, t);
    }
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int w = s ? 1280 : 384, h = s ? 1024 : 256, it = s ? 300 : 200;
    auto* img = keep(empty<unsigned short>(size_t(w) * h));
    run({"mandel" + sz(s), {}, [=] {
           mandel<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(img, w, h, it);
         }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int n = s ? 3072 : 768;
    int *a = keep(filled<int>(size_t(n) * n, [](size_t) { return int(rnd() % 1000); })),
        *b = keep(empty<int>(size_t(n) * n));
    run({"floyd3" + sz(s), {}, [=] {
           floyd3<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, n, n / 64);
         }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int n = s ? 2000000 : 150000;
    unsigned slots = s ? 1u << 22 : 1u << 18;
    unsigned *k = keep(filled<unsigned>(n, [](size_t) { return rnd() | 1u; })),
             *t = keep(empty<unsigned>(slots)), *v = keep(empty<unsigned>(slots));
    run({"hinsert" + sz(s), [=] { CK(cudaMemset(t, 0, size_t(slots) * 4)); },
         [=] { hinsert<<<(n + 255) / 256, 256>>>(k, n, t, v, slots - 1); }});
    done();
  }

  for (int s = 0; s < 2; ++s) {
    int m = s ? 300000 : 20000, n = s ? 32 : 16;
    size_t z = size_t(m) * n;
    float *a = keep(filled<float>(z, [](size_t) { return -uf(); })),
          *b = keep(filled<float>(z, [](size_t) { return 3.f + uf(); })),
          *c = keep(filled<float>(z, [](size_t) { return -uf(); })),
          *d = keep(filled<float>(z, [](size_t) { return uf(); })), *p = keep(empty<float>(z)),
          *x = keep(empty<float>(z));
    run({"thomas" + sz(s), {}, [=] { thomas<<<(m + 127) / 128, 128>>>(a, b, c, d, p, x, m, n); }});
    done();
  }

  CK(cudaMemcpyToSymbol(pat, "ACGTACGA", 8));
  for (int s = 0; s < 2; ++s) {
    int n = s ? 48000000 : 4000000;
    char* t = keep(filled<char>(n, [](size_t) { return "ACGT"[(rnd() >> 9) & 3]; }));
    unsigned char* o = keep(empty<unsigned char>(n));
    run({"match" + sz(s), {}, [=] { match<<<(n + 255) / 256, 256>>>(t, o, n, 8); }});
    done();
  }
  return 0;
}
