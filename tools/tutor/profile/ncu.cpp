#include "profile/ncu.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "language/language.hpp"
#include "programs/backend.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

bool runs(const fs::path& program) {
  std::error_code error;
  return fs::is_regular_file(program, error) && access(program.c_str(), X_OK) == 0;
}

// NVIDIA's own packages have a folder for each version: the newest first.
std::vector<fs::path> of_packages() {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/opt/nvidia/nsight-compute", error))
    found.push_back(version.path() / "ncu");
  std::sort(found.rbegin(), found.rend());
  return found;
}

// The lines in which ncu complains, without their "==ERROR== ". That the program failed is no
// complaint of ncu's.
std::string complaints(std::string_view log) {
  constexpr std::string_view mark = "==ERROR== ";
  std::vector<std::string> said;
  for (const auto& line : lines_of(log)) {
    if (line.starts_with(mark) && line.find("The application returned") == std::string::npos)
      said.push_back(line.substr(mark.size()));
  }
  return join(said, "\n");
}

constexpr const char* how_to_permit = translatable(
    "An administrator can permit it for all users with a file "
    "/etc/modprobe.d/nvidia-profiling.conf\n"
    "  options nvidia NVreg_RestrictProfilingToAdminUsers=0\n"
    "and a restart (before it: update-initramfs -u, or dracut -f, if the driver is loaded from "
    "there).\n"
    "Otherwise only root may count: run this command with sudo. In a container, the host must "
    "permit\n"
    "it, or start the container with --cap-add=SYS_ADMIN.\n"
    "https://developer.nvidia.com/ERR_NVGPUCTRPERM   Or use --backend emulator.");

}  // namespace

fs::path find_ncu(const checkout_paths& paths) {
  if (const char* named = std::getenv("LOCKSTEP_NCU"); named != nullptr && *named != '\0') {
    if (runs(named)) return fs::absolute(named);
    throw setup_missing(tr("LOCKSTEP_NCU: {} is not a program", named),
                        "It must name Nsight Compute's command, ncu.");
  }
  std::vector<fs::path> candidates{find_on_path("ncu")};
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* home = std::getenv(variable)) candidates.push_back(fs::path(home) / "bin/ncu");
  }
  std::error_code error;
  if (const auto nvcc = fs::canonical(find_nvcc(paths), error); !nvcc.empty())
    candidates.push_back(nvcc.parent_path() / "ncu");
  candidates.emplace_back("/usr/local/cuda/bin/ncu");
  for (auto& one : of_packages()) candidates.push_back(std::move(one));
  for (const auto& candidate : candidates) {
    if (!candidate.empty() && runs(candidate)) return candidate;
  }
  throw setup_missing(
      "counting on a GPU needs Nsight Compute (ncu), which was not found",
      "It comes with the whole CUDA toolkit, or as NVIDIA's package cuda-nsight-compute.\n"
      "Looked for on PATH, in CUDA_HOME, beside nvcc, in /usr/local/cuda and /opt/nvidia; "
      "LOCKSTEP_NCU names it elsewhere.\n"
      "Or use --backend emulator.");
}

std::vector<std::string> ncu_words(const fs::path& ncu, const std::vector<std::string>& metrics,
                                   const std::string& kernel, bool first, const fs::path& log) {
  // Names are asked for mangled: ncu's demangler writes types and constants in its own way.
  std::vector<std::string> words{ncu.string(),
                                 "--clock-control",
                                 "none",
                                 "--metrics",
                                 join(metrics, ","),
                                 "--csv",
                                 "--page",
                                 "raw",
                                 "--print-units",
                                 "base",
                                 "--print-kernel-base",
                                 "mangled"};
  // Instances of a template are kernels of their own; ncu tells them apart by mangled names.
  if (first) {
    words.insert(words.end(), {"--kernel-name-base", "mangled", "--kernel-id", "::regex:.*:1"});
  } else if (!kernel.empty()) {
    words.insert(words.end(),
                 {"--kernel-name-base", "demangled", "--kernel-name", "regex:" + kernel});
  }
  words.insert(words.end(), {"--log-file", log.string()});
  return words;
}

std::optional<failure> why_not_counted(std::string_view what_ncu_wrote, const std::string& gpu) {
  const std::string said = complaints(what_ncu_wrote);
  const auto says = [&](std::string_view what) { return said.find(what) != std::string::npos; };
  if (says("ERR_NVGPUCTRPERM")) {
    return setup_missing("this user may not read the GPU's counters (ERR_NVGPUCTRPERM)",
                         how_to_permit);
  }
  if (says("Profiling is not supported on device")) {
    return setup_missing(tr("this ncu does not know the GPU ({})", gpu),
                         "`ncu --list-chips` shows the GPUs that it knows. A newer GPU needs a "
                         "newer Nsight Compute\n"
                         "(set LOCKSTEP_NCU to it); GPUs before compute capability 7.0 are not "
                         "supported. Or use --backend emulator.");
  }
  if (!said.empty()) {
    return setup_missing(tr("Nsight Compute could not count. It says:\n{}", said),
                         "Or use --backend emulator.");
  }
  return std::nullopt;
}

}  // namespace lockstep::tutor
