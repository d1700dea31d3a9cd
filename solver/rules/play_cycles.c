/* Cycles of board plays: all of them up to a length, by going through the plays. */
#include "rules/play_cycles.h"

#include "rules/capture.h"

/* A path of plays from a board, boards[0], and back to it. */
struct path {
    const struct play_cycles *cycles;
    int first, limit; /* who begins; how many plays there are to be */
    struct position boards[PLAY_CYCLE_MAX + 1];
    struct board_play plays[PLAY_CYCLE_MAX];
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

bool play_cycles_make(const struct play_cycles *cycles, const struct position *before, int player,
                      int point, struct position *ret_after, struct board_play *ret_play)
{
    struct capture capture;
    if (before->cells[point] != POINT_EMPTY)
        return false;
    *ret_after = *before;
    capture_play(cycles->graph, ret_after, point, player, false, &capture);
    if (capture.suicidal && (cycles->suicide == SUICIDE_NO ||
                             (cycles->suicide == SUICIDE_MULTI && capture.own_size == 1)))
        return false;
    play_cycles_read(cycles->graph, before, ret_after, player, point, ret_play);
    return true;
}

/* --- the way back --- */

/*
 * What plays must come to between board and home: the liberties of chains with a stone
 * that home has not. A play elsewhere leaves all of them to do, and if home has no such stone
 * there, what is empty around it besides.
 */
struct way_back {
    struct point_set points;
    int count;
};

static void add_point(struct way_back *way, int point)
{
    way->count += !point_set_has(&way->points, point);
    point_set_add(&way->points, point);
}

static void find_way_back(const struct graph *graph, const struct position *board,
                          const struct position *home, struct way_back *ret_way)
{
    struct point_set seen = {{0}};
    *ret_way = (struct way_back){0};
    for (int p = 0; p < graph->points; p++) {
        int is = board->cells[p];
        if (is == home->cells[p] || is == POINT_EMPTY || point_set_has(&seen, p))
            continue;
        struct chain chain;
        position_chain(graph, board, p, &chain);
        for (int i = 0; i < chain.size; i++) {
            int point = chain.points[i];
            point_set_add(&seen, point);
            for (int a = graph->first[point]; a < graph->first[point + 1]; a++)
                if (board->cells[graph->adjacent[a]] == POINT_EMPTY)
                    add_point(ret_way, graph->adjacent[a]);
        }
    }
}

/*
 * May rest more plays, the next one by player, lead from board to home? A stone that home has and
 * board has not takes a play of its colour. A stone that board has and home has not must be
 * removed: a play fills each liberty of its chain first, and its opponent plays.
 */
static bool is_near(const struct graph *graph, const struct position *board,
                    const struct position *home, int player, int rest)
{
    int plays[2];
    struct way_back way;
    plays[player] = (rest + 1) / 2;
    plays[1 - player] = rest / 2;
    for (int p = 0; p < graph->points; p++) {
        int was = home->cells[p];
        if (board->cells[p] != was && was != POINT_EMPTY && --plays[was - 1] < 0)
            return false;
    }
    find_way_back(graph, board, home, &way);
    return way.count <= rest;
}

/* May rest more plays lead home after a play at point by player? Quicker than making it. */
static bool may_go_on(const struct graph *graph, const struct position *board,
                      const struct position *home, const struct way_back *way, int player,
                      int point, int rest)
{
    int left = way->count - point_set_has(&way->points, point);
    bool stays = home->cells[point] == player + 1;
    for (int a = graph->first[point]; !stays && a < graph->first[point + 1]; a++) {
        int next = graph->adjacent[a];
        left += board->cells[next] == POINT_EMPTY && !point_set_has(&way->points, next);
    }
    return left <= rest;
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
 * Looks on from the board after so many plays for a ko of path->limit plays. It is enough to look
 * for those that come through no board twice: of another, the part through the first play is
 * shorter, and has an even number of plays if the whole contains no odd cycle.
 */
static bool find_ko(struct path *path, int made)
{
    const struct graph *graph = path->cycles->graph;
    const struct position *board = &path->boards[made];
    struct position *after = &path->boards[made + 1];
    int player = (path->first + made) % 2, rest = path->limit - made - 1;
    struct way_back way;
    find_way_back(graph, board, &path->boards[0], &way);
    for (int p = 0; p < graph->points; p++) {
        if (board->cells[p] != POINT_EMPTY ||
            !may_go_on(graph, board, &path->boards[0], &way, player, p, rest) ||
            !play_cycles_make(path->cycles, board, player, p, after, &path->plays[made]))
            continue;
        if (rest == 0) {
            if (position_equal(graph, after, &path->boards[0]) && !contains_odd(path))
                return true;
        } else if (!stood(path, made + 2) &&
                   is_near(graph, after, &path->boards[0], 1 - player, rest) &&
                   find_ko(path, made + 1)) {
            return true;
        }
    }
    return false;
}

bool play_cycles_in_ko(const struct play_cycles *cycles, const struct position *board, int player,
                       int point)
{
    struct path path = {.cycles = cycles, .first = player};
    path.boards[0] = *board;
    if (!play_cycles_make(cycles, board, player, point, &path.boards[1], &path.plays[0]) ||
        stood(&path, 2))
        return false;
    for (path.limit = 2; path.limit <= cycles->longest; path.limit += 2)
        if (is_near(cycles->graph, &path.boards[1], board, 1 - player, path.limit - 1) &&
            find_ko(&path, 1))
            return true;
    return false;
}

/* --- odd cycles --- */

static bool find_odd(struct path *path, int made)
{
    const struct graph *graph = path->cycles->graph;
    struct position *after = &path->boards[made + 1];
    int player = (path->first + made) % 2, rest = path->limit - made - 1;
    for (int p = 0; p < graph->points; p++) {
        const struct board_play *play = &path->plays[made];
        if (!play_cycles_make(path->cycles, &path->boards[made], player, p, after,
                              &path->plays[made]) ||
            (path->wanted != NULL && !path->wanted(path->arg, play)))
            continue;
        if (rest == 0) {
            if (position_equal(graph, after, &path->boards[0]) &&
                path->use(path->arg, path->plays, path->limit))
                return true;
        } else if (is_near(graph, after, &path->boards[0], 1 - player, rest) &&
                   find_odd(path, made + 1)) {
            return true;
        }
    }
    return false;
}

bool play_cycles_odd(const struct play_cycles *cycles, const struct position *board, int player,
                     bool (*wanted)(void *arg, const struct board_play *play), play_cycles_use *use,
                     void *arg)
{
    struct path path = {
        .cycles = cycles, .first = player, .wanted = wanted, .use = use, .arg = arg};
    path.boards[0] = *board;
    for (path.limit = 1; path.limit <= cycles->longest; path.limit += 2)
        if (find_odd(&path, 0))
            return true;
    return false;
}
