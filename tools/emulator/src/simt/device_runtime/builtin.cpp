#include "simt/device_runtime/builtin.hpp"

#include <cstring>
#include <string>

#include "lockstep/protocol/phrase.hpp"
#include "simt/device_runtime/builtin_call.hpp"
#include "simt/device_runtime/device_runtime.hpp"
#include "simt/device_runtime/format.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

const step* print(warp& w, const step* s) {
  std::string out;
  for_each_call(w, s, [&](const builtin_call& call) {
    const std::uint64_t buffer = call.argument(1);
    const auto bytes_at = [&](std::size_t offset, std::size_t bytes) {
      std::uint64_t value = 0;
      std::memcpy(&value,
                  baseline::generic_lane(w, s, call.lane, buffer + offset,
                                         static_cast<std::uint32_t>(bytes), access_kind::read),
                  bytes);
      return value;
    };
    out += formatted(call.text(call.argument(0)), bytes_at,
                     [&](std::uint64_t address) { return call.text(address); });
    call.give(0);
  });
  (*w.on->launch->print)(out);
  return s + 1;
}

// void __assertfail(const char *expression, const char *file, unsigned line, const char *function,
// size_t char_size)
const step* assert_fail(warp& w, const step* s) {
  const builtin_call call{w, s, first_lane(w.active)};
  std::string message = protocol::phrase("fails-assertion", "fails the assertion `{}` in {}",
                                         call.text(call.argument(0)), call.text(call.argument(3)));
  // Without line numbers, and for what was inlined elsewhere, the assertion's own place.
  const auto line = call.argument<std::uint32_t>(2);
  if (w.on->launch->code->instructions[s->instruction].line.line != line)
    message = protocol::phrase("fails-assertion-at", "{} ({}:{})", message,
                               call.text(call.argument(1)), line);
  fault f = fault_at(w, s, call.lane, finding_kind::assert, std::move(message));
  f.lanes = lanes_in(w.active);
  raise(std::move(f));
}

const step* allocate(warp& w, const step* s) {
  return for_each_call(w, s, [&](const builtin_call& call) {
    const memory::allocation* made =
        w.on->launch->memory->allocate_heap(call.argument(0), w.on->launch->heap_bytes);
    call.give(made == nullptr ? 0 : made->address);
  });
}

const step* release(warp& w, const step* s) {
  return for_each_call(w, s, [&](const builtin_call& call) {
    const std::uint64_t address = call.argument(0);
    if (address == 0 || w.on->launch->memory->release_heap(address)) return;
    const memory::allocation* known = w.on->launch->memory->nearest(address);
    const bool twice = known != nullptr && known->address == address && known->freed;
    fault f =
        twice
            ? fault_at(w, s, call.lane, finding_kind::double_free,
                       protocol::phrase("device-freed-twice", "frees memory that was freed before"))
            : fault_at(
                  w, s, call.lane, finding_kind::invalid_free,
                  protocol::phrase("device-frees-other",
                                   "frees an address that malloc in device code did not return"));
    f.address = address;
    raise(std::move(f));
  });
}

// A condition's handle is the address of its value.
const step* set_condition(warp& w, const step* s) {
  return for_each_call(w, s, [](const builtin_call& call) {
    call.write(call.argument(0), call.argument<std::uint32_t>(1));
  });
}

}  // namespace

action builtin(std::string_view name) {
  if (name == "vprintf") return &print;
  if (name == "__assertfail") return &assert_fail;
  if (name == "malloc") return &allocate;
  if (name == "free") return &release;
  if (name == "cudaGraphSetConditional") return &set_condition;
  return device_runtime(name);
}

}  // namespace lockstep::simt
