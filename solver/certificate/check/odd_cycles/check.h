/*
 * The checker of certificates under the Ing-Spight Ko Rule, whose claims rest on strategies
 * (docs/certificate-format.md, "Odd cycles"); check_certificate() calls it. Why an accepted
 * certificate is a proof is said in soundness.md.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_CHECK_H
#define SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_CHECK_H

#include "certificate/budget.h"
#include "certificate/format.h"

/* As check_certificate(); or what ended the budget (budget.h). */
int odd_cycles_check(const struct certificate *certificate, struct budget *budget,
                     struct error *err);

#endif
