/* Writing certificates (certificate/format.h). Nothing of it is part of a check. */
#ifndef SOLVER_CERTIFICATE_WRITE_WRITE_H
#define SOLVER_CERTIFICATE_WRITE_WRITE_H

#include "base/bytes.h"
#include "certificate/format.h"
#include "rules/game.h"

/* Appends a number as format.h has them: seven bits a byte, the lowest first. */
void write_number(struct bytes *to, uint64_t number);

/* Appends the node with this number to a body. */
void write_node_bytes(struct bytes *body, const struct certificate_node *node, uint32_t number);

/* Appends the text of a graph file of the board, as headers have it. */
void write_graph_text(struct bytes *to, const struct graph *graph);

/*
 * Makes the bytes of a file of a certificate, whose body is certificate->body, with the checksum.
 * Returns 0 or -ENOMEM. The caller releases *ret_file.
 */
int write_whole(const struct certificate *certificate, struct bytes *ret_file);

/*
 * The same of a game as it stands: parts has the claims, the counts and the kind of the body, game
 * tells the rest of the header. Returns 0 or -ENOMEM.
 */
int write_game(const struct game *game, const struct certificate *parts, const struct bytes *body,
               struct bytes *ret_file);

/* Puts the checksum into the last bytes of a file (of at least CERTIFICATE_CHECKSUM_BYTES). */
void write_seal(uint8_t *file, size_t size);

#endif
