/* How long launches would take on a GPU, by a model: the interface of a runtime library that runs
 * on none and can estimate it. Other libraries have none of these functions. An estimate is no
 * measurement, and who shows it says so (docs/clock.md). */
#ifndef LOCKSTEP_MODEL_TIME_ABI_H
#define LOCKSTEP_MODEL_TIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What was launched between begin and end, one launch after another. */
struct lockstep_model_time {
  uint32_t struct_size;       /* in: sizeof(struct lockstep_model_time) of the caller */
  uint32_t launches;          /* of kernels, by the host */
  uint32_t other_work;        /* copies and fills, whose time is not in it */
  double microseconds;        /* of the launches together; 0 if refused */
  double launch_microseconds; /* of these, what empty kernels would take */
  double error_percent;       /* about nine of ten estimates of such kernels are as near as that */
  char device[32];            /* the GPU, as in lockstep_device */
  char limited_by[32];        /* what the longest of the launches is limited by: "DRAM", ... */
  char refused[256];          /* why there is no estimate, as a clause; empty: there is one */
};

/* From now on launches are estimated. Of each grid only the few blocks that the model follows are
 * run, unless it is refused: nothing that the kernels write may be used. Checks are off, nothing is
 * reported, and a fault ends with the estimate. Returns 0, or -1 if that is so already. */
int lockstep_model_begin(void);

/* What a launch finds in L2: nothing of its own, and either nothing that was written, or what a
 * fill of other memory has written and L2 has yet to write back. */
enum lockstep_model_l2 { LOCKSTEP_L2_CLEAN = 0, LOCKSTEP_L2_FILLED = 1 };
/* The same, for a stopwatch that flushes L2 before each launch. -1 for any other value, too. */
int lockstep_model_begin_after(uint32_t found);

/* Launches run as a whole again. Returns 0 and fills `out`, or -1 if nothing had begun. */
int lockstep_model_end(struct lockstep_model_time* out);

#ifdef __cplusplus
}
#endif
#endif
