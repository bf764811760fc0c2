#include <doctest/doctest.h>

#include "ptx/parser.hpp"
#include "ptx_text.hpp"

using namespace lockstep::ptx;
using namespace ptx_text;

TEST_SUITE_BEGIN("ptx_source_lines");

namespace {

source_line line_of(const module& m, std::size_t instruction, std::size_t function = 0) {
  return m.user_line(m.functions[function].body[instruction].location);
}

// One kernel whose single instruction was inlined from `header_file` into user.cu:7.
std::string_view file_seen_for(const std::string& header_file) {
  static std::unique_ptr<module> m;
  m = parse(
      kernel(".loc 1 7 3\n.loc 2 90 1, function_name $L__info_string0, inlined_at 1 7 3\nret;") +
      ".file 1 \"/home/me/user.cu\"\n.file 2 \"" + header_file + "\"\n");
  return line_of(*m, 0).file;
}

}  // namespace

TEST_CASE(".loc holds until the next; .file may come last") {
  const auto m = parse(kernel(".loc 1 3 5\nmov.u32 %r1, 0; mov.u32 %r1, 1;\n.loc 1 4 5\nret;") +
                       ".file 1 \"a.cu\", 123, 456");
  CHECK(line_of(*m, 0).file == "a.cu");
  CHECK(line_of(*m, 0).column == 5);
  CHECK(line_of(*m, 0).header.empty());
  CHECK(line_of(*m, 1).line == 3);
  CHECK(line_of(*m, 2).line == 4);
}

TEST_CASE("letters beyond ASCII in a file's name are as nvcc writes them, in octal") {
  const auto m = parse(kernel(".loc 1 3 5\nret;") + R"(.file 1 "d\303\274r/a\b\999.cu")");
  CHECK(line_of(*m, 0).file == "d\u00fcr/a\\b\\999.cu");
}

TEST_CASE("a function begins without a location; its first one covers what stands before") {
  const auto m = parse(header +
                       ".entry a() { .loc 1 3 1\nret; }\n.entry b() { trap; .loc 1 9 1\nret; "
                       "}\n.entry c() { ret; }\n.file 1 \"a.cu\"");
  CHECK(line_of(*m, 0, 1).line == 9);
  CHECK(m->functions[2].body[0].location == 0);
  CHECK(m->user_line(0).file == "");
}

TEST_CASE("inlined code of a toolkit header belongs to the line that called it") {
  for (const char* path :
       {"/usr/local/cuda/bin/../include/math.h",
        "/usr/local/cuda/bin/../targets/x86_64-linux/include/cuda_fp16.hpp",
        "/usr/local/cuda-13.0/include/cccl/cub/block/block_reduce.cuh", "/opt/cuda/include/math.h",
        "/usr/include/c++/12/bits/move.h", "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h",
        "/usr/local/include/x.h", "/home/me/.venv/site-packages/nvidia/cu13/include/cuda_fp16.hpp",
        "/x/nvidia/cuda_runtime/include/crt/sm_90_rt.hpp"}) {
    CAPTURE(path);
    CHECK(file_seen_for(path) == "/home/me/user.cu");
  }
}

TEST_CASE("a header of the user's own project is where the user looks") {
  for (const char* path : {"/home/me/course/common/include/lockstep/reduce.cuh", "include/mine.h",
                           "/home/me/cudapoa/include/mine.h", "../common/mine.cuh"}) {
    CAPTURE(path);
    CHECK(file_seen_for(path) == path);
  }
}

TEST_CASE("a chain of inlined calls is followed through all its links") {
  const auto m =
      parse(kernel(".loc 1 21 69\n"
                   ".loc 2 261 5, function_name $L__info_string0, inlined_at 1 21 69\n"
                   ".loc 2 92 9, function_name $L__info_string1+12, inlined_at 2 261 5\nret;") +
            ".file 1 \"user.cu\"\n.file 2 \"/usr/include/h.h\"");
  CHECK(line_of(*m, 0).file == "user.cu");
  CHECK(line_of(*m, 0).line == 21);
  CHECK(line_of(*m, 0).column == 69);
  CHECK(line_of(*m, 0).header == "/usr/include/h.h");
  CHECK(line_of(*m, 0).in_line == 92);
}

TEST_CASE("the same header line inlined in two functions leads to each one's own caller") {
  const std::string body = ".loc 2 5 1, function_name $L0, inlined_at ";
  const auto m = parse(header + ".entry a() { .loc 1 10 1\n" + body +
                       "1 10 1\n.loc 2 6 1, function_name $L0, inlined_at 2 5 1\nret; }\n" +
                       ".entry b() { .loc 1 20 1\n" + body +
                       "1 20 1\n.loc 2 6 1, function_name $L0, inlined_at 2 5 1\nret; }\n" +
                       ".file 1 \"user.cu\"\n.file 2 \"/usr/include/h.h\"");
  CHECK(line_of(*m, 0, 0).line == 10);
  CHECK(line_of(*m, 0, 1).line == 20);
}

TEST_CASE("another function's chain is never borrowed") {
  const auto m =
      parse(header +
            ".entry a() { .loc 1 10 1\n.loc 2 5 1, function_name $L0, inlined_at 1 10 1\nret; }\n" +
            ".entry b() { .loc 2 6 1, function_name $L0, inlined_at 2 5 1\nret; }\n" +
            ".file 1 \"user.cu\"\n.file 2 \"/usr/include/h.h\"");
  CHECK(line_of(*m, 0, 1).file == "/usr/include/h.h");
  CHECK(line_of(*m, 0, 1).line == 6);
}

TEST_CASE("a caller without a line is no answer") {
  const auto m = parse(kernel(".loc 2 6 1, function_name $L0, inlined_at 1 0 0\nret;") +
                       ".file 1 \"user.cu\"\n.file 2 \"/usr/include/h.h\"");
  CHECK(line_of(*m, 0).line == 6);
}

TEST_CASE("line 0 means: as before, or as the call that was inlined") {
  const auto m = parse(kernel(".loc 1 5 1\nret;\n.loc 1 0 3\nret;\n.loc 1 8 1\n.loc 2 0 1, "
                              "function_name $L0, inlined_at 1 8 1\nret;") +
                       ".file 1 \"user.cu\"\n.file 2 \"/usr/include/h.h\"");
  CHECK(line_of(*m, 1).line == 5);
  CHECK(line_of(*m, 2).line == 8);
}

TEST_CASE("a trap on line 0 is the compiler's, and stands nowhere") {
  const auto m = parse(kernel(".loc 1 5 1\ntrap;\n.loc 1 0 3\nret;\ntrap;\n.loc 1 8 1\ntrap;") +
                       ".file 1 \"user.cu\"");
  CHECK(line_of(*m, 0).line == 5);
  CHECK(line_of(*m, 1).line == 5);
  CHECK(line_of(*m, 2).line == 0);
  CHECK(line_of(*m, 3).line == 8);
}

TEST_CASE("if no file of the chain is the user's, the innermost is given") {
  const auto m = parse(kernel(".loc 1 5 1\n.loc 2 6 1, function_name $L0, inlined_at 1 5 1\nret;") +
                       ".file 1 \"/usr/include/outer.h\"\n.file 2 \"/usr/include/inner.h\"");
  CHECK(line_of(*m, 0).file == "/usr/include/inner.h");
}

TEST_SUITE_END();
