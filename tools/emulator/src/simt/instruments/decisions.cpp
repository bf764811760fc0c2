#include "simt/instruments/decisions.hpp"

#include <algorithm>
#include <map>

#include "ptx/control_flow.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {
namespace {

using ptx::control_flow;
using ptx::decision;

// Of a kernel with more blocks than a person writes, the analysis would take too long.
constexpr std::size_t most_blocks = 4000;

// A function of the kernel's code, and where its instructions begin in code::instructions.
struct analysed {
  const ptx::decoded_function* function;
  std::uint32_t first = 0;
  control_flow flow;
};

class analysis {
 public:
  explicit analysis(const running_launch& launch) : code_(*launch.code), image_(*launch.image) {
    functions_ = image_.reachable(image_.kernel(code_.functions.front().name));
  }

  // nullptr: it is too large.
  const analysed* around(std::uint32_t instruction) {
    const std::uint32_t number = code_.instructions[instruction].function;
    if (const auto known = known_.find(number); known != known_.end()) return &known->second;
    const ptx::decoded_function& function = image_.decoded(functions_.at(number));
    if (function.blocks.size() > most_blocks) return nullptr;
    std::uint32_t first = 0;
    while (code_.instructions[first].function != number) ++first;
    return &known_.emplace(number, analysed{&function, first, control_flow(function)})
                .first->second;
  }

  const ptx::source_line& line_of(const analysed& in, const decision& d) const {
    return code_.instructions[in.first + d.branch].line;
  }

 private:
  const code& code_;
  linked_image& image_;
  std::vector<function_id> functions_;
  std::map<std::uint32_t, analysed> known_;
};

// A branch in a header is no decision of the user's, wherever the header is included.
bool is_of_user(const ptx::source_line& line) {
  return line.line != 0 && !line.file.empty() && line.header.empty();
}

bool on_same_line(const ptx::source_line& a, const ptx::source_line& b) {
  return a.line == b.line && a.file == b.file;
}

// The decisions on an instruction and the calls around it on which threads may part.
struct partings {
  struct one {
    const analysed* in;
    decision what;
    bool in_kernel;
  };
  std::vector<one> all;
  bool complete = true;
};

partings partings_on(analysis& of, const call_chain& chain) {
  partings found;
  for (const std::uint32_t at : chain) {
    const analysed* in = of.around(at);
    if (in == nullptr) return {{}, false};
    const std::vector<bool> differs = ptx::divergent_registers(*in->function, in->flow);
    for (const decision& d : in->flow.decisions_on(at - in->first)) {
      const auto looks_at = ptx::condition_of(in->function->instructions[d.branch]);
      if (std::any_of(looks_at.begin(), looks_at.end(),
                      [&](std::uint32_t r) { return differs[r]; }))
        found.all.push_back({in, d, at == chain.back()});
    }
  }
  return found;
}

// The one line of all partings, if there is only one.
std::optional<condition> only_one(const analysis& of, const std::vector<partings::one>& all) {
  std::optional<condition> found;
  for (const partings::one& p : all) {
    const ptx::source_line& line = of.line_of(*p.in, p.what);
    if (!is_of_user(line) || (found && !on_same_line(found->line, line))) return {};
    const bool is_return = p.in_kernel && p.in->flow.is_return_otherwise(p.what);
    if (!found)
      found = condition{line, p.in->first + p.what.branch, is_return};
    else
      found->is_return = found->is_return && is_return;
  }
  return found;
}

}  // namespace

call_chain chain_of(const step* at, const frame_ref& frame) {
  call_chain chain{at->instruction};
  const frame_ref* f = &frame;
  for (; *f; f = &(*f)->parent) chain.push_back(((*f)->return_to - 1)->instruction);
  return chain;
}

std::optional<condition> parting_before(const running_launch& launch, const call_chain& at) {
  analysis of(launch);
  const partings found = partings_on(of, at);
  if (!found.complete) return {};
  return only_one(of, found.all);
}

std::optional<condition> parting_between(const running_launch& launch, const call_chain& one,
                                         const call_chain& other) {
  analysis of(launch);
  const partings here = partings_on(of, one), there = partings_on(of, other);
  if (!here.complete || !there.complete) return {};
  std::vector<partings::one> parted;
  for (const partings::one& a : here.all)
    for (const partings::one& b : there.all)
      if (a.in == b.in && a.what.branch == b.what.branch && a.what.towards != b.what.towards)
        parted.push_back(a);
  return only_one(of, parted);
}

guards guards_of(const running_launch& launch, const call_chain& access) {
  analysis of(launch);
  guards found;
  bool any = false;
  for (const std::uint32_t at : access) {
    const analysed* in = of.around(at);
    if (in == nullptr) return {};
    const auto& instructions = in->function->instructions;
    const ptx::decoded& i = instructions[at - in->first];
    any = any || i.source->guard >= 0;
    std::vector<std::uint32_t> address;
    for (const ptx::operand& o : i.source->operands)
      if (o.kind == ptx::operand::kind_t::address && o.base == ptx::operand::kind_t::reg)
        address.push_back(o.index);
    const std::vector<bool> made_of = ptx::ingredients(*in->function, address);
    for (const ptx::decoded& choice : instructions)
      if (choice.operation == ptx::op::selp || choice.operation == ptx::op::min ||
          choice.operation == ptx::op::max || choice.operation == ptx::op::slct)
        any = any || made_of[choice.source->operands.front().index];
    for (const decision& d : in->flow.decisions_on(at - in->first)) {
      any = true;
      const ptx::source_line& line = of.line_of(*in, d);
      if (!is_of_user(line)) continue;
      const std::vector<bool> looked_at =
          ptx::ingredients(*in->function, ptx::condition_of(instructions[d.branch]));
      bool is_related = false;
      for (std::size_t r = 0; r < made_of.size(); ++r)
        is_related = is_related || (made_of[r] && looked_at[r]);
      if (is_related && std::none_of(found.lines.begin(), found.lines.end(),
                                     [&](const auto& known) { return on_same_line(known, line); }))
        found.lines.push_back(line);
    }
  }
  found.are_none = !any;
  return found;
}

namespace {

bool is_decision(const ptx::decoded& i) {
  return i.operation == ptx::op::bra || i.operation == ptx::op::brx ||
         i.operation == ptx::op::ret || i.operation == ptx::op::exit;
}

// Its values go where they are not followed: to a function that is called or that has called, or to
// a variable of the thread.
bool hands_on(const ptx::decoded& i) {
  if (i.operation == ptx::op::call) return true;
  return i.operation == ptx::op::st &&
         (i.space() == ptx::state_space::param || i.space() == ptx::state_space::local);
}

// What of an instruction's operands decides where it goes, not what it stores there.
std::vector<std::uint32_t> aims_of(const ptx::decoded& i) {
  std::vector<std::uint32_t> found = ptx::condition_of(i);
  for (const ptx::operand& o : i.source->operands)
    if (o.kind == ptx::operand::kind_t::address && o.base == ptx::operand::kind_t::reg)
      found.push_back(o.index);
  return found;
}

}  // namespace

value_reach reach_of(const running_launch& launch, std::uint32_t instruction) {
  analysis of(launch);
  value_reach found;
  const analysed* const in = of.around(instruction);
  if (in == nullptr) {
    found.everywhere = found.decides = true;
    return found;
  }
  const std::vector<bool> made_of =
      ptx::dependent_registers(*in->function, in->flow, instruction - in->first);
  const auto any = [&](const std::vector<std::uint32_t>& registers) {
    return std::any_of(registers.begin(), registers.end(),
                       [&](std::uint32_t r) { return made_of[r]; });
  };
  const auto& instructions = in->function->instructions;
  found.at.resize(launch.code->instructions.size());
  for (const ptx::basic_block& block : in->function->blocks) {
    if (block.first == block.last) continue;
    const auto decisions = in->flow.decisions_on(block.first);
    const bool block_depends = std::any_of(
        decisions.begin(), decisions.end(),
        [&](const decision& d) { return any(ptx::condition_of(instructions[d.branch])); });
    for (std::uint32_t n = block.first; n < block.last; ++n) {
      const ptx::decoded& i = instructions[n];
      const bool depends = block_depends || any(aims_of(i));
      found.at[in->first + n] = depends;
      found.decides = found.decides || (is_decision(i) && any(ptx::condition_of(i)));
      found.everywhere = found.everywhere || (hands_on(i) && (depends || any(ptx::sources_of(i))));
    }
  }
  return found;
}

}  // namespace lockstep::simt
