// The connection to the grader, and what the answer does with it.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "../connection.hpp"
#include "crash.hpp"
#include "exchange.hpp"
#include "functions.hpp"

extern "C" const char __executable_start, etext;  // the linker's
extern "C" const char __start_lockstep_runtime, __stop_lockstep_runtime;

namespace lockstep::apart {

namespace {

connection* grader = nullptr;
welcome_facts memory;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "The process of an answer cannot run: %s.\n", why);
  _exit(2);
}

std::uint64_t offset_of(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) -
         reinterpret_cast<std::uintptr_t>(&__executable_start);
}

void map_at(std::uint64_t begin, std::uint64_t bytes, int rights, int flags, int file) {
  void* const wanted = reinterpret_cast<void*>(begin);
  if (mmap(wanted, bytes, rights, flags | MAP_FIXED_NOREPLACE | MAP_NORESERVE, file, 0) != wanted)
    give_up("its addresses are in use");
}

// The host can follow no address of device memory, as it cannot beside a GPU.
void map_memory() {
  map_at(memory.device_begin, memory.device_end - memory.device_begin, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS, -1);
  map_at(memory_begin, memory.memory_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, shared_memory);
  close(shared_memory);
}

void say_that_it_ends() { grader->send(kind::ends, {}); }

// Frames of the code that forwards come first, if there are any; inside of it, none.
_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* to) {
  auto& all = *static_cast<frame_list*>(to);
  const auto* const address = reinterpret_cast<const char*>(_Unwind_GetIP(context) - 1);
  if (address >= &__executable_start && address < &etext && all.count < most_frames)
    all.offsets[all.count++] = static_cast<std::uint32_t>(offset_of(address));
  return all.count < most_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool is_forwarding(std::uint32_t offset) {
  return offset >= offset_of(&__start_lockstep_runtime) &&
         offset < offset_of(&__stop_lockstep_runtime);
}

}  // namespace

void send_crash(const crash_facts& facts) {
  struct {
    header of;
    crash_facts facts;
  } whole{{kind::crashed, sizeof facts}, facts};
  [[maybe_unused]] const auto sent = ::send(channel, &whole, sizeof whole, MSG_NOSIGNAL);
}

frame_list frames_here() {
  frame_list all;
  _Unwind_Backtrace(add_frame, &all);
  return all;
}

void open_channel() {
  if (grader != nullptr) return;
  grader = new connection(channel);
  const auto first = grader->receive();
  if (!first || first->what != kind::welcome) give_up("no grader has started it");
  incoming facts = first->message;
  memory = facts.get<welcome_facts>();
  map_memory();
  outgoing hello;
  hello.put(
      forwarding_facts{offset_of(&__start_lockstep_runtime), offset_of(&__stop_lockstep_runtime)});
  grader->send(kind::hello, hello);
  catch_crashes();
  std::atexit(say_that_it_ends);
}

bool is_known_to_grader(const void* address) {
  const auto at = reinterpret_cast<std::uint64_t>(address);
  return (at >= memory.device_begin && at < memory.device_end) ||
         at - memory_begin < memory.memory_bytes;
}

outgoing begin_call(call_id which) {
  outgoing call;
  call.put(which);
  const bool is_query = which == call_id::cudaGetLastError || which == call_id::cudaPeekAtLastError;
  const frame_list all = is_query ? frame_list() : frames_here();
  std::uint32_t first = 0;
  while (first < all.count && !is_forwarding(all.offsets[first])) ++first;
  if (first == all.count) first = 0;
  call.put(all.count - first);
  call.bytes(all.offsets + first, (all.count - first) * sizeof all.offsets[0]);
  return call;
}

incoming exchange(const outgoing& call) {
  open_channel();
  if (!grader->send(kind::runtime_call, call)) _exit(2);
  auto reply = grader->receive();
  if (!reply || reply->what != kind::reply) _exit(2);
  return std::move(reply->message);
}

void call_back(const outgoing& call) {
  const turn mine;
  if (!grader->send(kind::call_back, call) || !grader->receive()) _exit(2);
}

int refuse(const char* name) {
  const turn mine;
  open_channel();
  outgoing call;
  call.text(name);
  if (!grader->send(kind::not_forwarded, call) || !grader->receive()) _exit(2);
  return cudaErrorNotSupported;
}

namespace {

void run(incoming& from) {
  outgoing result;
  const auto wanted = from.get<std::uint32_t>();
  const function_of_answer* function = functions;
  while (function->hash != 0 && function->hash != wanted) ++function;
  kind how = kind::returned;
  try {
    if (function->hash == 0)
      throw std::logic_error("the grader calls a function that is not there");
    function->run(from, result);
  } catch (const std::exception& problem) {
    how = kind::threw;
    result = {};
    result.put(true);
    result.text(problem.what());
  } catch (...) {
    how = kind::threw;
    result = {};
    result.put(false);
  }
  if (!grader->send(how, result)) _exit(2);
}

}  // namespace

int serve() {
  send_registrations();
  outgoing constants;
  put_constants(constants);
  grader->send(kind::ready, constants);
  while (auto next = grader->receive()) {
    if (next->what != kind::call) break;
    run(next->message);
  }
  return 0;
}

}  // namespace lockstep::apart

extern "C" int lockstep_refuse(const char* name) { return lockstep::apart::refuse(name); }
