/* The claims that the bounds of a node make. */
#include "solve/certify_claims.h"

static int margin_of(int bound)
{
    if (bound >= MARGIN_INFINITE || bound <= -MARGIN_INFINITE)
        return bound > 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
    return bound;
}

size_t certify_claims(const struct history_model *model, const struct certificate_claim *about,
                      const struct bounds *bounds,
                      struct certificate_claim ret_claims[CERTIFY_CLAIMS_MAX])
{
    struct certificate_claim claim = *about;
    size_t count = 0;
    claim.who = BLACK;
    claim.denies = false;
    claim.margin = margin_of(bounds->lower_min);
    if (claim.margin != -CERTIFICATE_INFINITE)
        ret_claims[count++] = claim;
    claim.who = WHITE;
    claim.margin = margin_of(model->pairs ? bounds->upper_max : bounds->lower_max);
    if (claim.margin != CERTIFICATE_INFINITE)
        ret_claims[count++] = claim;
    if (!model->pairs || model->unbounded)
        return count;
    claim.denies = true;
    claim.margin = margin_of(bounds->lower_max);
    if (claim.margin != -CERTIFICATE_INFINITE)
        claim.margin++;
    if (bounds->lower_max < MARGIN_INFINITE)
        ret_claims[count++] = claim;
    claim.who = BLACK;
    claim.margin = margin_of(bounds->upper_min);
    if (claim.margin != CERTIFICATE_INFINITE)
        claim.margin--;
    if (bounds->upper_min > -MARGIN_INFINITE)
        ret_claims[count++] = claim;
    return count;
}
