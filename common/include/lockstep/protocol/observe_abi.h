/* The observation interface of a CUDA runtime library.
 *
 * A runtime library that can count what a kernel does exports these functions. NVIDIA's own does
 * not; programs therefore look them up by name at run time (see lockstep/observe.hpp) and go
 * without counters where they are missing.
 *
 * All counts are per launch and exact. Instruction counts are counts of PTX instructions. Units are
 * given with each field. */
#ifndef LOCKSTEP_OBSERVE_ABI_H
#define LOCKSTEP_OBSERVE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counters of one launch. Appended to, never reordered. */
struct lockstep_counters {
  uint64_t warps;                    /* warps launched */
  uint64_t warp_instructions;        /* executed, once per warp or diverged part of it */
  uint64_t thread_instructions;      /* the same, once per active lane */
  uint64_t branches;                 /* branch instructions executed, returns included */
  uint64_t divergent_branches;       /* those in which the active lanes disagreed */
  uint64_t branch_targets;           /* by Nsight Compute's rule for this counter */
  uint64_t divergent_branch_targets; /* those that only some active lanes reached */
  uint64_t global_load_requests;     /* warp-level load instructions to global memory */
  uint64_t global_load_sectors;      /* 32-byte sectors they touched */
  uint64_t global_load_bytes;        /* bytes the lanes asked for */
  uint64_t global_store_requests;
  uint64_t global_store_sectors;
  uint64_t global_store_bytes;
  uint64_t local_load_requests;
  uint64_t local_load_bytes;
  uint64_t local_store_requests;
  uint64_t local_store_bytes;
  uint64_t shared_load_requests;
  uint64_t shared_load_conflicts; /* passes beyond those needed without bank conflicts */
  uint64_t shared_load_bytes;
  uint64_t shared_store_requests;
  uint64_t shared_store_conflicts;
  uint64_t shared_store_bytes;
  uint64_t barriers; /* block-wide barriers, once per warp that arrived */
  uint64_t atomics;  /* warp-level atomic and reduction instructions */
  /* Different bytes that each warp's loads and stores asked for: of lanes that ask for the same,
   * one counts. */
  uint64_t global_load_data_bytes;
  uint64_t global_store_data_bytes;
  /* Warp-level instructions on tensor cores. Where sm_90 has none for a PTX instruction, the
   * machine instructions that it is made of. */
  uint64_t tensor_instructions;
};

/* One kernel launch. */
struct lockstep_launch {
  uint32_t struct_size;         /* in: sizeof(struct lockstep_launch) of the caller */
  uint32_t grid[3];             /* blocks */
  uint32_t block[3];            /* threads */
  uint32_t registers;           /* per thread, as ptxas assigned them; 0 if not known */
  uint32_t shared_bytes;        /* static and dynamic, per block */
  double theoretical_occupancy; /* resident warps / the device's maximum, 0..1 */
  char kernel[512];             /* demangled name, NUL-terminated, cut if longer */
  struct lockstep_counters counters;
};

/* What the instructions of one source line counted in a launch. */
struct lockstep_line {
  uint32_t struct_size; /* in: sizeof(struct lockstep_line) of the caller */
  uint32_t line;
  uint64_t launch; /* its index, as for lockstep_get_launch */
  char file[512];
  struct lockstep_counters counters; /* without `warps` */
};

/* What a check found, in words (see `lockstep check --json` for the whole). */
struct lockstep_finding {
  uint32_t struct_size; /* in: sizeof(struct lockstep_finding) of the caller */
  uint32_t line;        /* source line, 0 if not known */
  char kind[32];        /* out_of_bounds, race, ... */
  char file[512];
  char message[1024]; /* one line */
  char space[16];     /* global, shared, local, or empty */
  char severity[16];  /* error or warning */
  /* Of a kernel's: where it was launched, and what the launch asked for that the kernel cannot do
   * right with, if that is to blame: arguments, grid or block. */
  char launch_file[512];
  uint32_t launch_line; /* 0: not known */
  char launch_to_blame[16];
};

/* Name of the back end, "emulator" for ours. */
const char* lockstep_backend(void);

/* Name of the device profile, such as "h200". */
const char* lockstep_device(void);

/* Turn counting on (1) or off (0) for the launches that follow. Returns the previous state. */
int lockstep_count(int on);

/* Number of launches counted in this process so far (children of device-side launches included). */
uint64_t lockstep_launches(void);

/* Copy launch `index` (0 is the first) to `out`. Returns 0, or -1 if there is no such launch. */
int lockstep_get_launch(uint64_t index, struct lockstep_launch* out);

/* Keep the counters of launches that are counted by source line, too (1), or no longer (0). Turning
 * it on forgets the lines that were kept before. Returns the previous state. */
int lockstep_count_lines(int on);

/* Number of lines kept, in the order of their launches, and the line `index`: 0, or -1 if there is
 * no such line. */
uint64_t lockstep_lines(void);
int lockstep_get_line(uint64_t index, struct lockstep_line* out);

/* The order in which warps and blocks of the launches that follow run: "natural", "in_step",
 * "shuffled" or "adversarial" (docs/interfaces.md); null: the one that the process began with.
 * Returns 0, or -1 if there is no such order. */
int lockstep_set_order(const char* name);

/* What stands in these bytes of device memory counts as never written until somebody writes there:
 * for memory that was filled only to show what is left of it. Returns 0, or -1 if that cannot be
 * told, as where uninitialised reads are not looked for. */
int lockstep_forget_writes(const void* address, uint64_t bytes);

/* How the threads of checked launches share the work: bytes of global, shared and constant memory
 * that each of them loads, stores, changes by atomic operations, or copies asynchronously by
 * itself. */
struct lockstep_work {
  uint32_t struct_size;    /* in: sizeof(struct lockstep_work) of the caller */
  uint64_t threads;        /* launched */
  uint64_t at_work;        /* of these, threads that access global memory */
  uint64_t bytes;          /* of all threads */
  uint64_t largest_bytes;  /* of one thread */
  uint64_t global_bytes;   /* of all threads, in global memory; whatever the counters leave out */
  uint64_t partings;       /* of the lanes of a warp by predicated exits, returns and calls, and by
                              calls through pointers: such are no branches */
  uint64_t blocks;         /* launched */
  uint64_t blocks_at_work; /* of these, blocks with a thread that accesses global memory */
};

/* Keep that for the launches that follow (1), from nothing on, or no longer (0). Returns 0, or -1
 * if kernels are not checked. */
int lockstep_keep_work(int on);

/* Copy what has been kept to `out`. Returns 0, or -1 if nothing is kept. */
int lockstep_get_work(struct lockstep_work* out);

/* `handler` is called when a fault of the host is about to end the process, in the signal's
 * handler: with the signal, its siginfo_t and its ucontext_t. Null: none. */
void lockstep_before_crash(void (*handler)(int signal, const void* info, const void* context));

/* Number of distinct findings of the checks in this process so far, and the finding `index`. */
uint64_t lockstep_findings(void);
int lockstep_get_finding(uint64_t index, struct lockstep_finding* out);

#ifdef __cplusplus
}
#endif
#endif
