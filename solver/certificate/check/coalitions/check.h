/*
 * The checker of certificates of values by coalition (coalition_nodes.h); check_certificate() calls
 * it. soundness.md in this room says why an accepted certificate is a proof.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_COALITIONS_CHECK_H
#define SOLVER_CERTIFICATE_CHECK_COALITIONS_CHECK_H

#include "certificate/budget.h"
#include "certificate/format.h"

/* As check_certificate(); or what ended the budget (budget.h). */
int coalition_checking_run(const struct certificate *certificate, struct budget *budget,
                           struct error *err);

#endif
