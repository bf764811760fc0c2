// What this machine has and what is missing, and for each thing missing what to do.
#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "language/language.hpp"
#include "processes/sandbox.hpp"
#include "programs/backend.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::commands {
namespace {

enum class state { good, missing, optional };

struct line {
  std::string what;
  state is = state::good;
  std::string found;
  std::string advice;
};

// The first line of what `program argument` prints that contains `word`; empty if it does not run.
std::string version_line(const std::string& program, const std::string& argument,
                         const std::string& word = {}) {
  command ask;
  ask.arguments = {program, argument};
  ask.capture = true;
  try {
    for (const auto& one : lines_of(tutor::run(ask).output)) {
      if (one.find(word) != std::string::npos) return one;
    }
  } catch (const failure&) {
  }
  return {};
}

line tool(const std::string& name, const std::string& advice) {
  const std::string version = version_line(name, "--version");
  if (version.empty()) return {name, state::missing, tr("not found"), advice};
  return {name, state::good, version, {}};
}

line compiler() {
  const char* named = std::getenv("CXX");
  line result =
      tool(named ? named : "c++", tr("Install g++ (Debian, Ubuntu: apt-get install g++)."));
  result.what = "C++ compiler";
  return result;
}

line nvcc(const checkout_paths& paths) {
  const fs::path found = find_nvcc(paths);
  const std::string advice =
      "Install the CUDA 13 toolkit and set CUDA_HOME to it; or run ./lockstep, which offers to "
      "fetch it into .toolchain/.";
  if (found.empty()) return {"nvcc", state::missing, tr("not found"), advice};
  const std::string version = version_line(found.string(), "--version", "release");
  if (version.empty())
    return {"nvcc", state::missing, tr("{} does not run", found.string()), advice};
  const bool cuda_13 = version.find("release 13.") != std::string::npos;
  return {"nvcc", cuda_13 ? state::good : state::missing,
          fmt::format("{} ({})", version.substr(version.find("release")), found.string()),
          cuda_13 ? "" : tr("CUDA 13 is needed. {}", advice)};
}

line graphics_card() {
  std::string why;
  const auto found = find_gpu(why);
  if (!found) {
    return {"GPU", state::optional, why,
            tr("A GPU is optional: the emulator does everything except timing.")};
  }
  return {"GPU", state::good,
          tr("{}{}, driver for CUDA {}.{}", found->name,
             found->count > 1 ? tr(" and {} more", found->count - 1) : "",
             found->driver_version / 1000, found->driver_version % 1000 / 10),
          found->driver_version >= 13000 ? "" : tr("CUDA 13 programs need driver 580 or later.")};
}

line gpu_runtime(const checkout_paths& paths) {
  const fs::path found = toolkit_library(paths);
  if (found.empty()) {
    return {tr("CUDA runtime"), state::optional, tr("not found"),
            tr("It is only needed with a GPU, and comes with the toolkit.")};
  }
  return {tr("CUDA runtime"), state::good, found.string(), {}};
}

line build_folder(const checkout_paths& paths) {
  const std::string shown = paths.build.string();
  if (!fs::exists(paths.build / "build.ninja")) {
    return {tr("build folder"), state::missing, tr("{} is not configured", shown),
            "Run ./lockstep, which does it."};
  }
  if (access(paths.build.c_str(), W_OK | X_OK) != 0) {
    return {tr("build folder"), state::missing, tr("{} cannot be written", shown),
            "Take ownership of it, or set LOCKSTEP_BUILD to a folder of your own."};
  }
  return {tr("build folder"), state::good, shown, {}};
}

line emulator(const checkout_paths& paths) {
  const fs::path library = emulator_library(paths);
  if (!fs::exists(library)) {
    return {"emulator", state::missing, tr("not built"), tr("Run ./lockstep, which builds it.")};
  }
  return {"emulator", state::good, paths.shown(library), {}};
}

line progress_folder(const checkout_paths& paths) {
  const fs::path folder =
      fs::exists(paths.root / ".lockstep") ? paths.root / ".lockstep" : paths.root;
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    return {"progress", state::missing, tr("{} cannot be written", folder.string()),
            tr("Progress cannot be saved: take ownership of the checkout.")};
  }
  return {"progress", state::good, paths.shown(paths.progress_file()), {}};
}

// Where the course runs: in WSL files of Windows are slow, and tell nobody that they were saved.
line system(const checkout_paths& paths) {
  const std::string kernel = first_line(content_of("/proc/version"));
  const bool wsl = kernel.find("icrosoft") != std::string::npos;
  const std::string found = wsl ? tr("Linux in Windows (WSL)") : "Linux";
  if (wsl && paths.root.string().starts_with("/mnt/"))
    return {"system", state::optional, tr("{}, on a Windows drive", found),
            tr("Clone the course into your Linux home folder: everything is slower on Windows "
               "drives.")};
  if (wsl && !fs::exists("/dev/dxg"))
    return {"system", state::good, found + ", without a GPU",
            tr("To use the GPU in WSL, you need WSL 2 and NVIDIA's Windows driver, and no driver "
               "inside Linux.")};
  return {"system", state::good, found, {}};
}

// Ubuntu 24.04 and newer: only programs with a profile of AppArmor's get namespaces of their own.
bool apparmor_restricts_namespaces() {
  return first_line(content_of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")) == "1";
}

line isolation() {
  if (have_sandbox()) return {"isolation", state::good, "bubblewrap", {}};
  if (!find_on_path("bwrap").empty()) {
    return {"isolation", state::optional,
            tr("bubblewrap is installed, but is not allowed to isolate programs"),
            apparmor_restricts_namespaces()
                ? tr("AppArmor keeps it from making namespaces: give it a profile "
                     "(docs/instructors.md, \"On Ubuntu\").")
                : tr("It needs its own namespaces: allow the container to create them (bwrap "
                     "--ro-bind / "
                     "/ true shows what is refused).")};
  }
  return {"isolation", state::optional, "none",
          tr("To run other people's answers in isolation, install bubblewrap (Debian, Ubuntu: "
             "apt-get install bubblewrap).")};
}

line disk(const checkout_paths& paths) {
  std::error_code error;
  const auto space = fs::space(fs::exists(paths.build) ? paths.build : paths.root, error);
  constexpr double mebibyte = 1 << 20;
  const double free = error ? 0 : static_cast<double>(space.available) / mebibyte;
  return {"disk", free >= 500 ? state::good : state::missing, tr("{:.0f} MiB free", free),
          free >= 500 ? "" : tr("The build needs 500 MiB: free some space.")};
}

line default_backend(const context& all) {
  try {
    const backend chosen = choose_backend(all.run.backend, all.paths);
    return {tr("back end"),
            state::good,
            fmt::format("{} ({})", chosen.name, all.paths.shown(chosen.library)),
            {}};
  } catch (const failure& why) {
    return {tr("back end"), state::missing, why.what(), why.advice};
  }
}

std::string mark(state is, const palette& colours) {
  switch (is) {
    case state::good:
      return colours.good("ok");
    case state::missing:
      return colours.bad("!!");
    case state::optional:
      return colours.dim("--");
  }
  return {};
}

void print(const line& one, const palette& colours) {
  fmt::print("{}  {:<13} {}\n", mark(one.is, colours), one.what, one.found);
  if (!one.advice.empty()) fmt::print("      {:<11} {} {}\n", "", colours.warn("->"), one.advice);
}

std::string name_of(state is) {
  return is == state::good ? "ok" : is == state::missing ? "missing" : "optional";
}

}  // namespace

int doctor(const context& all) {
  const auto& where = all.paths;
  const std::vector<line> lines{
      system(where),
      compiler(),
      nvcc(where),
      tool("meson", tr("Install it (Debian, Ubuntu: apt-get install meson).")),
      tool("ninja", tr("Install it (Debian, Ubuntu: apt-get install ninja-build).")),
      graphics_card(),
      gpu_runtime(where),
      build_folder(where),
      emulator(where),
      default_backend(all),
      isolation(),
      progress_folder(where),
      disk(where)};
  unsigned missing = 0;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& one : lines) {
    missing += one.is == state::missing ? 1 : 0;
    list.push_back({{"what", one.what},
                    {"state", name_of(one.is)},
                    {"found", one.found},
                    {"advice", one.advice}});
    if (!all.json) print(one, all.colours);
  }
  if (all.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"ok", missing == 0}, {"checks", list}}.dump(2));
  } else {
    fmt::print("\n{}\n", missing == 0 ? tr("Everything needed is installed.")
                                      : tr("{} to fix.", count_of(missing, "thing")));
  }
  return static_cast<int>(missing == 0 ? exit_code::passed : exit_code::setup_missing);
}

}  // namespace lockstep::tutor::commands
