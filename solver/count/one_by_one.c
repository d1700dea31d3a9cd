/* Every game, one after the other. */
#include "count/one_by_one.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/cycles.h"

/* Turns between two looks at the clock. */
#define STEPS 4096
/* A longer game is given up: the walk takes memory for each turn. */
#define TURNS_MAX 20000

struct one_by_one {
    struct game *game;
    struct count_run *run;
    uint64_t *of_length;
    size_t lengths, room; /* of of_length */
    size_t plays, turns;  /* that were made */
};

static int add_game(struct one_by_one *walk)
{
    size_t length = walk->run->measure == ARENA_STONES ? walk->plays : walk->turns;
    int r = array_reserve_zero(&walk->of_length, length + 1, &walk->room, sizeof(*walk->of_length));
    if (r < 0)
        return r;
    walk->of_length[length]++;
    if (length >= walk->lengths)
        walk->lengths = length + 1;
    return 0;
}

static int walk_on(struct one_by_one *walk);

/* Makes a turn if it is legal, and counts what follows. */
static int try_turn(struct one_by_one *walk, struct move move)
{
    struct verdict verdict;
    bool stone = move.kind == MOVE_STONE;
    int r = game_play(walk->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    walk->turns++;
    walk->plays += stone;
    r = walk_on(walk);
    walk->turns--;
    walk->plays -= stone;
    game_undo(walk->game);
    return r;
}

static int walk_on(struct one_by_one *walk)
{
    struct game *game = walk->game;
    const struct family *family = game->rules.family;
    if (++walk->run->nodes % STEPS == 0 && count_run_must_stop(walk->run))
        return -EINTR;
    if (walk->turns > TURNS_MAX) {
        walk->run->stop = STOP_LENGTH;
        return -EINTR;
    }
    if (game_over(game))
        return add_game(walk);
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

/* Numbers of games one by one stay within 64 bits. */
static int tell(const struct one_by_one *walk, struct tally *tally)
{
    int r = walk->run->lengths ? tally_reserve(tally, walk->lengths) : 0;
    for (size_t i = 0; i < walk->lengths && r == 0; i++) {
        mpz_t games;
        mpz_init(games);
        mpz_import(games, 1, -1, sizeof(*walk->of_length), 0, 0, &walk->of_length[i]);
        mpz_add(tally->games, tally->games, games);
        if (walk->run->lengths)
            mpz_set(tally->of_length[i], games);
        mpz_clear(games);
    }
    return r;
}

int one_by_one_count(const struct game *game, struct count_run *run, struct tally *ret_tally)
{
    struct game copy;
    struct tally tally;
    struct one_by_one walk = {.game = &copy, .run = run};
    run->method = "every game, one by one";
    tally_init(&tally);
    int r = game_copy(&copy, game);
    if (r == 0)
        r = walk_on(&walk);
    if (r == 0)
        r = tell(&walk, &tally);
    game_release(&copy);
    free(walk.of_length);
    if (r < 0) {
        tally_release(&tally);
        return r;
    }
    *ret_tally = tally;
    return 0;
}
