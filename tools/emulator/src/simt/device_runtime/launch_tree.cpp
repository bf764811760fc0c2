#include "simt/device_runtime/launch_tree.hpp"

#include <driver_types.h>

#include <algorithm>
#include <cstring>
#include <tuple>

namespace lockstep::simt {
namespace {

constexpr std::size_t most_parameter_bytes = 32764;  // CUDA C++ Programming Guide, "__global__"
constexpr std::uint64_t first_handle = 0x7000'0000'0000;  // no address, and none of the host's

void add(std::vector<checks::event_ref>& to, const std::vector<checks::event_ref>& events) {
  to.insert(to.end(), events.begin(), events.end());
}

dimensions index_in(const dimensions& sizes, std::uint64_t number) {
  return {static_cast<std::uint32_t>(number % sizes[0]),
          static_cast<std::uint32_t>(number / sizes[0] % sizes[1]),
          static_cast<std::uint32_t>(number / sizes[0] / sizes[1])};
}

}  // namespace

launch_tree::launch_tree(memory::address_space& memory, std::uint32_t slots)
    : memory_(memory), slots_(slots) {}

launch_tree::~launch_tree() {
  for (const std::uint64_t buffer : all_buffers_) memory_.release(buffer);
  for (const auto& [text, address] : texts_) memory_.release(address);
}

bool launch_tree::take_slot() {
  if (used_ == slots_) return false;
  ++used_;
  return true;
}

void launch_tree::give_slot(child_grid& grid) {
  if (grid.holds_slot) --used_;
  grid.holds_slot = false;
}

std::uint64_t launch_tree::buffer(const launch_options& options, std::string kernel,
                                  std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  if (bytes > most_parameter_bytes || !take_slot()) return 0;
  std::vector<std::uint64_t>& free_buffers = free_buffers_[std::max<std::size_t>(bytes, 1)];
  if (free_buffers.empty()) {
    const memory::allocation* made =
        memory_.allocate(memory::allocation_kind::launch_buffer, std::max<std::size_t>(bytes, 1));
    if (made == nullptr) {
      --used_;
      return 0;
    }
    all_buffers_.push_back(made->address);
    free_buffers.push_back(made->address);
  }
  const std::uint64_t address = free_buffers.back();
  free_buffers.pop_back();
  auto grid = std::make_shared<child_grid>();
  grid->options = options;
  grid->kernel = std::move(kernel);
  grid->parameters.resize(bytes);
  grid->holds_slot = true;
  prepared_.emplace(address, std::move(grid));
  return address;
}

grid_handle launch_tree::prepared(std::uint64_t buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = prepared_.find(buffer);
  return found == prepared_.end() ? nullptr : found->second;
}

void launch_tree::recycle(std::uint64_t buffer) {
  free_buffers_[memory_.find(buffer)->size].push_back(buffer);
  prepared_.erase(buffer);
}

bool launch_tree::launch(const launching_thread& by, std::uint64_t buffer, std::uint64_t stream) {
  const std::scoped_lock lock(mutex_);
  const grid_handle grid = prepared_.at(buffer);
  const memory::allocation& from = *memory_.find(buffer);
  std::memcpy(grid->parameters.data(), from.host,
              std::min<std::size_t>(from.size, grid->parameters.size()));
  recycle(buffer);
  if (put(by, grid, stream)) return true;
  give_slot(*grid);
  return false;
}

int launch_tree::enqueue(const launching_thread& by, grid_handle copy, std::uint64_t stream) {
  const std::scoped_lock lock(mutex_);
  if (!take_slot()) return cudaErrorLaunchPendingCountExceeded;
  copy->holds_slot = true;
  if (put(by, copy, stream)) return cudaSuccess;
  give_slot(*copy);
  return cudaErrorInvalidResourceHandle;
}

child_grid::stream* launch_tree::find_stream(const launching_thread& by, std::uint64_t stream) {
  if (stream == null_stream || stream == legacy_stream) return &by.grid->of_block[by.block];
  if (stream == per_thread_stream) return &by.grid->of_thread[by.block * 1024 + by.thread];
  const auto found = by.grid->named.find(stream);
  return found == by.grid->named.end() ? nullptr : &found->second;
}

bool launch_tree::put(const launching_thread& by, const grid_handle& grid, std::uint64_t stream) {
  grid->parent = by.grid;
  grid->parent_identity = by.grid->identity;
  grid->parent_block = index_in(by.grid->options.grid, by.block);
  grid->parent_thread = index_in(by.grid->options.block, by.thread);
  const dimensions& threads = by.grid->options.block;
  grid->parent_thread_in_grid =
      static_cast<std::uint32_t>(by.block * threads[0] * threads[1] * threads[2] + by.thread);
  grid->into_stream = stream;
  if (stream == tail_stream) {
    grid->is_tail = true;
    by.grid->tails.push_back(grid);
    return true;
  }
  if (stream != fire_and_forget_stream) {
    child_grid::stream* in = find_stream(by, stream);
    if (in == nullptr) return false;
    grid->after = std::move(in->waits);
    in->waits.clear();
    if (in->last != nullptr) grid->after.push_back(in->last);
    in->last = std::make_shared<completion_state>();
    grid->done.push_back(in->last);
  }
  ++by.grid->open;
  waiting_.push_back(grid);
  return true;
}

std::uint64_t launch_tree::make_stream(const launching_thread& by) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t handle = first_handle + 16 * ++handles_;
  by.grid->named.emplace(handle, child_grid::stream{});
  return handle;
}

bool launch_tree::destroy_stream(const launching_thread& by, std::uint64_t stream) {
  const std::scoped_lock lock(mutex_);
  return by.grid->named.erase(stream) != 0;  // what was launched into it runs all the same
}

std::uint64_t launch_tree::make_event(const launching_thread& by) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t handle = first_handle + 16 * ++handles_;
  by.grid->events.emplace(handle, std::vector<completion>{});
  return handle;
}

bool launch_tree::destroy_event(const launching_thread& by, std::uint64_t event) {
  const std::scoped_lock lock(mutex_);
  return by.grid->events.erase(event) != 0;
}

bool launch_tree::record(const launching_thread& by, std::uint64_t event, std::uint64_t stream) {
  const std::scoped_lock lock(mutex_);
  const auto found = by.grid->events.find(event);
  const child_grid::stream* in = find_stream(by, stream);
  if (found == by.grid->events.end() || in == nullptr) return false;
  found->second = in->waits;
  if (in->last != nullptr) found->second.push_back(in->last);
  return true;
}

bool launch_tree::wait(const launching_thread& by, std::uint64_t stream, std::uint64_t event) {
  const std::scoped_lock lock(mutex_);
  const auto found = by.grid->events.find(event);
  child_grid::stream* in = find_stream(by, stream);
  if (found == by.grid->events.end() || in == nullptr) return false;
  in->waits.insert(in->waits.end(), found->second.begin(), found->second.end());
  return true;
}

std::uint64_t launch_tree::text(const char* text) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = texts_.try_emplace(text, 0);
  if (is_new) {
    const memory::allocation* made =
        memory_.allocate(memory::allocation_kind::system, std::strlen(text) + 1);
    if (made == nullptr) throw std::bad_alloc();
    std::memcpy(made->host, text, made->size);
    at->second = made->address;
  }
  return at->second;
}

void launch_tree::lost(protocol::finding launch) {
  const std::scoped_lock lock(mutex_);
  const auto known = std::find_if(lost_.begin(), lost_.end(), [&](const protocol::finding& f) {
    return f.kernel == launch.kernel && f.where.file == launch.where.file &&
           f.where.line == launch.where.line;
  });
  if (known == lost_.end())
    lost_.push_back(std::move(launch));
  else
    known->count += launch.count;
}

launch_tree::crowd launch_tree::most_of_one_line() const {
  std::map<std::tuple<std::uint64_t, dimensions, std::uint32_t>, crowd> crowds;
  crowd most;
  for (const grid_handle& grid : waiting_) {
    crowd& of = crowds[{grid->parent_identity, grid->parent_block, grid->launched_at.line}];
    ++of.grids;
    of.one = grid;
    if (of.grids > most.grids) most = of;
  }
  return most;
}

grid_handle launch_tree::next(const chooser& choose) {
  std::vector<std::list<grid_handle>::iterator> ready;
  for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
    std::vector<completion>& after = (*at)->after;
    std::erase_if(after, [&](const completion& c) {
      if (c->done && c->event) (*at)->follows.push_back(c->event);
      return c->done;
    });
    if (!after.empty()) continue;
    ready.push_back(at);
    if (!choose) break;
  }
  if (ready.empty()) return nullptr;
  const auto chosen = ready[choose ? choose(ready.size()) % ready.size() : 0];
  grid_handle grid = std::move(*chosen);
  waiting_.erase(chosen);
  return grid;
}

void launch_tree::start_tail(child_grid& of) {
  child_grid& tail = *of.tails.front();
  tail.alone = of.alone;
  const checks::event_ref all = checks::after_all(of.did);
  of.did.clear();
  if (tail.alone) {
    tail.follows.clear();
  } else if (all) {
    of.did.push_back(all);
    tail.follows.push_back(all);
  }
  waiting_.push_back(std::move(of.tails.front()));
  of.tails.pop_front();
}

void launch_tree::ran(const grid_handle& grid) {
  while (!prepared_.empty()) {  // and never launched
    give_slot(*prepared_.begin()->second);
    recycle(prepared_.begin()->first);
  }
  grid->named.clear();
  grid->of_block.clear();
  grid->of_thread.clear();
  grid->events.clear();
  if (grid->is_tail && grid->parent->tails.empty()) {  // takes its parent's place
    const grid_handle before = std::move(grid->parent);
    give_slot(*before);
    add(grid->did, before->did);
    grid->is_tail = before->is_tail;
    grid->parent = std::move(before->parent);
    for (completion& c : before->done) {
      if (c.use_count() > 1) grid->done.push_back(std::move(c));
    }
  }
  if (--grid->open != 0) return;
  if (!grid->tails.empty()) return start_tail(*grid);
  complete(grid);
}

// Upwards as far as it goes: nesting may be too deep for a recursion.
void launch_tree::complete(grid_handle grid) {
  for (;;) {
    give_slot(*grid);
    const checks::event_ref all = checks::after_all(grid->did);
    for (const completion& c : grid->done) *c = {true, all};
    const grid_handle parent = std::move(grid->parent);
    if (parent == nullptr) {
      did_ = all;
      return;
    }
    if (all) parent->did.push_back(all);
    if (!grid->is_tail && --parent->open != 0) return;
    if (!parent->tails.empty()) return start_tail(*parent);
    grid = parent;
  }
}

}  // namespace lockstep::simt
