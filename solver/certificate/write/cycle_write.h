/* Writing certificates under rules with cycles (certificate/cycle_nodes.h). Nothing of it is part
 * of a check. */
#ifndef SOLVER_CERTIFICATE_WRITE_CYCLE_WRITE_H
#define SOLVER_CERTIFICATE_WRITE_CYCLE_WRITE_H

#include "certificate/cycle_nodes.h"
#include "certificate/write/write.h"

/* Appends the node with this number to a body. */
void write_cycle_node_bytes(struct bytes *body, const struct cycle_node *node, uint32_t number);

#endif
