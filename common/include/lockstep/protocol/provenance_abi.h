/* Where values come from: the interface through which a runtime library hands over what it
 * recorded of a run, element by element. A library that cannot record has none of these functions.
 *
 * The record is a graph. A node is one thread's load, store, atomic operation or combination of
 * values; its sources are the nodes whose values it took. From a stored value one can so walk back
 * to the elements of memory that it is made of. Only data flows are recorded, not decisions. */
#ifndef LOCKSTEP_PROVENANCE_ABI_H
#define LOCKSTEP_PROVENANCE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lockstep_node_kind {
  LOCKSTEP_NODE_INITIAL, /* what stood in memory when the recording began, or the host put there */
  LOCKSTEP_NODE_LOAD,    /* sources[0]: the node that wrote the element */
  LOCKSTEP_NODE_STORE,   /* sources[0]: the value */
  LOCKSTEP_NODE_ATOMIC,  /* sources: the element before, the operand */
  LOCKSTEP_NODE_COMBINE, /* an instruction that makes one value of two */
  LOCKSTEP_NODE_CONVERT  /* sources[0]: a value that this type cannot always hold, made narrower */
};

enum lockstep_node_space {
  LOCKSTEP_SPACE_GLOBAL, /* and constant */
  LOCKSTEP_SPACE_SHARED,
  LOCKSTEP_SPACE_LOCAL
};

struct lockstep_node {
  uint8_t kind, space;
  uint16_t bytes;      /* of the element */
  uint32_t launch;     /* index of a lockstep_recorded_launch; of LOCKSTEP_NODE_INITIAL: 0 */
  uint32_t thread;     /* block * threads per block + thread, both in the order of x, y, z */
  uint32_t site;       /* index of a lockstep_site */
  uint32_t sources[2]; /* index of a node + 1; 0: none, a constant or a thread's own number; of an
                          atomic operation with a constant, the second one is `index` */
  uint32_t index;      /* likewise: what the address of the access was computed from */
  uint32_t overwrites; /* of a store: the node that wrote the element before; index + 1 */
  uint64_t address;    /* as programs see it; in shared and local memory an offset */
};

/* A branch, or an instruction under a condition: which way a thread went. */
struct lockstep_decision {
  uint32_t launch, thread, site;
  uint32_t taken; /* it jumps, or the instruction runs */
};

struct lockstep_site {
  const char* file; /* the user's own line; empty if not known */
  uint32_t line;
  const char* operation; /* "add.s32" */
};

struct lockstep_recorded_launch {
  const char* kernel; /* demangled */
  uint32_t grid[3];   /* blocks */
  uint32_t block[3];  /* threads */
  uint64_t nodes;     /* how many nodes there were when it began */
  /* Of a launch by device code: */
  uint32_t parent;  /* index of the launch that made it + 1; 0: the host made it */
  uint32_t thread;  /* of that launch, as in a node */
  uint32_t twin_of; /* the first launch by that parent of the same kernel, shape and arguments */
  /* Where the source says so; line 0: not known. */
  uint32_t line;
  const char* file;
};

/* A launch by device code for which there was no room. */
struct lockstep_lost_launch {
  const char* kernel;      /* demangled */
  uint32_t launch, thread; /* of the thread that asked for it */
  uint32_t site;
  uint32_t room; /* for launches that are pending */
};

enum lockstep_host_event_kind {
  LOCKSTEP_HOST_READS,  /* a copy from device memory to the host */
  LOCKSTEP_HOST_WRITES, /* a copy to device memory, or a fill */
  LOCKSTEP_HOST_COPIES  /* between two places in device memory */
};

struct lockstep_host_event {
  uint32_t kind;
  uint64_t address, from; /* device memory; from: of LOCKSTEP_HOST_COPIES */
  uint64_t bytes;
  uint64_t nodes; /* how many nodes there were before it */
};

/* Good until the next recording begins. */
struct lockstep_provenance {
  uint32_t struct_size; /* in: sizeof(struct lockstep_provenance) of the caller */
  uint32_t complete;    /* 0: something was left out, so that what is missing proves nothing */
  const struct lockstep_node* nodes;
  uint64_t node_count;
  const struct lockstep_decision* decisions; /* of each thread in the order of its execution */
  uint64_t decision_count;
  const struct lockstep_site* sites;
  uint64_t site_count;
  const struct lockstep_recorded_launch* launches;
  uint64_t launch_count;
  const struct lockstep_host_event* host_events;
  uint64_t host_event_count;
  const struct lockstep_lost_launch* lost_launches;
  uint64_t lost_launch_count;
  uint32_t gap; /* the first site at which something was left out + 1; 0: there is none, or it has
                   no place */
};

/* Begins a recording (1), which forgets the one before, or ends it (0). Returns the previous state.
 * Launches run several times slower while it is on. */
int lockstep_record_provenance(int on);

/* Returns 0, or -1 if nothing was recorded. */
int lockstep_get_provenance(struct lockstep_provenance* out);

#ifdef __cplusplus
}
#endif
#endif
