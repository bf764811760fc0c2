#include "processes/sandbox.hpp"

#include <cstdlib>

#include "processes/process.hpp"
#include "support/failure.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using words = std::vector<std::string>;

void append(words& to, const words& more) { to.insert(to.end(), more.begin(), more.end()); }

bool succeeds(const words& options) {
  command trial;
  trial.arguments = {"bwrap"};
  append(trial.arguments, options);
  trial.arguments.emplace_back("true");
  trial.capture = true;
  try {
    return run(trial).succeeded();
  } catch (const failure&) {
    return false;
  }
}

words prefix() {
  return {"--ro-bind",
          "/",
          "/",
          "--proc",
          "/proc",
          "--cap-drop",
          "ALL",
          "--new-session",
          "--die-with-parent",
          "--unshare-user-try",  // also for root, whose own rights would be too many
          "--unshare-pid",
          "--unshare-net",
          "--unshare-ipc",
          "--unshare-uts"};
}

words devices(bool is_for_compiler) {
  words all = is_for_compiler ? words{"--tmpfs",    "/dev",      "--dir",    "/dev/shm",
                                      "--dev-bind", "/dev/null", "/dev/null"}
                              : words{"--dev", "/dev"};
  append(all, {"--remount-ro", "/dev"});  // its own files would be memory without a limit
  return all;
}

words settings_of_programs() {
  words all{"--tmpfs", "/etc"};
  for (const char* one : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
                          "/etc/ld.so.conf.d", "/etc/static"})
    append(all, {"--ro-bind-try", one, one});
  append(all, {"--remount-ro", "/etc"});
  return all;
}

// Memory that a program fills by files counts against no limit of its own.
words empty_folder(const fs::path& folder) {
  static const bool has_sizes =
      succeeds({"--ro-bind", "/", "/", "--size", "4096", "--tmpfs", "/tmp"});
  constexpr const char* most = "268435456";
  words all;
  if (has_sizes) append(all, {"--size", most});
  append(all, {"--tmpfs", folder.string()});
  return all;
}

// Folders in which others leave things that are no affair of a learner's program.
std::vector<fs::path> private_folders(const fs::path& own) {
  std::vector<fs::path> all{"/dev/shm", "/tmp",  "/run", "/var", "/var/tmp",
                            "/home",    "/root", "/srv", "/mnt", "/media"};
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') all.emplace_back(home);
  all.push_back(own.parent_path());  // what other programs in a sandbox have for their own
  return all;
}

}  // namespace

bool have_sandbox() {
  static const bool possible = [] {
    words all = prefix();
    append(all, devices(false));
    return succeeds(all);
  }();
  return possible;
}

std::vector<std::string> in_sandbox(const std::vector<std::string>& arguments,
                                    const fs::path& folder, const sandbox_folders& folders) {
  words all{"bwrap"};
  append(all, prefix());
  append(all, devices(folders.is_for_compiler));
  if (folders.is_for_compiler) append(all, settings_of_programs());
  std::error_code error;
  for (const auto& one : private_folders(folder)) {
    const fs::path real = fs::canonical(one, error);
    if (!error && real != "/" && fs::is_directory(real, error)) append(all, empty_folder(real));
  }
  for (const auto& one : folders.needed) append(all, {"--ro-bind", one.string(), one.string()});
  for (const auto& one : folders.hidden) {
    if (fs::is_directory(one, error)) append(all, empty_folder(one));
  }
  for (const auto& one : folders.visible) append(all, {"--ro-bind", one.string(), one.string()});
  append(all, {"--bind", folder.string(), folder.string(), "--"});
  append(all, arguments);
  return all;
}

process_end run_in_sandbox(command what, const fs::path& folder, const sandbox_folders& folders) {
  constexpr int signalled = 128;
  what.arguments = in_sandbox(what.arguments, folder, folders);
  if (what.limits) what.limits->written_folder = folder;
  process_end end = run(what);
  // bubblewrap tells of a signal as a shell does.
  if (end.kind == process_end::how::exited && end.code > signalled) {
    end.kind = process_end::how::signalled;
    end.code -= signalled;
  }
  return end;
}

}  // namespace lockstep::tutor
