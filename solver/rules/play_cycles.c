/* Cycles of board plays: all of them up to a length, by going through the plays. */
#include "rules/play_cycles.h"

#include "rules/way_back.h"

/* A path of plays from a board, boards[0], and back to it. */
struct path {
    const struct play_cycles *cycles;
    struct home home; /* of boards[0] */
    int first, limit; /* who begins; how many plays there are to be */
    struct position boards[PLAY_CYCLE_MAX + 1];
    int points[PLAY_CYCLE_MAX];
    struct board_play plays[PLAY_CYCLE_MAX]; /* what is read of them, when it is asked for */
    bool (*wanted)(void *arg, const struct board_play *play);
    play_cycles_use *use;
    void *arg;
};

bool play_cycles_equal(const struct board_play *a, const struct board_play *b)
{
    return a->player == b->player && a->point == b->point &&
           point_set_equal(&a->joined, &b->joined) && point_set_equal(&a->removed, &b->removed);
}

void play_cycles_read(const struct graph *graph, const struct position *before,
                      const struct position *after, int player, int point,
                      struct board_play *ret_play)
{
    bool gone = after->cells[point] == POINT_EMPTY;
    *ret_play = (struct board_play){.player = player, .point = point};
    for (int p = 0; p < graph->points; p++) {
        if (before->cells[p] == POINT_EMPTY || after->cells[p] != POINT_EMPTY)
            continue;
        point_set_add(&ret_play->removed, p);
        if (gone)
            point_set_add(&ret_play->joined, p);
    }
    if (gone) {
        point_set_add(&ret_play->removed, point);
        return;
    }
    struct chain chain;
    position_chain(graph, after, point, &chain);
    for (int i = 0; i < chain.size; i++)
        if (chain.points[i] != point)
            point_set_add(&ret_play->joined, chain.points[i]);
}

static void remove_chain(struct position *board, const struct chain *chain)
{
    for (int i = 0; i < chain->size; i++)
        board->cells[chain->points[i]] = POINT_EMPTY;
}

/* Makes the play as play_cycles_make(). As every chain had a liberty before, only those beside the
 * point can have none. */
static bool place(const struct play_cycles *cycles, const struct position *before, int player,
                  int point, struct position *ret_after)
{
    const struct graph *graph = cycles->graph;
    struct chain chain;
    bool captures = false;
    if (before->cells[point] != POINT_EMPTY)
        return false;
    *ret_after = *before;
    ret_after->cells[point] = STONE_OF(player);
    for (int a = graph->first[point]; a < graph->first[point + 1]; a++) {
        int next = graph->adjacent[a];
        if (ret_after->cells[next] != STONE_OF(1 - player))
            continue;
        position_chain(graph, ret_after, next, &chain);
        if (chain.liberties > 0)
            continue;
        remove_chain(ret_after, &chain);
        captures = true;
    }
    if (captures)
        return true;
    position_chain(graph, ret_after, point, &chain);
    if (chain.liberties > 0)
        return true;
    remove_chain(ret_after, &chain);
    return cycles->suicide != SUICIDE_NO && (cycles->suicide != SUICIDE_MULTI || chain.size > 1);
}

bool play_cycles_make(const struct play_cycles *cycles, const struct position *before, int player,
                      int point, struct position *ret_after, struct board_play *ret_play)
{
    if (!place(cycles, before, player, point, ret_after))
        return false;
    play_cycles_read(cycles->graph, before, ret_after, player, point, ret_play);
    return true;
}

/* --- kos --- */

/* Do plays of the cycle from its board at on, after those before offset, go on from board to an odd
 * cycle? So many are taken, the last by player. */
static bool goes_on_odd(const struct path *path, int at, int offset, const struct position *board,
                        int player, int taken)
{
    for (int i = offset; i < path->limit; i++) {
        const struct board_play *play = &path->plays[(at + i) % path->limit];
        struct position after;
        struct board_play made;
        if ((taken > 0 && play->player == player) ||
            !play_cycles_make(path->cycles, board, play->player, play->point, &after, &made) ||
            !play_cycles_equal(&made, play))
            continue;
        if (taken % 2 == 0 && position_equal(path->cycles->graph, &after, &path->boards[at]))
            return true;
        if (goes_on_odd(path, at, i + 1, &after, play->player, taken + 1))
            return true;
    }
    return false;
}

/* Reads the plays of the whole path off its boards, on each of which the next play is on a point
 * of points. */
static void read_plays(struct path *path)
{
    for (int i = 0; i < path->limit; i++)
        play_cycles_read(path->cycles->graph, &path->boards[i], &path->boards[i + 1],
                         (path->first + i) % 2, path->points[i], &path->plays[i]);
}

static bool contains_odd(const struct path *path)
{
    for (int at = 0; at < path->limit; at++)
        if (goes_on_odd(path, at, 0, &path->boards[at], 0, 0))
            return true;
    return false;
}

/* Stood the last of so many boards before? */
static bool stood(const struct path *path, int count)
{
    for (int i = 0; i < count - 1; i++)
        if (position_equal(path->cycles->graph, &path->boards[i], &path->boards[count - 1]))
            return true;
    return false;
}

/*
 * Looks on from the board after so many plays, of which way is the way back, for a ko of
 * path->limit plays. It is enough to look for those that come through no board twice: of another,
 * the part through the first play is shorter, and has an even number of plays if the whole contains
 * no odd cycle.
 */
static bool find_ko(struct path *path, int made, const struct way_back *way)
{
    const struct graph *graph = path->cycles->graph;
    const struct position *board = &path->boards[made];
    struct position *after = &path->boards[made + 1];
    int player = (path->first + made) % 2, rest = path->limit - made - 1;
    for (int p = 0; p < graph->points; p++) {
        struct way_back next;
        if (board->cells[p] != POINT_EMPTY || !way_back_allows(&path->home, way, p, rest) ||
            !place(path->cycles, board, player, p, after))
            continue;
        path->points[made] = p;
        if (rest > 0) {
            if (!stood(path, made + 2) &&
                way_back_find(&path->home, after, 1 - player, rest, &next) &&
                find_ko(path, made + 1, &next))
                return true;
        } else if (position_equal(graph, after, &path->boards[0])) {
            read_plays(path);
            if (!contains_odd(path))
                return true;
        }
    }
    return false;
}

/* Begins a path. */
static void set_out(struct path *path, const struct position *board)
{
    path->boards[0] = *board;
    way_back_begin(&path->home, path->cycles->graph, &path->boards[0],
                   path->cycles->suicide != SUICIDE_NO);
}

bool play_cycles_in_ko(const struct play_cycles *cycles, const struct position *board, int player,
                       int point)
{
    struct path path;
    struct way_back way;
    path.cycles = cycles;
    path.first = player;
    path.points[0] = point;
    set_out(&path, board);
    if (!place(cycles, board, player, point, &path.boards[1]) || stood(&path, 2))
        return false;
    for (path.limit = 2; path.limit <= cycles->longest; path.limit += 2)
        if (way_back_find(&path.home, &path.boards[1], 1 - player, path.limit - 1, &way) &&
            find_ko(&path, 1, &way))
            return true;
    return false;
}

/* --- odd cycles --- */

/* May the last play made be one of the cycle? */
static bool is_wanted(struct path *path, int made)
{
    const struct position *board = &path->boards[made];
    if (path->wanted == NULL)
        return true;
    play_cycles_read(path->cycles->graph, board, board + 1, (path->first + made) % 2,
                     path->points[made], &path->plays[made]);
    return path->wanted(path->arg, &path->plays[made]);
}

static bool find_odd(struct path *path, int made, const struct way_back *way)
{
    const struct graph *graph = path->cycles->graph;
    const struct position *board = &path->boards[made];
    struct position *after = &path->boards[made + 1];
    int player = (path->first + made) % 2, rest = path->limit - made - 1;
    for (int p = 0; p < graph->points; p++) {
        struct way_back next;
        if (board->cells[p] != POINT_EMPTY || !way_back_allows(&path->home, way, p, rest) ||
            !place(path->cycles, board, player, p, after))
            continue;
        path->points[made] = p;
        if (rest > 0) {
            if (way_back_find(&path->home, after, 1 - player, rest, &next) &&
                is_wanted(path, made) && find_odd(path, made + 1, &next))
                return true;
        } else if (position_equal(graph, after, &path->boards[0])) {
            read_plays(path);
            if (is_wanted(path, made) && path->use(path->arg, path->plays, path->limit))
                return true;
        }
    }
    return false;
}

bool play_cycles_odd(const struct play_cycles *cycles, const struct position *board, int player,
                     bool (*wanted)(void *arg, const struct board_play *play), play_cycles_use *use,
                     void *arg)
{
    struct path path;
    struct way_back way;
    path.cycles = cycles;
    path.first = player;
    path.wanted = wanted;
    path.use = use;
    path.arg = arg;
    set_out(&path, board);
    for (path.limit = 1; path.limit <= cycles->longest; path.limit += 2)
        if (way_back_find(&path.home, board, player, path.limit, &way) && find_odd(&path, 0, &way))
            return true;
    return false;
}
