// Barriers of a whole block. A warp that comes to one waits, and the block's next warp goes on
// behind the one before, if that is where it stands: all of it without the interpreter, which has
// the first warp and the last of each round.
#include <algorithm>

#include "simt/control/actions.hpp"
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

// Where this code can be entered behind the barrier.
std::optional<std::size_t> emitter::entry_behind(std::uint32_t barrier) const {
  if (flow_.steps()[barrier].run != &control::sync_all) return std::nullopt;
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](std::uint32_t b) {
    return flow_.blocks()[b].first == barrier + 1;
  });
  if (found == entries_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - entries_.begin());
}

// What control::sync_all does, where nobody looks on and the block's last warp has not come yet (or
// the next one could not run), and what the block's runner does then. The warp's rows have been
// written back.
void emitter::pass_barrier(std::uint32_t step) {
  const std::optional<std::size_t> entry = entry_behind(step);
  if (!entry) return;
  const auto id = static_cast<std::int32_t>(flow_.steps()[step].immediate);
  const std::int32_t barrier =
      places::barriers + id * static_cast<std::int32_t>(sizeof(simt::barrier));
  const asmjit::Label interpreted = cc_.newLabel();
  const x86::Gp block = new_u64(), next = new_u64(), here = new_u64();
  const x86::Gp arrived = new_u64().r32();
  cc_.cmp(x86::qword_ptr(warp_, places::others), 0);
  cc_.jne(interpreted);
  cc_.mov(block, x86::qword_ptr(warp_, places::block));
  cc_.popcnt(arrived, active_.mask);
  cc_.add(arrived, x86::dword_ptr(block, barrier + places::barrier_arrived));
  cc_.cmp(x86::dword_ptr(block, barrier + places::barrier_expected), 0);
  cc_.jne(interpreted);
  cc_.mov(next, x86::qword_ptr(warp_, places::next));
  cc_.test(next, next);
  cc_.jz(interpreted);
  cc_.mov(here, reinterpret_cast<std::uint64_t>(flow_.steps() + step));
  cc_.cmp(x86::qword_ptr(next, places::waits_in), here);
  cc_.jne(interpreted);
  cc_.cmp(x86::byte_ptr(next, places::runnable), 0);
  cc_.je(interpreted);
  cc_.cmp(x86::qword_ptr(next, places::others), 0);
  cc_.jne(interpreted);
  cc_.cmp(x86::dword_ptr(next, places::fuel), 0);
  cc_.jle(interpreted);
  cc_.mov(x86::dword_ptr(block, barrier + places::barrier_arrived), arrived);
  cc_.or_(x86::dword_ptr(block, places::open_barriers), 1 << id);
  cc_.mov(x86::byte_ptr(warp_, places::barrier), id);
  cc_.mov(x86::qword_ptr(warp_, places::waits_in), here);
  cc_.mov(x86::qword_ptr(warp_, places::agreed), here);
  cc_.mov(x86::byte_ptr(warp_, places::runnable), 0);
  cc_.mov(warp_, next);
  cc_.mov(x86::qword_ptr(how_, places::left_warp), warp_);
  cc_.mov(x86::qword_ptr(warp_, places::waits_in), 0);
  cc_.mov(x86::dword_ptr(warp_, places::turn), 0);
  cc_.mov(x86::byte_ptr(warp_, places::polls_again), 0);
  load_warp();
  cc_.cmp(x86::qword_ptr(warp_, places::agreed), here);
  cc_.jne(entry_labels_[*entry]);
  go_on_at(*entry);
  cc_.bind(interpreted);
}

// With a warp that has come to the barrier by this code.
void emitter::go_on_at(std::size_t entry) {
  const simt::jit::block& b = flow_.blocks()[entries_[entry]];
  for (std::uint32_t r = 0; r < flow_.rows().size(); ++r)
    if (variable_[r] && b.live_in[r]) load_variable(r, b.entry[r], nullptr);
  cc_.jmp(labels_[entries_[entry]]);
}

}  // namespace lockstep::simt::jit
