/*
 * The boards that a check meets: their images under the board's symmetries and the swap of the
 * colours, their plays and scores by the executable rules, and what one player reaches on them if
 * he plays alone. Nothing here is taken from the certificate but the boards themselves.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_BOARDS_H
#define SOLVER_CERTIFICATE_CHECK_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/symmetry.h"
#include "certificate/budget.h"
#include "rules/game.h"

/* A stone play that capture, suicide and occupied points allow. */
struct board_play {
    uint32_t child; /* the board after it */
    uint8_t point;
    uint8_t ko;   /* what simple ko forbids the opponent now, as struct certificate_node tells it */
    bool atari;   /* the chain of the stone is left with one liberty */
    int16_t gain; /* prisoners taken less stones lost, mover's view; 0 where they do not count */
};

struct board {
    uint64_t stones[2];
    size_t first_play[2];  /* by mover */
    int16_t play_count[2]; /* -1: not made yet */
    int16_t solo[2];       /* by player, his view; BOARD_UNKNOWN */
    int16_t margin;        /* Black's view; BOARD_UNKNOWN */
};

#define BOARD_UNKNOWN INT16_MIN

struct boards {
    struct game game; /* graph, ruleset and one turn: what the executable rules are asked with */
    struct turn turn;
    struct symmetries symmetries;
    int group_size; /* 2 * symmetries: element 2 * s + c as in format.h */
    bool needs_ko, prisoners, suicide;
    struct board *list;
    uint32_t count, room;
    uint32_t *images; /* [board * group_size + element]: id + 1; 0: not made yet */
    uint32_t *slots;  /* id + 1, by hash of the stones */
    size_t slot_mask;
    struct board_play *plays;
    size_t play_count, play_room;
    struct budget *budget; /* of all of the check */
};

/*
 * Prepares for graph (borrowed) and ruleset. What is taken is counted in *budget (borrowed), and so
 * are the steps made. Returns 0, -ENOMEM or what ended the budget (budget.h), as all here do that
 * return an int and no board.
 */
int boards_init(struct boards *ret_boards, const struct graph *graph, const struct ruleset *rules,
                bool needs_ko, struct budget *budget);
void boards_release(struct boards *boards);

/* The number of the board with these stones. */
int boards_find(struct boards *boards, const uint64_t stones[2], uint32_t *ret_board);

/* What group element makes of a board, and of a point that is told as a ko (certificate_node.ko).
 */
int boards_map(struct boards *boards, int element, uint32_t board, uint32_t *ret_board);
int boards_map_ko(const struct boards *boards, int element, int ko);

/* The stone plays of mover, points ascending. Valid until the next call that makes plays. */
int boards_plays(struct boards *boards, uint32_t board, int mover,
                 const struct board_play **ret_plays, int *ret_count);

/* Black's margin on the board as it stands, prisoners not counted. */
int boards_margin(struct boards *boards, uint32_t board);

/*
 * The most that player gets from the board, in his view and with the prisoners of the way, if he
 * alone plays and stops when he likes.
 */
int boards_solo(struct boards *boards, uint32_t board, int player, int *ret_margin);

#endif
