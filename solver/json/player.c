/* What players are called. */
#include "json/player.h"

const char *player_name(int player)
{
    static const char *const names[] = {"black", "white", "third", "fourth"};
    return names[player];
}

const char *player_title(int player)
{
    static const char *const titles[] = {"Black", "White", "Third", "Fourth"};
    return titles[player];
}
