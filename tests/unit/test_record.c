/* The store's records: packed and read again; no changed byte is taken for what was written. */
#include "common/check.h"

#include <stdlib.h>

#include "store/handle/identity.h"
#include "store/lemmas/lemma_record.h"
#include "store/roots/root_record.h"

static uint64_t seed = 1;

static uint64_t chance(uint64_t below)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % below;
}

static bool stones_equal(struct stones a, struct stones b)
{
    return a.of[BLACK] == b.of[BLACK] && a.of[WHITE] == b.of[WHITE];
}

static struct stones random_stones(int points)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < points; p++) {
        uint64_t what = chance(3);
        stones.of[BLACK] |= (uint64_t)(what == 1) << p;
        stones.of[WHITE] |= (uint64_t)(what == 2) << p;
    }
    return stones;
}

static struct record_shape shape_of(int points)
{
    return (struct record_shape){points, (size_t)(points + 7) / 8, 77 + (uint64_t)points};
}

static void test_states(void **state)
{
    (void)state;
    for (int points = 1; points <= 64; points++) {
        struct record_shape shape = shape_of(points);
        struct stored_state one = {random_stones(points), (uint8_t)chance(2), (uint8_t)chance(4),
                                   (uint8_t)chance((uint64_t)points + 1)};
        struct stored_state again;
        uint8_t packed[STATE_BYTES_MAX];
        lemma_pack_state(&shape, &one, packed);
        lemma_unpack_state(&shape, packed, &again);
        assert_true(stones_equal(one.board, again.board));
        assert_int_equal(one.mover, again.mover);
        assert_int_equal(one.passes, again.passes);
        assert_int_equal(one.ko, again.ko);
    }
}

static struct stored_condition random_condition(int points, bool wide)
{
    uint64_t place = chance((uint64_t)points + 1) << 3 | chance(8);
    uint64_t visit = chance(2) ? ITEM_CYCLE | chance(VISITS_MAX + 1) << ITEM_VISIT_SHIFT : 0;
    struct stored_condition condition = {random_stones(points), (uint16_t)(place | visit),
                                         (uint8_t)chance(4), CONDITION_LOW, CONDITION_HIGH};
    if (condition.flags & MUST_BE_ABSENT) {
        condition.low = 1;
        condition.high = 0;
    } else if (wide) {
        condition.low = (int16_t)(-(int)chance(10));
        condition.high = (int16_t)chance(10);
    }
    return condition;
}

static bool same_condition(const struct stored_condition *a, const struct stored_condition *b)
{
    return stones_equal(a->board, b->board) && a->kind == b->kind && a->flags == b->flags &&
           a->low == b->low && a->high == b->high;
}

/* Appends an entry with count random conditions, sorted, which list (may be NULL) receives. */
static void put_entry(const struct record_shape *shape, uint8_t flags, uint64_t nodes,
                      uint32_t count, struct stored_condition *list, struct bytes *to)
{
    size_t start = to->size;
    bytes_put_number(to, flags, 1);
    bytes_put_number(to, chance(20), 2);
    bytes_put_number(to, nodes, 8);
    bytes_put_number(to, count, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t packed[32];
        struct stored_condition condition =
            random_condition(shape->points, (flags & ENTRY_WIDE) != 0);
        lemma_pack_condition(shape, &condition, (flags & ENTRY_WIDE) != 0, packed);
        bytes_put(to, packed, lemma_condition_bytes(shape, flags));
        if (list != NULL)
            list[i] = condition;
    }
    lemma_entry_sort(shape, to->data + start, to->size - start);
}

static void test_entries(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct record_shape shape = shape_of(1 + (int)chance(64));
        struct stored_condition list[200], found;
        uint32_t count = (uint32_t)chance(200), met = 0;
        uint8_t flags = (uint8_t)chance(8);
        struct bytes packed = {0};
        struct lemma_entry entry;
        put_entry(&shape, flags, 12345678901ull, count, list, &packed);
        struct bytes_reader reader = {packed.data, packed.size, false};
        assert_true(lemma_entry_read(&shape, &reader, &entry));
        assert_int_equal(reader.left, 0);
        assert_int_equal(entry.count, count);
        assert_int_equal(entry.flags, flags);
        assert_int_equal(entry.nodes, 12345678901ull);
        size_t width = lemma_condition_bytes(&shape, flags);
        for (uint32_t i = 0; i < count; i++) {
            lemma_unpack_condition(&shape, &entry, i, &found);
            for (uint32_t j = 0; j < count; j++)
                if (same_condition(&found, &list[j])) {
                    met++;
                    break;
                }
            if (i > 0)
                assert_true(memcmp(entry.conditions + (i - 1) * width, entry.conditions + i * width,
                                   width) <= 0);
        }
        assert_int_equal(met, count);
        bytes_release(&packed);
    }
}

/* A record with so many entries that nothing makes superfluous. */
static void make_record(const struct record_shape *shape, size_t count, uint8_t key[STORE_KEY],
                        struct bytes *value)
{
    struct stored_state stored = {random_stones(shape->points), 1, 1, 0};
    struct lemma_entry old[ENTRIES_MAX], added;
    uint8_t packed[STATE_BYTES_MAX];
    lemma_pack_state(shape, &stored, packed);
    record_hash(packed, lemma_state_bytes(shape), key);
    for (size_t i = 0; i < count; i++) {
        struct bytes entry = {0}, merged = {0};
        size_t old_count = 0;
        put_entry(shape, (uint8_t)chance(8), i, 5, NULL, &entry);
        struct bytes_reader reader = {entry.data, entry.size, false};
        assert_true(lemma_entry_read(shape, &reader, &added));
        if (value->size > 0)
            assert_true(lemma_record_read(shape, key, value->data, value->size, old, &old_count));
        assert_int_equal(lemma_record_merge(shape, packed, old, old_count, &added, 1, &merged), 1);
        bytes_release(value);
        bytes_release(&entry);
        *value = merged;
    }
}

static void test_records(void **state)
{
    (void)state;
    struct lemma_entry entries[ENTRIES_MAX];
    uint8_t key[STORE_KEY];
    size_t count;
    for (int points = 4; points <= 64; points += 15) {
        struct record_shape shape = shape_of(points), other = shape_of(points);
        struct bytes value = {0};
        other.seed++;
        make_record(&shape, ENTRIES_MAX + 3, key, &value);
        assert_true(lemma_record_read(&shape, key, value.data, value.size, entries, &count));
        assert_int_equal(count, ENTRIES_MAX);
        for (size_t i = 0; i < count; i++) /* the most work first, the least left out */
            assert_int_equal(entries[i].nodes, ENTRIES_MAX + 2 - i);
        assert_false(lemma_record_read(&other, key, value.data, value.size, entries, &count));
        key[3] ^= 1;
        assert_false(lemma_record_read(&shape, key, value.data, value.size, entries, &count));
        bytes_release(&value);
    }
}

static void test_superfluous(void **state)
{
    (void)state;
    struct record_shape shape = shape_of(9);
    struct bytes strong = {0}, weak = {0}, value = {0}, again = {0};
    struct lemma_entry one, two, old[ENTRIES_MAX];
    uint8_t packed[STATE_BYTES_MAX] = {0}, key[STORE_KEY];
    size_t count;
    put_entry(&shape, 0, 9, 0, NULL, &strong);
    put_entry(&shape, 0, 9, 7, NULL, &weak);
    bytes_encode(strong.data + 1, 3, 2);
    bytes_encode(weak.data + 1, 3, 2);
    struct bytes_reader first = {strong.data, strong.size, false},
                        second = {weak.data, weak.size, false};
    assert_true(lemma_entry_read(&shape, &first, &one) && lemma_entry_read(&shape, &second, &two));
    record_hash(packed, lemma_state_bytes(&shape), key);
    assert_int_equal(lemma_record_merge(&shape, packed, NULL, 0, &two, 1, &value), 1);
    assert_true(lemma_record_read(&shape, key, value.data, value.size, old, &count));
    assert_int_equal(lemma_record_merge(&shape, packed, old, count, &two, 1, &again), 0);
    /* What asks for less takes the place of what asks for more. */
    assert_int_equal(lemma_record_merge(&shape, packed, old, count, &one, 1, &again), 1);
    assert_true(lemma_record_read(&shape, key, again.data, again.size, old, &count));
    assert_int_equal(count, 1);
    assert_int_equal(old[0].count, 0);
    bytes_release(&strong);
    bytes_release(&weak);
    bytes_release(&value);
    bytes_release(&again);
}

/* Every byte of a record changed, and every length that is too short. */
static void test_changed(void **state)
{
    (void)state;
    struct record_shape shape = shape_of(12);
    struct lemma_entry entries[ENTRIES_MAX];
    struct bytes value = {0};
    uint8_t key[STORE_KEY];
    size_t count;
    make_record(&shape, 4, key, &value);
    for (size_t at = 0; at < value.size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            value.data[at] ^= (uint8_t)(1 << bit);
            assert_false(lemma_record_read(&shape, key, value.data, value.size, entries, &count));
            value.data[at] ^= (uint8_t)(1 << bit);
        }
        assert_false(lemma_record_read(&shape, key, value.data, at, entries, &count));
    }
    assert_true(lemma_record_read(&shape, key, value.data, value.size, entries, &count));
    bytes_release(&value);
}

static void make_root(struct root_key *ret_key, struct bytes *value)
{
    static struct analysis_move moves[2];
    static struct move line[3];
    struct analysis analysis = {.bounds = {-3, 2, -1, 4},
                                .nodes = 1ull << 40,
                                .cycle_from = 1,
                                .moves = moves,
                                .move_count = 2,
                                .pv = line,
                                .pv_count = 3,
                                .pv_complete = true};
    struct graph *graph = must_graph("2x3");
    struct position position = must_position(graph, ".../.X.");
    struct ruleset rules;
    struct game game;
    struct error err;
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    assert_int_equal(game_init(&game, graph, &rules, &position, WHITE), 0);
    moves[0] = (struct analysis_move){.move = move_stone(2), .bounds = {-1, 0, 0, 1}, .best = true};
    moves[1] = (struct analysis_move){.move = move_pass(MOVE_PASS), .same_as = 1};
    line[0] = move_stone(5);
    line[1] = move_pass(MOVE_PASS);
    line[2] = move_pass(MOVE_REFRESH);
    assert_int_equal(root_key_make(&game, 1, ret_key), 0);
    root_record_write(ret_key, &analysis, ROOT_FINAL, value);
    game_release(&game);
    graph_free(graph);
}

static bool is_root(const uint8_t *hash, const uint8_t *value, size_t size)
{
    struct root_record found;
    bool good = root_record_read(hash, value, size, &found) == 0;
    if (good)
        analysis_release(&found.facts.analysis);
    return good;
}

static void test_roots(void **state)
{
    (void)state;
    struct root_key key;
    struct bytes value = {0};
    struct root_record record;
    make_root(&key, &value);
    assert_int_equal(root_record_read(key.hash, value.data, value.size, &record), 0);
    assert_int_equal(record.facts.flags, ROOT_FINAL);
    struct analysis found = record.facts.analysis;
    assert_true(found.pv_complete);
    assert_int_equal(record.length, key.text.size);
    assert_memory_equal(record.text, key.text.data, record.length);
    assert_int_equal(found.bounds.lower_min, -3);
    assert_int_equal(found.bounds.upper_max, 4);
    assert_int_equal(found.nodes, 1ull << 40);
    assert_int_equal(found.cycle_from, 1);
    assert_int_equal(found.move_count, 2);
    assert_true(found.moves[0].best && !found.moves[1].best);
    assert_true(move_equal(found.moves[0].move, move_stone(2)));
    assert_int_equal(found.moves[1].same_as, 1);
    assert_int_equal(found.pv_count, 3);
    assert_true(move_equal(found.pv[2], move_pass(MOVE_REFRESH)));
    analysis_release(&found);
    for (size_t at = 0; at < value.size; at++) {
        for (int bit = 0; bit < 8; bit++) {
            value.data[at] ^= (uint8_t)(1 << bit);
            assert_false(is_root(key.hash, value.data, value.size));
            value.data[at] ^= (uint8_t)(1 << bit);
        }
        assert_false(is_root(key.hash, value.data, at));
    }
    key.hash[0] ^= 1;
    assert_false(is_root(key.hash, value.data, value.size));
    root_key_release(&key);
    bytes_release(&value);
}

/* A name from a store or an export is shown: it holds what names hold, and nothing else. */
static void test_names(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "superko",
        "superko\033[2J 2x3",
        "super\nko 2x3",
        "superko 9x9",
        "superko graph:3:f43d59007daca3aa8e9bca84f20cdb1",
        "superko graph:3:f4\033[31m007daca3aa8e9bca84f20cdb14",
    };
    struct record_shape shape;
    assert_int_equal(identity_shape("superko 2x3", &shape), 0);
    assert_int_equal(identity_shape("superko graph:3:f43d59007daca3aa8e9bca84f20cdb14", &shape), 0);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(identity_shape(wrong[i], &shape), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),       cmocka_unit_test(test_states),
        cmocka_unit_test(test_entries),     cmocka_unit_test(test_records),
        cmocka_unit_test(test_superfluous), cmocka_unit_test(test_changed),
        cmocka_unit_test(test_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
