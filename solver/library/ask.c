/* Claims about values, which a run decides alone. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/handles.h"

/* Digits of a number, at most. */
#define DIGITS_MAX 6

static const char *skip_blanks(const char *at)
{
    while (*at == ' ')
        at++;
    return at;
}

/* Reads "24", "+24", "-3" or "0.5" up to the end of the text, in half points. Returns whether it is
 * such a number. */
static bool read_half_points(const char *at, int *ret_half_points)
{
    bool negative = *at == '-';
    at += *at == '-' || *at == '+';
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX)
        return false;
    int half_points = 2 * atoi(at);
    at += digits;
    if (strncmp(at, ".5", 2) == 0)
        half_points++;
    if (*at == '.' && (at[1] == '5' || at[1] == '0'))
        at += 2;
    *ret_half_points = negative ? -half_points : half_points;
    return *skip_blanks(at) == '\0' && half_points <= SOLVE_KOMI_MAX;
}

int solve_claim_parse(const char *text, struct solve_claim *ret_claim, struct solve_error *err)
{
    struct solve_claim claim;
    if (text == NULL || ret_claim == NULL)
        return library_refuse(err, -EINVAL, "a claim wants a text");
    const char *at = skip_blanks(text);
    bool of_white = strncmp(at, "<=", 2) == 0;
    if ((!of_white && strncmp(at, ">=", 2) != 0) ||
        !read_half_points(skip_blanks(at + 2), &claim.half_points))
        return library_refuse(err, -EINVAL,
                              "'%.40s' is no claim: wanted one such as >=24 (does Black get 24 or "
                              "more?) or <=24 (does White hold Black to 24?), from -1000 to 1000",
                              text);
    claim.player = of_white ? 1 : 0;
    *ret_claim = claim;
    return 0;
}

const char *solve_claim_format(const struct solve_claim *claim, char *buffer)
{
    if (claim == NULL || buffer == NULL)
        return NULL;
    int half_points = claim->half_points;
    snprintf(buffer, SOLVE_CLAIM_TEXT_MAX, "%s%s%d%s",
             claim->player == 1 ? "<=" : ">=", half_points < 0 ? "-" : "", abs(half_points) / 2,
             half_points % 2 != 0 ? ".5" : "");
    return buffer;
}

static bool is_claim(const struct solve_claim *claim)
{
    return claim != NULL && (claim->player == 0 || claim->player == 1) &&
           claim->half_points >= -SOLVE_KOMI_MAX && claim->half_points <= SOLVE_KOMI_MAX;
}

int solve_claim_check(const struct solve_claim *claim, const struct solve_rules *rules,
                      struct solve_error *err)
{
    if (!is_claim(claim) || rules == NULL)
        return library_refuse(err, -EINVAL, "a claim is Black's or White's, and within 1000");
    int half = solve_rules_half_points(rules);
    if ((claim->half_points - half) % 2 != 0)
        return library_refuse(err, -EINVAL, "margins under these rules are %s: wanted such a one",
                              half != 0 ? "points and a half" : "whole points");
    return 0;
}

struct bounds_claim library_claim_in(const struct solve_claim *claim,
                                     const struct solve_rules *rules)
{
    int margin = (claim->half_points - solve_rules_half_points(rules)) / 2;
    return (struct bounds_claim){.of_white = claim->player == 1, .margin = margin};
}

enum solve_answer solve_claim_answer(const struct solve_claim *claim,
                                     const struct solve_bounds *bounds,
                                     const struct solve_rules *rules)
{
    if (bounds == NULL || solve_claim_check(claim, rules, NULL) < 0)
        return SOLVE_ANSWER_OPEN;
    const struct bounds proved = {bounds->lower_min, bounds->lower_max, bounds->upper_min,
                                  bounds->upper_max};
    const struct bounds_claim asked = library_claim_in(claim, rules);
    switch (bounds_answer(&proved, &asked)) {
    case BOUNDS_TRUE:
        return SOLVE_ANSWER_YES;
    case BOUNDS_FALSE:
        return SOLVE_ANSWER_NO;
    default:
        return SOLVE_ANSWER_OPEN;
    }
}

int solve_request_set_ask(struct solve_request *request, const struct solve_claim *claim)
{
    if (request == NULL || (claim != NULL && !is_claim(claim)))
        return -EINVAL;
    request->asks = claim != NULL;
    if (claim != NULL)
        request->asked = *claim;
    return 0;
}
