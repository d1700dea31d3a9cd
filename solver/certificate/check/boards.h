/*
 * The boards that a check meets: their symmetric copies, also with the colours swapped, their moves
 * and scores by the executable rules, and what one player reaches on them if he plays solo. Nothing
 * here comes from the certificate but the boards themselves. The engine has its own
 * (states/positions.h): the checker shares none of it.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_BOARDS_H
#define SOLVER_CERTIFICATE_CHECK_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hashset.h"
#include "board/symmetry.h"
#include "certificate/budget.h"
#include "rules/game.h"

/* A stone that capture, suicide and occupied points allow. */
struct board_move {
    uint32_t child; /* the board after it */
    uint8_t point;
    uint8_t ko;   /* what simple ko forbids the opponent now, as struct certificate_node tells it */
    bool atari;   /* the chain of the stone is left with one liberty */
    int16_t gain; /* prisoners taken less stones lost, mover's view; 0 where they do not count */
};

struct board {
    uint64_t stones[2];
    size_t first_move[2];  /* by mover: where its moves begin in boards.moves */
    int16_t move_count[2]; /* by mover; -1: not listed yet */
    int16_t solo[2];       /* by player, his view; BOARD_UNKNOWN */
    int16_t margin;        /* Black's view; BOARD_UNKNOWN */
};

#define BOARD_UNKNOWN INT16_MIN

struct boards {
    struct game game; /* graph, ruleset and one turn: the executable rules are asked with it */
    struct turn turn;
    struct symmetries symmetries;
    int group_size; /* 2 * symmetries: element 2 * s + c as in format.h */
    bool needs_ko;  /* simple ko matters */
    bool prisoners; /* they count */
    bool suicide;   /* it is legal */
    struct board *list;
    uint32_t count;
    size_t room;
    uint32_t *copies;   /* [board * group_size + element]: id + 1; 0: not made yet */
    struct hashset set; /* the boards by their stones */
    struct board_move *moves;
    size_t move_count, move_room;
    struct budget *budget; /* borrowed: of all of the check */
};

/*
 * Prepares for a graph (borrowed) and a ruleset. The memory and the steps come out of *budget
 * (borrowed). Returns 0, -ENOMEM or what ended the budget (budget.h), as all functions here that
 * return an int and have something to return it for.
 */
int boards_init(struct boards *ret_boards, const struct graph *graph, const struct ruleset *rules,
                bool needs_ko, struct budget *budget);
void boards_release(struct boards *boards);

/* Finds the number of the board with these stones, or gives it one. */
int boards_find(struct boards *boards, const uint64_t stones[2], uint32_t *ret_board);
int boards_find_position(struct boards *boards, const struct position *position,
                         uint32_t *ret_board);

/* Finds what a group element makes of a board. */
int boards_map(struct boards *boards, int element, uint32_t board, uint32_t *ret_board);

/* Returns what a group element makes of a ko (certificate_node.ko). */
int boards_map_ko(const struct boards *boards, int element, int ko);

/* Lists the stones that mover may place, points ascending. The list is valid until the next call
 * that makes moves. */
int boards_moves(struct boards *boards, uint32_t board, int mover,
                 const struct board_move **ret_moves, int *ret_count);

/* Returns Black's margin on the board as it stands, prisoners not counted. */
int boards_margin(struct boards *boards, uint32_t board);

/*
 * Finds the most that player gets from the board, in his view and with the prisoners on the way, if
 * he alone moves and stops when he likes (solo.c).
 */
int boards_solo(struct boards *boards, uint32_t board, int player, int *ret_margin);

#endif
