/* Control as the rules have it, slow and plain. */
#include "reference/control/naive_control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_MAX (NAIVE_MAX + 3)
#define LINE_MAX 2000

bool naive_bordered(const struct naive *naive, const unsigned char *cells, int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (naive->edge[a][b] && naive->in_set[a] && !naive->in_set[b] &&
                (cells[a] != NAIVE_BUILDER || cells[b] == NAIVE_BUILDER))
                return false;
    return true;
}

/* [13] Marks the liberties of the stone on a; seen are stones of its chain. */
static void mark_liberties(const struct naive *naive, const unsigned char *cells, int a, bool *seen,
                           bool *liberty)
{
    seen[a] = true;
    for (int b = 0; b < naive->locations; b++) {
        if (!naive->edge[a][b])
            continue;
        if (cells[b] == NAIVE_EMPTY)
            liberty[b] = true;
        else if (cells[b] == cells[a] && !seen[b])
            mark_liberties(naive, cells, b, seen, liberty);
    }
}

enum which { ANY, IN_SET, NOT_PERMANENT };

/* The liberties of the stone on a: all of them, or some. */
static int count_liberties(const struct naive *naive, const unsigned char *cells, int a,
                           enum which which)
{
    bool seen[NAIVE_MAX + 2] = {false}, liberty[NAIVE_MAX + 2] = {false};
    int count = 0;
    mark_liberties(naive, cells, a, seen, liberty);
    for (int b = 0; b < naive->locations; b++)
        count += liberty[b] && (which != IN_SET || naive->in_set[b]) &&
                 (which != NOT_PERMANENT || !naive->permanent[b]);
    return count;
}

bool naive_formation(const struct naive *naive, const unsigned char *cells)
{
    bool any = false;
    for (int a = 0; a < naive->board; a++) {
        bool neighbour = false;
        if (!naive->in_set[a])
            continue;
        any = true;
        if (cells[a] == NAIVE_OPPONENT)
            return false;
        for (int b = 0; b < naive->locations; b++) {
            neighbour |= naive->edge[a][b];
            if (naive->edge[a][b] && cells[a] == NAIVE_EMPTY && cells[b] == NAIVE_EMPTY)
                return false;
        }
        if (!neighbour)
            return false;
        if (cells[a] == NAIVE_BUILDER && count_liberties(naive, cells, a, IN_SET) < 2)
            return false;
    }
    return any && naive_bordered(naive, cells, naive->locations);
}

void naive_start(const struct naive *naive, const unsigned char *cells,
                 struct naive_situation *ret_start)
{
    struct naive_situation start = {.prohibited = -1};
    for (int a = 0; a < naive->board; a++)
        start.cells[a] = naive->in_set[a] ? cells[a] : NAIVE_OPPONENT;
    *ret_start = start;
    for (int a = 0; a < naive->board; a++)
        if (start.cells[a] != NAIVE_EMPTY && count_liberties(naive, start.cells, a, ANY) == 0)
            ret_start->cells[a] = NAIVE_EMPTY;
}

/* [6, 10 to 12] Puts the stone; returns false for suicide and pseudo suicide. */
static bool put_stone(const struct naive *naive, struct naive_situation *now, int location,
                      unsigned char stone)
{
    bool dead[NAIVE_MAX + 2] = {false};
    int dead_own = 0, dead_other = 0, taken = -1;
    now->cells[location] = stone;
    for (int a = 0; a < naive->locations; a++) {
        if (now->cells[a] == NAIVE_EMPTY || count_liberties(naive, now->cells, a, ANY) > 0)
            continue;
        dead[a] = now->cells[a] != stone;
        dead_own += !dead[a];
        dead_other += dead[a];
        taken = dead[a] ? a : taken;
    }
    if (dead_other == 0 && count_liberties(naive, now->cells, location, NOT_PERMANENT) == 0)
        return false;
    for (int a = 0; a < naive->locations; a++)
        if (dead[a])
            now->cells[a] = NAIVE_EMPTY;
    if (dead_own == 1 && dead_other == 1 && naive->ko_prohibited)
        now->prohibited = taken;
    return true;
}

bool naive_play(const struct naive *naive, const struct naive_situation *now, int location,
                struct naive_situation *ret_after)
{
    struct naive_situation after = *now;
    after.builder_moves = !now->builder_moves;
    after.prohibited = -1;
    after.pass_ends = false;
    if (location < 0) {
        if (now->builder_moves && !naive->builder_passes)
            return false;
        after.pass_ends = now->prohibited < 0;
        *ret_after = after;
        return true;
    }
    if (now->cells[location] != NAIVE_EMPTY || naive->permanent[location] ||
        location == now->prohibited ||
        !put_stone(naive, &after, location, now->builder_moves ? NAIVE_BUILDER : NAIVE_OPPONENT))
        return false;
    *ret_after = after;
    return true;
}

/* All situations that can be reached, with what follows on them; numbered as they are found. */
struct sweep {
    const struct naive *naive;
    int *number; /* of a situation by its code, or -1 */
    struct naive_situation *situations;
    int (*next)[MOVES_MAX]; /* ended by -1 */
    unsigned char *won;
    int count, codes;
};

static int code_of(const struct naive *naive, const struct naive_situation *now)
{
    int code = 0;
    for (int a = naive->locations - 1; a >= 0; a--)
        code = 3 * code + now->cells[a];
    return (code * 2 + now->builder_moves) * (naive->locations + 1) + now->prohibited + 1;
}

static int number_of(struct sweep *sweep, struct naive_situation *now)
{
    now->pass_ends = false; /* not counted */
    int *number = &sweep->number[code_of(sweep->naive, now)];
    if (*number < 0) {
        *number = sweep->count;
        sweep->situations[sweep->count++] = *now;
    }
    return *number;
}

static void find_next(struct sweep *sweep, int i)
{
    int count = 0;
    struct naive_situation now = sweep->situations[i], after;
    sweep->won[i] = naive_formation(sweep->naive, now.cells);
    if (!sweep->won[i])
        for (int a = -1; a < sweep->naive->locations; a++)
            if (naive_play(sweep->naive, &now, a, &after))
                sweep->next[i][count++] = number_of(sweep, &after);
    sweep->next[i][count] = -1;
}

/* Looks at each situation until nothing changes. */
static void sweep_all(struct sweep *sweep)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = sweep->count - 1; i >= 0; i--) {
            bool builder = sweep->situations[i].builder_moves, won = !builder;
            if (sweep->won[i])
                continue;
            for (const int *next = sweep->next[i]; *next >= 0; next++)
                won = builder ? won || sweep->won[*next] : won && sweep->won[*next];
            sweep->won[i] = won;
            changed |= won;
        }
    }
}

static void *must(void *memory)
{
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* The cells of a colouring's number. */
static void cells_of(const struct naive *naive, int number, unsigned char *cells)
{
    for (int a = 0; a < naive->board; a++, number /= 3)
        cells[a] = (unsigned char)(number % 3);
}

void naive_sweep(const struct naive *naive, unsigned char *wins)
{
    struct sweep sweep = {.naive = naive, .codes = 2 * (naive->locations + 1)};
    int colourings = 1;
    for (int a = 0; a < naive->locations; a++) {
        sweep.codes *= 3;
        colourings *= a < naive->board ? 3 : 1;
    }
    size_t codes = (size_t)sweep.codes;
    sweep.number = must(malloc(codes * sizeof(*sweep.number)));
    sweep.situations = must(malloc(codes * sizeof(*sweep.situations)));
    sweep.next = must(malloc(codes * sizeof(*sweep.next)));
    sweep.won = must(calloc(codes, 1));
    int *roots = must(malloc((size_t)colourings * sizeof(*roots)));
    memset(sweep.number, 0xff, codes * sizeof(*sweep.number));
    for (int i = 0; i < colourings; i++) {
        unsigned char cells[NAIVE_MAX + 2] = {0};
        struct naive_situation start;
        cells_of(naive, i, cells);
        roots[i] = -1;
        if (!naive_bordered(naive, cells, naive->board))
            continue;
        naive_start(naive, cells, &start);
        roots[i] = number_of(&sweep, &start);
    }
    for (int i = 0; i < sweep.count; i++)
        find_next(&sweep, i);
    sweep_all(&sweep);
    for (int i = 0; i < colourings; i++)
        wins[i] = roots[i] >= 0 && sweep.won[roots[i]];
    free(sweep.number);
    free(sweep.situations);
    free(sweep.next);
    free(sweep.won);
    free(roots);
}

/* [8] The passes needed are told by whether a pass ends the game and what is prohibited. */
static bool similar(const struct naive_situation *a, const struct naive_situation *b)
{
    return memcmp(a->cells, b->cells, sizeof(a->cells)) == 0 && a->prohibited == b->prohibited &&
           a->builder_moves == b->builder_moves && a->pass_ends == b->pass_ends;
}

/* line holds the situations up to now, which is number count - 1. */
static int look(const struct naive *naive, struct naive_situation *line, int count, long *budget)
{
    const struct naive_situation now = line[count - 1];
    bool unknown = false;
    if (naive_formation(naive, now.cells))
        return 1;
    for (int i = 0; i < count - 1; i++)
        if (similar(&line[i], &now))
            return 0;
    if (--*budget < 0 || count == LINE_MAX)
        return -1;
    for (int a = naive->locations - 1; a >= -1; a--) {
        int value = 0;
        if (!naive_play(naive, &now, a, &line[count]))
            continue;
        if (a >= 0 || !now.pass_ends)
            value = look(naive, line, count + 1, budget);
        if (value == now.builder_moves)
            return value;
        unknown |= value < 0;
    }
    return unknown ? -1 : !now.builder_moves;
}

int naive_lines(const struct naive *naive, const unsigned char *cells, long *budget)
{
    static struct naive_situation line[LINE_MAX + 1];
    naive_start(naive, cells, &line[0]);
    return look(naive, line, 1, budget);
}
