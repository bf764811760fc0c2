#include "checks/memcheck.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include "lockstep/protocol/phrase.hpp"

namespace lockstep::checks {
namespace {

using protocol::finding_kind;
using protocol::memory_space;
using protocol::phrase;

constexpr std::uint64_t null_page = 4096;

std::string verb(protocol::access_kind access) {
  return access == protocol::access_kind::read    ? phrase("reads", "reads")
         : access == protocol::access_kind::write ? phrase("writes", "writes")
                                                  : phrase("updates", "updates atomically");
}
std::string bytes_text(std::uint64_t count) {
  return phrase("bytes", count == 1 ? "{} byte" : "{} bytes", count);
}

std::string elements_text(std::uint64_t count, std::uint64_t bytes) {
  return phrase("elements", count == 1 ? "{} element of {}" : "{} elements of {}", count,
                bytes_text(bytes));
}

std::string name_of(const memory::allocation& a, const std::string& size) {
  // nvcc's own name for a literal such as printf's format.
  if (a.name.starts_with("$str")) return phrase("string", "a string of {}", size);
  if (!a.name.empty()) return phrase("variable", "variable {} of {}", a.name, size);
  return phrase("allocation", "an allocation of {}", size);
}
std::string name_of(const memory::allocation& a) { return name_of(a, bytes_text(a.size)); }

// "reads element 31 of an allocation of 31 elements of 4 bytes", `offset` from its start; empty if
// it is not made of such elements.
std::string element_text(const bad_access& what, const memory::allocation& a, std::int64_t offset) {
  const auto bytes = static_cast<std::int64_t>(what.bytes);
  if (bytes == 0 || a.size == 0 || offset % bytes != 0 || a.size % what.bytes != 0) return {};
  if (bytes == 1)
    return phrase("accesses-byte", "{} byte {} of {}", verb(what.access), offset, name_of(a));
  return phrase("accesses-element", "{} element {} of {}", verb(what.access), offset / bytes,
                name_of(a, elements_text(a.size / what.bytes, what.bytes)));
}

// Of the process: the stack, the heap, its variables.
bool is_host_memory(std::uint64_t address) {
  constexpr std::uint64_t page = 4096;
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(address / page * page), 1, &resident) == 0;
}

// Of an index that is too large: by one, if the access lies `right_behind` the end.
std::string advice_on_index(const bad_access& what, bool right_behind) {
  if (!what.is_guarded)
    return phrase(
        "put-a-guard",
        "put `if (i < n)` before the access, where i is the index that the access uses and n the "
        "number of elements of this array; a guard that is already there tests something else");
  if (right_behind && what.is_last)
    return phrase("guard-lets-one-through",
                  "does the guard before it let one index too many through, as `i <= n` does in "
                  "place of `i < n`? Or does it test something other than the index that the "
                  "access uses? An access to [i + 1] needs `i + 1 < n`");
  return phrase("correct-the-guard",
                "the guard before it lets this index through: it must compare the index that the "
                "access uses with the number of elements of this array");
}

// Offsets have 32 bits: one before the start is negative.
std::string shared_text(const bad_access& what) {
  const auto offset = static_cast<std::int32_t>(what.address);
  const auto bytes = static_cast<std::int32_t>(what.bytes);
  if (bytes > 1 && what.limit != 0 && offset % bytes == 0 && what.limit % what.bytes == 0) {
    const std::string elements = elements_text(what.limit / what.bytes, what.bytes);
    if (!what.array.empty())
      return phrase("accesses-array", "{} element {} of {}, an array of {} in shared memory",
                    verb(what.access), offset / bytes, what.array, elements);
    return phrase("accesses-shared-element", "{} element {} of the block's {} in shared memory",
                  verb(what.access), offset / bytes, elements);
  }
  return phrase("accesses-shared", "{} {} at offset {} of the block's {} of shared memory",
                verb(what.access), bytes_text(what.bytes), offset, bytes_text(what.limit));
}

// An index below zero in 32 bits without a sign is one of about four thousand million.
bool explain_wrapped(const bad_access& what, const memory::address_space& memory,
                     protocol::finding& out) {
  constexpr std::uint64_t few = 4096;
  const std::uint64_t wrap = (std::uint64_t{1} << 32) * what.bytes;
  if (what.bytes == 0 || what.address < wrap) return false;
  const memory::allocation* const above = memory.next(what.address - wrap);
  if (above == nullptr) return false;
  const std::uint64_t before = above->address - (what.address - wrap);
  if (before > few * what.bytes) return false;
  const std::string element = element_text(what, *above, -static_cast<std::int64_t>(before));
  if (element.empty()) return false;
  out.message = phrase("wrapped-around", "{} (an unsigned index wraps around)", element);
  out.advice = phrase("compare-before-subtract",
                      "an unsigned number is never below zero: compare before you subtract, `if (i "
                      ">= n)` and then i - n, not `i - n >= 0`");
  return true;
}

std::string advice_on_negative() {
  return phrase(
      "negative-index",
      "the index is negative: skip the left neighbour in threads that have none (if (i > 0))");
}

// The live allocation that the access was meant for. nullptr: it is not known, or is hit.
const memory::allocation* meant_by(const bad_access& what, const memory::address_space& memory) {
  const memory::allocation* const meant = what.pointer == 0 ? nullptr : memory.find(what.pointer);
  return meant != nullptr && !meant->contains(what.address, 1) ? meant : nullptr;
}

// Whatever lies next to the address: it belongs to something else.
void explain_by_pointer(const bad_access& what, const memory::allocation& meant,
                        const std::string& does, protocol::finding& out) {
  const bool is_before = what.address < meant.address;
  const std::uint64_t end = meant.address + meant.size;
  out.message = element_text(what, meant, static_cast<std::int64_t>(what.address - meant.address));
  if (out.message.empty() && is_before)
    out.message = phrase("before-start", "{}, {} before the start of {}", does,
                         bytes_text(meant.address - what.address), name_of(meant));
  else if (out.message.empty())
    out.message = what.address == end
                      ? phrase("behind-end", "{}, just past the end of {}", does, name_of(meant))
                      : phrase("past-end", "{}, {} past the end of {}", does,
                               bytes_text(what.address - end), name_of(meant));
  out.advice = is_before ? advice_on_negative() : advice_on_index(what, what.address == end);
}

// An access, with what its address comes from, which is no one's.
std::string with_origin(const std::string& does, const bad_access& what) {
  return what.loaded_in == 0 ? does
                             : phrase("computed-from", "{}, computed from what line {} loads", does,
                                      what.loaded_in);
}

void explain_global(const bad_access& what, const memory::address_space& memory,
                    protocol::finding& out) {
  const std::string does = phrase("accesses-address", "{} {} at {}", verb(what.access),
                                  bytes_text(what.bytes), fmt::format("{:#x}", what.address));
  if (what.address < null_page) {
    out.kind = finding_kind::null_pointer;
    out.message = phrase("null-pointer", "{}: a null pointer", does);
    out.advice = phrase(
        "cudaMalloc-first",
        "pass the kernel a pointer that cudaMalloc has filled in, and check cudaMalloc's result");
    return;
  }
  if (explain_wrapped(what, memory, out)) return;
  if (const memory::allocation* const meant = meant_by(what, memory); meant != nullptr)
    return explain_by_pointer(what, *meant, does, out);
  const memory::allocation* near = memory.nearest(what.address);
  if (near != nullptr && near->freed && what.address - near->address < near->size) {
    out.kind = finding_kind::use_after_free;
    const std::uint64_t offset = what.address - near->address;
    out.message = offset == 0 ? phrase("freed-start", "{}, the start of {} that was freed", does,
                                       name_of(*near))
                              : phrase("freed", "{}, {} into {} that was freed", does,
                                       bytes_text(offset), name_of(*near));
    out.advice = phrase("free-after-last-kernel",
                        "free device memory only after the last kernel that uses it has ended");
    return;
  }
  constexpr std::uint64_t far = std::uint64_t{1} << 30;
  if (!memory.is_device_range(what.address) && near != nullptr &&
      what.address - near->address > near->size + far)
    near = nullptr;
  if (!memory.is_device_range(what.address) && near == nullptr && !is_host_memory(what.address)) {
    out.message = phrase("no-memory", "{}, where there is no memory", does);
    out.advice = phrase("check-pointer-and-index",
                        "check the pointer and the index: the pointer may be uninitialised, the "
                        "index negative or too large for its type");
    return;
  }
  const std::uint64_t end = near == nullptr ? 0 : near->address + near->size;
  const std::uint64_t past = near != nullptr && what.address >= end ? what.address - end : 0;
  // An index that is a little too small hits what lies before its own allocation.
  const memory::allocation* above = memory.next(what.address);
  const std::uint64_t before = above == nullptr ? 0 : above->address - what.address;
  constexpr std::uint64_t few = 16;
  if (above != nullptr && memory.is_device_range(what.address) && before <= few * what.bytes &&
      (near == nullptr || what.address < near->address || past > before)) {
    out.message = element_text(what, *above, -static_cast<std::int64_t>(before));
    if (out.message.empty())
      out.message = phrase("before-start", "{}, {} before the start of {}", does,
                           bytes_text(before), name_of(*above));
    out.advice = advice_on_negative();
    return;
  }
  // Nothing says that what lies nearest was meant.
  constexpr std::uint64_t away = std::uint64_t{1} << 20;
  if (memory.is_device_range(what.address) && near != nullptr && past > near->size + away) {
    out.message = phrase("far-from-all",
                         "{}, far from every allocation ({} past the end of the nearest one below)",
                         with_origin(does, what), bytes_text(past));
    out.advice = phrase("check-index",
                        "check the index: it is far too large; it may be uninitialised, or was "
                        "negative before it became unsigned");
    return;
  }
  if (near == nullptr || what.address < near->address) {
    out.message = memory.is_device_range(what.address)
                      ? phrase("before-all", "{}, before every allocation", does)
                      : phrase("no-device-memory", "{}, which is not device memory", does);
    out.advice =
        memory.is_device_range(what.address)
            ? phrase("index-negative", "check the index: it is probably negative")
            : phrase("no-host-pointer",
                     "a kernel cannot dereference a host pointer: allocate with cudaMalloc, copy "
                     "the data with cudaMemcpy, and pass the device pointer");
    return;
  }
  if (const std::string element =
          element_text(what, *near, static_cast<std::int64_t>(what.address - near->address));
      !element.empty())
    out.message = element;
  else if (what.address < end)
    out.message = phrase("across-end", "{}, across the end of {}", does, name_of(*near));
  else if (past == 0)
    out.message = phrase("behind-end", "{}, just past the end of {}", does, name_of(*near));
  else
    out.message =
        phrase("past-end", "{}, {} past the end of {}", does, bytes_text(past), name_of(*near));
  out.advice = advice_on_index(what, past == 0 && what.address >= end);
}

}  // namespace

std::optional<element> element_of(const bad_access& what, const memory::address_space& memory) {
  if (what.bytes == 0) return {};
  if (what.space == memory_space::shared && what.limit % what.bytes == 0)
    return element{what.address / what.bytes, what.limit / what.bytes};
  if (what.space != memory_space::global) return {};
  const memory::allocation* const meant = meant_by(what, memory);
  const memory::allocation* const near = meant != nullptr ? meant : memory.nearest(what.address);
  if (near == nullptr || near->freed || what.address < near->address) return {};
  const std::uint64_t offset = what.address - near->address;
  if (offset % what.bytes != 0 || near->size % what.bytes != 0) return {};
  return element{offset / what.bytes, near->size / what.bytes};
}

namespace {

std::string misaligned_text(const bad_access& what, const memory::address_space& memory) {
  const memory::allocation* const in =
      what.space == memory_space::global ? memory.nearest(what.address) : nullptr;
  const bool is_inside = in != nullptr && what.address - in->address < in->size;
  if (is_inside && in->address % what.bytes == 0)
    return phrase("misaligned", "{} {} at offset {} of {}; the offset must be a multiple of {}",
                  verb(what.access), bytes_text(what.bytes), what.address - in->address,
                  name_of(*in), what.bytes);
  const std::string where = is_inside ? phrase("at-offset-of", "at offset {} of {}",
                                               what.address - in->address, name_of(*in))
                                      : phrase("at", "at {}", fmt::format("{:#x}", what.address));
  return phrase("misaligned", "{} {} {}; the address must be a multiple of {}", verb(what.access),
                bytes_text(what.bytes), where, what.bytes);
}

std::string advice_on_shared(const bad_access& what) {
  if (what.limit == 0)
    return phrase("pass-dynamic-size-or-declare",
                  "pass the size of an `extern __shared__` array, in bytes, as the third launch "
                  "argument, or give the array a size where it is declared");
  if (what.dynamic_bytes != 0)
    return phrase("compare-dynamic-bytes",
                  "compare the index with the number of elements, and the third launch argument "
                  "({}) with their size: it counts bytes, not elements",
                  what.dynamic_bytes);
  if (what.is_guarded)
    return phrase("array-for-largest-block",
                  "is the array large enough for the largest block? If it is, the guard before the "
                  "access is wrong: it must compare the index that the access uses with the number "
                  "of elements of this array");
  return advice_on_index(what, what.address == what.limit);
}

}  // namespace

void explain(const bad_access& what, const memory::address_space& memory, protocol::finding& out) {
  out.kind = what.kind;
  out.space = what.space;
  out.address = what.address;
  if (what.kind == finding_kind::misaligned) {
    out.message = misaligned_text(what, memory);
    out.advice = phrase("align-address",
                        "align the address to the size of the access: cast only pointers that are "
                        "aligned for the wider type");
  } else if (what.space == memory_space::global) {
    explain_global(what, memory, out);
  } else if (what.space == memory_space::shared) {
    out.message = shared_text(what);
    out.array = what.array;
    out.advice = advice_on_shared(what);
  } else if (what.space == memory_space::parameter && what.access != protocol::access_kind::read) {
    out.message = phrase("writes-parameters",
                         "{} {} at offset {} of the kernel's parameters, which cannot be written",
                         verb(what.access), bytes_text(what.bytes), what.address);
    out.advice =
        phrase("copy-parameter", "copy the parameter to a local variable, and change that");
  } else {
    out.message =
        phrase("accesses-local", "{} {} at offset {} of the thread's {} memory", verb(what.access),
               bytes_text(what.bytes), what.address, std::string(name_of(what.space)));
    out.advice = phrase("compare-local-size", "compare the index with the size of the local array");
  }
}

}  // namespace lockstep::checks
