/* The clocks of a game. */
#include "gtp/clock.h"

/* A move takes no more of its period than that: the rest is for the way to the client and back. */
#define PERIOD_SHARE 0.8
/* The least that a move is given, in seconds: it is to answer at once. */
#define SECONDS_MIN 0.01

void gtp_clock_restart(struct gtp_clock *clock)
{
    for (int player = 0; player < 2; player++) {
        clock->left[player] = clock->main > 0 ? clock->main : clock->overtime;
        clock->stones_left[player] = clock->main > 0 ? 0 : clock->stones;
    }
}

void gtp_clock_set(struct gtp_clock *clock, double main_seconds, double overtime, int stones)
{
    clock->main = main_seconds;
    clock->overtime = overtime;
    clock->stones = stones;
    /* Overtime without stones is the draft's way to say that there is no limit; some clients say
     * it by zeros. */
    clock->limited = stones > 0 || (overtime <= 0 && main_seconds > 0);
    gtp_clock_restart(clock);
}

void gtp_clock_show(struct gtp_clock *clock, int player, double seconds, int stones)
{
    clock->limited = true;
    clock->left[player] = seconds;
    clock->stones_left[player] = stones;
}

double gtp_clock_share(const struct gtp_clock *clock, int player, int points)
{
    if (!clock->limited)
        return 0;
    double seconds = clock->left[player];
    if (clock->stones_left[player] > 0)
        seconds = seconds / clock->stones_left[player] * PERIOD_SHARE;
    else /* so many moves may be to come; a period of overtime is there besides */
        seconds = seconds / (points / 2 + 8) +
                  (clock->stones > 0 ? clock->overtime / clock->stones * PERIOD_SHARE / 2 : 0);
    return seconds > SECONDS_MIN ? seconds : SECONDS_MIN;
}

void gtp_clock_take(struct gtp_clock *clock, int player, double seconds)
{
    if (!clock->limited)
        return;
    clock->left[player] -= seconds;
    if (clock->stones_left[player] > 0 && --clock->stones_left[player] > 0 &&
        clock->left[player] > 0)
        return;
    if (clock->stones_left[player] == 0 && clock->left[player] > 0)
        return;
    if (clock->stones > 0) { /* the next period */
        clock->left[player] = clock->overtime;
        clock->stones_left[player] = clock->stones;
    } else {
        clock->left[player] = 0;
    }
}
