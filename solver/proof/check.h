/*
 * The checker of certificates: does what the certificate says imply what it claims? It shares
 * nothing with the search. It uses the executable rules (captures, suicide, scores, the turns of
 * the moves played) and each family's description of what it remembers (rules/history.h). Why an
 * accepted certificate is a proof is said in soundness.md.
 */
#ifndef SOLVER_PROOF_CHECK_H
#define SOLVER_PROOF_CHECK_H

#include "proof/format.h"

/* A check may hold so many bytes, whatever max_bytes is, for a certificate of so many. */
#define CHECK_BYTES_BASE ((size_t)64 << 20)
#define CHECK_BYTES_FACTOR 1024

/*
 * Checks a certificate. At most max_bytes are held besides the certificate's own (0: only
 * CHECK_BYTES_BASE + CHECK_BYTES_FACTOR for each of its bytes counts). Returns 0: every claim
 * holds; -EINVAL: not accepted, err names the node or claim and what is wrong; -ENOMEM (also where
 * max_bytes are not enough; err says which).
 */
int proof_check(const struct proof *proof, size_t max_bytes, struct error *err);

#endif
