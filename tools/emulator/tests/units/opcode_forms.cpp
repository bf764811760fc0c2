// Every form of an instruction that public programs have is bound to its meaning: a kernel each,
// in which the instruction stands behind a guard that holds for no lane.
#include <doctest/doctest.h>

#include <string>

#include "ptx_kernel.hpp"

namespace {

std::string why_refused(const std::string& form) {
  try {
    run_ptx(
        ".param .b64 x; mov.u32 %r0, 0; mov.u64 %rd20, %rd60; setp.ne.u32 %p15, %r60, %r60; "
        "@%p15 " +
            form,
        {}, ".func f() { ret; }");
    return "";
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

TEST_CASE("every form of an instruction that public programs have is known") {
  static const char* const forms[] = {
#define FORM(text) text,
#include "opcode_forms.def"
  };
  for (const char* form : forms) {
    CAPTURE(std::string(form));
    CHECK(why_refused(form) == "");
  }
}

TEST_CASE("a form that is not known is told from those that are") {
  CHECK(why_refused("istypep.texref %p1, %rd1;") != "");
}

}  // namespace
