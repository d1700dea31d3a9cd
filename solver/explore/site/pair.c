/* What a site holds of one board under one ruleset. */
#include "explore/site/pair.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/site/code.h"
#include "explore/site/pack.h"
#include "explore/site/script.h"
#include "explore/site/states.h"
#include "explore/view/layout.h"
#include "report/request_limits.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/value_json.h"

/* States of a file: few enough for a page that wants one of them. */
#define PART_STATES 1000

#define HEAD "solvePair"
#define PART "solvePart"

/* A pair on the way. */
struct making {
    const struct pair *pair;
    struct solve_request *request;
    struct solve_cache *cache;
    struct code_maps maps;
    struct pack pack;
    size_t packed;              /* states in pack */
    char first[CODE_STATE_MAX]; /* the first of them */
    json_t *parts;
    struct pair_size size;
    struct error *err;
};

/* The path of a file: of the pair's head if part is negative. NULL: no memory; else free() it. */
static char *path_of(const struct pair *pair, long part)
{
    char number[24] = "", *path = NULL;
    if (part >= 0)
        snprintf(number, sizeof(number), ".%ld", part);
    if (asprintf(&path, "%s/data/%s/%s%s.js", pair->folder, solve_board_name(pair->board),
                 solve_rules_text(pair->rules), number) < 0)
        return NULL;
    return path;
}

static long write_file(const struct pair *pair, long part, const char *function, const json_t *data,
                       struct error *err)
{
    char *path = path_of(pair, part);
    if (path == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    long size = script_write(path, function, data, part >= 0, err);
    free(path);
    return size;
}

/* --- making --- */

static int write_part(struct making *making)
{
    if (making->packed == 0)
        return 0;
    json_was_incomplete();
    long number = (long)json_array_size(making->parts);
    json_t *data = pack_take(&making->pack);
    data = json_with(data, "board", json_string(solve_board_name(making->pair->board)));
    data = json_with(data, "rules", json_string(solve_rules_text(making->pair->rules)));
    data = json_with(data, "part", json_integer(number));
    if (data == NULL || json_was_incomplete()) {
        json_decref(data);
        return error_set(making->err, -ENOMEM, "out of memory");
    }
    long size = write_file(making->pair, number, PART, data, making->err);
    json_decref(data);
    if (size < 0)
        return (int)size;
    json_t *part = json_with(json_object(), "first", json_string(making->first));
    making->parts = json_append(making->parts, json_with(part, "bytes", json_integer(size)));
    making->size.bytes += (uint64_t)size;
    making->packed = 0;
    return 0;
}

static bool is_open(const struct solve_result *result)
{
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    return !solve_bounds_known(&bounds) || !solve_result_moves_complete(result);
}

static int visit(void *arg, struct solve_game *game, const char *code)
{
    struct making *making = arg;
    struct solve_error why = {""};
    struct solve_result *result;
    const struct solve_interrupt *interrupt = making->pair->interrupt;
    if (interrupt != NULL && solve_interrupt_is_requested(interrupt))
        return -EINTR;
    int r = solve_request_run(making->request, game, &result, &why);
    if (r < 0)
        return error_set(making->err, r, "%s", why.text[0] != '\0' ? why.text : "out of memory");
    if (solve_result_stop(result) == SOLVE_STOP_INTERRUPT)
        r = -EINTR;
    if (r == 0 && making->packed == 0)
        snprintf(making->first, sizeof(making->first), "%s", code);
    if (r == 0 && pack_add(&making->pack, game, code, result) < 0)
        r = error_set(making->err, -ENOMEM, "out of memory");
    if (r == 0) {
        making->packed++;
        making->size.states++;
        making->size.open += is_open(result);
        if (making->pair->states != NULL)
            atomic_fetch_add(making->pair->states, 1);
        if (making->packed >= PART_STATES)
            r = write_part(making);
    }
    solve_result_free(result);
    return r;
}

static json_t *maps_json(const struct code_maps *maps)
{
    json_t *list = json_array();
    for (int s = 0; s < maps->count; s++) {
        json_t *map = json_array();
        for (int p = 0; p < maps->points; p++)
            map = json_append(map, json_integer(maps->all[s * maps->points + p]));
        list = json_append(list, map);
    }
    return list;
}

/* How the pair was made: a later run goes on only with the same. */
static json_t *set_made(json_t *object, const struct pair *pair)
{
    object = json_with(object, "depth_least", json_integer(pair->depth));
    object = json_with(object, "games_most", json_integer((json_int_t)pair->games));
    object = json_with(object, "starts", json_boolean(pair->starts));
    return json_with(object, "max_nodes",
                     pair->max_nodes > 0 ? json_digits(pair->max_nodes) : json_null());
}

static json_t *refusal_json(struct solve_game *game, struct solve_move move)
{
    struct solve_refusal refusal;
    if (solve_game_check(game, move, &refusal) != -EPERM)
        return json_null();
    json_t *object = json_with(json_object(), "rule", json_text_or_null(refusal.rule));
    return json_with(object, "reason", json_text_or_null(refusal.reason));
}

/* Moves that are no choice anywhere, and why; null where they are one: they may be in a game that
 * was played by other rules. */
static json_t *absent_json(const struct pair *pair)
{
    struct solve_game *game = NULL;
    struct solve_rules_facts facts;
    const struct solve_move refresh = {SOLVE_MOVE_REFRESH, -1, 0};
    const struct solve_move cycle = {SOLVE_MOVE_PASS, -1, 1};
    if (solve_rules_facts(pair->rules, &facts) < 0 ||
        solve_game_new(pair->board, pair->rules, NULL, 0, &game, NULL) < 0)
        return NULL;
    json_t *object = json_with(json_object(), "refresh", refusal_json(game, refresh));
    object =
        json_with(object, "cycle", facts.removes_cycles ? json_null() : refusal_json(game, cycle));
    solve_game_free(game);
    return object;
}

static json_t *head_json(const struct making *making)
{
    const struct pair *pair = making->pair;
    json_t *head = set_made(json_head("view"), pair);
    head = game_json_set_board(head, pair->board);
    head = game_json_set_rules(head, pair->rules);
    head = json_with(head, "depth", json_integer(making->size.depth));
    head = json_with(head, "any_value", value_json_of_rules(pair->rules, pair->board));
    head = json_with(head, "layout", layout_json(pair->board));
    head = json_with(head, "absent", absent_json(pair));
    head = json_with(head, "symmetries", maps_json(&making->maps));
    head = json_with(head, "states", json_integer((json_int_t)making->size.states));
    head = json_with(head, "open", json_integer((json_int_t)making->size.open));
    return json_with(head, "parts", json_incref(making->parts));
}

/* Removes parts that an earlier run of other options left, which was stopped. */
static void remove_parts(const struct making *making)
{
    int r = 0;
    for (long part = (long)json_array_size(making->parts); r == 0; part++) {
        char *path = path_of(making->pair, part);
        r = path != NULL ? unlink(path) : -1;
        free(path);
    }
}

static int write_head(struct making *making)
{
    remove_parts(making);
    json_was_incomplete();
    json_t *head = head_json(making);
    if (head == NULL || json_was_incomplete()) {
        json_decref(head);
        return error_set(making->err, -ENOMEM, "out of memory");
    }
    long size = write_file(making->pair, -1, HEAD, head, making->err);
    json_decref(head);
    if (size < 0)
        return (int)size;
    making->size.bytes += (uint64_t)size;
    return 0;
}

static int prepare(struct making *making)
{
    const struct pair *pair = making->pair;
    const struct request_limits limits = {
        .memory = request_limits_share(pair->memory - pair->memory / 4, 1),
        .max_nodes = pair->max_nodes};
    int r = code_maps_init(&making->maps, pair->board, pair->rules);
    if (r == 0)
        r = solve_cache_new(pair->memory / 4, &making->cache);
    if (r == 0)
        r = request_limits_make(&limits, pair->interrupt, &making->request);
    if (r == 0)
        solve_request_set_cache(making->request, making->cache);
    making->parts = json_array();
    return r < 0 ? error_set(making->err, r, "out of memory") : 0;
}

int pair_make(const struct pair *pair, struct pair_size *ret_size, struct error *err)
{
    struct making making = {.pair = pair, .err = err};
    int r = prepare(&making);
    if (r == 0) {
        struct states_walk walk = {.board = pair->board,
                                   .rules = pair->rules,
                                   .maps = &making.maps,
                                   .depth = pair->depth,
                                   .starts = pair->starts,
                                   .visit = visit,
                                   .arg = &making};
        r = states_deepest(&walk, pair->games);
        if (r >= 0) {
            making.size.depth = walk.depth = r;
            r = states_walk(&walk);
        }
        if (r == -ENOMEM)
            error_set(err, r, "out of memory");
    }
    if (r == 0)
        r = write_part(&making);
    if (r == 0)
        r = write_head(&making);
    if (r == 0)
        *ret_size = making.size;
    pack_release(&making.pack);
    json_decref(making.parts);
    code_maps_release(&making.maps);
    solve_request_free(making.request);
    solve_cache_free(making.cache);
    return r;
}

/* --- what is there --- */

/* The bytes of a file; -1: there is none. */
static long file_size(const struct pair *pair, long part)
{
    struct stat status;
    char *path = path_of(pair, part);
    bool found = path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode);
    free(path);
    return found ? (long)status.st_size : -1;
}

/* Are the parts that the head names there, with all their bytes? */
static int find_parts(const struct pair *pair, const json_t *head, struct pair_size *ret_size)
{
    const json_t *parts = json_object_get(head, "parts");
    struct pair_size size = {
        .depth = (int)json_integer_value(json_object_get(head, "depth")),
        .states = (uint64_t)json_integer_value(json_object_get(head, "states")),
        .open = (uint64_t)json_integer_value(json_object_get(head, "open")),
        .bytes = (uint64_t)file_size(pair, -1),
    };
    for (size_t i = 0; i < json_array_size(parts); i++) {
        json_int_t wanted = json_integer_value(json_object_get(json_array_get(parts, i), "bytes"));
        if (wanted <= 0 || file_size(pair, (long)i) != (long)wanted)
            return -ENOENT;
        size.bytes += (uint64_t)wanted;
    }
    if (json_array_size(parts) == 0)
        return -ENOENT;
    *ret_size = size;
    return 0;
}

/* Was it made as the pair would be made now? */
static bool is_same(const json_t *head, const struct pair *pair)
{
    static const char *const keys[] = {"version",    "schema", "depth_least",
                                       "games_most", "starts", "max_nodes"};
    json_t *wanted = set_made(json_head("view"), pair);
    bool same = true;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        same = same && json_equal(json_object_get(head, keys[i]), json_object_get(wanted, keys[i]));
    json_decref(wanted);
    return same;
}

int pair_find(const struct pair *pair, struct pair_size *ret_size, struct error *err)
{
    json_t *head = NULL;
    char *path = path_of(pair, -1);
    int r = path != NULL ? script_read(path, HEAD, &head) : -ENOENT;
    free(path);
    if (r < 0)
        return -ENOENT;
    if (is_same(head, pair))
        r = find_parts(pair, head, ret_size);
    else
        r = error_set(
            err, -EEXIST,
            "what it has of %s under %s was made with other options or by another version: "
            "wanted the same, or another folder",
            solve_board_name(pair->board), solve_rules_text(pair->rules));
    json_decref(head);
    return r;
}
