/*
 * Complete games counted in the plainest way that is fast: every one of them is played, on boards
 * as numbers, with what has occurred as a set of bits. It shares nothing with the program, not even
 * the rules: captures are worked out here, from a table of neighbours.
 *
 *     enumerate BOARD RULES [NUMBER]
 *
 * BOARD is RxC with at most 5 points, RULES psk, ssk or nssk, with ",suicide=yes" or without. With
 * NUMBER it fails where the games are not so many. The games after the first stone are counted once
 * for all first stones that a symmetry takes into each other.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MAX 5
#define BOARDS_MAX 243

__extension__ typedef unsigned __int128 occurred;

enum rules { PSK, SSK, NSSK };

static int rows, cols, points;
static enum rules rules;
static bool suicide;
/* By board and player: the boards after his stones; -1 ends the list. */
static int after[BOARDS_MAX][2][POINTS_MAX + 1];
static int legal[BOARDS_MAX]; /* the number of a legal board, or -1 */

static void unpack(int board, int *cells)
{
    for (int p = 0; p < points; p++, board /= 3)
        cells[p] = board % 3;
}

static int pack(const int *cells)
{
    int board = 0;
    for (int p = points; p-- > 0;)
        board = board * 3 + cells[p];
    return board;
}

static bool adjacent(int p, int q)
{
    int row = abs(p / cols - q / cols), col = abs(p % cols - q % cols);
    return row + col == 1;
}

/* Marks the chain of p; has it a liberty? */
static bool mark_chain(const int *cells, int p, bool *chain)
{
    bool grown = true, liberty = false;
    memset(chain, 0, POINTS_MAX * sizeof(*chain));
    chain[p] = true;
    while (grown) {
        grown = false;
        for (int q = 0; q < points; q++)
            for (int r = 0; r < points; r++)
                if (chain[q] && adjacent(q, r) && !chain[r] && cells[r] == cells[p])
                    grown = chain[r] = true;
    }
    for (int q = 0; q < points; q++)
        for (int r = 0; r < points; r++)
            liberty = liberty || (chain[q] && adjacent(q, r) && cells[r] == 0);
    return liberty;
}

static void remove_chain(int *cells, const bool *chain)
{
    for (int p = 0; p < points; p++)
        if (chain[p])
            cells[p] = 0;
}

static bool is_legal(int board)
{
    int cells[POINTS_MAX] = {0};
    bool chain[POINTS_MAX], all = true;
    unpack(board, cells);
    for (int p = 0; p < points; p++)
        all = all && (cells[p] == 0 || mark_chain(cells, p, chain));
    return all;
}

/* The board after a stone, or -1. */
static int place(int board, int player, int p)
{
    int cells[POINTS_MAX] = {0};
    bool chain[POINTS_MAX];
    unpack(board, cells);
    if (cells[p] != 0)
        return -1;
    cells[p] = player + 1;
    for (int q = 0; q < points; q++)
        if (adjacent(p, q) && cells[q] == 2 - player && !mark_chain(cells, q, chain))
            remove_chain(cells, chain);
    if (!mark_chain(cells, p, chain)) {
        if (!suicide)
            return -1;
        remove_chain(cells, chain);
    }
    return pack(cells);
}

static int make_tables(void)
{
    int boards = 1, count = 0;
    for (int p = 0; p < points; p++)
        boards *= 3;
    for (int board = 0; board < boards; board++)
        legal[board] = is_legal(board) ? count++ : -1;
    for (int board = 0; board < boards; board++)
        for (int player = 0; player < 2 && legal[board] >= 0; player++) {
            int n = 0;
            for (int p = 0; p < points; p++) {
                int made = place(board, player, p);
                if (made >= 0)
                    after[legal[board]][player][n++] = legal[made];
            }
            after[legal[board]][player][n] = -1;
        }
    return count;
}

/* What a stone play by player that makes board creates. */
static occurred created(int board, int player)
{
    int bit = rules == PSK ? board : 2 * board + (rules == SSK ? !player : player);
    return (occurred)1 << bit;
}

/* The games that go on from board with player to move, who has not been passed to (fresh). */
static uint64_t count(int board, int player, bool fresh, occurred have)
{
    uint64_t games = fresh ? 0 : 1; /* a second pass ends the game */
    for (const int *to = after[board][player]; *to >= 0; to++) {
        occurred item = created(*to, player);
        if ((have & item) == 0)
            games += count(*to, !player, true, have | item);
    }
    if (fresh)
        games += count(board, !player, false,
                       rules == SSK ? have | (occurred)1 << (2 * board + !player) : have);
    return games;
}

/* From the empty board: a first stone stands for all that come from it by a symmetry of points. */
static uint64_t count_from_empty(void)
{
    uint64_t games = 1; /* two passes */
    occurred start = rules == NSSK  ? 0
                     : rules == PSK ? (occurred)1 << legal[0]
                                    : (occurred)1 << 2 * legal[0];
    for (int passed = 0; passed < 2; passed++) {
        occurred have = passed && rules == SSK ? start | (occurred)1 << (2 * legal[0] + 1) : start;
        uint64_t of[POINTS_MAX] = {0};
        for (int p = 0; p < points; p++) {
            int row = p / cols, col = p % cols;
            int least = (row < rows - 1 - row ? row : rows - 1 - row) * cols +
                        (col < cols - 1 - col ? col : cols - 1 - col);
            int made = place(0, passed, p);
            occurred item = made < 0 ? 0 : created(legal[made], passed);
            if (made < 0 || (have & item) != 0)
                continue;
            if (least == p)
                of[p] = count(legal[made], !passed, true, have | item);
            games += of[least];
        }
    }
    return games;
}

int main(int argc, char **argv)
{
    if (argc < 3 || sscanf(argv[1], "%dx%d", &rows, &cols) != 2 || rows < 1 || cols < 1 ||
        rows * cols > POINTS_MAX)
        return 2;
    points = rows * cols;
    rules = strncmp(argv[2], "psk", 3) == 0 ? PSK : strncmp(argv[2], "ssk", 3) == 0 ? SSK : NSSK;
    suicide = strstr(argv[2], "suicide=yes") != NULL;
    if (make_tables() * (rules == PSK ? 1 : 2) > 128)
        return 2;
    uint64_t games = count_from_empty();
    printf("%llu\n", (unsigned long long)games);
    return argc > 3 && games != strtoull(argv[3], NULL, 10);
}
