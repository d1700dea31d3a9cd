/*
 * Estimates the number of complete games under positional superko. It shares nothing with the
 * program, not even the rules or the way of sampling, and tells whether estimates can be right
 * where the games are too many to count.
 *
 *     walks BOARD RULES WALKS RUNS SEED [LEAST MOST]
 *
 * BOARD is RxC with at most 6 points, RULES psk or psk,suicide=yes. With LEAST and MOST it fails
 * where the logarithm to base 10 of the mean of the runs lies outside.
 *
 * A position never comes back, so a game is a walk through positions, each at most once. Either
 * player may make the next play, as the other passes or not, and the game may end at each position:
 * by two passes. All walks of a run make one step at random after the other (Knuth 1975); the
 * weight of a walk is the product of the ways that it had. Where few walks have most of the weight
 * a walk goes on as often as its weight and a guess say, and its weights are divided. The mean of
 * the weights after n steps is, on average, the number of walks of n steps, whatever the guess: a
 * walk through positions that can be arrived at and left in many ways will go on for long.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_MAX 6
#define BOARDS_MAX 729
#define STEPS_MAX BOARDS_MAX
#define WAYS_MAX (2 * POINTS_MAX)
#define SOURCES_MAX 255
/* How much the guess counts, and as how many ways none do. */
#define GUESS 0.2
#define NONE 0.3

/* A position of a walk. */
struct place {
    uint8_t seen;
    uint8_t ways;    /* to positions that were not seen */
    uint8_t sources; /* that were not left yet */
};

struct walk {
    double log_weight, log_guess;
    int at;
    struct place *places;
};

static int rows, cols, points;
static bool suicide;
static int boards[BOARDS_MAX], count; /* in base 3, by number */
static int number[BOARDS_MAX];        /* by board; -1: not met */
static int next[BOARDS_MAX][WAYS_MAX], next_count[BOARDS_MAX];
static int before[BOARDS_MAX][SOURCES_MAX], before_count[BOARDS_MAX];
static double log_of[SOURCES_MAX + 1];
static uint64_t random_state;

/* Uniform in [0, 1). */
static double draw(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static bool adjacent(int p, int q)
{
    return abs(p / cols - q / cols) + abs(p % cols - q % cols) == 1;
}

/* Marks the chain of p; has it a liberty? */
static bool mark_chain(const int *cells, int p, bool *chain)
{
    bool liberty = false;
    chain[p] = true;
    for (int q = 0; q < points; q++) {
        if (!adjacent(p, q) || chain[q])
            continue;
        if (cells[q] == 0)
            liberty = true;
        else if (cells[q] == cells[p] && mark_chain(cells, q, chain))
            liberty = true;
    }
    return liberty;
}

/* Takes the chain of p off if it has no liberty. */
static bool take_dead(int *cells, int p)
{
    bool chain[POINTS_MAX] = {false};
    if (mark_chain(cells, p, chain))
        return false;
    for (int q = 0; q < points; q++)
        if (chain[q])
            cells[q] = 0;
    return true;
}

/* The board after a stone; -1: illegal. */
static int play(int board, int p, int colour)
{
    int cells[POINTS_MAX], made = 0;
    for (int q = 0, rest = board; q < points; q++, rest /= 3)
        cells[q] = rest % 3;
    if (cells[p] != 0)
        return -1;
    cells[p] = colour;
    for (int q = 0; q < points; q++)
        if (adjacent(p, q) && cells[q] == 3 - colour)
            take_dead(cells, q);
    if (take_dead(cells, p) && !suicide)
        return -1;
    for (int q = points; q-- > 0;)
        made = 3 * made + cells[q];
    return made == board ? -1 : made;
}

/* Both players' plays from each position that can be come to. */
static void list_plays(void)
{
    memset(number, -1, sizeof(number));
    number[0] = 0;
    count = 1;
    for (int i = 0; i < count; i++)
        for (int way = 0; way < 2 * points; way++) {
            int made = play(boards[i], way / 2, 1 + way % 2);
            if (made < 0)
                continue;
            if (number[made] < 0) {
                number[made] = count;
                boards[count++] = made;
            }
            int to = number[made];
            if (before_count[to] == SOURCES_MAX)
                abort();
            next[i][next_count[i]++] = to;
            before[to][before_count[to]++] = i;
        }
    for (int n = 0; n <= SOURCES_MAX; n++)
        log_of[n] = GUESS * log(n > 0 ? n : NONE);
}

static double guess_at(const struct place *place)
{
    return place->seen ? 0 : log_of[place->ways] + log_of[place->sources];
}

static void arrive(struct walk *walk, int at)
{
    struct place *places = walk->places;
    walk->at = at;
    walk->log_guess -= guess_at(&places[at]);
    places[at].seen = 1;
    for (int i = 0; i < before_count[at]; i++) {
        struct place *from = &places[before[at][i]];
        walk->log_guess -= guess_at(from);
        from->ways--;
        walk->log_guess += guess_at(from);
    }
    for (int i = 0; i < next_count[at]; i++) {
        struct place *to = &places[next[at][i]];
        walk->log_guess -= guess_at(to);
        to->sources--;
        walk->log_guess += guess_at(to);
    }
}

static void begin(struct walk *walk)
{
    walk->log_weight = walk->log_guess = 0;
    for (int i = 0; i < count; i++)
        walk->places[i] = (struct place){0, (uint8_t)next_count[i], (uint8_t)before_count[i]};
    arrive(walk, 0);
}

/* A step at random; a walk that has no way has no weight from now on. */
static void go_on(struct walk *walk)
{
    int at = walk->at, ways = walk->places[at].ways, chosen = (int)(draw() * ways);
    for (int i = 0; i < next_count[at]; i++)
        if (!walk->places[next[at][i]].seen && chosen-- == 0) {
            arrive(walk, next[at][i]);
            return;
        }
}

/* The logarithm of the mean weight of the walks with a step more. */
static double weigh(struct walk *walks, int room)
{
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < room; i++) {
        int ways = walks[i].places[walks[i].at].ways;
        walks[i].log_weight += ways > 0 ? log(ways) : -INFINITY;
        most = fmax(most, walks[i].log_weight);
    }
    for (int i = 0; i < room && most > -INFINITY; i++)
        sum += exp(walks[i].log_weight - most);
    return most > -INFINITY ? most + log(sum / room) : most;
}

/* Chooses which walks go on, and how often; from walks to copies. Returns whether it did. */
static bool resample(const struct walk *walks, int room, double *shares, struct walk *copies)
{
    double most = -INFINITY, sum = 0, squares = 0, reached = 0;
    int made = 0;
    for (int i = 0; i < room; i++)
        most = fmax(most, walks[i].log_weight + walks[i].log_guess);
    for (int i = 0; i < room; i++) {
        shares[i] = exp(walks[i].log_weight + walks[i].log_guess - most);
        sum += shares[i];
        squares += shares[i] * shares[i];
    }
    if (sum * sum / squares >= 0.5 * room)
        return false;
    double mark = draw() * sum / room;
    for (int i = 0; i < room; i++)
        for (reached += shares[i]; made < room && mark < reached; mark += sum / room) {
            struct place *places = copies[made].places;
            memcpy(places, walks[i].places, (size_t)count * sizeof(*places));
            copies[made] = walks[i];
            copies[made].places = places;
            copies[made++].log_weight = most + log(sum / room) - walks[i].log_guess;
        }
    for (; made < room; made++) /* rounding */
        copies[made].log_weight = -INFINITY;
    return true;
}

/* The logarithm of the number of games, by one run. */
static double run(struct walk *walks, struct walk *copies, int room, double *shares)
{
    double by_length[STEPS_MAX + 1] = {0}, most = 0, sum = 0;
    int length = 0;
    for (int i = 0; i < room; i++)
        begin(&walks[i]);
    for (;;) {
        double log_mean = weigh(walks, room);
        if (log_mean == -INFINITY)
            break;
        by_length[++length] = log_mean;
        for (int i = 0; i < room; i++)
            go_on(&walks[i]);
        if (resample(walks, room, shares, copies)) {
            struct walk *last = walks;
            walks = copies;
            copies = last;
        }
    }
    for (int i = 0; i <= length; i++)
        most = fmax(most, by_length[i]);
    for (int i = 0; i <= length; i++)
        sum += exp(by_length[i] - most);
    printf("%.4f, longest %d\n", (most + log(sum)) / log(10), length);
    return most + log(sum);
}

static struct walk *new_walks(int room)
{
    struct walk *walks = calloc((size_t)room, sizeof(*walks));
    struct place *places = calloc((size_t)room * (size_t)count, sizeof(*places));
    if (walks == NULL || places == NULL)
        abort();
    for (int i = 0; i < room; i++)
        walks[i].places = places + (size_t)i * (size_t)count;
    return walks;
}

static void free_walks(struct walk *walks)
{
    free(walks[0].places);
    free(walks);
}

int main(int argc, char **argv)
{
    if ((argc != 6 && argc != 8) || sscanf(argv[1], "%dx%d", &rows, &cols) != 2 || rows < 1 ||
        cols < 1 || rows > POINTS_MAX || cols > POINTS_MAX || rows * cols > POINTS_MAX) {
        fprintf(stderr, "usage: walks BOARD RULES WALKS RUNS SEED [LEAST MOST]\n");
        return 2;
    }
    int room = atoi(argv[3]), runs = atoi(argv[4]);
    points = rows * cols;
    suicide = strcmp(argv[2], "psk,suicide=yes") == 0;
    random_state = strtoull(argv[5], NULL, 10) << 32;
    if ((!suicide && strcmp(argv[2], "psk") != 0) || room < 1 || runs < 1) {
        fprintf(stderr, "wanted psk or psk,suicide=yes, and a walk and a run at least\n");
        return 2;
    }
    list_plays();
    struct walk *walks = new_walks(room), *copies = new_walks(room);
    double *shares = malloc((size_t)room * sizeof(*shares)), log_sum = -INFINITY;
    for (int i = 0; i < runs && shares != NULL; i++) {
        double found = run(walks, copies, room, shares), high = fmax(found, log_sum);
        log_sum = high + log(exp(found - high) + exp(log_sum - high));
    }
    free(shares);
    free_walks(walks);
    free_walks(copies);
    double log10_mean = (log_sum - log(runs)) / log(10);
    printf("the mean of all: %.4f\n", log10_mean);
    return argc == 8 && !(log10_mean >= atof(argv[6]) && log10_mean <= atof(argv[7]));
}
