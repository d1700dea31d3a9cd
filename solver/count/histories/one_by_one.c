/*
 * Every game, one after the other; but what follows a ban is counted once. A ban begins the history
 * anew (Kee Rules 2013, 12): what follows depends on the board, on who is to move and on who is
 * still active. (Of several players the ko player is the one who played last; but turns go round,
 * so each active player has had one since the encounter in question.)
 */
#include "count/histories/one_by_one.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
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

/* A turn on the present line, and which moves after it were tried. */
struct one_by_one_frame {
    size_t next, moves; /* the move to try, and how many there are */
    uint32_t before;    /* length before the turn */
    uint32_t after;     /* and after it */
    uint64_t nodes;     /* looked into before */
    bool anew;          /* it got a player banned: a level begins */
};

struct one_by_one {
    struct game *game;
    struct count_run *run;
    struct history_memo memo; /* of what follows a ban */
    struct history_sums sums; /* by level: the bans on the present line */
    struct one_by_one_frame *frames;
    size_t depth, room;
    size_t max_bytes;
    size_t level;
    uint32_t length; /* since the level began */
};

/* Makes the key of what follows the last turn, which got a player banned. */
static void make_key(const struct game *game, uint64_t key[KEY_WORDS])
{
    const struct turn *now = game_now(game);
    memset(key, 0, KEY_WORDS * sizeof(*key));
    key[0] = now->active | (uint64_t)now->next << 4;
    for (int p = 0; p < game->graph->points; p++)
        key[1 + p / 16] |= (uint64_t)now->board.cells[p] << (p % 16 * 4);
}

static uint64_t hash_of(const struct game *game, uint64_t key[KEY_WORDS])
{
    make_key(game, key);
    return history_memo_hash(key, KEY_WORDS);
}

static bool turns_grow(const struct one_by_one *walk)
{
    return walk->game->count >= walk->game->room;
}

static bool frames_grow(const struct one_by_one *walk)
{
    return walk->depth >= walk->room;
}

/* Bytes held for the line of play, once it is a turn longer: its rooms double where they are full.
 */
static size_t line_bytes(const struct one_by_one *walk)
{
    size_t turns = walk->game->room * sizeof(*walk->game->turns);
    size_t frames = walk->room * sizeof(*walk->frames);
    return (turns_grow(walk) ? 2 : 1) * turns + (frames_grow(walk) ? 2 : 1) * frames;
}

static int must_stop(struct one_by_one *walk)
{
    size_t others = walk->memo.bytes + line_bytes(walk);
    walk->sums.max_bytes = walk->max_bytes > others ? walk->max_bytes - others : 0;
    walk->run->entries = walk->memo.entries;
    walk->run->bytes = others + history_sums_bytes(&walk->sums);
    if (count_run_must_stop(walk->run))
        return -EINTR;
    if (walk->depth > TURNS_MAX)
        walk->run->stop = STOP_LENGTH;
    else if (walk->run->bytes > walk->max_bytes)
        walk->run->stop = STOP_MEMORY;
    return walk->run->stop != STOP_NONE ? -EINTR : 0;
}

/* Goes on after the last turn, which made the length what it is. */
static int open_frame(struct one_by_one *walk, uint32_t before, bool anew)
{
    const struct game *game = walk->game;
    const struct family *family = game->rules.family;
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0;
    int r = array_reserve(&walk->frames, walk->depth + 1, &walk->room, sizeof(*walk->frames));
    if (r < 0)
        return r;
    walk->frames[walk->depth++] = (struct one_by_one_frame){
        .moves = ((size_t)cycles + 1) * ((size_t)game->graph->points + 1) + family->refreshing,
        .before = before,
        .after = walk->length,
        .nodes = walk->run->nodes,
        .anew = anew,
    };
    if (anew) {
        walk->length = 0;
        history_sums_clear(&walk->sums, ++walk->level);
    }
    bool looks = ++walk->run->nodes % STEPS == 0 || walk->depth > TURNS_MAX || turns_grow(walk) ||
                 frames_grow(walk);
    return looks ? must_stop(walk) : 0;
}

/* All moves after the turn were tried: keeps what was counted if a level ends, and takes it back.
 */
static int close_frame(struct one_by_one *walk)
{
    const struct one_by_one_frame *frame = &walk->frames[--walk->depth];
    int r = 0;
    if (frame->anew) {
        uint64_t key[KEY_WORDS], hash = hash_of(walk->game, key);
        history_memo_keep(&walk->memo, hash, key, KEY_WORDS, &walk->sums, walk->level,
                          walk->run->nodes - frame->nodes);
        r = history_sums_move(&walk->sums, walk->level, walk->level - 1, frame->after);
        walk->level--;
    }
    walk->length = frame->before;
    if (walk->depth > 0)
        game_undo(walk->game);
    return r;
}

/* Passes, stones, and both after each cycle that may be removed; a refreshing pass comes last. */
static struct move move_at(const struct game *game, const struct one_by_one_frame *frame, size_t i)
{
    size_t moves = (size_t)game->graph->points + 1;
    if (game->rules.family->refreshing && i + 1 == frame->moves)
        return move_pass(MOVE_REFRESH);
    struct move move = i % moves == 0 ? move_pass(MOVE_PASS) : move_stone((int)(i % moves) - 1);
    return move_after_cycle((int)(i / moves), move);
}

/* Counts what follows the turn just made, or begins to. */
static int follow(struct one_by_one *walk, uint32_t before)
{
    uint64_t key[KEY_WORDS];
    struct history_value value;
    int r = 0;
    bool anew = !game_over(walk->game) && game_now(walk->game)->banned >= 0;
    if (game_over(walk->game))
        r = history_sums_add_one(&walk->sums, walk->level, walk->length);
    else if (anew &&
             history_memo_find(&walk->memo, hash_of(walk->game, key), key, KEY_WORDS, &value))
        r = history_sums_add(&walk->sums, walk->level, &value, walk->length);
    else
        return open_frame(walk, before, anew);
    game_undo(walk->game);
    walk->length = before;
    return r;
}

/* Makes the next turn if it is legal. */
static int try_turn(struct one_by_one *walk)
{
    struct one_by_one_frame *frame = &walk->frames[walk->depth - 1];
    struct move move = move_at(walk->game, frame, frame->next++);
    struct verdict verdict;
    uint32_t before = walk->length;
    bool counts = move.kind == MOVE_STONE || walk->run->measure == ARENA_TURNS;
    int r = game_play(walk->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    walk->length += walk->run->lengths && counts ? 1 : 0;
    return follow(walk, before);
}

/* The line of play is kept in frames, not on the stack: it may be long. */
static int walk_on(struct one_by_one *walk)
{
    int r = open_frame(walk, 0, false);
    while (r == 0 && walk->depth > 0) {
        const struct one_by_one_frame *frame = &walk->frames[walk->depth - 1];
        r = frame->next < frame->moves ? try_turn(walk) : close_frame(walk);
    }
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
    walk.max_bytes = max_bytes;
    /* An eighth is for the line of play. */
    int r = history_memo_init(&walk.memo, max_bytes / 8 * 7);
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
    free(walk.frames);
    if (r == -ENOSPC) {
        run->stop = STOP_MEMORY;
        r = -EINTR;
    }
    if (r < 0) {
        tally_release(&tally);
        return r;
    }
    *ret_tally = tally;
    return 0;
}
