/*
 * agree_control BOARD KO PASSES PERMANENT [LINES]: control_find() on every legal position of a
 * board (RxC, or a graph file) against all subsets and the whole game (naive_control.h); if
 * permanent prohibitions are kept, with every set of them. With LINES the sweeps are compared with
 * a look at every line of play, too, with so many steps for each start.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/control/naive_control.h"
#include "rules/capture.h"
#include "rules/control/control.h"

/* Swaps the colours in the number of a colouring. */
static int swap_colours(int number, int points)
{
    static const int swapped[] = {NAIVE_EMPTY, NAIVE_OPPONENT, NAIVE_BUILDER};
    int result = 0, unit = 1;
    for (int p = 0; p < points; p++, number /= 3, unit *= 3)
        result += unit * swapped[number % 3];
    return result;
}

static void read_colouring(int number, int points, struct position *ret_position)
{
    memset(ret_position, 0, sizeof(*ret_position));
    for (int p = 0; p < points; p++, number /= 3)
        ret_position->cells[p] = (uint8_t)(number % 3);
}

/* What all games have in common. */
struct setting {
    const struct graph *graph;
    struct control_choice choice;
    unsigned prohibited;
    long steps;
};

static struct naive make_naive(const struct setting *setting, unsigned set)
{
    const struct graph *graph = setting->graph;
    struct naive naive = {.board = graph->points, .locations = graph->points + 2};
    for (int p = 0; p < graph->points; p++) {
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            naive.edge[p][graph->adjacent[i]] = true;
        naive.in_set[p] = set >> p & 1;
        naive.permanent[p] = setting->prohibited >> p & 1;
        for (int e = graph->points; e < naive.locations && !naive.in_set[p]; e++)
            naive.edge[p][e] = naive.edge[e][p] = true;
    }
    naive.ko_prohibited = setting->choice.ko == CONTROL_KO_PROHIBITED;
    naive.builder_passes = setting->choice.passing == CONTROL_PASS_BOTH;
    return naive;
}

/* What was compared. */
struct counts {
    long positions, owned, both, wrong;
    long starts, undecided; /* by lines of play */
};

/* Every line of play from each bordered colouring with a liberty for each chain. */
static long compare_lines(const struct setting *setting, const struct naive *naive,
                          const unsigned char *wins, int colourings, struct counts *counts)
{
    const struct graph *graph = setting->graph;
    long wrong = 0;
    for (int i = 0; i < colourings; i++) {
        struct position position;
        long budget = setting->steps;
        read_colouring(i, graph->points, &position);
        if (position_check(graph, &position, NULL) < 0 ||
            !naive_bordered(naive, position.cells, graph->points))
            continue;
        int value = naive_lines(naive, position.cells, &budget);
        counts->starts++;
        counts->undecided += value < 0;
        wrong += value >= 0 && value != wins[i];
    }
    return wrong;
}

/* Who controls what, by all subsets: bit p of entry i. Returns the number of wrong sweeps. */
static long find_all(const struct setting *setting, int colourings, unsigned *controlled,
                     struct counts *counts)
{
    long wrong = 0;
    unsigned char *wins = malloc((size_t)colourings);
    if (wins == NULL)
        abort();
    for (unsigned set = 1; set < 1u << setting->graph->points; set++) {
        const struct naive naive = make_naive(setting, set);
        naive_sweep(&naive, wins);
        for (int i = 0; i < colourings; i++)
            controlled[i] |= wins[i] ? set : 0;
        if (setting->steps > 0)
            wrong += compare_lines(setting, &naive, wins, colourings, counts);
    }
    free(wins);
    return wrong;
}

static bool same_board(const struct naive *naive, const struct naive_situation *now,
                       const struct position *board, int player)
{
    for (int p = 0; p < naive->board; p++) {
        int stone = now->cells[p] == NAIVE_BUILDER ? player : 1 - player;
        if (board->cells[p] != (now->cells[p] == NAIVE_EMPTY ? POINT_EMPTY : STONE_OF(stone)))
            return false;
    }
    return true;
}

/* Is the proof of player's control of point one, by the slow rules? */
static bool check_proof(const struct setting *setting, const struct position *position, int player,
                        int point, const struct control_proof *proof)
{
    const struct naive naive = make_naive(setting, (unsigned)proof->set);
    struct naive_situation now;
    unsigned char cells[NAIVE_MAX + 2] = {0};
    for (int p = 0; p < naive.board && p < NAIVE_MAX; p++)
        if (position->cells[p] != POINT_EMPTY)
            cells[p] = position->cells[p] == STONE_OF(player) ? NAIVE_BUILDER : NAIVE_OPPONENT;
    naive_start(&naive, cells, &now);
    if ((proof->set >> point & 1) == 0 || !naive_bordered(&naive, cells, naive.board))
        return false;
    bool good = same_board(&naive, &now, &proof->start, player);
    for (size_t i = 0; i < proof->step_count; i++)
        good = good && !naive_formation(&naive, now.cells) &&
               naive_play(&naive, &now, proof->steps[i].move.point, &now) &&
               same_board(&naive, &now, &proof->steps[i].board, player);
    return good && naive_formation(&naive, now.cells);
}

/* Is player's control of point found and proved, or not found, as his says? */
static bool check_point(struct control *control, const struct setting *setting,
                        const struct position *position, int player, int point, bool his)
{
    struct control_proof proof = {0};
    int r = control_prove(control, position, setting->prohibited, player, point, &proof);
    bool good = r == (his ? 1 : 0);
    if (r == 1)
        good = good && check_proof(setting, position, player, point, &proof);
    control_proof_release(&proof);
    return good;
}

static bool check_position(struct control *control, const struct setting *setting,
                           const struct position *position, unsigned black, unsigned white)
{
    signed char owner[CONTROL_MAX_POINTS];
    if (control_find_prohibited(control, position, setting->prohibited, owner) != 0)
        return false;
    for (int p = 0; p < setting->graph->points; p++) {
        bool is_black = black >> p & 1, is_white = white >> p & 1;
        int wanted = CONTROL_NOBODY;
        if (is_black || is_white)
            wanted = is_black && is_white ? CONTROL_BOTH : is_black ? 0 : 1;
        if (owner[p] != wanted || !check_point(control, setting, position, 0, p, is_black) ||
            !check_point(control, setting, position, 1, p, is_white))
            return false;
    }
    return true;
}

/* Every legal position without stones on what is prohibited. */
static void compare(struct control *const *controls, const struct setting *setting,
                    struct counts *counts)
{
    const struct graph *graph = setting->graph;
    int colourings = 1;
    for (int p = 0; p < graph->points; p++)
        colourings *= 3;
    unsigned *controlled = calloc((size_t)colourings, sizeof(*controlled));
    if (controlled == NULL)
        abort();
    counts->wrong += find_all(setting, colourings, controlled, counts);
    if (counts->wrong > 0)
        printf("%ld starts where the lines of play and the sweeps differ\n", counts->wrong);
    for (int i = 0; i < colourings; i++) {
        struct position position;
        char text[POSITION_TEXT_MAX];
        unsigned black = controlled[i], white = controlled[swap_colours(i, graph->points)], on = 0;
        read_colouring(i, graph->points, &position);
        for (int p = 0; p < graph->points; p++)
            on |= position.cells[p] != POINT_EMPTY ? 1u << p : 0;
        if (position_check(graph, &position, NULL) < 0 || (on & setting->prohibited) != 0)
            continue;
        counts->positions++;
        counts->both += (black & white) != 0;
        counts->owned += (black | white) != 0;
        if (check_position(controls[0], setting, &position, black, white) &&
            check_position(controls[1], setting, &position, black, white))
            continue;
        position_format(graph, &position, text);
        printf("wrong: %s, prohibited %#x\n", text, setting->prohibited);
        counts->wrong++;
    }
    free(controlled);
}

static int compare_all(struct setting *setting)
{
    struct counts counts = {0};
    bool kept = setting->choice.permanent == CONTROL_PERMANENT_KEPT;
    struct control *controls[2]; /* the second one tries the careful builder on every set */
    for (int i = 0; i < 2; i++)
        if (control_new(setting->graph, &setting->choice, &controls[i]) < 0)
            abort();
    control_careful_from(controls[1], 1);
    for (unsigned set = 0; set < (kept ? 1u << setting->graph->points : 1); set++) {
        setting->prohibited = set;
        compare(controls, setting, &counts);
    }
    control_free(controls[0]);
    control_free(controls[1]);
    printf(
        "%s: %ld positions, %ld with control, %ld with control by both, %ld wrong; by lines of "
        "play %ld of %ld starts\n",
        setting->graph->name, counts.positions, counts.owned, counts.both, counts.wrong,
        counts.starts - counts.undecided, counts.starts);
    return counts.wrong == 0 && counts.both == 0 && counts.positions > 0 ? EXIT_SUCCESS
                                                                         : EXIT_FAILURE;
}

/* The number of text among two words; exits where it is neither. */
static unsigned choose(const char *text, const char *first, const char *second)
{
    if (strcmp(text, first) != 0 && strcmp(text, second) != 0) {
        fprintf(stderr, "'%s': wanted %s or %s\n", text, first, second);
        exit(EXIT_FAILURE);
    }
    return strcmp(text, second) == 0;
}

int main(int argc, char **argv)
{
    struct graph *graph;
    struct error err;
    if (argc < 5) {
        fputs("usage: agree_control BOARD prohibited|free both|opponent forgotten|kept [LINES]\n",
              stderr);
        return EXIT_FAILURE;
    }
    if (graph_parse(argv[1], &graph, &err) < 0 && graph_load(argv[1], &graph, &err) < 0) {
        fprintf(stderr, "%s\n", err.text);
        return EXIT_FAILURE;
    }
    if (graph->points > NAIVE_MAX) {
        fprintf(stderr, "%s: wanted at most %d points\n", argv[1], NAIVE_MAX);
        return EXIT_FAILURE;
    }
    struct setting setting = {
        .graph = graph,
        .choice = {.ko = choose(argv[2], "prohibited", "free"),
                   .passing = choose(argv[3], "both", "opponent"),
                   .permanent = choose(argv[4], "forgotten", "kept")},
        .steps = argc > 5 ? strtol(argv[5], NULL, 10) : 0,
    };
    int code = compare_all(&setting);
    graph_free(graph);
    return code;
}
