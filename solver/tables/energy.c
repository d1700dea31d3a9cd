/*
 * The progress measure by lifting: all needs begin at 0, but for the states from which the opponent
 * forces a bad end, and are raised to what their successors make of them, until none is too low.
 * A side is a node and an attacker: its states are those after any passes and after moves with a ko
 * that lead there. It is looked at again when one of its successors was raised.
 */
#include "tables/energy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of so many states one must be open for energies to be worth their time. */
#define OPEN_SHARE 16
/* Sides between two looks at stop. */
#define STOP_SIDES 65536

struct lifting {
    struct energy energy;
    const struct attractor *own;
    uint64_t *due; /* sides; bit node * 2 + attacker */
};

static size_t state_place(const struct energy *energy, uint32_t node, unsigned attacker, int passes)
{
    return ((size_t)node * 2 + attacker) * (size_t)energy->layers + (size_t)passes;
}

static void set_due(struct lifting *lifting, uint32_t node, unsigned attacker)
{
    lifting->due[node / 32] |= 1ull << (node % 32 * 2 + attacker);
}

/* Of two successors' needs, that of the one attacker, or his opponent, would choose. */
static int choose(bool own, int one, int other)
{
    return (one < other) == own ? one : other;
}

/* What attacker needs at a pass in a state of node. */
static int pass_need(const struct lifting *lifting, uint32_t node, unsigned attacker, int passes)
{
    const struct energy *energy = &lifting->energy;
    if (passes + 1 == energy->layers) {
        int margin = energy->reverse->positions->orbits[node / 2].margin;
        return (attacker == BLACK ? margin : -margin) >= lifting->own->margin ? 0 : ENERGY_NEVER;
    }
    int after = energy->needs[state_place(energy, node ^ 1, attacker, passes + 1)];
    if (after == ENERGY_NEVER)
        return ENERGY_NEVER;
    if ((node & 1) == attacker)
        return after > 0 ? after - 1 : 0;
    return after + 1;
}

/* The same for the moves of node, but for one at the point that ko tells (0: none). Where he needs
 * no more than enough, as far as they go, he may need less. */
static int plays_need(const struct lifting *lifting, uint32_t node, unsigned attacker, int ko,
                      int enough)
{
    const struct energy *energy = &lifting->energy;
    const struct positions *positions = energy->reverse->positions;
    const struct orbit *orbit = &positions->orbits[node / 2];
    const struct stone_move *moves = &positions->moves[orbit->first_move[node & 1]];
    bool own = (node & 1) == attacker;
    int chosen = own ? ENERGY_NEVER : 0;
    for (int n = 0; n < orbit->move_count[node & 1]; n++) {
        const struct stone_move *move = &moves[n];
        if (ko == move->point + 1)
            continue;
        int need;
        if (reverse_moves_has_ko(energy->reverse, move)) {
            size_t index = reverse_moves_ko_index(energy->reverse, node, n);
            need = energy->ko_needs[index * 2 + attacker];
        } else {
            unsigned swap = (unsigned)group_swaps(position_element(positions, move->child));
            uint32_t child = position_orbit(positions, move->child) * 2 + (!(node & 1) ^ swap);
            need = energy->needs[state_place(energy, child, attacker ^ swap, 0)];
        }
        chosen = choose(own, chosen, need);
        if (own ? chosen <= enough : chosen == ENERGY_NEVER)
            break;
    }
    return chosen;
}

/* Whoever may play to a raised state is to be looked at again, if it was, or is now, what he chose;
 * his needs after moves with a ko are not looked at. */
static void set_owner_due(struct lifting *lifting, uint32_t owner, unsigned attacker, int before,
                          int now)
{
    const struct energy *energy = &lifting->energy;
    const struct reverse_moves *reverse = energy->reverse;
    bool own = (owner & 1) == attacker;
    bool matters = reverse->ko_first[owner] != reverse->ko_first[owner + 1];
    for (int passes = 0; passes < energy->layers && !matters; passes++) {
        int need = energy->needs[state_place(energy, owner, attacker, passes)];
        matters = own ? before <= need : now > need;
    }
    if (matters)
        set_due(lifting, owner, attacker);
}

/* A state of a side without passes and ko was raised. */
static void raised_plain(struct lifting *lifting, uint32_t node, unsigned attacker, int before,
                         int now)
{
    const struct reverse_moves *reverse = lifting->energy.reverse;
    for (uint32_t i = reverse->first[node]; i < reverse->first[node + 1]; i++)
        set_owner_due(lifting, reverse->arrivals[i].owner,
                      attacker ^ (unsigned)reverse->arrivals[i].swaps, before, now);
}

/* The least need of a side's states after passes. */
static int least_need(const struct energy *energy, uint32_t node, unsigned attacker)
{
    int least = ENERGY_NEVER;
    for (int passes = 0; passes < energy->layers; passes++)
        least = choose(true, least, energy->needs[state_place(energy, node, attacker, passes)]);
    return least;
}

/* Lifts the states of a side after passes to what their successors ask. Was one raised? */
static bool lift_plain(struct lifting *lifting, uint32_t node, unsigned attacker)
{
    const struct energy *energy = &lifting->energy;
    bool own = (node & 1) == attacker, raised = false;
    int moves = plays_need(lifting, node, attacker, 0, least_need(energy, node, attacker));
    for (int passes = 0; passes < energy->layers; passes++) {
        uint8_t *need = &energy->needs[state_place(energy, node, attacker, passes)];
        int before = *need, now = choose(own, moves, pass_need(lifting, node, attacker, passes));
        if (now <= before)
            continue;
        *need = (uint8_t)now;
        raised = true;
        if (passes == 0)
            raised_plain(lifting, node, attacker, before, now);
        else
            set_due(lifting, node ^ 1, attacker);
    }
    return raised;
}

/* The same for those after moves with a ko. */
static bool lift_kos(struct lifting *lifting, uint32_t node, unsigned attacker)
{
    const struct energy *energy = &lifting->energy;
    const struct reverse_moves *reverse = energy->reverse;
    bool own = (node & 1) == attacker, raised = false;
    int pass = pass_need(lifting, node, attacker, 0);
    for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
        const struct ko_move *move = &reverse->ko_moves[reverse->ko_list[i]];
        unsigned seen = attacker ^ (unsigned)move->swaps; /* as its owner's board shows him */
        uint8_t *need = &energy->ko_needs[(size_t)reverse->ko_list[i] * 2 + seen];
        int before = *need;
        int now = choose(own, plays_need(lifting, node, attacker, move->ko, before), pass);
        if (now <= before)
            continue;
        *need = (uint8_t)now;
        raised = true;
        set_owner_due(lifting, move->owner, seen, before, now);
    }
    return raised;
}

/* Lifts all sides until nothing more is due. Returns 0 or -EINTR. */
static int run(struct lifting *lifting, bool (*stop)(void *), void *arg)
{
    uint32_t words = lifting->energy.reverse->node_count / 32 + 1, looked = 0;
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t word = 0; word < words; word++) {
            while (lifting->due[word] != 0) {
                unsigned bit = (unsigned)__builtin_ctzll(lifting->due[word]);
                uint32_t node = word * 32 + bit / 2;
                lifting->due[word] &= lifting->due[word] - 1;
                again |= lift_plain(lifting, node, bit & 1);
                again |= lift_kos(lifting, node, bit & 1);
                if (++looked % STOP_SIDES == 0 && stop != NULL && stop(arg))
                    return -EINTR;
            }
        }
    }
    return 0;
}

/* Does the opponent force a bad end from all states of a side? */
static bool is_hopeless(const struct energy *energy, uint32_t node, unsigned attacker)
{
    for (int passes = 0; passes < energy->layers; passes++)
        if (energy->needs[state_place(energy, node, attacker, passes)] != ENERGY_NEVER)
            return false;
    return energy->reverse->ko_first[node] == energy->reverse->ko_first[node + 1];
}

/* Where the opponent forces a bad end no energy helps; that would be found without being told. */
static void begin(struct lifting *lifting, const struct attractor *denial)
{
    struct energy *energy = &lifting->energy;
    uint32_t count = energy->reverse->node_count;
    for (uint32_t node = 0; node < count; node++) {
        for (unsigned attacker = 0; attacker < 2; attacker++) {
            for (int passes = 0; passes < energy->layers; passes++)
                if (denial->ranks[state_place(energy, node, !attacker, passes)] != RANK_NONE)
                    energy->needs[state_place(energy, node, attacker, passes)] = ENERGY_NEVER;
            if (!is_hopeless(energy, node, attacker))
                set_due(lifting, node, attacker);
        }
    }
    for (size_t i = 0; i < 2 * (size_t)energy->reverse->ko_count; i++)
        if (denial->ko_ranks[i ^ 1] != RANK_NONE)
            energy->ko_needs[i] = ENERGY_NEVER;
}

bool energy_pays(const struct attractor *own, const struct attractor *denial)
{
    size_t states = (size_t)own->reverse->node_count * 2, open = 0;
    size_t layers = (size_t)own->layers;
    for (size_t i = 0; i < states; i++)
        open += own->ranks[i * layers] == RANK_NONE && denial->ranks[(i ^ 1) * layers] == RANK_NONE;
    return open > states / OPEN_SHARE;
}

size_t energy_size(const struct reverse_moves *reverse, int layers)
{
    return attractor_size(reverse, layers);
}

size_t energy_work_size(const struct reverse_moves *reverse)
{
    return ((size_t)reverse->node_count / 32 + 1) * sizeof(uint64_t);
}

int energy_init(struct energy *ret_energy, const struct attractor *own,
                const struct attractor *denial, bool (*stop)(void *), void *arg)
{
    const struct reverse_moves *reverse = own->reverse;
    size_t layers = (size_t)own->layers;
    assert(denial->reverse == reverse && denial->layers == own->layers &&
           denial->margin == 1 - own->margin);
    struct lifting lifting = {
        .energy =
            {
                .reverse = reverse,
                .layers = own->layers,
                .needs = calloc((size_t)reverse->node_count * 2 * layers + 1, 1),
                .ko_needs = calloc((size_t)reverse->ko_count * 2 + 1, 1),
            },
        .own = own,
        .due = calloc(energy_work_size(reverse), 1),
    };
    int r = -ENOMEM;
    if (lifting.energy.needs != NULL && lifting.energy.ko_needs != NULL && lifting.due != NULL) {
        begin(&lifting, denial);
        r = run(&lifting, stop, arg);
    }
    free(lifting.due);
    if (r < 0)
        energy_release(&lifting.energy);
    else
        *ret_energy = lifting.energy;
    return r;
}

void energy_release(struct energy *energy)
{
    free(energy->needs);
    free(energy->ko_needs);
    memset(energy, 0, sizeof(*energy));
}

int energy_need(const struct energy *energy, struct state state, enum colour attacker)
{
    const struct positions *positions = energy->reverse->positions;
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    uint32_t node = position_orbit(positions, state.board) * 2 + (state.mover ^ swap);
    return energy->needs[state_place(energy, node, attacker ^ swap, state.passes)];
}

int energy_move_need(const struct energy *energy, struct state state, int n, enum colour attacker)
{
    const struct positions *positions = energy->reverse->positions;
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    uint32_t orbit = position_orbit(positions, state.board), mover = state.mover ^ swap;
    const struct stone_move *move =
        &positions->moves[positions->orbits[orbit].first_move[mover] + (uint32_t)n];
    if (reverse_moves_has_ko(energy->reverse, move)) {
        size_t index = reverse_moves_ko_index(energy->reverse, orbit * 2 + mover, n);
        return energy->ko_needs[index * 2 + (attacker ^ swap)];
    }
    struct state child = {.board = move->child, .mover = (uint8_t)!mover};
    return energy_need(energy, child, attacker ^ swap);
}
