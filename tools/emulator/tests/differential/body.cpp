#include "body.hpp"

#include "operations.hpp"

namespace differential {

namespace {

// What the driver's compiler makes of a guarded testp or set takes no notice of the guard.
bool guard_counts(const std::string& instruction) {
  return instruction.rfind("testp", 0) != 0 && instruction.rfind("set.", 0) != 0;
}

}  // namespace

std::string body::label() { return "L" + std::to_string(labels_++); }

std::string body::register_of(const char* kind) {
  const std::string name = kind;
  if (name == "pred") return "%c" + std::to_string(predicates_++);
  if (name == "b32") return "%n" + std::to_string(words_++);
  return "%v" + std::to_string(long_words_++);
}

std::string body::declarations() const {
  std::string text =
      ".reg .pred %q<4>; .reg .b16 %g<4>; .reg .b32 %t<8>; .reg .b64 %u<4>;\n"
      ".reg .f32 %x<4>; .reg .f64 %y<2>; .reg .b32 %thread, %lane, %salt;\n"
      ".reg .b64 %in, %own, %totals, %shared, %loc;\n.local .align 16 .b8 loc[64];\n";
  for (const register_pool& pool : pools) {
    const char* type = pool.letter == 'p'   ? ".pred"
                       : pool.letter == 'h' ? ".b16"
                       : pool.letter == 'f' ? ".f32"
                       : pool.letter == 'd' ? ".f64"
                       : pool.letter == 'w' ? ".b64"
                                            : ".b32";
    text +=
        std::string(".reg ") + type + " " + pool.name + "<" + std::to_string(pool.count) + ">; ";
  }
  return text + "\n.reg .pred %c<" + std::to_string(predicates_ + 1) + ">; .reg .b32 %n<" +
         std::to_string(words_ + 1) + ">; .reg .b64 %v<" + std::to_string(long_words_ + 1) + ">;\n";
}

std::string body::condition() {
  const std::string c = register_of("pred");
  static constexpr std::string_view kinds[] = {
      "setp.[lt|ge].[s32|u32] COND, $r, $r;",
      "and.b32 %t0, $r, [1|3|5|12|24|96]; setp.[eq|ne].u32 COND, %t0, 0;",
      "setp.[lt|geu].f32 COND, $f, $f;",
      "and.b32 %t0, %lane, [1|2|4|7|16|20]; setp.[eq|ne].u32 COND, %t0, 0;",
      "setp.[lt|gt|eq|ne].u32 COND, %lane, [0|1|9|16|30|31];",
      "not.pred COND, $p;",  // last: only where nothing is optimised
  };
  const std::size_t count = std::size(kinds) - (parts_.unoptimised ? 0 : 1);
  std::string text = fill(kinds[random_.below(count)], random_);
  text.replace(text.find("COND"), 4, c);
  line(text);
  return c;
}

std::string body::part_of(const region& at, const std::string& condition) {
  const std::string lanes = register_of("b32");
  line("vote.sync.ballot.b32 " + lanes + ", " + condition + ", " + at.lanes + ";");
  return lanes;
}

region body::inside(const region& at, const std::string& lanes) const {
  region r = at;
  r.lanes = lanes;
  r.block = r.warp = false;
  ++r.depth;
  return r;
}

void body::operation(bool guarded) {
  const std::string text = random_operation(random_, parts_.unoptimised);
  // Only a single instruction can be guarded as a whole, and only once.
  if (guarded && text.find(';') + 1 == text.size() && text[0] != '@' && guard_counts(text))
    line(fill("@[!|]$p ", random_) + text);
  else
    line(text);
}

void body::statements(const region& at, unsigned count) {
  for (unsigned i = 0; i < count; ++i) numbered([&] { statement(at); });
}

void body::statement(const region& at) {
  const unsigned kind = random_.below(100);
  if (kind < 60) return operation(kind < 8);
  const bool nested = at.depth < 4;
  const bool together = known(at), block = at.block && !apart_;
  switch (random_.below(20)) {
    case 0:
    case 1:
    case 2:
      return nested ? branch(at) : operation(true);
    case 3:
    case 4:
      return nested && at.loops < 2 ? loop(at) : operation(true);
    case 5:
      return nested && calls_ == 0 ? branch_table(at) : operation(true);
    case 6:
    case 7:
    case 8:
      return together ? warp_operation(at) : leave_loop(at);
    case 9:
      return at.warp && !left_ && !apart_ ? whole_warp_shuffle() : operation(false);
    case 10:
      return together ? exchange_of_warp(at) : leave_loop(at);
    case 11:
      return block ? block_exchange() : operation(false);
    case 12:
      return block ? block_vote() : operation(false);
    case 13:
      return block && nested ? block_barrier_on_two_paths(at) : operation(false);
    case 14:
      return block && threads_ == 64 && !left_ ? producers_and_consumers(at) : add_to_total();
    case 15:
      return at.block && nested
                 ? (at.loops < 2 && random_.one_in(2) ? loop_of_block(at) : branch_of_block(at))
                 : add_to_total();
    case 16:
      return add_to_total();
    case 17:
      return call_statement(at);
    case 18:
      return together ? call_through_table(at) : call_statement(at);
    default:
      if (at.block && at.depth == 0)
        return random_.one_in(2) ? leave_kernel(at) : critical_section(at);
      return leave_loop(at);
  }
}

}  // namespace differential
