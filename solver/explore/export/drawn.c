/* Pictures of a game. */
#include "explore/export/drawn.h"

#include <errno.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "picture/picture.h"
#include "sgf/values/values.h"
#include "json/player.h"

static void set_title(struct picture *picture, const struct export_asked *asked,
                      const struct known *known)
{
    struct strbuf title = {0};
    strbuf_add(&title, "%s, %s", solve_board_name(solve_game_board(asked->game)),
               solve_rules_text(solve_game_rules(asked->game)));
    if (solve_game_is_over(asked->game))
        strbuf_add(&title, ": the game is over");
    else
        strbuf_add(&title, ", %s to move", player_title(solve_game_to_move(asked->game)));
    if (known != NULL && !solve_game_is_over(asked->game)) {
        strbuf_add(&title, ": ");
        values_add(&title, &known->bounds, solve_game_rules(asked->game));
    }
    if (title.chars != NULL)
        picture_set_title(picture, title.chars);
    strbuf_release(&title);
}

static int add_heat(struct picture *picture, const struct export_asked *asked,
                    const struct known *known)
{
    struct picture_play *plays = calloc(known->count + 1, sizeof(*plays));
    if (plays == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < known->count; i++)
        plays[i] = (struct picture_play){
            .move = known->plays[i].move,
            .bounds = known->plays[i].bounds,
            .rating = known->plays[i].best   ? SOLVE_RATED_BEST
                      : known->best_complete ? SOLVE_RATED_WORSE
                                             : SOLVE_RATED_OPEN,
        };
    picture_add_heat(picture, asked->game, solve_game_turns(asked->game), plays, known->count,
                     asked->komi_half_points, "what each play is worth");
    if (!known->plays_complete)
        picture_add_note(picture, "Not all of it is proved.");
    free(plays);
    return 0;
}

static int draw(struct picture *picture, const struct export_asked *asked,
                const struct known *known, enum export_picture kind, struct query_fault *fault)
{
    if (kind == EXPORT_POSITION) {
        picture_add_position(picture, asked->game, solve_game_turns(asked->game), NULL);
        return 0;
    }
    if (kind == EXPORT_HEAT && known != NULL && known->count > 0)
        return add_heat(picture, asked, known);
    if (kind == EXPORT_HEAT || known == NULL || known->line == NULL)
        return query_fault_set(fault, -ENODATA, "picture", NULL,
                               "%s known of this position: wanted one that is solved",
                               kind == EXPORT_HEAT ? "the values of plays are not"
                                                   : "the best line is not");
    picture_add_line(picture, known->line, known->line_begins + 1, solve_game_turns(known->line),
                     known->line_complete ? "a best line" : "a best line, as far as it is known");
    return 0;
}

int drawn_make(const struct export_asked *asked, const struct known *known,
               enum export_picture kind, enum output_format format, char **ret_bytes,
               size_t *ret_size, struct query_fault *fault)
{
    struct picture *picture;
    int r = picture_new(&picture);
    if (r < 0)
        return r;
    set_title(picture, asked, known);
    r = draw(picture, asked, known, kind, fault);
    if (r == 0) {
        r = picture_bytes(picture, format, PAINT_AUTO, ret_bytes, ret_size);
        if (r == -ENOTSUP)
            query_fault_set(fault, r, "", NULL,
                            "this build has no pictures but SVG: wanted one with cairo");
        else if (r == -E2BIG)
            query_fault_set(fault, r, "", NULL,
                            "the picture would be too large: wanted SVG, or a smaller board");
    }
    picture_free(picture);
    return r;
}
