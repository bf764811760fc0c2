// Does one kind of harm that an answer could try, and says how far it got. Nothing here takes more
// of the machine than it can spare, whether or not it is contained.
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t mebibyte = 1 << 20, chunk = 16 * mebibyte, most = 640 * mebibyte;

using argument = const std::string&;

// What it has taken stays for a moment, as it would if it did harm.
int got_all() {
  std::this_thread::sleep_for(std::chrono::seconds(3));
  std::puts("did it");
  return 0;
}

int refused(const char* what) {
  std::printf("refused: %s: %s\n", what, std::strerror(errno));
  return 1;
}

int done(bool is, const char* what) { return is ? (std::puts("did it"), 0) : refused(what); }

int fork_bomb(argument) {
  for (int i = 0; i < 400; ++i) {
    const pid_t child = fork();
    if (child < 0) return refused("fork");
    if (child == 0) {
      std::this_thread::sleep_for(std::chrono::seconds(10));
      _exit(0);
    }
  }
  return got_all();
}

int threads(argument) {
  std::vector<std::thread> all;
  for (int i = 0; i < 400; ++i) {
    try {
      all.emplace_back([] { std::this_thread::sleep_for(std::chrono::seconds(10)); });
    } catch (const std::exception& problem) {
      std::printf("refused: a thread: %s\n", problem.what());
      std::fflush(nullptr);
      _exit(1);
    }
  }
  got_all();
  std::fflush(nullptr);
  _exit(0);
}

int by_mapping(int flags) {
  for (std::size_t taken = 0; taken < most; taken += chunk) {
    void* const at = mmap(nullptr, chunk, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return refused("mmap");
    std::memset(at, 1, chunk);
  }
  return got_all();
}

int private_memory(argument) { return by_mapping(MAP_PRIVATE); }
int shared_memory(argument) { return by_mapping(MAP_SHARED); }

// Pages that no process has in its table any more.
int hidden_shared_memory(argument) {
  for (std::size_t taken = 0; taken < most; taken += chunk) {
    void* const at =
        mmap(nullptr, chunk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return refused("mmap");
    std::memset(at, 1, chunk);
    madvise(at, chunk, MADV_DONTNEED);
  }
  return got_all();
}

// Each process takes little.
int memory_of_many(argument) {
  int ready[2];
  if (pipe(ready) != 0) return refused("pipe");
  for (int i = 0; i < 10; ++i) {
    const pid_t child = fork();
    if (child < 0) return refused("fork");
    if (child != 0) continue;
    const std::vector<char> taken(most / 10, 1);
    if (write(ready[1], taken.data(), 1) == 1)
      std::this_thread::sleep_for(std::chrono::seconds(10));
    _exit(0);
  }
  close(ready[1]);
  char byte = 0;
  for (int i = 0; i < 10; ++i)
    if (read(ready[0], &byte, 1) != 1) return refused("memory");
  return got_all();
}

int system_v_memory(argument) {
  for (std::size_t taken = 0; taken < most; taken += chunk) {
    const int id = shmget(IPC_PRIVATE, chunk, 0600);
    if (id < 0) return refused("shmget");
    void* const at = shmat(id, nullptr, 0);
    std::memset(at, 1, chunk);
    shmdt(at);
  }
  return got_all();
}

bool fill(int file, std::size_t bytes) {
  static const std::vector<char> content(mebibyte, 1);
  for (std::size_t written = 0; written < bytes; written += mebibyte)
    if (write(file, content.data(), mebibyte) != static_cast<ssize_t>(mebibyte)) return false;
  return true;
}

int unnamed_files(argument) {
  for (std::size_t taken = 0; taken < most; taken += 8 * chunk) {
    const int file = memfd_create("x", 0);
    if (file < 0 || !fill(file, 8 * chunk)) return refused("memfd");
  }
  return got_all();
}

int fill_folder(argument folder) {
  for (int i = 0; i < 5; ++i) {
    const std::string name = folder + "/lockstep-harm-" + std::to_string(i);
    const int file = open(name.c_str(), O_WRONLY | O_CREAT, 0600);
    if (file < 0 || !fill(file, most / 5)) return refused(name.c_str());
    close(file);
  }
  return got_all();
}

// The same files, without names.
int removed_files(argument folder) {
  for (int i = 0; i < 5; ++i) {
    const std::string name = folder + "/lockstep-harm";
    const int file = open(name.c_str(), O_WRONLY | O_CREAT, 0600);
    unlink(name.c_str());
    if (file < 0 || !fill(file, most / 5)) return refused(name.c_str());
  }
  return got_all();
}

int managed_memory(argument library) {
  void* const runtime = dlopen(library.c_str(), RTLD_NOW);
  if (runtime == nullptr) return std::printf("refused: %s\n", dlerror()), 1;
  const auto allocate =
      reinterpret_cast<int (*)(void**, std::size_t, unsigned)>(dlsym(runtime, "cudaMallocManaged"));
  for (std::size_t taken = 0; taken < most; taken += chunk) {
    void* at = nullptr;
    if (allocate(&at, chunk, 1) != 0) return refused("cudaMallocManaged");
    std::memset(at, 1, chunk);
  }
  return got_all();
}

int print_for_ever(argument) {
  const std::string line(4096, 'x');
  for (int i = 0; i < 100'000; ++i) std::puts(line.c_str());
  return got_all();
}

int terminal(argument) {
  int file = open("/dev/tty", O_RDWR);
  if (file < 0) return refused("/dev/tty");
  return done(ioctl(file, TIOCSTI, "x") == 0 || errno == EIO, "TIOCSTI");
}

int signal_others(argument process) {
  const int target = std::atoi(process.c_str());
  if (kill(target, 0) == 0) return got_all();
  for (int i = 2; i < 100'000; ++i)
    if (i != getpid() && i != getppid() && kill(i, 0) == 0) return got_all();
  return refused("kill");
}

int read_file(argument name) {
  char byte = 0;
  const int file = open(name.c_str(), O_RDONLY);
  return done(file >= 0 && read(file, &byte, 1) == 1, "open");
}

int write_file(argument name) {
  return done(open(name.c_str(), O_WRONLY | O_CREAT, 0600) >= 0, "open");
}

int connect_to(argument port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port.c_str())));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int from = socket(AF_INET, SOCK_STREAM, 0);
  return done(connect(from, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0, "connect");
}

int unix_socket(argument name) {
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::strncpy(to.sun_path, name.c_str(), sizeof to.sun_path - 1);
  const int from = socket(AF_UNIX, SOCK_STREAM, 0);
  return done(connect(from, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0, "connect");
}

int secret(argument name) {
  if (std::getenv(name.c_str()) != nullptr) return got_all();
  std::string all;
  DIR* const processes = opendir("/proc");
  while (const dirent* one = readdir(processes)) {
    const std::string file = std::string("/proc/") + one->d_name + "/environ";
    const int from = open(file.c_str(), O_RDONLY);
    if (from < 0) continue;
    char bytes[65536];
    const ssize_t size = read(from, bytes, sizeof bytes);
    if (size > 0) all.append(bytes, static_cast<std::size_t>(size));
    close(from);
  }
  return done(all.find(name + "=") != std::string::npos, "environ");
}

int rights(argument) { return done(unshare(CLONE_NEWNS) == 0, "unshare"); }

const std::map<std::string, int (*)(argument)> harms{{"fork_bomb", fork_bomb},
                                                     {"threads", threads},
                                                     {"private_memory", private_memory},
                                                     {"memory_of_many", memory_of_many},
                                                     {"shared_memory", shared_memory},
                                                     {"hidden_shared_memory", hidden_shared_memory},
                                                     {"system_v_memory", system_v_memory},
                                                     {"unnamed_files", unnamed_files},
                                                     {"managed_memory", managed_memory},
                                                     {"fill_folder", fill_folder},
                                                     {"removed_files", removed_files},
                                                     {"print_for_ever", print_for_ever},
                                                     {"terminal", terminal},
                                                     {"signal_others", signal_others},
                                                     {"read_file", read_file},
                                                     {"write_file", write_file},
                                                     {"connect_to", connect_to},
                                                     {"unix_socket", unix_socket},
                                                     {"secret", secret},
                                                     {"rights", rights}};

}  // namespace

int main(int count, char** words) {
  const auto harm = count < 2 ? harms.end() : harms.find(words[1]);
  if (harm == harms.end()) return std::fputs("harm NAME [ARGUMENT]\n", stderr), 2;
  const int code = harm->second(count > 2 ? words[2] : "");
  std::fflush(nullptr);
  _exit(code);
}
