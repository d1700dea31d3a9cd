/* What is kept of a proved node: its lemma, and the turns of the proof where they are wanted. */
#ifndef SOLVER_CYCLES_PROVE_H
#define SOLVER_CYCLES_PROVE_H

#include "cycles/worker.h"

/* Makes the lemma of the proved node at which the game stands: worker->proved. Other workers may
 * look for it as soon as it is there. Returns 0 or -ENOMEM. */
int cycle_prove(struct cycle_worker *worker, const struct cycle_search_node *node);

#endif
