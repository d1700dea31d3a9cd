/* Which of the best moves is played. */
#include "gtp/choose.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/distance.h"
#include "gtp/engine.h"
#include "gtp/play.h"

/* Ends further off are not looked for. */
#define DEPTH_MAX 64

struct candidate {
    struct solve_move move;
    bool repeats; /* it brings back a board of the game, with the same player to move */
    bool first;   /* it begins the principal variation */
    bool out;     /* the end after it is forced already: another one lasts longer */
};

struct choosing {
    struct gtp_session *session;
    struct candidate *all;
    size_t count;
    bool ahead; /* the player to move wins or ties */
};

/* Did the board as it stands, with the same player to move, stand before? */
static bool stood_before(const struct solve_game *game)
{
    size_t now = solve_game_turns(game);
    size_t points = (size_t)solve_board_points(solve_game_board(game));
    const uint8_t *stones = solve_game_stones(game, now);
    for (size_t i = 0; i < now; i++) {
        struct solve_turn turn;
        if (solve_game_turn(game, i, &turn) == 0 && turn.next == solve_game_to_move(game) &&
            memcmp(solve_game_stones(game, i), stones, points) == 0)
            return true;
    }
    return false;
}

static void add(struct choosing *choosing, const struct solve_result *result,
                struct solve_move move)
{
    struct solve_game *game = choosing->session->game;
    size_t length;
    const struct solve_move *pv = solve_result_pv(result, &length);
    struct candidate *made = &choosing->all[choosing->count];
    *made = (struct candidate){.move = move, .first = length > 0 && gtp_play_is_same(pv[0], move)};
    if (solve_game_play(game, move, NULL) < 0)
        return;
    made->repeats = move.kind == SOLVE_MOVE_STONE && stood_before(game);
    solve_game_undo(game);
    choosing->count++;
}

/* Lists the moves that are proved to be best. The first move of the principal variation is, though
 * its own value may not have been looked for. */
static int list(struct choosing *choosing, const struct solve_result *result, int due)
{
    int mover = solve_game_to_move(choosing->session->game);
    size_t moves = solve_result_move_count(result), length;
    const struct solve_move *pv = solve_result_pv(result, &length);
    choosing->all = calloc(moves + 1, sizeof(*choosing->all));
    if (choosing->all == NULL)
        return -ENOMEM;
    bool met = false;
    for (size_t i = 0; i < moves; i++) {
        struct solve_root_move one;
        solve_result_move(result, i, &one);
        int sure, most;
        bool first = length > 0 && gtp_play_is_same(one.move, pv[0]);
        /* What is as sure after the move as before it needs no other proof. */
        gtp_engine_outcome(choosing->session, &one.bounds, mover, &sure, &most);
        if (!first && sure < due &&
            solve_result_rating(result, i, choosing->session->komi) != SOLVE_RATED_BEST)
            continue;
        met |= first;
        add(choosing, result, one.move);
    }
    if (!met && length > 0) /* a move that removes a cycle is not in the list */
        add(choosing, result, pv[0]);
    return choosing->count > 0 ? 0 : -ENOENT;
}

/* Where forced ends decide nothing: does a come before b? */
static bool is_before(const struct choosing *choosing, const struct candidate *a,
                      const struct candidate *b)
{
    bool a_passes = a->move.kind == SOLVE_MOVE_PASS, b_passes = b->move.kind == SOLVE_MOVE_PASS;
    bool a_refreshes = a->move.kind == SOLVE_MOVE_REFRESH;
    bool b_refreshes = b->move.kind == SOLVE_MOVE_REFRESH;
    if (a_refreshes != b_refreshes) /* GTP does not know it */
        return b_refreshes;
    if (a->repeats != b->repeats)
        return b->repeats;
    if (a_passes != b_passes)
        return a_passes == choosing->ahead;
    return a->first && !b->first;
}

/* The best candidate that is not out. */
static const struct candidate *pick(const struct choosing *choosing)
{
    const struct candidate *best = NULL;
    for (size_t i = 0; i < choosing->count; i++) {
        const struct candidate *one = &choosing->all[i];
        if (!one->out && (best == NULL || is_before(choosing, one, best)))
            best = one;
    }
    return best;
}

/* Who forces the end, and with what: the result at the komi. */
static struct gtp_distance set_due(const struct choosing *choosing,
                                   const struct solve_result *result)
{
    struct gtp_session *session = choosing->session;
    int komi = session->komi - solve_rules_half_points(session->rules);
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    int mover = solve_game_to_move(session->game);
    return (struct gtp_distance){
        .game = session->game,
        .player = choosing->ahead ? mover : 1 - mover,
        .komi = komi,
        .due = solve_bounds_at_komi(bounds.lower_min, bounds.upper_min, komi),
        .turns_left = GTP_CHOOSE_TURNS,
        .stop = session->work,
    };
}

/* Is the end forced within depth turns after the candidate? As gtp_distance_forced(). */
static int forced_after(struct gtp_distance *distance, const struct candidate *one, int depth)
{
    if (solve_game_play(distance->game, one->move, NULL) < 0)
        return 0;
    int r = gtp_distance_forced(distance, depth);
    solve_game_undo(distance->game);
    return r;
}

/* Looks for the soonest end, or the latest. Returns the move, or NULL: that is not known. */
static const struct candidate *look(struct choosing *choosing, struct gtp_distance *distance)
{
    size_t left = choosing->count;
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
        const struct candidate *found = NULL;
        bool forced[SOLVE_BOARD_POINTS_MAX + 3] = {false};
        size_t count = 0;
        for (size_t i = 0; i < choosing->count; i++) {
            struct candidate *one = &choosing->all[i];
            int r = one->out ? 0 : forced_after(distance, one, depth);
            if (r < 0)
                return NULL;
            if (r == 0)
                continue;
            forced[i] = true;
            count++;
            if (found == NULL || is_before(choosing, one, found))
                found = one;
        }
        if (found != NULL && (choosing->ahead || count == left))
            return found;
        for (size_t i = 0; i < choosing->count; i++)
            choosing->all[i].out |= forced[i];
        left -= count;
    }
    return NULL;
}

int gtp_choose_best(struct gtp_session *session, const struct solve_result *result,
                    struct solve_move *ret_move)
{
    struct choosing choosing = {.session = session};
    struct solve_bounds bounds;
    int sure, most;
    solve_result_bounds(result, &bounds);
    gtp_engine_outcome(session, &bounds, solve_game_to_move(session->game), &sure, &most);
    choosing.ahead = sure >= 0;
    int r = list(&choosing, result, sure);
    if (r == 0) {
        struct gtp_distance distance = set_due(&choosing, result);
        const struct candidate *best = NULL;
        /* The search does not list turns that remove a cycle, so it would prove nothing. */
        if (choosing.count > 1 && !session->facts.removes_cycles)
            best = look(&choosing, &distance);
        *ret_move = (best != NULL ? best : pick(&choosing))->move;
    }
    free(choosing.all);
    return r;
}

/* How many neighbours a move has: where nothing is proved the middle is as good as any. */
static int count_neighbours(const struct solve_board *board, struct solve_move move)
{
    int count = 0;
    if (move.kind != SOLVE_MOVE_STONE)
        return -1;
    solve_board_neighbours(board, move.point, &count);
    return count;
}

int gtp_choose_surest(struct gtp_session *session, const struct solve_result *result,
                      struct solve_move *ret_move)
{
    int player = solve_game_to_move(session->game);
    int best_sure = 0, best_most = 0, best_neighbours = 0;
    bool any = false;
    struct solve_root_move one;
    for (size_t i = 0; solve_result_move(result, i, &one) == 0; i++) {
        int sure, most, neighbours = count_neighbours(session->board, one.move);
        gtp_engine_outcome(session, &one.bounds, player, &sure, &most);
        bool better = sure != best_sure   ? sure > best_sure
                      : most != best_most ? most > best_most
                                          : neighbours > best_neighbours;
        if (any && !better)
            continue;
        any = true;
        best_sure = sure;
        best_most = most;
        best_neighbours = neighbours;
        *ret_move = one.move;
    }
    return any ? 0 : -ENOENT;
}
