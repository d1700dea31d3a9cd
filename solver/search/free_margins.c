/* What is forced without history, and from what is on record. */
#include "search/free_margins.h"

#include "tables/board_table.h"
#include "tables/history_free.h"

/* Does a stone look up a board, or a situation? */
static bool looks_at_boards(const struct history_model *model, const struct play_rule *rule)
{
    if (!rule->allowed || rule->lookup < 0)
        return true;
    enum item_identity identity = model->classes[rule->lookup].identity;
    return identity == ITEM_BOARD || identity == ITEM_BOARD_NEXT ||
           identity == ITEM_BOARD_CREATOR || identity == ITEM_BOARD_AFTER;
}

struct free_rules free_margins_rules(const struct ruleset *rules, const struct history_model *model)
{
    struct free_rules found = {
        .suit = history_free_kind(rules) == HISTORY_FREE_SITUATIONS && model->class_count > 0 &&
                !model->simple_ko && !model->cycle_ends && looks_at_boards(model, &model->stone) &&
                looks_at_boards(model, &model->atari),
        .two_passes = model->passes_to_end == 2,
        .three_passes = model->passes_to_end == 3 && model->passes_kept == 2,
        .opponents = !history_free_is_harmless(&model->stone) ||
                     !history_free_is_harmless(&model->atari) || model->pass.lookup >= 0 ||
                     model->refresh.allowed,
    };
    for (int class = 0; class < model->class_count; class ++) {
        bool board = model->classes[class].identity == ITEM_BOARD;
        if (model->classes[class].identity == ITEM_PLAY || (class > 0 && board != found.boards))
            found.suit = false;
        found.boards = board;
    }
    return found;
}

int free_margins_forced(const struct free_margins *margins, const struct positions *positions,
                        struct state state, enum colour attacker)
{
    const struct dense_state asked = {
        .stones = positions_stones(positions, state.board),
        .mover = state.mover,
        .passes = margins->rules.three_passes ? 0 : state.passes,
    };
    return table_code_margin(dense_margins_at(margins->dense, &asked, attacker), positions->points);
}

int free_margins_on_record(const struct free_margins *margins, const struct positions *positions,
                           struct state state, enum colour attacker)
{
    state.passes = 0;
    if (margins->certified)
        return free_margins_forced(margins, positions, state, attacker);
    if (margins->rules.boards)
        state.mover = (uint8_t)!attacker;
    else if (state.mover == attacker && !margins->rules.opponents)
        return RECORD_EMPTY;
    return free_margins_forced(margins, positions, state, attacker);
}

/* The situation that an item stands for; of a board it does not tell the player to move. */
static struct state situation_of(const struct history_model *model, uint64_t item)
{
    unsigned player = item_kind(item) & 1;
    if (model->classes[item_class(item)].identity == ITEM_BOARD_CREATOR)
        player = !player;
    return (struct state){.board = item_first_board(item), .mover = (uint8_t)player};
}

/* Is this what the move to the present state created? */
static bool is_present(const struct history *history, const struct history_entry *entry,
                       struct state situation, struct state present)
{
    int class = item_class(entry->slot_item - 1);
    bool board = history->model->classes[class].identity == ITEM_BOARD;
    return situation.board == present.board && (board || situation.mover == present.mover) &&
           history->balance[class] == entry->balance;
}

int free_margins_of_history(const struct free_margins *margins, const struct positions *positions,
                            const struct history *history, struct state present,
                            enum colour attacker)
{
    int most = RECORD_EMPTY;
    if (margins->certified)
        return margins->past[attacker];
    for (size_t i = 0; i <= history->mask; i++) {
        const struct history_entry *entry = &history->entries[i];
        if (entry->slot_item == 0 || item_is_cycle(entry->slot_item - 1))
            continue;
        uint64_t item = entry->slot_item - 1;
        int class = item_class(item);
        if (entry->era != history->era[class] || entry->era == 0 ||
            history->model->classes[class].identity == ITEM_GAME)
            continue;
        struct state situation = situation_of(history->model, item);
        if (is_present(history, entry, situation, present))
            continue;
        int counts = free_margins_on_record(margins, positions, situation, attacker);
        most = counts > most ? counts : most;
    }
    return most;
}
