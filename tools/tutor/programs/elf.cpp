#include "programs/elf.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "language/language.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

#if defined(__aarch64__)
constexpr Elf64_Half this_machine = EM_AARCH64;
constexpr std::string_view machine_name = "64-bit ARM";
#else
constexpr Elf64_Half this_machine = EM_X86_64;
constexpr std::string_view machine_name = "x86-64";
#endif

constexpr std::string_view runtime_stem = "libcudart.so.";
constexpr std::string_view runtime_library = "libcudart.so.13";

// Every read is checked: the file may be cut short or hostile.
struct image {
  std::span<const std::byte> bytes;

  std::span<const std::byte> part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes.size() || size > bytes.size() - offset) {
      throw elf_error(tr("it is damaged or truncated"));
    }
    return bytes.subspan(offset, size);
  }

  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    std::memcpy(&value, part(offset, sizeof value).data(), sizeof value);
    return value;
  }

  template <class T>
  std::vector<T> table(std::uint64_t offset, std::uint64_t count) const {
    if (count > bytes.size() / sizeof(T)) throw elf_error(tr("it is damaged or truncated"));
    std::vector<T> entries(count);
    const auto from = part(offset, count * sizeof(T));
    if (count > 0) std::memcpy(entries.data(), from.data(), from.size());
    return entries;
  }

  std::string text(std::uint64_t offset) const {
    const auto rest = part(offset, bytes.size() - std::min<std::uint64_t>(offset, bytes.size()));
    const auto* begin = reinterpret_cast<const char*>(rest.data());
    return {begin, strnlen(begin, rest.size())};
  }
};

Elf64_Ehdr header_of(const image& file) {
  if (file.bytes.size() < SELFMAG || std::memcmp(file.bytes.data(), ELFMAG, SELFMAG) != 0) {
    throw elf_error(tr("it is not an ELF executable"));
  }
  if (file.bytes.size() > EI_CLASS && file.at<unsigned char>(EI_CLASS) != ELFCLASS64) {
    throw elf_error(tr("it was not built for this machine ({})", machine_name));
  }
  const auto header = file.at<Elf64_Ehdr>(0);
  if (header.e_machine != this_machine) {
    throw elf_error(tr("it was not built for this machine ({})", machine_name));
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    throw elf_error(tr("it is an object file: link it first"));
  }
  return header;
}

std::uint64_t file_offset(const std::vector<Elf64_Phdr>& segments, std::uint64_t address) {
  for (const auto& segment : segments) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      return address - segment.p_vaddr + segment.p_offset;
    }
  }
  throw elf_error(tr("it is damaged: an address lies in no segment"));
}

std::vector<std::string> needed_libraries(const image& file,
                                          const std::vector<Elf64_Phdr>& segments) {
  std::vector<std::uint64_t> names;
  std::uint64_t strings = 0;
  for (const auto& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    const auto count = segment.p_filesz / sizeof(Elf64_Dyn);
    for (const auto& entry : file.table<Elf64_Dyn>(segment.p_offset, count)) {
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
      if (entry.d_tag == DT_STRTAB) strings = file_offset(segments, entry.d_un.d_ptr);
    }
  }
  std::vector<std::string> libraries;
  for (auto name : names) libraries.push_back(file.text(strings + name));
  return libraries;
}

bool has_section(const image& file, const Elf64_Ehdr& header, std::string_view wanted) {
  if (header.e_shoff == 0 || header.e_shnum == 0) return false;  // stripped of its section table
  const auto sections = file.table<Elf64_Shdr>(header.e_shoff, header.e_shnum);
  if (header.e_shstrndx >= sections.size()) throw elf_error(tr("it is damaged"));
  const auto names = sections[header.e_shstrndx].sh_offset;
  for (const auto& section : sections) {
    if (section.sh_type != SHT_NULL && file.text(names + section.sh_name) == wanted) return true;
  }
  return false;
}

class mapped_file {
 public:
  explicit mapped_file(const std::filesystem::path& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts {};
    if (descriptor >= 0 && fstat(descriptor, &facts) == 0 && facts.st_size > 0) {
      size_ = static_cast<std::size_t>(facts.st_size);
      address_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (address_ == MAP_FAILED) size_ = 0;
    }
    if (descriptor >= 0) close(descriptor);
  }
  ~mapped_file() {
    if (size_ > 0) munmap(address_, size_);
  }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(address_), size_};
  }

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace

elf_facts parse_elf(std::span<const std::byte> bytes) {
  const image file{bytes};
  const auto header = header_of(file);
  const auto segments = file.table<Elf64_Phdr>(header.e_phoff, header.e_phnum);
  const bool is_linked_dynamically = std::any_of(
      segments.begin(), segments.end(), [](const auto& one) { return one.p_type == PT_INTERP; });
  return {needed_libraries(file, segments), has_section(file, header, ".nv_fatbin"),
          is_linked_dynamically};
}

elf_facts elf_facts_of(const std::filesystem::path& file) {
  return parse_elf(mapped_file(file).bytes());
}

void require_runnable(const std::filesystem::path& program) {
  const std::string name = program.string();
  std::error_code error;
  if (!std::filesystem::exists(program, error)) {
    throw setup_missing(tr("there is no file {}", name),
                        "Check the path, or compile the program first.");
  }
  if (std::filesystem::is_directory(program, error)) {
    throw setup_missing(name + " is a folder", "Name the executable itself.");
  }
  if (access(program.c_str(), R_OK | X_OK) != 0) {
    throw setup_missing(tr("{} is not an executable that you may read and run", name),
                        tr("If it is a program: chmod +x {}", name));
  }
  elf_facts facts;
  try {
    facts = elf_facts_of(program);
  } catch (const elf_error& reason) {
    throw setup_missing(tr("cannot run {}: {}", name, reason.what()),
                        "Name an executable that nvcc has linked: nvcc -cudart shared ...");
  }
  bool needs_runtime = false, needs_driver = false;
  for (const auto& library : facts.needed) {
    if (library == runtime_library) needs_runtime = true;
    if (library == driver_library) needs_driver = true;
    if (library.starts_with(runtime_stem) && library != runtime_library) {
      throw setup_missing(tr("{} was built for another CUDA version: it needs {}, not {}", name,
                             library, runtime_library),
                          "Compile it again with the nvcc of CUDA 13.");
    }
  }
  // nvcc puts a section for device code into what it links, even if only the driver is called.
  if (facts.has_device_code && !needs_runtime && !needs_driver) {
    throw setup_missing(
        tr("{} has the CUDA runtime linked statically, so no back end can replace it", name),
        "Compile it with -cudart shared: nvcc -cudart shared -lineinfo ...");
  }
}

}  // namespace lockstep::tutor
