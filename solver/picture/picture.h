/*
 * Pictures of games: boards, numbered diagrams as in Go books, first plays with their values, laps.
 * A picture is a sheet with a title, and panels side by side:
 *
 *     struct picture *picture;
 *     picture_new(&picture);
 *     picture_set_title(picture, "3x4, psk: +4 for Black");
 *     picture_add_heat(picture, game, turn, plays, count, "what each first play is worth");
 *     picture_add_line(picture, game, first, last, "a best line");
 *     picture_write_file(picture, OUTPUT_PNG, PAINT_LIGHT, "a.png", err);
 *     picture_free(picture);
 *
 * Running out of memory is remembered and reported once, when it is written.
 */
#ifndef SOLVER_PICTURE_PICTURE_H
#define SOLVER_PICTURE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "picture/output.h"
#include "solve.h"

struct picture;

/* An empty sheet. Returns 0 or -ENOMEM. */
int picture_new(struct picture **ret_picture);
void picture_free(struct picture *picture);

void picture_set_title(struct picture *picture, const char *title);

/* A line below everything. What is not proved, or left out, is said so. */
void picture_add_note(struct picture *picture, const char *note);

/* --- panels; caption is a line above, or NULL --- */

/* The board after a turn, with coordinates and the last move marked. */
void picture_add_position(struct picture *picture, const struct solve_game *game, size_t turn,
                          const char *caption);

/* A play of the player to move after a turn. */
struct picture_play {
    struct solve_move move;
    struct solve_bounds bounds; /* of the state after it */
    enum solve_rating rating;
    bool differs; /* to be marked: it is worth something else under another ruleset */
    bool illegal; /* it is not legal here, which is to be marked: the bounds say nothing */
};

/*
 * The board after a turn, with what plays are worth: the colour says how far each is from the best
 * at the komi, a square is one of the best, a dashed shape is not proved, a cross is not legal.
 * Legal moves that are not in the list are shown as not known. Other plays than stones stand below.
 */
void picture_add_heat(struct picture *picture, const struct solve_game *game, size_t turn,
                      const struct picture_play *plays, size_t count, int komi_half_points,
                      const char *caption);

/* The root moves of a result as such plays; *ret_plays is the caller's: free(). Returns 0 or
 * -ENOMEM. */
int picture_plays_of_result(const struct solve_result *result, int komi_half_points,
                            struct picture_play **ret_plays, size_t *ret_count);

/*
 * The turns first .. last as numbered stones, on the board before them. What cannot be shown so is
 * told below: moves where a stone was shown already, passes, bans. Where too much of it comes
 * together, another diagram begins.
 */
void picture_add_line(struct picture *picture, const struct solve_game *game, size_t first,
                      size_t last, const char *caption);

/* The boards after the turns first .. last (0 is the start), a small one each. */
void picture_add_boards(struct picture *picture, const struct solve_game *game, size_t first,
                        size_t last, const char *caption);

/* The boards after the turns first .. last - 1 in a ring, with a numbered arrow for each turn from
 * first + 1 to last; the last arrow leads back to the first board. */
void picture_add_lap(struct picture *picture, const struct solve_game *game, size_t first,
                     size_t last, const char *caption);

/* --- the sheet --- */

/* As output_bytes() and output_file(). */
int picture_bytes(struct picture *picture, enum output_format format, enum paint_theme theme,
                  char **ret_bytes, size_t *ret_size);
int picture_write_file(struct picture *picture, enum output_format format, enum paint_theme theme,
                       const char *path, struct error *err);

#endif
