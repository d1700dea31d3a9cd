/*
 * The checker of certificates under rules with cycles (cycle_nodes.h); check_certificate() calls
 * it. Why an accepted certificate is a proof is said in soundness.md.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_CYCLES_CHECK_H
#define SOLVER_CERTIFICATE_CHECK_CYCLES_CHECK_H

#include "certificate/budget.h"
#include "certificate/format.h"

/* As check_certificate(); or what ended the budget (budget.h). */
int cycle_check(const struct certificate *certificate, struct budget *budget, struct error *err);

#endif
