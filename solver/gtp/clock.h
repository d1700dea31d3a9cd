/* The clocks of a game, as time_settings and time_left tell them. */
#ifndef SOLVER_GTP_CLOCK_H
#define SOLVER_GTP_CLOCK_H

#include <stdbool.h>

struct gtp_clock {
    bool limited;          /* time counts */
    double main, overtime; /* seconds: main time, and those for a period of stones moves */
    int stones;            /* 0: no overtime */
    double left[2];        /* what each player has, main time or the rest of a period */
    int stones_left[2];    /* moves to make in the period; 0: in main time */
};

/* Sets the clocks as time_settings does. */
void gtp_clock_set(struct gtp_clock *clock, double main_seconds, double overtime, int stones);

/* Both players have all their time again. */
void gtp_clock_restart(struct gtp_clock *clock);

/* The player's clock shows so much, as time_left tells. */
void gtp_clock_show(struct gtp_clock *clock, int player, double seconds, int stones);

/* The seconds that the player should take for a move on a board of so many points; 0: as many as he
 * likes. */
double gtp_clock_share(const struct gtp_clock *clock, int player, int points);

/* The player took seconds for a move: for clients that never send time_left. */
void gtp_clock_take(struct gtp_clock *clock, int player, double seconds);

#endif
