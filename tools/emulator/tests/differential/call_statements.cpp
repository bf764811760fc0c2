// Calls of functions: by name and through a table.
#include "body.hpp"
#include "operations.hpp"

namespace differential {

void body::call(const std::string& name, const std::string& lanes, const std::string& depth) {
  const bool direct = name[0] != '%';
  line(
      "{\n.param .b32 to_x; .param .b64 to_y; .param .f32 to_z; .param .b32 to_lanes; .param .b32 "
      "to_depth;\n"
      ".param .align 8 .b8 to_places[24]; .param .b32 to_result;");
  line(fill("st.param.b32 [to_x], $r;\nst.param.b64 [to_y], $w;\nst.param.f32 [to_z], $f;",
            random_));
  line("st.param.b32 [to_lanes], " + lanes + ";\nst.param.b32 [to_depth], " + depth +
       ";\nst.param.b64 [to_places], %in;\nst.param.b64 [to_places+8], %own;\n"
       "st.param.b64 [to_places+16], %totals;");
  if (!direct)
    line(
        "prototype: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _, .param .f32 "
        "_, .param .b32 _, .param .b32 _, .param .align 8 .b8 _[24]);");
  line("call (to_result), " + name + ", (to_x, to_y, to_z, to_lanes, to_depth, to_places)" +
       (direct ? "" : ", prototype") + ";");
  line(fill("ld.param.b32 $A, [to_result];\n}", random_));
  apart_ = !parts_.unoptimised;
}

void body::call_statement(const region& at) {
  if (callees_.empty() || tables_ || calls_ == 3 || !may_return_apart(at)) return operation(false);
  const callee& f = callees_[random_.below(callees_.size())];
  if (f.needs_lanes && !known(at)) return operation(false);
  ++calls_;
  call(f.name, at.lanes.empty() ? "0" : at.lanes, std::to_string(random_.below(4)));
}

// Lanes may call different functions.
void body::call_through_table(const region& at) {
  if (callees_.size() < 2 || tables_ || calls_ == 3 || !may_return_apart(at))
    return operation(false);
  ++calls_;
  const std::string c = condition(), target = register_of("b64"), other = register_of("b64");
  const std::string lanes = register_of("b32");
  line("mov.u64 " + target + ", " + callees_[0].name + ";\nmov.u64 " + other + ", " +
       callees_[1].name + ";\nselp.b64 " + target + ", " + target + ", " + other + ", " + c + ";");
  line("match.any.sync.b64 " + lanes + ", " + target + ", " + at.lanes + ";");
  call(target, lanes, "2");
}

}  // namespace differential
