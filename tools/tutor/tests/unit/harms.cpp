// What an answer could do to the machine of whoever marks it, tried: each harm by a program
// (tests/harms/harm.cpp) in the sandbox, within small limits. tests/harms/table runs these as root
// and as an ordinary user.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "course/paths.hpp"
#include "processes/control_group.hpp"
#include "processes/process.hpp"
#include "processes/sandbox.hpp"

using namespace lockstep::tutor;
namespace fs = std::filesystem;
using how = process_end::how;

namespace {

// Where nobody but the tutor counts root's processes, tens of thousands begin before it looks: that
// is for tests/harms/table on a machine that has nothing else to do.
bool has_counted_processes() { return geteuid() != 0 || control_group::make(0, 64) != nullptr; }

bool can_try() { return have_sandbox() && std::getenv("LOCKSTEP_TEST_HARM") != nullptr; }

process_end try_to(const std::string& harm, const std::string& with = {},
                   const fs::path& hidden = {}) {
  const temporary_folder folder;
  const fs::path program = fs::canonical(std::getenv("LOCKSTEP_TEST_HARM"));
  command what;
  what.arguments = {program.string(), harm, with == "OWN" ? folder.path().string() : with};
  what.limits = resource_limits{};
  what.limits->wall_time = std::chrono::seconds(20);
  what.limits->data_bytes = 256u << 20;
  what.limits->disk_bytes = 256u << 20;
  what.limits->extra_tasks = 64;
  what.bare_environment = true;
  sandbox_folders seen{{program.parent_path()}, {}, {}};
  if (const char* runtime = std::getenv("LOCKSTEP_TEST_RUNTIME"); runtime != nullptr)
    seen.needed.push_back(fs::canonical(runtime).parent_path());
  if (!hidden.empty()) seen.hidden.push_back(hidden);
  return run_in_sandbox(what, folder.path(), seen);
}

// It did not get there: it was refused, or stopped.
void check_contained(const process_end& end) {
  const bool did = end.output.find("did it") != std::string::npos;
  const bool began =
      end.kind != how::exited || end.code == 0 || end.output.find("refused") != std::string::npos;
  CHECK_MESSAGE((began && !did), end.output.substr(0, 300));
}

// A file with something in it, until the end of the test.
struct kept_file {
  explicit kept_file(fs::path at) : path(std::move(at)) { std::ofstream(path) << "secret"; }
  ~kept_file() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  fs::path path;
};

int listen_at(const sockaddr* address, socklen_t size, int family) {
  const int at = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(at, address, size) != 0 || listen(at, 1) != 0) {
    close(at);
    return -1;
  }
  return at;
}

// A folder of the system's that a service could keep its socket in: root's only.
fs::path folder_of_services() {
  for (const char* const one : {"/var/lib", "/srv", "/var/tmp"})
    if (access(one, W_OK) == 0) return one;
  return "/var/tmp";
}

}  // namespace

TEST_SUITE_BEGIN("harms");

TEST_CASE("many processes" * doctest::skip(!can_try() || !has_counted_processes())) {
  check_contained(try_to("fork_bomb"));
}

TEST_CASE("many threads" * doctest::skip(!can_try() || !has_counted_processes())) {
  check_contained(try_to("threads"));
}

TEST_CASE("private memory" * doctest::skip(!can_try())) {
  check_contained(try_to("private_memory"));
}

TEST_CASE("memory of many processes" * doctest::skip(!can_try())) {
  check_contained(try_to("memory_of_many"));
}

TEST_CASE("shared memory" * doctest::skip(!can_try())) { check_contained(try_to("shared_memory")); }

TEST_CASE("shared memory that no process has mapped any more" *
          doctest::skip(!can_try() || control_group::make(0, 64) == nullptr)) {
  check_contained(try_to("hidden_shared_memory"));
}

TEST_CASE("shared memory of System V" *
          doctest::skip(!can_try() || control_group::make(0, 64) == nullptr)) {
  check_contained(try_to("system_v_memory"));
}

TEST_CASE("files in memory without a name" * doctest::skip(!can_try())) {
  check_contained(try_to("unnamed_files"));
}

TEST_CASE("managed memory" *
          doctest::skip(!can_try() || std::getenv("LOCKSTEP_TEST_RUNTIME") == nullptr)) {
  check_contained(try_to("managed_memory", std::getenv("LOCKSTEP_TEST_RUNTIME")));
}

TEST_CASE("files in /dev/shm" * doctest::skip(!can_try())) {
  check_contained(try_to("fill_folder", "/dev/shm"));
}

TEST_CASE("files in /dev" * doctest::skip(!can_try())) {
  check_contained(try_to("fill_folder", "/dev"));
}

TEST_CASE("files in /tmp" * doctest::skip(!can_try())) {
  check_contained(try_to("fill_folder", "/tmp"));
}

TEST_CASE("files in its own folder" * doctest::skip(!can_try())) {
  check_contained(try_to("fill_folder", "OWN"));
}

TEST_CASE("files in its own folder that it has removed" * doctest::skip(!can_try())) {
  check_contained(try_to("removed_files", "OWN"));
}

TEST_CASE("output without end" * doctest::skip(!can_try())) {
  CHECK(try_to("print_for_ever").kind == how::flooded);
}

TEST_CASE("input for the terminal" * doctest::skip(!can_try())) {
  check_contained(try_to("terminal"));
}

TEST_CASE("signals to other processes" * doctest::skip(!can_try())) {
  check_contained(try_to("signal_others", std::to_string(getpid())));
}

TEST_CASE("reading solutions" * doctest::skip(!can_try())) {
  const temporary_folder solutions;
  const kept_file one(solutions.path() / "ragged.cu");
  check_contained(try_to("read_file", one.path.string(), solutions.path()));
}

TEST_CASE("reading the home of the marker" *
          doctest::skip(!can_try() || std::getenv("HOME") == nullptr ||
                        access(std::getenv("HOME"), W_OK) != 0)) {
  const kept_file one(fs::path(std::getenv("HOME")) / ".lockstep-harm");
  check_contained(try_to("read_file", one.path.string()));
}

TEST_CASE("reading another home" * doctest::skip(!can_try() || access("/home", W_OK) != 0)) {
  const kept_file one("/home/.lockstep-harm");
  check_contained(try_to("read_file", one.path.string()));
}

TEST_CASE("reading what another answer is made of" * doctest::skip(!can_try())) {
  const temporary_folder others;
  const kept_file one(others.path() / "answer.o");
  check_contained(try_to("read_file", one.path.string()));
}

TEST_CASE("writing outside its folder" * doctest::skip(!can_try())) {
  for (const char* const name : {"/lockstep-harm", "/etc/lockstep-harm", "/usr/lockstep-harm"})
    check_contained(try_to("write_file", name));
}

TEST_CASE("secrets of the environment" * doctest::skip(!can_try())) {
  setenv("SECRET_OF_THE_MARKER", "x", 1);
  check_contained(try_to("secret", "SECRET_OF_THE_MARKER"));
  unsetenv("SECRET_OF_THE_MARKER");
}

TEST_CASE("the network" * doctest::skip(!can_try())) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int at = listen_at(reinterpret_cast<sockaddr*>(&here), sizeof here, AF_INET);
  REQUIRE(at >= 0);
  socklen_t size = sizeof here;
  getsockname(at, reinterpret_cast<sockaddr*>(&here), &size);
  check_contained(try_to("connect_to", std::to_string(ntohs(here.sin_port))));
  close(at);
}

TEST_CASE("sockets of services" * doctest::skip(!can_try())) {
  const fs::path name = folder_of_services() / ("lockstep-harm-" + std::to_string(getpid()));
  sockaddr_un here{};
  here.sun_family = AF_UNIX;
  name.string().copy(here.sun_path, sizeof here.sun_path - 1);
  const int at = listen_at(reinterpret_cast<sockaddr*>(&here), sizeof here, AF_UNIX);
  REQUIRE(at >= 0);
  check_contained(try_to("unix_socket", name.string()));
  close(at);
  fs::remove(name);
}

TEST_CASE("rights of root" * doctest::skip(!can_try())) { check_contained(try_to("rights")); }

TEST_SUITE_END();
