/* Writing nodes of values by coalition (certificate/coalition_nodes.h). Nothing of it is part of a
 * check. */
#ifndef SOLVER_CERTIFICATE_WRITE_COALITION_WRITE_H
#define SOLVER_CERTIFICATE_WRITE_COALITION_WRITE_H

#include "certificate/coalition_nodes.h"
#include "certificate/write/write.h"

/* Appends the node with this number to a body, for so many players. */
void write_coalition_node_bytes(struct bytes *body, const struct coalition_node *node, int players,
                                uint32_t number);

#endif
