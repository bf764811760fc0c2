#include "ptx/fatbinary.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>

#include "ptx/bytes.hpp"
#include "ptx/container.hpp"

namespace lockstep::ptx {
namespace {

// What host code registers. Version 1: one container with PTX. Version 2 (nvcc -rdc=true): `data`
// has the linked machine code only, and `units` is a list, ended by a null pointer, of one
// container for each translation unit; they hold the PTX.
struct wrapper_layout {
  std::uint32_t magic, version;
  const std::byte* data;
  const std::byte* const* units;
};
constexpr std::uint32_t wrapper_magic = 0x466243B1;

constexpr std::uint64_t most_decompressed = std::uint64_t{1} << 30;  // of one container

// A segment of an executable or a library that the loader has mapped.
struct segment {
  std::uintptr_t holds, end = 0;  // an address in it; 0: it is in none
};

int find_segment(dl_phdr_info* object, std::size_t, void* to) {
  auto& wanted = *static_cast<segment*>(to);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& one = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + one.p_vaddr;
    if (one.p_type != PT_LOAD || wanted.holds < begin || wanted.holds - begin >= one.p_memsz)
      continue;
    wanted.end = begin + one.p_memsz;
    return 1;
  }
  return 0;
}

// An executable's fatbinary ends in its segment, whatever its header says. What a program has made
// or loaded itself, on the heap, can only be believed.
std::span<const std::byte> container_at(const std::byte* data) {
  if (data == nullptr) throw bad_image("the fatbinary is missing: its address is null");
  const std::uint64_t size = container_size({data, container_header_size});
  segment around{reinterpret_cast<std::uintptr_t>(data)};
  dl_iterate_phdr(find_segment, &around);
  const std::uintptr_t room = around.end - around.holds;
  if (around.end != 0 && size > room) {
    throw bad_image("the fatbinary is damaged: it says that it has " + std::to_string(size) +
                    " bytes, and there are " + std::to_string(room));
  }
  return {data, size};
}

// PTX ends at its NUL; what follows is padding.
std::string text_of(const container_entry& entry) {
  const std::vector<std::byte> image = image_of(entry);
  return {reinterpret_cast<const char*>(image.data()),
          static_cast<std::size_t>(std::find(image.begin(), image.end(), std::byte{0}) -
                                   image.begin())};
}

const container_entry* highest(const std::vector<container_entry>& entries, image_kind kind) {
  const container_entry* best = nullptr;
  for (const container_entry& e : entries) {
    if (e.kind != kind) continue;
    if (best == nullptr || e.architecture > best->architecture) best = &e;
  }
  return best;
}

// The device runtime (cudadevrt) comes as one more translation unit. Only it is built on these
// functions of the driver; the emulator provides what it would provide.
bool is_device_runtime(const std::string& ptx) {
  return ptx.find("__cuda_syscall_cnpv2") != ptx.npos;
}

void take_ptx(const std::vector<container_entry>& entries, fatbinary_contents& into) {
  const container_entry* const entry = highest(entries, image_kind::ptx);
  if (entry == nullptr) return;
  std::string text = text_of(*entry);
  if (is_device_runtime(text)) return;
  into.ptx.push_back(std::move(text));
  into.ptx_architecture = std::max(into.ptx_architecture, entry->architecture);
}

void take_machine_code(const std::vector<container_entry>& entries, fatbinary_contents& into) {
  const container_entry* const newest = highest(entries, image_kind::machine_code);
  std::uint64_t total = 0;
  for (const container_entry& e : entries) {
    if (e.kind != image_kind::machine_code) continue;
    total += e.uncompressed_size;
    if (total > most_decompressed) {
      throw bad_image("the fatbinary is damaged: its machine code would have " +
                      std::to_string(total) + " bytes");
    }
    into.cubins.push_back(image_of(e));
    into.cubin_architectures.push_back(e.architecture);
    if (&e == newest) into.resources.merge(resources_of(into.cubins.back()));
  }
}

}  // namespace

void read_container(std::span<const std::byte> data, fatbinary_contents& into) {
  const std::vector<container_entry> entries = entries_of(data);
  take_ptx(entries, into);
  take_machine_code(entries, into);
}

fatbinary_contents read_wrapper(const void* wrapper) {
  if (wrapper == nullptr)
    throw bad_image("the fatbinary is missing: its wrapper's address is null");
  wrapper_layout w;
  std::memcpy(&w, wrapper, sizeof w);
  if (w.magic != wrapper_magic) {
    throw bad_image("the fatbinary's wrapper does not begin with its magic number 0x466243B1");
  }
  if (w.version != 1 && w.version != 2) {
    throw bad_image("the fatbinary's wrapper has version " + std::to_string(w.version) +
                    "; only 1 and 2 are known");
  }
  fatbinary_contents result;
  read_container(container_at(w.data), result);
  if (w.version == 1 || w.units == nullptr) return result;
  for (const std::byte* const* unit = w.units; *unit != nullptr; ++unit) {
    take_ptx(entries_of(container_at(*unit)), result);
  }
  return result;
}

}  // namespace lockstep::ptx
