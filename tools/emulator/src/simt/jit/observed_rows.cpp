// The usual cases of what the checks do with an access, without a call: a row of words, or one word
// that all lanes read, whose remembered accesses are plain (checks/quick_look.hpp). What is
// remembered is the same. Everything else is the call's (observations.cpp).
#include "simt/jit/observed.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

bool emitter::looks_at_row(const place& at, const observed_access& access) const {
  const operation& next = flow_.operation_at(at.s + 1);
  const bool is_plain = access.kind.how == checks::strength::weak &&
                        access.kind.what != checks::action::atomic && !access.object.is_copied;
  const bool is_in_memory =
      access.space == ptx::state_space::shared || access.space == ptx::state_space::global;
  return is_plain && is_in_memory && access.bytes == 4 &&
         (next.kind == load || next.kind == store) && next.access.bytes == 4 &&
         flow_.steps()[at.s + 1].a == flow_.steps()[at.s].a &&
         (at.address.varying || is_read(access));
}

// What is remembered of the memory that the access goes to.
emitter::look emitter::begin_look(const place& at, const observed_access& access,
                                  const asmjit::Label& closer) {
  const step& one = flow_.steps()[at.s];
  const bool shared = access.space == ptx::state_space::shared;
  look l{new_u64(), new_u64(), new_u64(), new_u64(), new_u64()};
  cc_.cmp(writing_.mask, -1);
  cc_.jne(closer);
  cc_.mov(l.worker, x86::qword_ptr(warp_, places::on));
  cc_.mov(l.worker, x86::qword_ptr(l.worker, places::checked_worker));
  cc_.cmp(x86::byte_ptr(l.worker, places::wants_rows_only), 0);
  cc_.je(closer);
  cc_.mov(l.run, x86::qword_ptr(warp_, places::block));
  cc_.mov(l.run, x86::qword_ptr(l.run, places::checked_block));
  if (shared) {
    cc_.mov(l.history, x86::qword_ptr(l.run, places::shared_history));
    cc_.test(l.history, l.history);
    cc_.jz(closer);
  } else {
    const auto known = static_cast<std::int32_t>(one.extra * sizeof(simt::checked_worker::history));
    cc_.mov(l.history, x86::qword_ptr(l.worker, places::by_access));
    cc_.cmp(generation_, x86::qword_ptr(l.history, known + places::history_generation));
    cc_.jne(closer);
    cc_.mov(l.history, x86::qword_ptr(l.history, known + places::history_of));
    cc_.test(l.history, l.history);
    cc_.jz(closer);
    cc_.cmp(x86::qword_ptr(l.history, places::touched), 0);
    cc_.jne(closer);
  }
  cc_.mov(l.plain, x86::qword_ptr(l.run, shared ? places::plain_in_shared : places::plain));
  const x86::Gp number = new_u64();
  cc_.mov(l.fresh, x86::qword_ptr(l.run, places::now));
  cc_.mov(l.fresh.r32(), x86::dword_ptr(l.fresh));
  cc_.shl(l.fresh, checks::time_shift);
  cc_.mov(number.r32(), x86::dword_ptr(warp_, places::number));
  cc_.shl(number, checks::thread_shift + 5);
  cc_.add(l.fresh, number);
  cc_.add(l.fresh, static_cast<std::int32_t>(access.stamp));
  return l;
}

// From an address in the row that the step names to the distance from the beginning of the memory,
// if `bytes` bytes lie there.
void emitter::find_offset(const look& l, const place& at, const x86::Gp& address,
                          std::uint32_t bytes, const asmjit::Label& closer) {
  const step& one = flow_.steps()[at.s];
  const x86::Gp room = new_u64();
  if (at.form->narrow_address) {
    if (one.immediate != 0) cc_.add(address.r32(), static_cast<std::uint32_t>(one.immediate));
  } else if (one.immediate != 0) {
    cc_.mov(room, one.immediate);
    cc_.add(address, room);
  }
  cc_.sub(address, x86::qword_ptr(l.history, places::begin_of_memory));
  cc_.mov(room, x86::qword_ptr(l.history, places::bytes_of_memory));
  cc_.sub(room, address);
  cc_.jb(closer);
  cc_.cmp(room, bytes);
  cc_.jb(closer);
}

// A last write that is plain, of words that count as written if they are to be read.
void emitter::expect_plain_write(const look& l, const observed_access& access,
                                 const x86::Mem& write, const asmjit::Label& closer) {
  const x86::Gp past = new_u64();
  cc_.mov(past, write);
  cc_.cmp(past, l.plain);
  cc_.jge(closer);
  if (!is_read(access)) {
    cc_.test(past, past);
    cc_.js(closer);  // words that are apart
  } else if (access.space == ptx::state_space::shared) {
    cc_.mov(past.r32(), x86::dword_ptr(l.run, places::run_begin));
    cc_.shl(past, checks::time_shift);
    cc_.cmp(past, write);
    cc_.jg(closer);
  } else {
    const asmjit::Label is_written = cc_.newLabel();
    cc_.test(past, past);
    cc_.js(closer);
    cc_.jnz(is_written);
    cc_.cmp(x86::byte_ptr(l.history, places::written_by_host), 0);
    cc_.je(closer);
    cc_.bind(is_written);
  }
}

// What is not plain: accesses of these threads in the block's present turn, whose first is `thread`
// behind the warp's.
void emitter::expect_own(const look& l, x86::Mem record, std::int32_t thread, bool only_reads,
                         const asmjit::Label& otherwise) {
  static_assert(checks::time_shift == 32 && checks::who_mask <= ~std::uint32_t{0});
  constexpr std::uint32_t kind_mask = (1u << checks::site_shift) - 1;
  const x86::Gp of_record = new_u64().r32(), mine = new_u64().r32();
  record.setSize(4);
  cc_.mov(of_record, record);
  if (only_reads) {
    cc_.test(of_record, kind_mask);
    cc_.jnz(otherwise);
  }
  cc_.mov(mine, l.fresh.r32());
  if (thread != 0) cc_.add(mine, thread);
  cc_.xor_(mine, of_record);
  cc_.test(mine, static_cast<std::int32_t>(checks::who_mask));
  cc_.jnz(otherwise);
  record.addOffset(4);
  cc_.mov(of_record, record);
  cc_.cmp(of_record, x86::dword_ptr(l.run, places::run_turn));
  cc_.jb(otherwise);
}

// By all lanes of the warp, side by side, or as rows and words of its halves.
void emitter::look_at_row(const place& given, const observed_access& access,
                          const asmjit::Label& closer) {
  place at = given;
  const asmjit::Label halves = cc_.newLabel(), done = cc_.newLabel();
  const bool may_be_halves =
      is_read(access) && access.space == ptx::state_space::shared && at.form->narrow_address;
  at.uneven = may_be_halves ? halves : closer;
  const x86::Gp offset =
      find_shape(at);  // for all that follow, too, so before anything is left out
  const look l = begin_look(at, access, closer);
  find_offset(l, at, offset, rows_of_warp * bytes_of_row, closer);
  cc_.test(offset.r32(), bytes_of_row - 1);
  cc_.jnz(closer);
  const x86::Gp row = row_at(l, offset);
  const auto part = [row](std::int32_t i, std::int32_t of) {
    return x86::qword_ptr(row, i * row_size + of);
  };
  const asmjit::Label noted = cc_.newLabel();
  const bool may_be_noted = is_read(access) && access.space == ptx::state_space::shared;
  for (std::int32_t i = 0; i < rows_of_warp; ++i) {
    const asmjit::Label is_own = cc_.newLabel(), passes = cc_.newLabel();
    expect_plain_write(l, access, part(i, places::row_write), closer);
    cc_.cmp(part(i, places::row_last), l.plain);
    cc_.jge(is_own);
    cc_.bind(passes);
    later([=, this, last = part(i, places::row_last), only_reads = is_read(access)] {
      cc_.bind(is_own);
      expect_own(l, last, i * by_next_row, only_reads, may_be_noted ? noted : closer);
      cc_.jmp(passes);
    });
    if (is_read(access)) continue;
    cc_.cmp(part(i, places::row_other), l.plain);
    cc_.jge(closer);
  }
  for (std::int32_t i = 0; i < rows_of_warp; ++i) {
    if (i != 0) cc_.add(l.fresh, by_next_row);
    cc_.mov(part(i, is_read(access) ? places::row_last : places::row_write), l.fresh);
    if (is_read(access)) continue;
    cc_.mov(part(i, places::row_last), 0);
    cc_.mov(part(i, places::row_other), 0);
  }
  if (!is_read(access)) cc_.inc(x86::qword_ptr(l.worker, places::progress));
  cc_.bind(done);
  if (may_be_halves)
    later([this, at, access, halves, closer, done, writing = writing_]() mutable {
      std::swap(writing_, writing);
      cc_.bind(halves);
      look_at_halves(at, access, closer);
      cc_.jmp(done);
      std::swap(writing_, writing);
    });
  if (!may_be_noted) return;
  // Several warps have read it (row_history::read_in). Only kernels that may note that do.
  later([this, l, part, noted, done, closer, stamp = access.stamp] {
    cc_.bind(noted);
    const x86::Gp note = note_of_reads(l, stamp);
    for (std::int32_t i = 0; i < rows_of_warp; ++i) {
      cc_.cmp(part(i, places::row_read_in), note);
      cc_.jne(closer);
    }
    cc_.jmp(done);
  });
}

// The row that begins there.
x86::Gp emitter::row_at(const look& l, const x86::Gp& offset) {
  static_assert(bytes_of_row == 2 * row_size);
  const x86::Gp row = new_u64();
  cc_.mov(row, offset);
  cc_.shr(row, 1);
  cc_.add(row, x86::qword_ptr(l.history, places::rows_of_memory));
  return row;
}

// row_history::read_in of rows that have been read by several warps since the last barrier.
x86::Gp emitter::note_of_reads(const look& l, checks::record stamp) {
  const x86::Gp note = new_u64();
  cc_.mov(note.r32(), x86::dword_ptr(l.run, places::run_barrier));
  cc_.shl(note, checks::time_shift);
  cc_.add(note, static_cast<std::int32_t>(stamp));
  return note;
}

// That all lanes of the warp read.
void emitter::look_at_word(const place& at, const observed_access& access,
                           const asmjit::Label& closer) {
  const x86::Gp offset = new_u64();
  first_address(at, offset);
  const look l = begin_look(at, access, closer);
  find_offset(l, at, offset, 4, closer);
  look_at_word(l, access, offset, checks::by_lanes(0, 31), closer);
}

// That lanes read, in a row whose words are apart. `who`: the lanes, by the warp's first thread.
void emitter::look_at_word(const look& l, const observed_access& access, const x86::Gp& offset,
                           checks::record who, const asmjit::Label& closer) {
  cc_.test(offset.r32(), 3);
  cc_.jnz(closer);
  const x86::Gp row = new_u64(), last = new_u64(), fresh = new_u64();
  cc_.mov(row, offset);
  cc_.shr(row, std::countr_zero(static_cast<unsigned>(bytes_of_row)));
  cc_.shl(row, std::countr_zero(static_cast<unsigned>(row_size)));
  cc_.add(row, x86::qword_ptr(l.history, places::rows_of_memory));
  cc_.cmp(x86::qword_ptr(row, places::row_write), checks::row_history::apart);
  cc_.jne(closer);
  const x86::Gp& word = offset;  // times the size of a record
  cc_.add(word, word);
  cc_.mov(row, x86::qword_ptr(l.history, places::writes_of_memory));
  expect_plain_write(l, access, x86::qword_ptr(row, word), closer);
  cc_.lea(fresh, x86::ptr(l.fresh, static_cast<std::int32_t>(who)));
  cc_.mov(row, x86::qword_ptr(l.history, places::reads_of_memory));
  cc_.mov(last, x86::qword_ptr(row, word));
  const asmjit::Label done = cc_.newLabel();
  cc_.cmp(last, fresh);
  cc_.je(done);
  cc_.cmp(last, l.plain);
  cc_.jge(closer);
  cc_.mov(x86::qword_ptr(row, word), fresh);
  cc_.bind(done);
}

}  // namespace lockstep::simt::jit
