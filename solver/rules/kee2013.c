/*
 * The Kee Ko Rule. No stone play is forbidden because of the past; instead, once a cycle is
 * complete (primary ko condition) or a refreshing pass is repeated (secondary ko condition), one
 * player, the ko player, is prohibited from playing for the rest of the game.
 *
 * A player encounters a board when it is his turn and that board stands: turn i of the game is an
 * encounter of turns[i].next with turns[i].board. The start, a ban and a refreshing pass are
 * encounters like any other.
 */
#include "rules/kee2013.h"

#include "rules/game.h"
#include "rules/history_model.h"

enum { REFRESH_YES, REFRESH_NO };
enum { TALLY_NORMAL, TALLY_ALL };

const struct field field_alliance = {
    "alliance",
    {"yes", "no", NULL},
    "do touching chains of different opponents form an allied group, which must be enclosed whole",
};

static const struct field field_refresh = {
    "refresh",
    {"yes", "no", NULL},
    "are refreshing passes allowed",
};

static const struct field field_players = {
    "players",
    {"2", "3", "4", NULL},
    "the number of players",
};

static const struct field field_tally = {
    "tally",
    {"normal", "all", NULL},
    "which passes the ko player is found by: normal ones only, or refreshing ones too",
};

static const struct field *const fields[] = {
    &field_refresh,  &field_suicide, &field_scoring, &field_players,
    &field_alliance, &field_tally,   NULL,
};

static int players(const struct ruleset *rules)
{
    return 2 + ruleset_value(rules, &field_players);
}

/* [5c] Refreshing passes may be left out; everything else is legal as far as the past goes. */
static void judge(const struct game *game, struct verdict *verdict)
{
    if (game_now(game)->move.kind == MOVE_REFRESH &&
        ruleset_value(&game->rules, &field_refresh) == REFRESH_NO)
        game_refuse(verdict, "refresh", "refreshing passes are not allowed (refresh=no)");
}

/* [12a(i), 12b(i)] The moment just after the start or the last ban: its turn. */
static size_t last_ban(const struct game *game)
{
    for (size_t i = game->count - 1; i-- > 0;)
        if (game->turns[i].banned >= 0)
            return i;
    return 0;
}

/* Did the player to move now encounter the present board at turn i? */
static bool encountered(const struct game *game, size_t i)
{
    const struct turn *now = game_now(game), *then = &game->turns[i];
    return then->next == now->next && position_equal(game->graph, &then->board, &now->board);
}

/*
 * [12a] The primary ko condition: a stone play or a normal pass brings back a board that its
 * successor has encountered since the start or the last ban and since the latest refreshing pass,
 * with a stone play in between. Where several encounters match, the latest counts.
 */
static bool primary_condition(const struct game *game, size_t *ret_encounter)
{
    const struct turn *now = game_now(game);
    bool stone_since = now->move.kind == MOVE_STONE;
    size_t since = last_ban(game);
    if (now->move.kind == MOVE_REFRESH)
        return false;
    for (size_t i = game->count - 1; i-- > since;) {
        if (stone_since && encountered(game, i)) {
            *ret_encounter = i;
            return true;
        }
        if (game->turns[i].move.kind == MOVE_REFRESH)
            return false;
        if (game->turns[i].move.kind == MOVE_STONE)
            stone_since = true;
    }
    return false;
}

/*
 * [12b] The secondary ko condition: a refreshing pass on a board that its successor encountered
 * just after the start or the last ban, or just after an earlier refreshing pass since.
 */
static bool secondary_condition(const struct game *game, size_t *ret_encounter)
{
    size_t since = last_ban(game);
    if (game_now(game)->move.kind != MOVE_REFRESH)
        return false;
    for (size_t i = game->count - 1; i-- > since;) {
        bool anchor = i == since || game->turns[i].move.kind == MOVE_REFRESH;
        if (anchor && encountered(game, i)) {
            *ret_encounter = i;
            return true;
        }
    }
    return false;
}

bool kee2013_counts_pass(const struct ruleset *rules, enum move_kind kind)
{
    return kind == MOVE_PASS ||
           (kind == MOVE_REFRESH && ruleset_value(rules, &field_tally) == TALLY_ALL);
}

/*
 * [12] The ko player: among the active players who made the fewest normal passes since the
 * encounter, the one who played last. The play that completes the cycle counts.
 */
static int ko_player(const struct game *game, size_t encounter)
{
    const struct turn *now = game_now(game);
    int passes[PLAYERS_MAX] = {0}, fewest = -1;
    for (size_t i = encounter + 1; i < game->count; i++)
        if (kee2013_counts_pass(&game->rules, game->turns[i].move.kind))
            passes[game->turns[i].player]++;
    for (int k = 0; k < game->players; k++)
        if ((now->active & (1u << k)) && (fewest < 0 || passes[k] < fewest))
            fewest = passes[k];
    for (size_t i = game->count; i-- > 1;) {
        int player = game->turns[i].player;
        if ((now->active & (1u << player)) && passes[player] == fewest)
            return player;
    }
    return now->player;
}

/* [12] The ko player is out; the next active player encounters the board as it stands. */
static void ban(const struct game *game, struct turn *now, int player, size_t encounter,
                const char *rule)
{
    now->banned = player;
    now->repeated = encounter;
    now->rule = rule;
    now->active &= ~(1u << player);
    now->passes = 0;
    now->next = game_next_player(game, now->player, now->active);
}

static int active_players(const struct turn *now)
{
    int count = 0;
    for (int k = 0; k < PLAYERS_MAX; k++)
        count += now->active >> k & 1;
    return count;
}

static void conclude(const struct game *game, struct turn *now)
{
    size_t encounter;
    if (primary_condition(game, &encounter))
        ban(game, now, ko_player(game, encounter), encounter, "12a");
    else if (secondary_condition(game, &encounter))
        ban(game, now, ko_player(game, encounter), encounter, "12b");

    if (now->active == 0) { /* [13b] */
        now->ending = ENDING_SCORED;
        now->next = now->player;
    } else if (now->passes >= active_players(now)) { /* [13a] */
        now->ending = ENDING_SCORED;
        now->rule = "13a";
    }
}

/*
 * For the engine, with two players (history_model.h). Class 0: encounters since the start, ban or
 * latest refreshing pass; class 1: anchors, the encounters right after the start and after each
 * refreshing pass. The counter is the balance of passes since. The play that repeats gets its mover
 * banned, unless he has made more passes than the opponent since, that pass included.
 *
 * "At least one stone play since" [12a] needs no memory: a situation comes back without one only by
 * two passes on end, and these end the game (passes_to_end goes before the look-up), or with a
 * refreshing pass in between, which clears class 0. After a ban one player is left; what he can
 * reach solo depends on no history, so a ban is a leaf.
 *
 * Who takes back a ko at once is out: the opponent encountered that board just before, nobody has
 * passed since, so it is he who played last.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { ENCOUNTER, ANCHOR };
    int refresh_counts = ruleset_value(rules, &field_tally) == TALLY_ALL ? 1 : 0;
    struct history_model model = {
        .class_count = 2,
        .classes = {{ITEM_BOARD_NEXT, COUNTS_PASSES, RECREATION_RESTARTS},
                    {ITEM_BOARD_NEXT, COUNTS_PASSES, RECREATION_RESTARTS}},
        .start = 1 << ENCOUNTER | 1 << ANCHOR,
        .always_there = ENCOUNTER,
        .passes_to_end = 2,
        .passes_kept = 1,
        .passing_safe = true,
        .solo_ends = true,
        .stone =
            {
                .allowed = true,
                .lookup = ENCOUNTER,
                .range_count = 2,
                .ranges = {{COUNTER_MIN, 0, OUTCOME_MOVER_OUT},
                           {1, COUNTER_MAX, OUTCOME_OPPONENT_OUT}},
                .creates = 1 << ENCOUNTER,
            },
        .pass =
            {
                .allowed = true,
                .lookup = ENCOUNTER,
                .range_count = 2,
                .ranges = {{COUNTER_MIN, -1, OUTCOME_MOVER_OUT},
                           {0, COUNTER_MAX, OUTCOME_OPPONENT_OUT}},
                .creates = 1 << ENCOUNTER,
                .shift = {1, 1},
            },
        .refresh =
            {
                .allowed = ruleset_value(rules, &field_refresh) == REFRESH_YES,
                .lookup = ANCHOR,
                .range_count = 2,
                .ranges = {{COUNTER_MIN, -refresh_counts, OUTCOME_MOVER_OUT},
                           {1 - refresh_counts, COUNTER_MAX, OUTCOME_OPPONENT_OUT}},
                .clears = 1 << ENCOUNTER,
                .creates = 1 << ENCOUNTER | 1 << ANCHOR,
                .shift = {0, refresh_counts},
            },
        .strategies = ruleset_value(rules, &field_scoring) != SCORING_TERRITORY &&
                      ruleset_suicide(rules) != SUICIDE_YES && players(rules) == 2,
    };
    model.retake = model.strategies ? RETAKE_OUT : RETAKE_FREE;
    *ret_model = model;
}

static const char *passes(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_refresh) == REFRESH_NO ? "pass" : "pass or refresh";
}

const struct family family_kee2013 = {
    .name = "kee2013",
    FAMILY_PARTS,
    .players = players,
    .refreshing = true,
    .passes = passes,
};
