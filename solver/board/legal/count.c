/* Counting legal positions: the way through the board, the passes, and the number of residues. */
#include "board/legal/count.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "board/legal/border_table.h"
#include "board/legal/pass.h"

/* Moduli are above 2^MODULUS_BITS. */
#define MODULUS_BITS 62

_Static_assert(sizeof(unsigned long) == sizeof(uint64_t), "GMP takes words of 64 bits");

/* Sets moduli without common factors whose product is more than 3^points, the number of all
 * colourings. Returns how many. */
static int choose_moduli(int points, uint64_t moduli[LEGAL_RESIDUES_MAX])
{
    mpz_t modulus, product, colourings;
    int count = 0;
    mpz_init(modulus);
    mpz_init_set_ui(product, 1);
    mpz_init(colourings);
    mpz_ui_pow_ui(colourings, 3, (unsigned long)points);
    mpz_ui_pow_ui(modulus, 2, MODULUS_BITS);
    while (mpz_cmp(product, colourings) <= 0) {
        /* What matters is that they have no common factor: primes have none. */
        do
            mpz_nextprime(modulus, modulus);
        while (mpz_gcd_ui(NULL, product, mpz_get_ui(modulus)) != 1);
        assert(count < LEGAL_RESIDUES_MAX && mpz_get_ui(modulus) < BORDER_MODULUS_MAX);
        moduli[count++] = mpz_get_ui(modulus);
        mpz_mul(product, product, modulus);
    }
    mpz_clears(modulus, product, colourings, NULL);
    return count;
}

/* The number from 0 to the product of the moduli that has these residues. */
static void put_together(const uint64_t *moduli, const uint64_t *residues, int count,
                         mpz_t ret_number)
{
    mpz_t number, product, inverse, modulus;
    mpz_inits(number, inverse, modulus, NULL);
    mpz_init_set_ui(product, 1);
    for (int i = 0; i < count; i++) {
        /* number + product * x has residue i for one x below its modulus. */
        mpz_set_ui(modulus, moduli[i]);
        mpz_invert(inverse, product, modulus);
        mpz_ui_sub(modulus, residues[i], number);
        mpz_mul(inverse, inverse, modulus);
        mpz_fdiv_r_ui(inverse, inverse, moduli[i]);
        mpz_addmul(number, product, inverse);
        mpz_mul_ui(product, product, moduli[i]);
    }
    mpz_set(ret_number, number);
    mpz_clears(number, product, inverse, modulus, NULL);
}

static int find_way(struct border_way *ret_way, const struct graph *graph)
{
    int shorter = graph->cols < graph->rows ? graph->cols : graph->rows;
    if (shorter < 1 || shorter > BORDER_RECTANGLE_MAX)
        return border_graph(ret_way, graph);
    border_rectangle(ret_way, graph);
    return 0;
}

/* As many residues at a time as fit into the memory. */
static int count_residues(struct legal_plan *plan, const uint64_t *moduli, int count,
                          uint64_t *ret_residues)
{
    int at_once = count, r = 0;
    for (int from = 0; from < count && r == 0;) {
        int some = count - from < at_once ? count - from : at_once;
        plan->told = 0; /* each pass begins with a report */
        plan->progress.residues = from;
        plan->progress.passes = plan->progress.passes_done + (count - from + some - 1) / some;
        r = legal_pass(plan, moduli + from, some, ret_residues + from);
        if (r == 0) {
            from += some;
            plan->progress.passes_done++;
        } else if (r == -ENOSPC && some > 1) {
            at_once = (some + 1) / 2;
            r = 0;
        }
    }
    return r;
}

int legal_count(const struct graph *graph, const struct limits *limits,
                const struct legal_watch *watch, mpz_t ret_count)
{
    uint64_t moduli[LEGAL_RESIDUES_MAX], residues[LEGAL_RESIDUES_MAX];
    struct border_way way;
    int count = choose_moduli(graph->points, moduli), r = find_way(&way, graph);
    if (r < 0)
        return r;
    struct legal_plan plan = {
        .way = &way,
        .limits = limits,
        .watch = watch,
        .progress = {.points = graph->points, .residues_wanted = count},
    };
    r = count_residues(&plan, moduli, count, residues);
    if (r == 0)
        put_together(moduli, residues, count, ret_count);
    border_release(&way);
    return r;
}
