/* Calls of the runtime that a process makes on behalf of a program in another one, as a grader does
 * for an answer (docs/decisions/045): the interface through which a runtime library learns where
 * such a call stands, and which memory both processes share. A library that cannot do so has none
 * of these functions. */
#ifndef LOCKSTEP_OTHER_PROGRAM_ABI_H
#define LOCKSTEP_OTHER_PROGRAM_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lockstep_other_program {
  uint32_t struct_size;
  const char* file; /* its executable */
  /* The code that forwards calls, by its distance from the beginning of the program's image. */
  uint64_t forwarding_begin, forwarding_end;
  /* Mapped here and there at the same address: pinned and managed memory of the program's. */
  void* memory;
  uint64_t memory_bytes;
};

/* Once in a process. Returns 0, or -1 if the file cannot be read. */
int lockstep_serve(const struct lockstep_other_program* program);

/* The calls that this thread makes from now on are the program's. `from`: return addresses, the
 * innermost first, by their distance from the beginning of its image. Null: they are its own again.
 */
void lockstep_call_from(const uint64_t* from, uint64_t count);

/* Where the call stands that this thread makes for the program: its source file, cut off where it
 * is longer than `size` bytes, and the line. Returns 0, or -1 if that is not known. */
int lockstep_place_of_call(char* file, uint64_t size, uint32_t* line);

/* The addresses that device memory has. */
void lockstep_device_addresses(uint64_t* begin, uint64_t* end);

/* Bytes of each parameter of a kernel, without a failure that the runtime would remember. Returns
 * their number, or -1 if it is not known or greater than `most`. */
int lockstep_parameter_sizes(const void* function, uint32_t* sizes, uint32_t most);

/* The program faulted at `address`: explains it on standard error if device memory lies there. */
void lockstep_explain_fault(uint64_t address);

#ifdef __cplusplus
}
#endif
#endif
