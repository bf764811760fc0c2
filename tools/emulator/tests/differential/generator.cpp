#include "generator.hpp"

#include <iterator>
#include <sstream>
#include <vector>

#include "body.hpp"
#include "operations.hpp"

namespace differential {

namespace {

using text_stream = std::ostringstream;

const char* const function_parameters =
    "(.param .b32 x, .param .b64 y, .param .f32 z, .param .b32 lanes, .param .b32 depth, "
    ".param .align 8 .b8 places[24])";

// Registers of every frame: who and where it is, and local memory with something in it.
std::string frame() {
  text_stream out;
  out << "mov.u32 %thread, %tid.x;\nand.b32 %lane, %thread, 31;\nmov.u64 %shared, shared;\n"
         "mov.u64 %loc, loc;\n";
  for (unsigned i = 0; i < 64; i += 8)
    out << "st.local.u64 [loc+" << i << "], " << (i + 1) * 0x0101010101ull << ";\n";
  return out.str();
}

// Halves, doubles and predicates from the words that are there already.
std::string derived_pools() {
  text_stream out;
  for (unsigned i = 0; i < 4; ++i) {
    out << "cvt.u16.u32 %h" << i << ", %a" << i + 2 << ";\nsetp.lt.s32 %p" << i << ", %a" << i
        << ", %a" << i + 3 << ";\n";
    if (i % 2 == 0)
      out << "mov.b64 %d" << i << ", %w" << i << ";\n";
    else
      out << "cvt.rn.f64.s32 %d" << i << ", %a" << i << ";\n";
  }
  return out.str();
}

std::string function(const callee& f, unsigned threads, random_source& random,
                     kernel_parts& parts) {
  static const std::vector<callee> none;
  body b(random, threads, none, parts);
  region at;
  at.depth = 1;
  at.loops = 1;
  if (f.needs_lanes) at.lanes = "%lanes";
  b.statements(at, 3 + random.below(6));
  const auto call_itself = [&] {
    const std::string deeper = b.condition(), end = b.label();
    b.line("setp.ne.and.u32 " + deeper + ", %depth, 0, " + deeper + ";");
    const std::string lanes = f.needs_lanes ? b.part_of(at, deeper) : "0";
    b.line("@!" + deeper + " bra " + end + ";\nsub.u32 %depth, %depth, 1;");
    b.call(f.name, lanes, "%depth");
    if ((parts.unoptimised || !f.needs_lanes) && random.one_in(3)) b.call(f.name, lanes, "%depth");
    b.line("add.u32 %depth, %depth, 1;\n" + end + ":");
    b.statements(at, 1);
  };
  if (f.recursive) b.numbered(call_itself);
  text_stream out;
  out << ".func (.param .b32 result) " << f.name << function_parameters << "\n{\n"
      << b.declarations() << ".reg .b32 %lanes, %depth;\n"
      << frame()
      << "ld.param.b32 %lanes, [lanes];\nld.param.b32 %depth, [depth];\n"
         "ld.param.u64 %in, [places];\nld.param.u64 %own, [places+8];\n"
         "ld.param.u64 %totals, [places+16];\n"
         "ld.param.b32 %a0, [x];\nld.param.b64 %w0, [y];\nld.param.f32 %f0, [z];\n";
  for (unsigned i = 1; i < 10; ++i)
    out << "mad.lo.u32 %a" << i << ", %a" << i - 1 << ", " << 1664525 + 8 * i << ", 1013904223;\n";
  for (unsigned i = 1; i < 6; ++i)
    out << "mad.lo.u64 %w" << i << ", %w" << i - 1 << ", 6364136223846793005, " << i
        << ";\ncvt.rn.f32.s32 %f" << i << ", %a" << i << ";\n";
  out << derived_pools() << b.text();
  for (unsigned i = 1; i < 10; ++i) out << "xor.b32 %a0, %a0, %a" << i << ";\n";
  for (unsigned i = 1; i < 6; ++i) out << "xor.b64 %w0, %w0, %w" << i << ";\n";
  out << "mov.b64 {%t0, %t1}, %w0;\nadd.u32 %a0, %a0, %t0;\nxor.b32 %a0, %a0, %t1;\n"
      << "st.param.b32 [result], %a0;\nret;\n}\n";
  return out.str();
}

std::string prologue(unsigned threads) {
  text_stream out;
  out << "ld.param.u64 %in, [in];\nld.param.u64 %own, [out];\nld.param.u64 %totals, [totals];\n"
         "ld.param.u32 %salt, [salt];\n"
      << frame() << "mov.u32 %t0, %ctaid.x;\nmad.lo.u32 %t0, %t0, " << threads
      << ", %thread;\nmul.wide.u32 %u0, %t0, " << bytes_per_thread
      << ";\nadd.u64 %own, %own, %u0;\nadd.u64 %own, %own, 176;\n";
  const auto load = [&](const char* type, const char* pool, unsigned i, unsigned offset) {
    out << "mad.lo.u32 %t1, %t0, 24, " << offset << ";\nand.b32 %t1, %t1, 0xff8;\n"
        << "cvt.u64.u32 %u0, %t1;\nadd.u64 %u0, %u0, %in;\nld.global." << type << " " << pool << i
        << ", [%u0];\n";
  };
  for (unsigned i = 0; i < 10; ++i) load("b32", "%a", i, 392 * i);
  for (unsigned i = 0; i < 6; ++i) load("b64", "%w", i, 648 * i + 16);
  for (unsigned i = 0; i < 6; ++i) load("f32", "%f", i, 520 * i + 40);
  out << derived_pools();
  // Shared memory starts as zeros.
  out << "mul.wide.u32 %u0, %thread, 4;\nadd.u64 %u0, %u0, %shared;\n";
  for (unsigned word = 0; word < 1024 + 8 * 4 * threads; word += 4 * threads)
    out << "st.shared.u32 [%u0+" << word << "], 0;\n";
  out << "bar.sync 0;\n";
  if (threads % 32 == 0)
    out << "mov.b32 %here, -1;\n";
  else
    out << "sub.u32 %t0, " << threads << ", %thread;\nadd.u32 %t0, %t0, %lane;\nmin.u32 %t0, %t0, "
        << "32;\nsub.u32 %t0, 32, %t0;\nshr.u32 %here, 0xffffffff, %t0;\n";
  return out.str();
}

// All registers go to the output, NaNs as one and the same, and the word of shared memory that
// threads add to.
std::string epilogue(bool shared) {
  text_stream out;
  const auto to = [](unsigned offset) {
    return "[%own+" + std::to_string(static_cast<int>(offset) - 176) + "]";
  };
  for (unsigned i = 0; i < 10; ++i) out << "st.global.b32 " << to(4 * i) << ", %a" << i << ";\n";
  for (unsigned i = 0; i < 6; ++i)
    out << "st.global.b64 " << to(40 + 8 * i) << ", %w" << i << ";\ntestp.notanumber.f32 %q0, %f"
        << i << ";\n@%q0 mov.f32 %f" << i << ", 0f7FFFFFFF;\nst.global.f32 " << to(88 + 4 * i)
        << ", %f" << i << ";\n";
  for (unsigned i = 0; i < 4; ++i)
    out << "testp.notanumber.f64 %q0, %d" << i << ";\n@%q0 mov.f64 %d" << i
        << ", 0d7FFFFFFFFFFFFFFF;\nst.global.f64 " << to(112 + 8 * i) << ", %d" << i
        << ";\nst.global.b16 " << to(144 + 2 * i) << ", %h" << i << ";\nselp.u32 %t" << i << ", "
        << (1u << i) << ", 0, %p" << i << ";\n";
  out << "add.u32 %t0, %t0, %t1;\nadd.u32 %t2, %t2, %t3;\nadd.u32 %t0, %t0, %t2;\n"
      << "st.global.u32 " << to(152) << ", %t0;\n";
  if (shared)
    out << "bar.sync 0;\nld.shared.u32 %t0, [%shared+512];\nst.global.u32 " << to(156)
        << ", %t0;\n";
  return out.str();
}

}  // namespace

std::string module_of(const std::vector<generated_kernel>& kernels) {
  text_stream out;
  out << ".version 9.0\n.target sm_90\n.address_size 64\n.const .align 8 .b8 table[256] = {";
  for (unsigned i = 0; i < 256; ++i) out << (i == 0 ? "" : ", ") << (i * 151 + 43) % 256;
  out << "};\n.shared .align 16 .b8 shared[5120];\n";
  for (const generated_kernel& k : kernels) out << k.text;
  return out.str();
}

generated_kernel generate(std::uint64_t seed, const std::set<unsigned>& without) {
  random_source random(seed);
  static constexpr unsigned sizes[] = {32, 64, 64, 96, 128, 50, 17};
  generated_kernel k;
  k.seed = seed;
  k.name = "kernel_" + std::to_string(seed);
  k.blocks = 1 + random.below(3);
  k.threads = sizes[random.below(std::size(sizes))];
  text_stream out;
  kernel_parts parts;
  parts.without = without;
  k.unoptimised = parts.unoptimised = seed % 4 == 3;
  std::vector<callee> callees;
  for (unsigned i = random.below(4); i > 0; --i) {
    callee f{"function_" + std::to_string(seed) + "_" + std::to_string(i), random.one_in(2),
             random.one_in(2)};
    out << function(f, k.threads, random, parts);
    callees.push_back(f);
  }
  body b(random, k.threads, callees, parts);
  region at;
  at.lanes = "%here";
  at.block = true;
  at.warp = k.threads % 32 == 0;
  b.statements(at, 8 + random.below(14));
  out << ".visible .entry " << k.name
      << "(.param .u64 in, .param .u64 out, .param .u64 totals, .param .u32 salt)\n.reqntid "
      << k.threads << "\n{\n"
      << b.declarations() << ".reg .b32 %here;\n"
      << prologue(k.threads) << b.text() << epilogue(!b.apart()) << "ret;\n}\n";
  k.text = out.str();
  k.statements = parts.statements;
  return k;
}

}  // namespace differential
