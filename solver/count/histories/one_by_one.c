/*
 * Every game, one after the other; but what follows a ban is counted once. A ban begins the history
 * anew (Kee Rules 2013, 12): what follows depends on the board, on who is to move and on who is
 * still active. (Of several players the ko player is the one who played last; but turns go round,
 * so each active player has had one since the encounter in question.)
 */
#include "count/histories/one_by_one.h"

#include <errno.h>
#include <string.h>

#include "count/histories/history_memo.h"
#include "rules/cycles.h"

/* Turns between two looks at the clock. */
#define STEPS 4096
/* A longer game is given up: the walk takes memory for each turn. */
#define TURNS_MAX 20000
/* Bans on one line, and the start. */
#define LEVELS (PLAYERS_MAX + 1)
/* A point takes four bits. */
#define KEY_WORDS (1 + (BOARD_MAX_POINTS + 15) / 16)

struct one_by_one {
    struct game *game;
    struct count_run *run;
    struct history_memo memo; /* of what follows a ban */
    struct history_sums sums; /* by level: the bans on the present line */
    size_t level, turns;
    uint32_t length; /* since the level began */
};

static int walk_on(struct one_by_one *walk);

/* Makes the key of what follows the last turn, which got a player banned. */
static void make_key(const struct game *game, uint64_t key[KEY_WORDS])
{
    const struct turn *now = game_now(game);
    memset(key, 0, KEY_WORDS * sizeof(*key));
    key[0] = now->active | (uint64_t)now->next << 4;
    for (int p = 0; p < game->graph->points; p++)
        key[1 + p / 16] |= (uint64_t)now->board.cells[p] << (p % 16 * 4);
}

/* Goes on after a ban, unless that is known. */
static int walk_after_ban(struct one_by_one *walk)
{
    uint64_t key[KEY_WORDS];
    struct history_value value;
    make_key(walk->game, key);
    uint64_t hash = history_memo_hash(key, KEY_WORDS), nodes = walk->run->nodes;
    if (history_memo_find(&walk->memo, hash, key, KEY_WORDS, &value))
        return history_sums_add(&walk->sums, walk->level, &value, walk->length);
    uint32_t length = walk->length;
    walk->level++;
    walk->length = 0;
    history_sums_clear(&walk->sums, walk->level);
    int r = walk_on(walk);
    if (r == 0) {
        history_memo_keep(&walk->memo, hash, key, KEY_WORDS, &walk->sums, walk->level,
                          walk->run->nodes - nodes);
        r = history_sums_move(&walk->sums, walk->level, walk->level - 1, length);
    }
    walk->level--;
    walk->length = length;
    return r;
}

/* Makes a turn if it is legal, and counts what follows. */
static int try_turn(struct one_by_one *walk, struct move move)
{
    struct verdict verdict;
    bool counts = move.kind == MOVE_STONE || walk->run->measure == ARENA_TURNS;
    uint32_t length = walk->run->lengths && counts ? 1 : 0;
    int r = game_play(walk->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    walk->turns++;
    walk->length += length;
    if (game_over(walk->game))
        r = history_sums_add_one(&walk->sums, walk->level, walk->length);
    else if (game_now(walk->game)->banned >= 0)
        r = walk_after_ban(walk);
    else
        r = walk_on(walk);
    walk->turns--;
    walk->length -= length;
    game_undo(walk->game);
    return r;
}

static int walk_on(struct one_by_one *walk)
{
    struct game *game = walk->game;
    const struct family *family = game->rules.family;
    if (++walk->run->nodes % STEPS == 0) {
        walk->run->entries = walk->memo.entries;
        walk->run->bytes = walk->memo.bytes + game->room * sizeof(*game->turns);
        if (count_run_must_stop(walk->run))
            return -EINTR;
    }
    if (walk->turns > TURNS_MAX) {
        walk->run->stop = STOP_LENGTH;
        return -EINTR;
    }
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0, r = 0;
    for (int c = 0; c <= cycles && r == 0; c++) {
        r = try_turn(walk, move_after_cycle(c, move_pass(MOVE_PASS)));
        for (int p = 0; p < game->graph->points && r == 0; p++)
            r = try_turn(walk, move_after_cycle(c, move_stone(p)));
    }
    if (family->refreshing && r == 0)
        r = try_turn(walk, move_pass(MOVE_REFRESH));
    return r;
}

static int count_from(struct one_by_one *walk, struct tally *tally)
{
    int r = history_sums_reserve(&walk->sums, LEVELS, 1);
    if (r == 0)
        r = game_over(walk->game) ? history_sums_add_one(&walk->sums, 0, 0) : walk_on(walk);
    if (r == 0)
        r = history_sums_tell(&walk->sums, 0, walk->run->lengths, tally);
    walk->run->entries = walk->memo.entries;
    return r;
}

int one_by_one_count(const struct game *game, struct count_run *run, struct tally *ret_tally)
{
    struct game copy;
    struct tally tally;
    struct one_by_one walk = {.game = &copy, .run = run};
    size_t max_bytes = run->limits->max_bytes > 0 ? run->limits->max_bytes : SIZE_MAX;
    run->method = "every game, one by one";
    int r = history_memo_init(&walk.memo, max_bytes);
    if (r < 0)
        return r;
    history_sums_init(&walk.sums);
    tally_init(&tally);
    r = game_copy(&copy, game);
    if (r == 0)
        r = count_from(&walk, &tally);
    game_release(&copy);
    history_sums_release(&walk.sums);
    history_memo_release(&walk.memo);
    if (r < 0) {
        tally_release(&tally);
        return r;
    }
    *ret_tally = tally;
    return 0;
}
