/* Making boards and rules from the names of sub-tables. */
#include "store/verify/stage.h"

#include <stdio.h>

#include "store/handle/identity.h"
#include "store/handle/subtable.h"

int stage_init(struct store *store, const char *name, struct stage *ret_stage)
{
    struct bytes text = {0};
    struct ruleset rules;
    const struct position empty = {{0}};
    *ret_stage = (struct stage){0};
    snprintf(ret_stage->name, sizeof(ret_stage->name), "%s", name);
    int r = subtable_graph_text(store, name, &text);
    if (r == 0)
        r = identity_parse(name, (const char *)text.data, text.size, &rules, &ret_stage->graph);
    bytes_release(&text);
    if (r == 0)
        r = game_init(&ret_stage->game, ret_stage->graph, &rules, &empty, BLACK);
    if (r < 0) {
        graph_free(ret_stage->graph);
        ret_stage->graph = NULL;
    }
    return r;
}

void stage_release(struct stage *stage)
{
    game_release(&stage->game);
    graph_free(stage->graph);
    *stage = (struct stage){0};
}
