/*
 * The checker of certificates: does what the certificate says imply what it claims? The checker
 * shares nothing with the search. It uses the executable rules (captures, suicide, scores, the
 * moves before a claim) and each family's description of what it remembers (rules/history_model.h).
 * soundness.md says why an accepted certificate is a proof.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_CHECK_H
#define SOLVER_CERTIFICATE_CHECK_CHECK_H

#include "certificate/budget.h"
#include "certificate/format.h"

/*
 * Checks a certificate. Holds at most max_bytes besides the certificate's own (0: only
 * CHECK_BYTES_BASE + CHECK_BYTES_FACTOR for each of its bytes counts). Returns 0: every claim
 * holds; -EINVAL: not accepted, err names the node or claim and says what is wrong; -ENOMEM, also
 * where max_bytes are not enough (err says which).
 */
int check_certificate(const struct certificate *certificate, size_t max_bytes, struct error *err);

/*
 * The same within limits. Also returns -ETIME: max_steps are made; -EINTR: stop said so. Then, as
 * with -ENOMEM, nothing is known of the claims.
 */
int check_certificate_within(const struct certificate *certificate,
                             const struct check_limits *limits, struct error *err);

struct strategy_source;

/* The same, also of a certificate with strategy leaves: source has the replies of their strategies
 * (check/strategy/check.h). */
int check_certificate_with(const struct certificate *certificate,
                           const struct strategy_source *source, const struct check_limits *limits,
                           struct error *err);

#endif
