/* Similar situations, and what was used between them. */
#include "rules/cycles.h"

bool cycles_similar(const struct game *game, size_t a, size_t b)
{
    const struct turn *one = &game->turns[a], *other = &game->turns[b];
    return one->next == other->next && one->needed == other->needed &&
           position_equal(game->graph, &one->board, &other->board) &&
           point_set_equal(&one->temporary, &other->temporary) &&
           point_set_equal(&one->permanent, &other->permanent);
}

int cycles_count(const struct game *game, size_t turn)
{
    int count = 0;
    for (size_t i = 0; i < turn; i++)
        count += cycles_similar(game, i, turn);
    return count;
}

/*
 * [7] Within a turn no location changes twice: what a removed cycle used stays empty, and suicide
 * is illegal. So the locations used in a turn are those that differ before and after it.
 */
static void add_used(const struct game *game, size_t turn, struct point_set *used)
{
    const struct position *before = &game->turns[turn - 1].board;
    const struct position *after = &game->turns[turn].board;
    for (int p = 0; p < game->graph->points; p++)
        if (before->cells[p] != after->cells[p])
            point_set_add(used, p);
}

bool cycles_find(const struct game *game, size_t turn, int number, struct cycle *ret_cycle)
{
    for (size_t i = 0; i < turn; i++) {
        if (!cycles_similar(game, i, turn) || --number > 0)
            continue;
        *ret_cycle = (struct cycle){.start = i};
        for (size_t used = i + 1; used <= turn; used++)
            add_used(game, used, &ret_cycle->used);
        return true;
    }
    return false;
}

bool cycles_disturb(const struct game *game, size_t turn)
{
    return game->turns[turn].needed != 1;
}
