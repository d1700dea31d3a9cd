/* Looking into finished tables. */
#include "dense/answers.h"

#include <errno.h>
#include <string.h>

#include "dense/margins.h"
#include "dense/moves.h"

/* The parts of the file. */
enum { PART_BOARDS, PART_KOS, PARTS };

static bool is_wanted(const struct dense_answers *answers,
                      const struct dense_answers_wanted *wanted)
{
    const struct dense_file_head *head = &answers->file.head;
    return head->whole && head->share.ranks == 1 && strcmp(head->name, wanted->name) == 0 &&
           head->lines == dense_index_lines(&answers->codes, dense_share_whole()) &&
           head->part_count == (wanted->simple_ko ? PARTS : PART_KOS) &&
           head->parts[PART_BOARDS].width == DENSE_MARGINS_BOARD_BYTES &&
           !head->parts[PART_BOARDS].of_kos &&
           (!wanted->simple_ko || (head->parts[PART_KOS].width == DENSE_MARGINS_KO_BYTES &&
                                   head->parts[PART_KOS].of_kos));
}

int dense_answers_open(struct dense_answers *ret_answers, const struct dense_answers_wanted *wanted)
{
    struct dense_answers *answers = ret_answers;
    *answers = (struct dense_answers){.simple_ko = wanted->simple_ko};
    int r = dense_file_open(&answers->file, wanted->path);
    if (r == 0)
        r = dense_codes_init(&answers->codes, wanted->graph, wanted->suicide);
    if (r == 0 && !is_wanted(answers, wanted))
        r = -EBADMSG;
    answers->index.codes = &answers->codes;
    answers->game = (struct dense_game){
        .index = &answers->index, .layers = wanted->layers, .scoring = wanted->scoring};
    if (r < 0)
        dense_answers_close(answers);
    return r;
}

void dense_answers_close(struct dense_answers *answers)
{
    for (int i = 0; i < DENSE_ANSWERS_BLOCKS; i++)
        bytes_release(&answers->kept[i].raw);
    dense_codes_release(&answers->codes);
    dense_file_close(&answers->file);
    *answers = (struct dense_answers){0};
}

/* Reads a block into the place of the one that was asked for longest ago. */
static int read_block(struct dense_answers *answers, uint64_t number,
                      struct dense_answers_block **ret_block)
{
    struct dense_answers_block *block = &answers->kept[0];
    for (int i = 0; i < DENSE_ANSWERS_BLOCKS; i++) {
        struct dense_answers_block *one = &answers->kept[i];
        if (one->there && one->number == number) {
            *ret_block = one;
            return 0;
        }
        if (one->used < block->used)
            block = one;
    }
    block->there = false;
    int r = dense_blocks_read(&answers->file.blocks, number, &block->raw);
    if (r == 0)
        r = dense_file_view(&answers->file, number, &block->raw, &block->view);
    if (r < 0 && r != -EBADMSG && r != -EIO)
        return r;
    block->there = true;
    block->damaged = r < 0;
    answers->damaged += block->damaged;
    block->number = number;
    *ret_block = block;
    return 0;
}

/* A board as it is found in a block. */
struct answers_board {
    const struct dense_file_block *block;
    uint64_t number, ko; /* in the block: of the board, and of the line's first state with a ko */
    struct dense_line line;
    uint64_t place; /* of the line's first board, */
    unsigned at;    /* and from there that of the board */
};

/* Returns 1, 0 or a negative errno as dense_answers_find(). */
static int find_board(struct dense_answers *answers, uint64_t code, struct answers_board *ret_board)
{
    struct dense_answers_block *kept;
    uint64_t place = dense_codes_place(&answers->codes, code), line = place / DENSE_LINE_PLACES;
    struct answers_board board = {.place = line * DENSE_LINE_PLACES,
                                  .at = (unsigned)(place % DENSE_LINE_PLACES)};
    int r = read_block(answers, line / DENSE_BLOCK_LINES, &kept);
    if (r < 0)
        return r;
    kept->used = ++answers->asked;
    if (kept->damaged)
        return 0;
    const uint8_t *counts = kept->view.counts;
    unsigned own = (unsigned)(line % DENSE_BLOCK_LINES);
    for (unsigned i = 0; i < own; i++) {
        board.number += bytes_decode(counts + 4 * i, 2);
        board.ko += bytes_decode(counts + 4 * i + 2, 2);
    }
    unsigned count = dense_index_make_line(&answers->codes, line, &board.line);
    if (count != bytes_decode(counts + 4 * own, 2) || !dense_line_has(&board.line, board.at))
        return 0;
    board.number += dense_line_number(&board.line, board.at);
    board.block = &kept->view;
    *ret_board = board;
    return 1;
}

static struct stones kos_at(const struct dense_answers *answers, uint64_t place)
{
    uint64_t code = dense_codes_at(&answers->codes, place);
    return dense_moves_kos(&answers->codes, dense_codes_stones(&answers->codes, code));
}

static unsigned count_points(uint64_t points)
{
    return (unsigned)__builtin_popcountll(points);
}

/* The number in the block of the state with a ko; returns false if there is none. */
static bool find_ko(const struct dense_answers *answers, const struct answers_board *board,
                    unsigned mover, unsigned point, uint64_t *ret_number)
{
    uint64_t number = board->ko;
    for (unsigned at = 0; at < board->at; at++) {
        if (!dense_line_has(&board->line, at))
            continue;
        struct stones kos = kos_at(answers, board->place + at);
        number += count_points(kos.of[BLACK]) + count_points(kos.of[WHITE]);
    }
    struct stones own = kos_at(answers, board->place + board->at);
    if (mover == WHITE)
        number += count_points(own.of[BLACK]);
    *ret_number = number + count_points(own.of[mover] & ((1ull << point) - 1));
    return (own.of[mover] >> point & 1) != 0 && *ret_number < board->block->kos;
}

/* The entries of a state with no passes in a row of a canonical board, as that shows the colours.
 */
static int look_up(struct dense_answers *answers, uint64_t code, unsigned mover, unsigned ko,
                   uint8_t ret_codes[2])
{
    struct answers_board board;
    uint8_t entry[DENSE_FILE_WIDTH_MAX];
    uint64_t number;
    int r = find_board(answers, code, &board);
    if (r <= 0)
        return r;
    if (ko == 0) {
        dense_file_entry(&answers->file, board.block, PART_BOARDS, board.number, entry);
        memcpy(ret_codes, entry + 2 * mover, 2);
        return 1;
    }
    if (!find_ko(answers, &board, mover, ko - 1, &number))
        return 0;
    dense_file_entry(&answers->file, board.block, PART_KOS, number, entry);
    memcpy(ret_codes, entry, 2);
    return 1;
}

/* Takes into codes what the mover can choose: the better for him, by each attacker's code. */
static void choose(unsigned codes[2], unsigned mover, const unsigned offered[2])
{
    if (offered[mover] > codes[mover])
        codes[mover] = offered[mover];
    if (offered[!mover] < codes[!mover])
        codes[!mover] = offered[!mover];
}

/* Takes into codes where the mover's stone plays lead. */
static int choose_plays(struct dense_answers *answers, struct stones stones, unsigned mover,
                        unsigned codes[2])
{
    struct dense_children children;
    int r = 1;
    dense_moves_list(&answers->codes, stones, &children);
    for (int i = 0; i < children.count[mover] && r == 1; i++) {
        const struct dense_child *child = &children.of[mover][i];
        uint8_t found[2];
        r = look_up(answers, child->code, !mover ^ child->swaps, answers->simple_ko ? child->ko : 0,
                    found);
        if (r == 1)
            choose(codes, mover,
                   (const unsigned[]){found[BLACK ^ child->swaps], found[WHITE ^ child->swaps]});
    }
    return r;
}

/* After passes in a row: each further one, and the stone plays, may be chosen. */
static int find_passed(struct dense_answers *answers, const struct dense_state *state,
                       unsigned ret_codes[2])
{
    int margin = dense_game_margin(&answers->game, state->stones), points = answers->codes.points;
    unsigned codes[2] = {(unsigned)(points + 1 + margin), (unsigned)(points + 1 - margin)};
    int r = 1;
    for (int passes = answers->game.layers - 1; passes >= state->passes && r == 1; passes--) {
        unsigned mover = (unsigned)(state->mover ^ ((passes - state->passes) & 1));
        r = choose_plays(answers, state->stones, mover, codes);
    }
    if (r == 1)
        memcpy(ret_codes, codes, sizeof(codes));
    return r;
}

int dense_answers_find(struct dense_answers *answers, const struct dense_state *state,
                       unsigned ret_codes[2])
{
    const struct dense_codes *codes = &answers->codes;
    uint8_t found[2];
    if (state->passes > 0)
        return find_passed(answers, state, ret_codes);
    struct dense_image image = dense_codes_canonical(codes, state->stones);
    unsigned ko = state->ko > 0 ? codes->images[image.symmetry][state->ko - 1] + 1u : 0;
    int r = look_up(answers, image.code, state->mover ^ image.swaps, answers->simple_ko ? ko : 0,
                    found);
    if (r == 1) {
        ret_codes[BLACK] = found[BLACK ^ image.swaps];
        ret_codes[WHITE] = found[WHITE ^ image.swaps];
    }
    return r;
}
