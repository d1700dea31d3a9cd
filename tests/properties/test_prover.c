/*
 * The search for strategies with several threads on one table (strategy/prover.h): the answers of
 * one thread, plans for them, and what the table must be like after it. Run it in a build with the
 * thread sanitizer, too (scripts/test --race).
 */
#include "common/repeats.h"
#include "properties/ground.h"

#include <stdio.h>

#include "strategy/checkpoint.h"
#include "strategy/prover_table.h"
#include "strategy/strategy_graph.h"

#define THREADS 3

/* The largest takes longer than all the others. */
static const char *const boards[] = {"1x7", "3x3", "2x4", "2x5"};
#define BOARDS_FEW 3

static size_t count_entries(const struct prover *prover)
{
    size_t count = 0;
    for (size_t i = 0; i < prover->entry_used; i++)
        count += prover->entries[i].tag != 0;
    return count;
}

/* All margins of a board, with a table that widens and one that forgets most of what it found. */
static void test_answers(void **state)
{
    (void)state;
    const size_t count = repeats_all() ? sizeof(boards) / sizeof(*boards) : BOARDS_FEW;
    static const struct prover_state roots[2] = {{.own_move = true}, {.own_move = false}};
    int proved = 0, failed = 0, together = 0;
    for (size_t b = 0; b < count; b++) {
        struct ground ground;
        set_up(&ground, boards[b]);
        for (int n = 0; n < 4 * ground.board.bits.points; n++) {
            int margin = n / 2 - ground.board.bits.points + 1;
            size_t bytes = b % 2 == 0 ? 1 << 24 : 1 << 16;
            enum prover_answer answers[2];
            for (int i = 0; i < 2; i++) {
                struct prover prover;
                struct strategy_graph plan;
                open_prover(&prover, &ground, margin, i == 0 ? 1 : THREADS, bytes);
                answers[i] =
                    prover_ask(&prover, &(struct prover_query){.state = roots[n % 2]}, 1000000);
                together += prover.worker_count == THREADS;
                assert_int_equal(prover.entry_count, count_entries(&prover));
                if (answers[i] == PROVER_PROVED &&
                    strategy_graph_make(&plan, &prover,
                                        &(struct prover_query){.state = roots[n % 2]}) == 1)
                    strategy_graph_release(&plan);
                else if (answers[i] == PROVER_PROVED)
                    answers[i] = PROVER_FAILED; /* a board came back in all that was found */
                prover_release(&prover);
            }
            if (answers[0] != answers[1])
                fail_msg("%s %d: %d, with threads %d", boards[b], margin, answers[0], answers[1]);
            proved += answers[0] == PROVER_PROVED;
            failed += answers[0] == PROVER_FAILED;
        }
        tear_down(&ground);
    }
    print_message("%d proved, %d failed, %d by several threads\n", proved, failed, together);
#ifdef _OPENMP
    assert_true(proved > 0 && failed > 0 && together > 0);
#endif
}

/* The same prover as it comes out of a store: all states, or few, as from one that is damaged;
 * lists as they are. */
static void restore(struct prover *prover, struct prover *old, size_t most)
{
    struct checkpoint_states states;
    struct checkpoint_state state;
    size_t count = 0;
    checkpoint_begin(&states, old);
    if (most >= old->entry_count)
        checkpoint_open(prover, old->entry_used);
    for (size_t i = 0; i < old->retracted.count; i++)
        assert_int_equal(prover_retract(prover, &old->retracted.pairs[i].from), 0);
    for (size_t i = 0; i < old->excluded.count; i++)
        assert_int_equal(
            prover_exclude(prover, &old->excluded.pairs[i].from, &old->excluded.pairs[i].to), 0);
    for (; count < most && checkpoint_next(&states, &state); count++)
        assert_true(checkpoint_restore(prover, &state));
    if (most >= old->entry_count)
        assert_int_equal(count, old->entry_count);
    assert_int_equal(prover->entry_count, count_entries(prover));
    prover->proofs = old->proofs;
}

/* Asks with so many nodes at a time, each time with a new prover. most: states that are kept. */
static enum prover_answer ask_on(const struct ground *ground, const struct prover_state *root,
                                 int margin, uint64_t nodes, size_t most, int *ret_runs)
{
    struct prover provers[2];
    struct strategy_graph plan;
    int now = 0;
    open_prover(&provers[0], ground, margin, 1, 1 << 24);
    enum prover_answer answer =
        prover_ask(&provers[0], &(struct prover_query){.state = *root}, nodes);
    for (*ret_runs = 1; answer == PROVER_STOPPED && *ret_runs < 1000; (*ret_runs)++) {
        open_prover(&provers[!now], ground, margin, 1, 1 << 24);
        restore(&provers[!now], &provers[now], most);
        prover_release(&provers[now]);
        now = !now;
        answer = prover_ask(&provers[now], &(struct prover_query){.state = *root}, nodes);
    }
    if (answer == PROVER_PROVED &&
        strategy_graph_make(&plan, &provers[now], &(struct prover_query){.state = *root}) == 1)
        strategy_graph_release(&plan);
    else if (answer == PROVER_PROVED)
        answer = PROVER_FAILED;
    prover_release(&provers[now]);
    return answer;
}

/* A search that is interrupted and gone on with from what is kept has the same answers. */
static void test_kept(void **state)
{
    (void)state;
    const size_t count = repeats_all() ? sizeof(boards) / sizeof(*boards) : BOARDS_FEW;
    static const struct prover_state roots[2] = {{.own_move = true}, {.own_move = false}};
    int several = 0, proved = 0, runs;
    for (size_t b = 0; b < count; b++) {
        struct ground ground;
        set_up(&ground, boards[b]);
        for (int n = 0; n < 4 * ground.board.bits.points; n++) {
            int margin = n / 2 - ground.board.bits.points + 1;
            enum prover_answer wanted =
                ask_on(&ground, &roots[n % 2], margin, 1000000, 1000000, &runs);
            for (int few = 0; few < 2; few++) {
                enum prover_answer found = ask_on(&ground, &roots[n % 2], margin, few ? 3000 : 1000,
                                                  few ? 400 : 1000000, &runs);
                if (found != wanted)
                    fail_msg("%s %d: %d, not %d (%d)", boards[b], margin, found, wanted, few);
                several += runs > 1;
            }
            proved += wanted == PROVER_PROVED;
        }
        tear_down(&ground);
    }
    print_message("%d proved, %d in several runs\n", proved, several);
    assert_true(several > 0 && proved > 0);
}

/* Asks in runs of so many nodes, each on a new prover that has what the one before left. Fills *ret
 * with the last prover. Returns the nodes of all. */
static uint64_t ask_in_runs(const struct ground *ground, const struct prover_state *root,
                            int margin, uint64_t nodes, struct prover *ret)
{
    enum prover_answer answer = PROVER_STOPPED;
    uint64_t sum = 0;
    struct prover before = {0};
    for (int runs = 0; answer == PROVER_STOPPED && runs < 10000; runs++) {
        open_prover(ret, ground, margin, 1, 1 << 24);
        ret->save = save_nothing;
        ret->is_due = is_never_due;
        ret->most_nodes = nodes;
        if (runs > 0) {
            restore(ret, &before, SIZE_MAX);
            prover_note(&before);
            ret->halted = before.halted;
            before.halted = (struct halted){0};
            prover_release(&before);
            prover_take_failures(ret);
        }
        answer = prover_ask(ret, &(struct prover_query){.state = *root}, 1000000);
        sum += ret->nodes;
        before = *ret;
    }
    assert_int_not_equal(answer, PROVER_STOPPED);
    return sum;
}

/* A prover that is stopped and goes on does what it would have done, node by node, but where the
 * table has lost what its path had seen. */
static void test_halted(void **state)
{
    (void)state;
    const size_t count = repeats_all() ? sizeof(boards) / sizeof(*boards) : BOARDS_FEW;
    const struct prover_state root = {.own_move = true};
    int several = 0, same = 0, all = 0;
    for (size_t b = 0; b < count; b++) {
        struct ground ground;
        set_up(&ground, boards[b]);
        for (int margin = 0; margin <= ground.board.bits.points; margin++) {
            struct prover once, runs;
            open_prover(&once, &ground, margin, 1, 1 << 24);
            prover_ask(&once, &(struct prover_query){.state = root}, 1000000);
            uint64_t piece = once.nodes / 7 + 1,
                     nodes = ask_in_runs(&ground, &root, margin, piece, &runs);
            several += once.nodes > 200;
            same += nodes == once.nodes && runs.proofs == once.proofs &&
                    runs.entry_count == once.entry_count;
            if (runs.answer != once.answer || nodes > once.nodes + once.nodes / 100 + 2)
                fail_msg("%s %d: %llu nodes, not %llu", boards[b], margin,
                         (unsigned long long)nodes, (unsigned long long)once.nodes);
            all++;
            prover_release(&once);
            prover_release(&runs);
        }
        tear_down(&ground);
    }
    print_message("%d of %d the same\n", same, all);
    assert_true(several > 3 && same >= all * 3 / 4);
}

static bool comes_before(const struct prover *prover, const struct prover_successor *play,
                         uint32_t order)
{
    const struct prover_entry *entry = prover_find(prover, &play->key);
    if (entry != NULL)
        return entry->proof == 0 && entry->order < order;
    return prover_won(prover, &play->to) || prover_assumes(prover, &play->to, &play->key);
}

/* Of the attacker's states a move, of the opponent's all lead to what was proved before. */
static void check_order(const struct prover *prover, const struct prover_entry *entry)
{
    struct prover_state spot = {
        .stones = {entry->own, entry->other},
        .ko = (entry->tag & 0xff) == 0 ? 0 : 1ull << ((entry->tag & 0xff) - 1),
        .own_move = (entry->tag & 0x100) != 0,
    };
    struct prover_successor plays[SUCCESSORS_MAX];
    int count = prover_successors(prover, &spot, plays), before = 0;
    for (int i = 0; i < count; i++)
        before += comes_before(prover, &plays[i], entry->order);
    assert_true(spot.own_move ? before > 0 : before == count);
}

static void test_orders(void **state)
{
    (void)state;
    struct ground ground;
    struct prover prover;
    const struct prover_state root = {.own_move = true};
    uint32_t proofs = 0;
    set_up(&ground, "2x6");
    open_prover(&prover, &ground, 12, THREADS, 1 << 27);
    /* So wide that nothing is ever forgotten. */
    while (prover.entry_used < prover.entry_most)
        prover_table_widen(&prover);
    assert_int_equal(prover_ask(&prover, &(struct prover_query){.state = root}, 1000000),
                     PROVER_PROVED);
    for (size_t i = 0; i < prover.entry_used; i++)
        if (prover.entries[i].tag != 0 && prover.entries[i].proof == 0) {
            check_order(&prover, &prover.entries[i]);
            proofs++;
        }
    assert_int_equal(proofs, prover.proofs);
    assert_true(proofs > 1000);
#ifdef _OPENMP
    assert_int_equal(prover.worker_count, THREADS);
#endif
    prover_release(&prover);
    tear_down(&ground);
}

/* A limit stops all of them, and the next query goes on with what they found. */
static void test_limits(void **state)
{
    (void)state;
    struct ground ground;
    struct prover prover;
    const struct prover_state root = {.own_move = true};
    enum prover_answer answer = PROVER_STOPPED;
    int queries = 0;
    set_up(&ground, "2x6");
    open_prover(&prover, &ground, 12, THREADS, 1 << 24);
    while (answer == PROVER_STOPPED && queries++ < 1000) {
        uint64_t before = prover.nodes;
        answer = prover_ask(&prover, &(struct prover_query){.state = root}, 6000);
        assert_true(prover.nodes - before <= 6000 + THREADS * 100);
    }
    assert_int_equal(answer, PROVER_PROVED);
    assert_true(queries > 1);
    prover_release(&prover);
    tear_down(&ground);
}

/* With one thread each run is the same. */
static void test_one_thread(void **state)
{
    (void)state;
    struct ground ground;
    const struct prover_state root = {.own_move = true};
    uint64_t nodes[2];
    set_up(&ground, "2x6");
    for (int i = 0; i < 2; i++) {
        struct prover prover;
        open_prover(&prover, &ground, 12, 1, 1 << 22);
        assert_int_equal(prover_ask(&prover, &(struct prover_query){.state = root}, 1000000),
                         PROVER_PROVED);
        nodes[i] = prover.nodes;
        prover_release(&prover);
    }
    assert_int_equal(nodes[0], nodes[1]);
    print_message("%llu nodes\n", (unsigned long long)nodes[0]);
    tear_down(&ground);
}

#define SIZES_STATES 40000

/* The how many-th state that is put into a table; every third is proved. */
static struct entry_key nth_key(uint64_t n)
{
    return (struct entry_key){n + 1, hash_mix(n) << 20, 0, n % 2 == 0};
}

static struct dfpn_numbers nth_numbers(uint32_t n)
{
    return n % 3 == 0 ? (struct dfpn_numbers){0, NEVER} : (struct dfpn_numbers){n + 1, n + 2};
}

/* How many of the states are there, each with its own numbers; [1]: of those that are proved. */
static void count_found(const struct prover *prover, int found[2])
{
    found[0] = found[1] = 0;
    for (uint32_t n = 0; n < SIZES_STATES; n++) {
        const struct entry_key key = nth_key(n);
        const struct prover_entry *entry = prover_find(prover, &key);
        if (entry == NULL)
            continue;
        assert_int_equal(entry->proof, nth_numbers(n).proof);
        assert_int_equal(entry->disproof, nth_numbers(n).disproof);
        found[n % 3 == 0]++;
    }
    assert_int_equal(prover->entry_count, count_entries(prover));
}

static void fill(struct prover *prover)
{
    for (uint32_t n = 0; n < SIZES_STATES; n++) {
        const struct entry_key key = nth_key(n);
        prover->entry_count +=
            prover_table_store(prover, &key, prover_table_hash(prover, &key), nth_numbers(n), 1);
        if (prover_table_is_full(prover))
            prover_table_widen(prover);
    }
}

/* A table has any size, uses all of it, and gives up a part and takes it back. */
static void test_sizes(void **state)
{
    (void)state;
    struct ground ground;
    int least_found = 0;
    set_up(&ground, "3x6");
    for (size_t share = 16; share <= 32; share += 3) {
        struct prover prover;
        int found[2], left[2];
        size_t most = SIZES_STATES * share / 16;
        open_prover(&prover, &ground, 18, 1, 1 << 24);
        prover_table_release(&prover);
        assert_int_equal(prover_table_init(&prover, most * sizeof(struct prover_entry)), 0);
        assert_true(prover.entry_most <= most && most - prover.entry_most < 4);
        fill(&prover);
        assert_int_equal(prover.entry_used, prover.entry_most);
        count_found(&prover, found);
        /* More room, more states: none is lost but where a set is full. */
        assert_true(found[0] + found[1] > least_found);
        least_found = found[0] + found[1];
        assert_true(least_found > SIZES_STATES * 3 / 4);
        prover_table_limit(&prover, most / 3);
        assert_true(prover.entry_used <= most / 3);
        count_found(&prover, left);
        assert_true(left[0] + left[1] < least_found);
        assert_true(10 * left[1] > 8 * found[1] && left[1] * found[0] > left[0] * found[1]);
        prover_table_limit(&prover, prover.entry_room);
        fill(&prover);
        count_found(&prover, left);
        assert_int_equal(prover.entry_used, prover.entry_room);
        assert_true(left[0] + left[1] > least_found * 9 / 10);
        prover_release(&prover);
    }
    tear_down(&ground);
    print_message("%d of %d states in twice the room\n", least_found, SIZES_STATES);
}

/* A ko does not outlast passes that the game goes on after: who may retake it then has a move. */
static void test_ko_after_passes(void **state)
{
    (void)state;
    struct ground ground;
    struct prover prover;
    const struct prover_state taken = {.stones = {.own = 1u | 4u | 8u}, .ko = 2};
    set_up(&ground, "1x5");
    open_prover(&prover, &ground, 5, 1, 1 << 16);
    assert_true(prover_won(&prover, &taken));
    prover.rules.replayed = true;
    assert_false(prover_won(&prover, &taken));
    prover_release(&prover);
    tear_down(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),         cmocka_unit_test(test_kept),
        cmocka_unit_test(test_halted),          cmocka_unit_test(test_orders),
        cmocka_unit_test(test_limits),          cmocka_unit_test(test_one_thread),
        cmocka_unit_test(test_ko_after_passes), cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
