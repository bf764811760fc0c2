#include "programs/backend.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "language/language.hpp"
#include "processes/signal_watch.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

// The few driver calls needed, by their documented signatures; a machine without a GPU has no
// header for them either.
struct driver {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

  template <class F>
  F* function(const char* name) const {
    return reinterpret_cast<F*>(dlsym(library, name));
  }
};

using result = int;  // CUresult; 0 is success

std::optional<fs::path> library_in(const fs::path& folder) {
  std::error_code error;
  const fs::path library = folder / runtime_library_name;
  return fs::is_regular_file(library, error) ? std::optional(library) : std::nullopt;
}

}  // namespace

std::optional<gpu> find_gpu(std::string& why) {
  // The driver starts threads. Ctrl-C must not reach one of them: there it would end the tutor at
  // once, and leave behind what it has started.
  const signals_held held;
  const driver cuda;
  // The emulator's own library of that name says that it is one.
  if (cuda.library == nullptr || dlsym(cuda.library, "lockstep_driver_library") != nullptr) {
    why = tr("there is no NVIDIA driver on this machine (libcuda.so.1)");
    return std::nullopt;
  }
  auto* init = cuda.function<result(unsigned)>("cuInit");
  auto* count_devices = cuda.function<result(int*)>("cuDeviceGetCount");
  auto* get_name = cuda.function<result(char*, int, int)>("cuDeviceGetName");
  auto* get_version = cuda.function<result(int*)>("cuDriverGetVersion");
  auto* get_attribute = cuda.function<result(int*, int, int)>("cuDeviceGetAttribute");
  if (!init || !count_devices || !get_name || !get_version) {
    why = tr("libcuda.so.1 is not a CUDA driver");
    return std::nullopt;
  }
  gpu found;
  if (const result error = init(0); error != 0 || count_devices(&found.count) != 0) {
    why = tr("the driver does not answer (cuInit: error {})", error);
    return std::nullopt;
  }
  if (found.count == 0) {
    why = tr("the driver sees no GPU");
    return std::nullopt;
  }
  std::array<char, 256> name{};
  get_name(name.data(), static_cast<int>(name.size()), 0);
  get_version(&found.driver_version);
  constexpr int major_attribute = 75, minor_attribute = 76;  // of the compute capability
  int major = 0, minor = 0;
  if (get_attribute && get_attribute(&major, major_attribute, 0) == 0 &&
      get_attribute(&minor, minor_attribute, 0) == 0)
    found.capability = 10 * major + minor;
  found.name = name.data();
  return found;
}

environment_changes backend::environment() const {
  std::string path = library.parent_path().string();
  if (const char* before = std::getenv("LD_LIBRARY_PATH"); before != nullptr && *before != '\0') {
    path += std::string(":") + before;
  }
  environment_changes changes{{"LD_LIBRARY_PATH", path}};
  if (!device.empty()) changes.emplace_back("LOCKSTEP_DEVICE", device);
  changes.insert(changes.end(), settings.begin(), settings.end());
  return changes;
}

fs::path emulator_library(const checkout_paths& paths) {
  if (!paths.library.empty()) return paths.library;
  return paths.build / "tools/emulator/src" / runtime_library_name;
}

fs::path find_nvcc(const checkout_paths& paths) {
  std::vector<fs::path> candidates;
  if (const char* named = std::getenv("NVCC")) candidates.emplace_back(named);
  candidates.push_back(find_on_path("nvcc"));
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* home = std::getenv(variable)) candidates.push_back(fs::path(home) / "bin/nvcc");
  }
  candidates.push_back(paths.root / ".toolchain/cuda/bin/nvcc");
  candidates.emplace_back("/usr/local/cuda/bin/nvcc");
  std::error_code error;
  for (const auto& candidate : candidates) {
    if (!candidate.empty() && fs::is_regular_file(candidate, error)) return candidate;
  }
  return {};
}

fs::path toolkit_library(const checkout_paths& paths) {
  std::error_code error;
  const fs::path nvcc = fs::canonical(find_nvcc(paths), error);
  const fs::path toolkit = nvcc.parent_path().parent_path();
  for (const fs::path& folder :
       {toolkit / "lib64", toolkit / "lib", toolkit / "targets/x86_64-linux/lib",
        toolkit / "targets/sbsa-linux/lib", fs::path("/usr/local/cuda/lib64"),
        fs::path("/usr/lib/x86_64-linux-gnu"), fs::path("/usr/lib/aarch64-linux-gnu")}) {
    if (const auto library = library_in(folder)) return *library;
  }
  return {};
}

backend emulator_backend(const checkout_paths& paths) {
  const fs::path library = emulator_library(paths);
  if (!fs::exists(library)) {
    if (!paths.library.empty())
      throw setup_missing(tr("the emulator is not installed: there is no {}", library.string()),
                          "Install it together with this program: meson install -C BUILD");
    throw setup_missing(tr("the emulator is not built: there is no {}", library.string()),
                        tr("Start through ./lockstep, which builds it, or: meson compile -C {}",
                           paths.build.string()));
  }
  return {"emulator", library, {}, {}};
}

backend choose_backend(const std::string& name, const checkout_paths& paths) {
  if (name == "emulator") return emulator_backend(paths);
  if (name == "auto" || name == "gpu") {
    std::string why;
    const bool have_gpu = find_gpu(why).has_value();
    if (name == "auto" && !have_gpu) return emulator_backend(paths);
    if (!have_gpu) {
      throw setup_missing(tr("no GPU is available: {}", why),
                          "Use --backend emulator, or install NVIDIA's driver (nvidia-smi shows "
                          "whether it works).");
    }
    const fs::path library = toolkit_library(paths);
    if (library.empty()) {
      throw setup_missing(
          tr("there is a GPU, but the CUDA 13 runtime ({}) was not found", runtime_library_name),
          "Install the CUDA 13 toolkit, or use --backend emulator.");
    }
    return {"gpu", library, {}, {}};
  }
  std::error_code error;
  const fs::path path = fs::absolute(name, error);
  if (fs::is_directory(path, error)) {
    if (const auto library = library_in(path)) return {name, *library, {}, {}};
  } else if (fs::is_regular_file(path, error) && path.filename() == runtime_library_name) {
    return {name, path, {}, {}};
  }
  throw setup_missing(
      fmt::format("--backend {}: there is no {} there", name, runtime_library_name),
      "Use auto, gpu, emulator, or the path of a libcudart.so.13 or of its folder.");
}

}  // namespace lockstep::tutor
