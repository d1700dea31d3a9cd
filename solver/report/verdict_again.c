/* Verdicts on claims by cells of earlier results. */
#include "report/verdict_again.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/finding.h"
#include "report/value.h"

/* "+4" or "lower -4, upper +4". Returns 0 or -EINVAL. */
static int read_value(const char *cell, struct solve_bounds *ret_bounds)
{
    struct claimed_value value;
    int lower, upper, used = 0;
    if (sscanf(cell, "lower %d, upper %d%n", &lower, &upper, &used) != 2 || cell[used] != '\0') {
        if (cell[0] == '\0' || claim_value(cell, &value, NULL) < 0 || !value.given || value.pair)
            return -EINVAL;
        lower = upper = value.lower;
    }
    *ret_bounds = (struct solve_bounds){lower, lower, upper, upper};
    return 0;
}

bool verdict_again_is_value(const struct table *table, const char *computed)
{
    struct solve_bounds bounds;
    if (table->kind == TABLE_ESTIMATES)
        return false; /* it proves nothing */
    if (table->kind == TABLE_LEGAL || table->kind == TABLE_GAMES || table->kind == TABLE_LONGEST)
        return claim_number(computed, NULL) == 0;
    return read_value(computed, &bounds) == 0;
}

/* The worse of two verdicts on parts of a claim: wrong outweighs not decided. */
static enum verdict_kind both(enum verdict_kind a, enum verdict_kind b)
{
    if (a == VERDICT_WRONG || b == VERDICT_WRONG)
        return VERDICT_WRONG;
    return a == VERDICT_OPEN || b == VERDICT_OPEN ? VERDICT_OPEN : VERDICT_VERIFIED;
}

/* Is each play of the list in the second one? Lists are separated by commas and blanks. */
static bool all_in(const char *list, const char *other)
{
    static const char separators[] = ", ";
    for (list += strspn(list, separators); *list != '\0'; list += strspn(list, separators)) {
        size_t length = strcspn(list, separators);
        bool found = false;
        for (const char *at = other + strspn(other, separators); *at != '\0' && !found;) {
            size_t size = strcspn(at, separators);
            found = size == length && memcmp(at, list, size) == 0;
            at += size;
            at += strspn(at, separators);
        }
        if (!found)
            return false;
        list += length;
    }
    return true;
}

/* A play that is not in the list may be symmetric to one that is: that is not looked at here. */
static enum verdict_kind moves_verdict(const struct table_row *row, const char *best)
{
    const char *plays = row->cells[COLUMN_PLAYS], *first = row->cells[COLUMN_FIRST];
    if (plays[0] == '\0' && first[0] == '\0')
        return VERDICT_VERIFIED;
    bool told = best[0] != '\0' && all_in(first, best) &&
                (plays[0] == '\0' || (all_in(plays, best) && all_in(best, plays)));
    return told ? VERDICT_VERIFIED : VERDICT_OPEN;
}

static enum verdict_kind values_again(const struct table_row *row,
                                      const struct solve_bounds *bounds, const char *best,
                                      struct strbuf *reason)
{
    struct claimed_value claimed;
    enum verdict_kind value = VERDICT_VERIFIED;
    claim_value(row->cells[COLUMN_VALUE], &claimed, NULL);
    if (claimed.given)
        value = verdict_values_compare(&claimed, bounds);
    if (value == VERDICT_WRONG)
        strbuf_add(reason, "the value");
    return both(value, moves_verdict(row, best));
}

/* What "1-2: 3, 1-1: -3, pass: -3" has at place k, and what it says of the pass. */
struct listed {
    int count, result, pass; /* INT_MIN: not there */
};

static struct listed read_openings(const char *best, int place)
{
    struct listed listed = {0, INT_MIN, INT_MIN};
    char play[CLAIM_MOVE_MAX + 1];
    int result, used;
    while (sscanf(best, "%16[^:,]: %d%n", play, &result, &used) == 2) {
        if (listed.count++ == place)
            listed.result = result;
        if (strcmp(play, "pass") == 0)
            listed.pass = result;
        best += used;
        best += strspn(best, ", ");
    }
    return listed;
}

/* The verdict of verdict_openings() on a place, where all openings are known, or the best one's
 * value is.
 */
static enum verdict_kind place_verdict(const char *best, int value, int place,
                                       const struct claimed_opening *claimed)
{
    struct listed listed = read_openings(best, place);
    if (place == 0 && claimed->value != value)
        return VERDICT_WRONG;
    if (listed.count == 0)
        return place == 0 && !claimed->pass ? VERDICT_VERIFIED : VERDICT_OPEN;
    if (claimed->pass && listed.pass == INT_MIN)
        return VERDICT_OPEN;
    return listed.result == claimed->value && (!claimed->pass || listed.pass == claimed->value)
               ? VERDICT_VERIFIED
               : VERDICT_WRONG;
}

static enum verdict_kind openings_again(const struct table_row *row,
                                        const struct solve_bounds *bounds, const char *best,
                                        struct strbuf *reason)
{
    static const char *const places[] = {"best", "second", "third"};
    enum verdict_kind kind = VERDICT_VERIFIED;
    int value = value_at_zero(bounds).least;
    for (int k = 0; k < 3; k++) {
        struct claimed_opening claimed;
        claim_opening(row->cells[COLUMN_BEST + k], &claimed, NULL);
        if (!claimed.given)
            continue;
        enum verdict_kind one = place_verdict(best, value, k, &claimed);
        kind = both(kind, one);
        if (one != VERDICT_WRONG)
            continue;
        strbuf_separate(reason, "; ");
        strbuf_add(reason, "the %s is not %d%s", places[k], claimed.value, claimed.pass ? "p" : "");
    }
    return kind;
}

static enum verdict_kind number_again(const struct table_row *row, const char *computed,
                                      struct strbuf *reason)
{
    if (claim_number(computed, NULL) < 0)
        return VERDICT_OPEN;
    if (!claim_is_made(row->cells[COLUMN_NUMBER]))
        return VERDICT_COMPUTED;
    if (strcmp(row->cells[COLUMN_NUMBER], computed) == 0)
        return VERDICT_VERIFIED;
    strbuf_add(reason, "the number");
    return VERDICT_WRONG;
}

/* By a length that is proved: bounds decide nothing. */
static enum verdict_kind length_again(const struct table_row *row, const char *computed,
                                      struct strbuf *reason)
{
    struct claimed_range claimed, proved;
    if (claim_range(computed, &proved, NULL) < 0 || !proved.given || proved.low != proved.high)
        return VERDICT_OPEN;
    claim_range(row->cells[COLUMN_NUMBER], &claimed, NULL);
    if (!claimed.given)
        return VERDICT_COMPUTED;
    if (claimed.low <= proved.low && proved.low <= claimed.high)
        return VERDICT_VERIFIED;
    strbuf_add(reason, "the length");
    return VERDICT_WRONG;
}

enum verdict_kind verdict_again(const struct table *table, const struct table_row *row,
                                const char *computed, const char *best, struct strbuf *reason)
{
    struct solve_bounds bounds;
    switch (table->kind) {
    case TABLE_LEGAL:
    case TABLE_GAMES:
        return number_again(row, computed, reason);
    case TABLE_LONGEST:
        return length_again(row, computed, reason);
    case TABLE_VALUES:
        return read_value(computed, &bounds) < 0 ? VERDICT_OPEN
                                                 : values_again(row, &bounds, best, reason);
    case TABLE_OPENINGS:
        return read_value(computed, &bounds) < 0 ? VERDICT_OPEN
                                                 : openings_again(row, &bounds, best, reason);
    case TABLE_ESTIMATES:
    case TABLE_GREEDY:
    default:
        return VERDICT_OPEN; /* claims nothing */
    }
}
