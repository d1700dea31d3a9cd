/*
 * Queries in JSON: what one line asks for. The keys are those of an answer (docs/guide/json.md), so
 * that an answer can be asked again: what it says besides is read past. Any other key is refused,
 * for a typing error must not change what is asked.
 */
#ifndef SOLVER_JSON_QUERY_JSON_H
#define SOLVER_JSON_QUERY_JSON_H

#include <stdbool.h>

#include <jansson.h>

#include "base/error.h"
#include "report/request_limits.h"
#include "solve.h"

enum query_action {
    QUERY_SOLVE,      /* solve the state at which the game stands */
    QUERY_LOOKUP,     /* what a store knows of it */
    QUERY_REPLAY,     /* make the moves, and say what the rules say of each */
    QUERY_CANCEL,     /* the queries of that id are to stop */
    QUERY_VERSION,    /* who answers */
    QUERY_COALITIONS, /* what each coalition gets, of any number of players */
};

struct query {
    struct solve_game *game;  /* owned; its history is played, but for a replay */
    struct solve_move *moves; /* owned; of a replay: those of the history */
    size_t move_count;
    int komi_half_points;
    bool value_only;
    bool asks; /* only whether asked is true; then value_only, too */
    struct solve_claim asked;
    bool living;                  /* strategies end where their player lives with enough */
    struct request_limits limits; /* 0: not given */
};

/* What is wrong with a query. */
struct query_fault {
    char key[48];     /* "" where it is no key's fault */
    char value[96];   /* the value as JSON, perhaps shortened; "" where there is none */
    struct error why; /* what is wrong, and what was wanted */
};

/* Reads a text of length bytes as a JSON object (ret_object, to be released). Returns 0, -EINVAL
 * (fault: it is none) or -ENOMEM (fault, too). */
int query_json_parse(const char *text, size_t length, json_t **ret_object,
                     struct query_fault *fault);

/* The value of key in a query or a part of it; NULL where it is missing or null. */
json_t *query_json_given(const json_t *object, const char *key);

/*
 * Refuses keys that nobody knows, for who has another name than "action" for what is asked for.
 * not_taken (may be NULL; ended by NULL): keys of a query that this one does not take, and which
 * are not proposed. Returns 0, -EINVAL or -ENOMEM (fault).
 */
int query_json_check(const json_t *line, const char *const *not_taken, struct query_fault *fault);

/* Reads what is asked for, and refuses keys that nobody knows. Returns 0,
 * -EINVAL or -ENOMEM (fault). */
int query_json_action(const json_t *line, enum query_action *ret_action, struct query_fault *fault);

/* Reads a query to solve, to look up or to replay. Returns 0, -EINVAL (fault) or -ENOMEM (fault,
 * too). Release with query_json_release(). */
int query_json_read(const json_t *line, enum query_action action, struct query *ret_query,
                    struct query_fault *fault);

void query_json_release(struct query *query);

/* The fault as JSON: {"key", "value", "why"}. */
json_t *query_json_fault(const struct query_fault *fault);

#endif
