/* What would have happened if one line of a kernel, or one launch, had been otherwise: the
 * interface through which a runtime library offers small changes to a program and runs it with one
 * of them. A library that cannot do so has none of these functions.
 *
 * This is an experiment, not a proof: where a program goes right with a change, the change touches
 * what was wrong. While something is supposed, no finding or record is written, nothing that a
 * kernel prints appears, and a fault of a kernel ends with the supposition. */
#ifndef LOCKSTEP_SUPPOSITION_ABI_H
#define LOCKSTEP_SUPPOSITION_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lockstep_supposed_part {
  LOCKSTEP_SUPPOSE_UPDATE,        /* x += n as one atomic operation */
  LOCKSTEP_SUPPOSE_COMPARISON,    /* another relation */
  LOCKSTEP_SUPPOSE_OPERATION,     /* another operator or operation */
  LOCKSTEP_SUPPOSE_THREAD_NUMBER, /* another of threadIdx, blockIdx, blockDim, gridDim */
  LOCKSTEP_SUPPOSE_PARAMETER,     /* another parameter of the kernel */
  LOCKSTEP_SUPPOSE_NUMBER,        /* another constant */
  LOCKSTEP_SUPPOSE_OFFSET,        /* the element before or behind */
  LOCKSTEP_SUPPOSE_LAUNCH         /* another shape of the launches of a kernel */
};

struct lockstep_supposition {
  const char* file; /* of a launch: empty */
  uint32_t line;
  uint32_t part;
  const char* kernel; /* of a launch: demangled; otherwise empty */
  const char* shape;  /* of a launch: "with one block more"; otherwise empty */
  const char* now;    /* PTX's word for what would be another: "lt", "%ctaid.x", "31"; or empty */
};

/* The suppositions about the functions of `file` whose image has been loaded, by kind; good until
 * the next call. Returns their number. */
uint64_t lockstep_suppositions(const char* file, const struct lockstep_supposition** out);

/* An experiment with a program that has been changed by other means. */
#define LOCKSTEP_SUPPOSE_CHANGED_ELSEWHERE UINT64_MAX
/* Likewise, and the checks that the process has look on: lockstep_supposed_findings. */
#define LOCKSTEP_SUPPOSE_CHANGED_AND_CHECKED (UINT64_MAX - 1)

/* Suppose number `index`, counted from 1, from now on; 0: nothing, which ends it. No kernel may be
 * running. `limit_ms`: how long a launch may run. Returns 0, or -1 if there is no such number. */
int lockstep_suppose(uint64_t index, uint32_t limit_ms);

/* How many errors the checks have met since the last call of lockstep_suppose, if they look on.
 * Warnings do not count. */
uint64_t lockstep_supposed_findings(void);

/* From now on whoever launches `function`, or asks about it, gets the kernel of `other`. Both are
 * as the host knows them; `function` need be no kernel of its own. Returns 0, or -1 if `other` is
 * no kernel. */
int lockstep_stand_in(const void* function, const void* other);

/* The same for whatever the host launches as the program's kernel `name`, as PTX spells it. Returns
 * 0, or -1 if there is none, or if `other` is no kernel. */
int lockstep_stand_in_for(const char* name, const void* other);

#ifdef __cplusplus
}
#endif
#endif
