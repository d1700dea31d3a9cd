/* Games, certificates and their parts. */
#include "certificates/made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/analysis.h"
#include "states/state.h"

struct request {
    const struct graph *graph;
    int count, moves;
    void (*check)(const struct game *game, void *arg);
    void *arg;
};

static void start(const struct request *request, const struct ruleset *rules,
                  const struct position *position, int to_move, struct game *game)
{
    if (game_init(game, request->graph, rules, position, to_move) < 0)
        die("no memory");
}

static void check_start(const struct request *request, const struct ruleset *rules,
                        const struct position *position, int to_move)
{
    struct game game;
    start(request, rules, position, to_move, &game);
    request->check(&game, request->arg);
    game_release(&game);
}

static void check_all(const struct request *request, const struct ruleset *rules)
{
    struct position position = {{0}};
    do {
        if (position_check(request->graph, &position, NULL) < 0)
            continue;
        check_start(request, rules, &position, 0);
        check_start(request, rules, &position, 1);
    } while (next_colouring(request->graph, &position));
}

static void play_at_random(const struct request *request, struct game *game, int moves)
{
    unsigned points = (unsigned)request->graph->points;
    for (int tries = 0; tries < 3 * moves && !game_over(game) && (int)game->count <= moves;
         tries++) {
        struct verdict verdict;
        unsigned choice = random_below(points + 2);
        struct move move = choice < points ? move_stone((int)choice)
                                           : move_pass(choice == points ? MOVE_PASS : MOVE_REFRESH);
        if (game_play(game, move, &verdict) < 0)
            die("no memory");
    }
}

static void check_random(const struct request *request, const struct ruleset *rules)
{
    for (int n = 0; n < request->count; n++) {
        struct position position;
        struct game game;
        do {
            memset(&position, 0, sizeof(position));
            for (int p = 0; p < request->graph->points; p++)
                position.cells[p] = (uint8_t)random_below(3);
        } while (position_check(request->graph, &position, NULL) < 0);
        start(request, rules, &position, (int)random_below(2), &game);
        play_at_random(request, &game, (int)random_below((unsigned)request->moves + 1));
        request->check(&game, request->arg);
        game_release(&game);
    }
}

/* A count that stands for the empty board alone. */
#define EMPTY_BOARD (-1)

static void check_rules(const struct ruleset *rules, void *arg)
{
    const struct request *request = arg;
    static const struct position empty;
    if (request->count == EMPTY_BOARD)
        check_start(request, rules, &empty, 0);
    else if (request->count == 0)
        check_all(request, rules);
    else
        check_random(request, rules);
}

void for_games(const char *board, const char *rules, int count, int moves,
               void (*check)(const struct game *game, void *arg), void *arg)
{
    struct graph *graph = open_board(board);
    struct request request = {graph, count, moves, check, arg};
    for_rulesets(rules, check_rules, &request);
    graph_free(graph);
}

void for_empty_board(const char *board, const char *rules,
                     void (*check)(const struct game *game, void *arg), void *arg)
{
    for_games(board, rules, EMPTY_BOARD, 0, check, arg);
}

static bool make_recorded(const struct game *game, uint64_t max_nodes, double recorded_most,
                          struct made *ret_made)
{
    struct made made = {0};
    struct analysis_options options = {
        .limits = {.max_bytes = 256u << 20, .max_nodes = max_nodes, .recorded_most = recorded_most},
        .threads = 1,
        .certificate = &made.certificate,
    };
    if (analysis_run(game, &options, &made.analysis) < 0)
        die("no memory");
    /* Certifying may take some nodes more. */
    bool cut = made.certificate.missing > 0 && made.analysis.nodes > max_nodes / 10;
    if (made.analysis.stopped != STOP_NONE || cut) {
        made_release(&made);
        return false;
    }
    *ret_made = made;
    return true;
}

bool make(const struct game *game, uint64_t max_nodes, struct made *ret_made)
{
    return make_recorded(game, max_nodes, 0, ret_made);
}

bool make_later(const struct game *game, uint64_t max_nodes, struct made *ret_made)
{
    return make_recorded(game, max_nodes, 1e-9, ret_made);
}

void made_release(struct made *made)
{
    written_certificate_release(&made->certificate);
    analysis_release(&made->analysis);
}

void parts_open(struct parts *parts, const struct bytes *file)
{
    struct error err;
    struct certificate_cursor cursor = {0};
    parts->bytes = malloc(file->size + 1);
    if (parts->bytes == NULL)
        die("no memory");
    memcpy(parts->bytes, file->data, file->size);
    if (certificate_parse(parts->bytes, file->size, &parts->proof, &err) < 0)
        die(err.text);
    parts->nodes = calloc((size_t)parts->proof.node_count + 1, sizeof(*parts->nodes));
    if (parts->nodes == NULL)
        die("no memory");
    for (uint32_t n = 0; n < parts->proof.node_count; n++)
        if (certificate_next_node(&parts->proof, &cursor, &parts->nodes[n], &err) < 0)
            die(err.text);
}

void parts_release(struct parts *parts)
{
    certificate_release(&parts->proof);
    free(parts->nodes);
    free(parts->bytes);
}

void parts_join(const struct parts *parts, struct bytes *ret_file)
{
    struct certificate proof = parts->proof;
    struct bytes body = {0};
    for (uint32_t n = 0; n < proof.node_count; n++)
        write_node_bytes(&body, &parts->nodes[n], n);
    proof.body = body.data;
    proof.body_size = body.size;
    if (body.failed || write_whole(&proof, ret_file) < 0)
        die("no memory");
    free(body.data);
}

bool is_accepted(const struct bytes *file, struct error *why)
{
    struct certificate proof;
    int r = certificate_parse(file->data, file->size, &proof, why);
    if (r == 0) {
        r = check_certificate(&proof, 0, why);
        certificate_release(&proof);
    }
    if (r == 0)
        return true;
    if (why->text[0] == '\0' || strchr(why->text, '\n') != NULL)
        die("not accepted without one line that says why");
    return false;
}

static int margin_of(int bound)
{
    if (bound >= MARGIN_INFINITE || bound <= -MARGIN_INFINITE)
        return bound > 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
    return bound;
}

bool is_true(const struct certificate_claim *claim, const struct bounds *bounds)
{
    int lower = margin_of(bounds->lower_min), upper = margin_of(bounds->upper_min);
    if (claim->who == BLACK)
        return claim->denies ? claim->margin < upper || upper == CERTIFICATE_INFINITE
                             : claim->margin <= lower;
    return claim->denies ? claim->margin > lower || lower == -CERTIFICATE_INFINITE
                         : claim->margin >= upper;
}

const struct bounds *bounds_of(const struct analysis *analysis,
                               const struct certificate_claim *claim)
{
    if (claim->root)
        return &analysis->bounds;
    for (size_t i = 0; i < analysis->move_count; i++)
        if (move_equal(analysis->moves[i].move, claim->move))
            return &analysis->moves[i].bounds;
    return NULL;
}

bool sharpen(struct certificate_claim *claim)
{
    if (claim->margin == CERTIFICATE_INFINITE || claim->margin == -CERTIFICATE_INFINITE)
        return false;
    bool more = (claim->who == BLACK); /* black: >= m to >= m + 1, denies <= m to <= m + 1 */
    claim->margin += more ? 1 : -1;
    return true;
}
