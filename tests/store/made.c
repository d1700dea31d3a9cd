/*
 * made: strategies that were made (strategy/draft.h), put into a store and taken out of it, of
 * queries that share a table. Each is there as it was put there last, or not at all.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/games.h"
#include "common/must.h"
#include "search/persistence.h"
#include "store/store.h"
#include "store/strategies/strategies.h"

#define BYTES ((size_t)1 << 22)
/* So that a transaction does not take all chunks. */
#define MANY (70 * STRATEGIES_CHUNK_REPLIES + 1)

struct ground {
    struct game game;
    struct graph *graph;
    struct bitboard board;
    struct prover provers[2]; /* of two margins */
};

static struct strategy_draft make(uint64_t name, size_t count)
{
    struct strategy_draft made = {.name = name, .whole = true};
    random_seed(name + count);
    for (size_t i = 0; i < count; i++) {
        uint8_t point = (uint8_t)random_below(20), check = (uint8_t)random_below(256);
        MUST(draft_add(&made, (struct draft_reply){point, check}) == 0);
    }
    return made;
}

static void put(struct store *store, const struct ground *ground, int which,
                const struct strategy_draft *made)
{
    struct persistence *persistence = store_persistence(store);
    persistence->save_strategy(persistence, ground->graph, WHITE, &ground->provers[which], made);
}

/* Does the store have exactly this strategy? wanted NULL: none of that name. */
static bool has(struct store *store, const struct ground *ground, int which, uint64_t name,
                const struct strategy_draft *wanted)
{
    struct persistence *persistence = store_persistence(store);
    struct strategy_draft found = {0};
    bool there = persistence->load_strategy(persistence, ground->graph, WHITE,
                                            &ground->provers[which], name, &found);
    bool same = there == (wanted != NULL) &&
                (!there || (found.count == wanted->count && found.whole && found.name == name &&
                            draft_hash(&found) == draft_hash(wanted)));
    draft_release(&found);
    return same;
}

static void test(struct store *store, const struct ground *ground)
{
    struct strategy_draft one = make(1, MANY), two = make(2, 3), shorter = make(1, 40);
    const struct strategy_draft none = {.name = 1};
    MUST(has(store, ground, 0, 1, NULL));
    put(store, ground, 0, &one);
    put(store, ground, 0, &two);
    MUST(has(store, ground, 0, 1, &one) && has(store, ground, 0, 2, &two));
    MUST(has(store, ground, 1, 1, NULL) && has(store, ground, 0, 3, NULL));
    put(store, ground, 1, &shorter);
    put(store, ground, 0, &shorter);
    MUST(has(store, ground, 0, 1, &shorter) && has(store, ground, 0, 2, &two));
    put(store, ground, 0, &none);
    MUST(has(store, ground, 0, 1, NULL) && has(store, ground, 0, 2, &two));
    MUST(has(store, ground, 1, 1, &shorter));
    draft_release(&one);
    draft_release(&two);
    draft_release(&shorter);
}

int main(void)
{
    struct ground ground;
    struct store *store;
    struct error err;
    char dir[] = "/tmp/solve-made-XXXXXX", command[64];
    const struct strategy_rules rules = {.ko = true};
    MUST(mkdtemp(dir) != NULL);
    ground.graph = start_empty(&ground.game, "4x5", "psk");
    MUST(bitboard_init(&ground.board, ground.graph, &ground.game.rules) == 0);
    for (int i = 0; i < 2; i++)
        MUST(prover_init(&ground.provers[i], &ground.board, &rules, i, BYTES) == 0);
    for (int run = 0; run < 2; run++) { /* the second one finds what the first one left */
        MUST(store_open(dir, STORE_MAKE, NULL, NULL, &store, &err) == 0);
        if (run == 0)
            test(store, &ground);
        struct strategy_draft left = make(1, 40);
        MUST(has(store, &ground, 1, 1, &left) && has(store, &ground, 0, 1, NULL));
        draft_release(&left);
        MUST(store_close(store, &err) == 0);
    }
    for (int i = 0; i < 2; i++)
        prover_release(&ground.provers[i]);
    bitboard_release(&ground.board);
    game_release(&ground.game);
    graph_free(ground.graph);
    snprintf(command, sizeof(command), "rm -r %s", dir);
    return system(command) == 0 ? 0 : 1;
}
