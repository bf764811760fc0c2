// How far beyond an allocation a GPU lets reads pass, for each kind of memory and several sizes:
// stray_reads prints what docs/data/h100_stray_reads.csv has. With that file as its argument it
// looks whether the rest of an allocation's last page is read as it was there. What lies farther
// away depends on where other allocations are.
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

__global__ void read(const char* from, long at, int* to) { *to = from[at]; }

enum class kind { device, pinned, managed, registered };
constexpr kind KINDS[] = {kind::device, kind::pinned, kind::managed, kind::registered};
const char* name_of(kind of) {
  static const char* const names[] = {"device", "pinned", "managed", "registered"};
  return names[static_cast<int>(of)];
}

constexpr long PAGE = 4096, PIECE = 2 << 20;
constexpr long SIZES[] = {32,        5000,  65'536,    1'000'000, 1'048'577,
                          2'000'000, PIECE, PIECE + 1, 3'000'000};

long page_end_of(long size) { return (size + PAGE - 1) / PAGE * PAGE; }

std::vector<long> offsets_behind(long size) {
  const long page_end = page_end_of(size);
  std::set<long> all;
  for (const long at : {-1L, -PAGE, size, page_end - 1, page_end, page_end + 65'535, PIECE - 1,
                        PIECE, 2 * PIECE - 1, 2 * PIECE, 32 * PIECE})
    if (at < 0 || at >= size) all.insert(at);
  return {all.begin(), all.end()};
}

cudaError_t allocate(kind of, long size, char** to) {
  switch (of) {
    case kind::device:
      return cudaMalloc(to, size);
    case kind::pinned:
      return cudaMallocHost(to, size);
    case kind::managed:
      return cudaMallocManaged(to, size);
    case kind::registered:
      *to = static_cast<char*>(std::aligned_alloc(PAGE, 2 * PIECE));
      return cudaHostRegister(*to, size, cudaHostRegisterDefault);
  }
  return cudaErrorInvalidValue;
}

enum class outcome { passes, stops, unknown };

outcome try_read(kind of, long size, long at) {
  char* memory = nullptr;
  int* value = nullptr;
  if (allocate(of, size, &memory) != cudaSuccess ||
      cudaMalloc(&value, sizeof *value) != cudaSuccess)
    return outcome::unknown;
  read<<<1, 1>>>(memory, at, value);
  const cudaError_t end = cudaDeviceSynchronize();
  return end == cudaSuccess               ? outcome::passes
         : end == cudaErrorIllegalAddress ? outcome::stops
                                          : outcome::unknown;
}

// In a process of its own: an illegal address is the end of one.
outcome try_alone(kind of, long size, long at) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
    _exit(static_cast<int>(try_read(of, size, at)));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return outcome::unknown;
  return static_cast<outcome>(WEXITSTATUS(status));
}

std::set<std::string> lines_of(const char* file) {
  std::set<std::string> all;
  std::FILE* const in = std::fopen(file, "r");
  char line[256];
  while (in != nullptr && std::fgets(line, sizeof line, in) != nullptr)
    all.emplace(std::string_view(line, std::string_view(line).find('\n')));
  if (in != nullptr) std::fclose(in);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const auto known = argc > 1 ? lines_of(argv[1]) : std::set<std::string>();
  int wrong = 0;
  if (argc == 1) std::puts("memory,bytes,offset,read");
  for (const kind of : KINDS) {
    for (const long size : SIZES) {
      for (const long at : offsets_behind(size)) {
        if (argc > 1 && (at < 0 || at >= page_end_of(size))) continue;
        const outcome end = try_alone(of, size, at);
        if (end == outcome::unknown) {
          std::fprintf(stderr, "%s memory of %ld bytes at %ld: no answer\n", name_of(of), size, at);
          ++wrong;
          continue;
        }
        const std::string line = std::string(name_of(of)) + "," + std::to_string(size) + "," +
                                 std::to_string(at) + "," +
                                 (end == outcome::passes ? "passes" : "stops");
        if (argc == 1) {
          std::puts(line.c_str());
        } else if (known.count(line) == 0) {
          std::fprintf(stderr, "%s, which is not so on the GPU\n", line.c_str());
          ++wrong;
        }
      }
    }
  }
  return wrong == 0 ? 0 : 1;
}
