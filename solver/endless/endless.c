/*
 * When a ruleset lets play go on for ever. What is decided follows from the description of the
 * ruleset's history alone, by one of these arguments.
 *
 * growing record. A play is spent if it looks up what it creates, or what it creates bars it, a hit
 * never lets play go on, and no play that is not spent itself clears it: then it happens finitely
 * often, for what it creates is a finite set that grows each time. Passes are spent, too, if they
 * end the game by their number in a row and each stone right after a pass is spent: then there are
 * finitely many runs of them. If stone plays are spent, and passes in a row end (by their number,
 * or because they are spent), every play is finite.
 *
 * recurrence ends. A state that comes back ends the game, and there are finitely many.
 *
 * cycle of states. Where nothing is remembered but the ko and the passes in a row, legality depends
 * on the state alone: an endless play exists if and only if a cycle of states can be reached. Under
 * the Ing-Spight Ko Rule the same holds of the states of unfold/state.h.
 *
 * nobody removes. Where cycles may be removed nobody has to, so a cycle that simple ko allows can
 * be played for ever. That there is none is not concluded.
 *
 * paid repetition (kee-v6). A situation is a board and the player to move. Every play puts the
 * situation it leads to on record. A stone play that leaves its chain one liberty (pre-captive) is
 * illegal if its situation is on record, unless its player has passed more often than the opponent
 * since that last occurred; any other play is legal; passes in a row run into an ending history
 * that only grows. Claim: there is an endless play from a start if and only if, in the graph of
 * situations with an arc for every play, a closed walk can be reached
 *   (a) with a stone play, without pre-captive plays; or
 *   (b) without pre-captive plays by White, in which Black passes more often than White; or
 *   (c) the same with the colours swapped.
 *
 * If there is one, take a shortest of its kind. It meets no situation twice: else it would fall
 * into two closed walks, one of them of the kind (balances add up), and shorter. So no two passes
 * follow each other in it, nor at its joint: they would lead back to where the first was made, and
 * the walk would consist of them alone, with balance 0 and no stone. Go to it on a shortest way to
 * any of its situations. The way meets no situation twice, and none of the walk's but its last;
 * hence all its plays are legal, and it has no two passes in a row. Nor are there two at the joint,
 * for the second would lead back to the situation before the last of the way, which would then be
 * the walk's. Now repeat the walk for ever. In the first cycle all situations are new but the last,
 * and whenever one comes back it last occurred just one cycle ago. So a pre-captive play there is
 * of kind (b) by Black or (c) by White, and paid by the cycle's balance. With counts=first it is
 * the first occurrence one or more cycles ago, and paid by a multiple of that.
 *
 * Let conversely an endless play be given. A pass right after a pass adds to the ending history or
 * ends the game: from some time on there is none. Consider the play from a time on after which only
 * what recurs for ever occurs; let f be Black's passes minus White's so far.
 *   No pre-captive play recurs: between two occurrences of a situation lies a walk (a); it has a
 * stone, since its passes do not follow each other.
 *   Only White's recur: from the last occurrence of a situation to the pre-captive play that brings
 * it back lies a walk (c). Only Black's: (b).
 *   Both recur. Suppose that f does not tend to +infinity (else it does not tend to -infinity: swap
 * the colours). Go back in time from a moment j; at each pre-captive play by Black jump to the last
 * occurrence of its situation before, and go on back from there, as far as a fixed early time e.
 * The plays met form a walk without pre-captive plays by Black, and its balance is f(j) - f(where
 * it begins) less at least 1 for each jump. The jumps become arbitrarily many as j grows: if the
 * least number that recurs were m, all later numbers being m or more, then as soon as every
 * situation has occurred again each pre-captive play by Black would jump to a moment with m or more
 * behind it, so that all numbers would be m + 1 or more. There are arbitrarily late j with f(j)
 * below a bound, and the walks begin between e and a fixed later time, so their balances have no
 * lower bound. A walk with balance below minus the number of situations contains a closed one with
 * a negative balance: (c).
 *
 * (That f falls between all occurrences of a situation that White's pre-captive plays bring back
 * would be wrong: other plays, and passes, may bring it back in between at any f.)
 *
 * With counts=first a pre-captive play is measured by the first occurrence, f may go to and fro
 * for ever below it, and the converse is not proved: without a cycle nothing is decided.
 *
 * passes lift bans (spight with ending=passes2). A stone play is illegal if it brings back a board
 * that stood since the last pass, two passes in a row end the game, and nothing else matters. In an
 * endless play passes recur for ever, because without them boards only become fewer; so some state
 * (board, player to move, was there a pass just now) recurs with a pass in between: without a
 * closed walk through a pass every play ends. A closed walk that begins with a pass and meets no
 * board twice from one pass to the next can be repeated for ever once it can be reached, since what
 * stood before a pass does not matter after it. If there are only other closed walks among those
 * tried, nothing is decided.
 *
 * Other histories are not decided.
 */
#include "endless/endless.h"

#include <errno.h>
#include <stdlib.h>

#include "endless/unfolded.h"
#include "endless/witness.h"
#include "rules/history_model.h"
#include "rules/ing_spight.h"

enum { PLAY_STONE, PLAY_ATARI, PLAY_STONE_ON, PLAY_PASS, PLAY_PASS_ON, PLAY_REFRESH, PLAY_KINDS };

/* Is what a play looks up there after the play? Of a point it is (ITEM_POINT_SINCE): the board that
 * the play is made from has stood. */
static bool remembers(const struct history_model *model, const struct play_rule *rule)
{
    return (rule->creates >> rule->lookup & 1) != 0 ||
           model->classes[rule->lookup].identity == ITEM_POINT_SINCE;
}

/* Does a hit of the look-up never let play go on? */
static bool hit_is_final(const struct history_model *model, const struct play_rule *rule)
{
    if (rule->lookup < 0 || !remembers(model, rule))
        return false;
    for (int i = 0; i < rule->range_count; i++)
        if (rule->ranges[i].outcome == OUTCOME_GOES_ON)
            return false;
    return rule->range_count > 0;
}

/*
 * Is a single pass on record for ever? Two end the game, so the board was made by a stone of the
 * opponent's, or it is the start. The pass bars him from making it again: each bars another board.
 */
static bool pass_bars_for_ever(const struct history_model *model)
{
    unsigned bars = model->stone.bars & model->pass.creates;
    for (int class = 0; class < model->class_count; class ++)
        if (model->classes[class].identity != ITEM_BOARD_BARRED)
            bars &= ~(1u << class);
    return bars != 0 && model->passes_to_end == 2 && !model->atari.allowed &&
           !model->stone_on.allowed && !model->pass_on.allowed && !model->refresh.allowed &&
           (bars & (model->stone.clears | model->pass.clears)) == 0;
}

/* The rules of a description by kind of play. */
struct play_kinds {
    const struct play_rule *rules[PLAY_KINDS];
    bool spent[PLAY_KINDS];
};

/* Does a play that is not known to be spent clear one of the classes? */
static bool is_cleared(const struct play_kinds *kinds, unsigned classes)
{
    for (int kind = 0; kind < PLAY_KINDS; kind++)
        if (kinds->rules[kind]->allowed && !kinds->spent[kind] &&
            (kinds->rules[kind]->clears & classes) != 0)
            return true;
    return false;
}

/* Is every play by the rule one that its look-up, or what bars it, forbids from then on? */
static bool is_spent(const struct history_model *model, const struct play_kinds *kinds,
                     const struct play_rule *rule)
{
    unsigned bars = rule->bars & rule->creates;
    return !rule->allowed ||
           (hit_is_final(model, rule) && !is_cleared(kinds, 1u << rule->lookup)) ||
           (bars != 0 && !is_cleared(kinds, bars));
}

/*
 * Is each run of passes followed by a stone that is spent, or by the end? Then there are finitely
 * many runs, none longer than what ends the game.
 */
static bool runs_are_spent(const struct history_model *model, const struct play_kinds *kinds)
{
    return model->passes_to_end > 0 && model->stone_on.allowed && kinds->spent[PLAY_STONE_ON] &&
           model->stone_on_passes >= model->passes_kept && !model->atari.allowed &&
           !model->refresh.allowed && !model->pass.restarts && !model->pass_on.restarts;
}

/* The argument of the growing record. */
static bool record_grows(const struct history_model *model)
{
    struct play_kinds kinds = {{&model->stone, &model->atari, &model->stone_on, &model->pass,
                                &model->pass_on, &model->refresh},
                               {false}};
    bool *spent = kinds.spent;
    for (int round = 0; round < PLAY_KINDS; round++) {
        bool runs = runs_are_spent(model, &kinds);
        for (int kind = 0; kind < PLAY_KINDS; kind++)
            spent[kind] = spent[kind] || is_spent(model, &kinds, kinds.rules[kind]) ||
                          (kind == PLAY_PASS && pass_bars_for_ever(model)) ||
                          (runs && (kind == PLAY_PASS || kind == PLAY_PASS_ON));
    }
    bool passes_end = model->passes_to_end > 0 || spent[PLAY_PASS] ||
                      (model->pass_on.allowed && spent[PLAY_PASS_ON]);
    return spent[PLAY_STONE] && spent[PLAY_ATARI] && spent[PLAY_STONE_ON] && spent[PLAY_REFRESH] &&
           passes_end;
}

/* Is this the repetition rule of the argument of the paid repetition, but for what a recreation
 * does? */
static bool repetition_is_paid(const struct history_model *model)
{
    const struct play_rule *atari = &model->atari,
                           *others[] = {&model->stone, &model->pass, &model->pass_on};
    int class = atari->lookup;
    if (!atari->allowed || class < 0 || atari->range_count != 2 || atari->clears != 0 ||
        model->classes[class].identity != ITEM_BOARD_NEXT ||
        model->classes[class].counter != COUNTS_PASSES || model->refresh.allowed ||
        model->simple_ko || model->stone_on.allowed || (model->start & atari->creates) == 0)
        return false;
    if (atari->ranges[0].outcome != OUTCOME_ILLEGAL || atari->ranges[0].high != 0 ||
        atari->ranges[1].outcome != OUTCOME_GOES_ON)
        return false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i]->clears != 0 || (others[i]->creates >> class & 1) == 0)
            return false;
    return model->stone.lookup < 0 && model->pass.lookup < 0 && model->pass.shift[class] == 1 &&
           model->pass_on.shift[class] == 1 && model->pass_on.allowed &&
           hit_is_final(model, &model->pass_on) && model->pass_on.lookup != class;
}

static int conclude(struct endless_run *run, enum endless_verdict verdict, const char *argument,
                    const char *reason)
{
    run->result.verdict = verdict;
    run->result.argument = argument;
    run->result.reason = reason;
    return 0;
}

static int decide_by_states(struct endless_run *run)
{
    const struct history_model *model = &run->model;
    const struct game_graph_rules how = {
        .passes_kept = model->passes_to_end - 1, .pass_ends = true, .simple_ko = model->simple_ko};
    const struct cycle_kind kind = {.sign = 0};
    int r = witness_find(run, &how, &kind, 1);
    if (r < 0)
        return r;
    if (r > 0)
        return conclude(run, ENDLESS_YES, "cycle of states",
                        "nothing is remembered but the ko, so the cycle can be played for ever");
    return conclude(run, ENDLESS_NO, "cycle of states",
                    "nothing is remembered but the ko, and no state can be reached again");
}

/*
 * What is prohibited after a ko capture is what simple ko forbids, so the past forbids nothing of a
 * cycle. But after a ko capture passes do not end the game as soon as they do there, so that there
 * may be cycles which that graph does not have.
 */
static int decide_by_leave(struct endless_run *run)
{
    const struct game_graph_rules how = {.passes_kept = 1, .pass_ends = true, .simple_ko = true};
    const struct cycle_kind kind = {.sign = 0};
    int r = witness_find(run, &how, &kind, 1);
    if (r < 0)
        return r;
    run->result.shortest = false;
    if (r > 0)
        return conclude(run, ENDLESS_YES, "nobody removes",
                        "no play of the cycle is prohibited, and nobody has to remove a cycle");
    return conclude(run, ENDLESS_UNDECIDED, "nobody removes",
                    "under simple ko there is no cycle, which does not tell it here");
}

static int decide_by_unfolding(struct endless_run *run)
{
    int r = unfolded_find(run);
    if (r == -ERANGE)
        return conclude(run, ENDLESS_UNDECIDED, "none",
                        "boards of this size are not searched under this ruleset");
    if (r == -ENOENT)
        return conclude(run, ENDLESS_UNDECIDED, "cycle of states",
                        "there are too many states with their pasts to go through all of them");
    if (r < 0)
        return r;
    if (r > 0)
        return conclude(
            run, ENDLESS_YES, "cycle of states",
            "the cycle leads back to the same state, with all of its past that matters");
    return conclude(run, ENDLESS_NO, "cycle of states",
                    "no state can be reached again, with all of its past that matters");
}

static int decide_by_payment(struct endless_run *run)
{
    static const struct cycle_kind kinds[] = {
        {.no_atari = {true, true}},
        {.no_atari = {false, true}, .sign = 1},
        {.no_atari = {true, false}, .sign = -1},
    };
    const struct game_graph_rules how = {0};
    bool first = run->model.classes[run->model.atari.lookup].on_recreation == RECREATION_KEEPS;
    int r = witness_find(run, &how, kinds, sizeof(kinds) / sizeof(kinds[0]));
    if (r < 0)
        return r;
    if (r > 0 && !run->pays)
        return conclude(run, ENDLESS_YES, "paid repetition",
                        "no play of the cycle is one that the rule could forbid");
    if (r > 0)
        return conclude(run, ENDLESS_YES, "paid repetition",
                        "the plays of the cycle that the rule could forbid are paid by its passes");
    if (first)
        return conclude(run, ENDLESS_UNDECIDED, "paid repetition",
                        "no cycle pays for itself; passes made before it may, since they count for "
                        "ever");
    return conclude(
        run, ENDLESS_NO, "paid repetition",
        "every endless play would contain a cycle that pays for itself, and none can be "
        "reached");
}

/* Is this the repetition rule of the argument that passes lift bans? */
static bool bans_are_lifted(const struct history_model *model)
{
    int class = model->stone.lookup;
    return hit_is_final(model, &model->stone) && model->classes[class].identity == ITEM_BOARD &&
           !model->atari.allowed && !model->stone_on.allowed && !model->pass_on.allowed &&
           !model->refresh.allowed && model->pass.lookup < 0 &&
           (model->pass.clears >> class & 1) != 0 && model->passes_to_end == 2 &&
           model->passes_kept == 1 && !model->simple_ko;
}

static int decide_by_lifting(struct endless_run *run)
{
    const struct cycle_kind kind = {.lifts = true};
    /* A play that changes nothing brings back the board that stood just before. */
    const struct game_graph_rules how = {.passes_kept = 1, .pass_ends = true, .changes_only = true};
    int r = witness_find(run, &how, &kind, 1);
    if (r == -ENOENT || r == -EPROTO) {
        endless_release(&run->result); /* the line that was tried */
        run->result = (struct endless){.states = run->result.states};
    }
    if (r == -ENOENT || r == -EPROTO)
        return conclude(run, ENDLESS_UNDECIDED, "passes lift bans",
                        "there are cycles with passes, but none was found that repeats no board "
                        "between two of them");
    if (r < 0)
        return r;
    if (r > 0)
        return conclude(
            run, ENDLESS_YES, "passes lift bans",
            "the cycle repeats no board from one pass to the next, and a pass lifts all "
            "bans");
    return conclude(
        run, ENDLESS_NO, "passes lift bans",
        "without a pass boards do not come back, and no state can be reached again with "
        "a pass in between");
}

static int decide(struct endless_run *run)
{
    const struct history_model *model = &run->model;
    if (ing_spight_is(run->rules))
        return decide_by_unfolding(run);
    if (model->cycles)
        return decide_by_leave(run);
    if (record_grows(model))
        return conclude(
            run, ENDLESS_NO, "growing record",
            "what the rules remember only grows, and there is only so much to remember");
    if (model->cycle_ends)
        return conclude(run, ENDLESS_NO, "recurrence ends",
                        "a state that comes back ends the game, and there are finitely many");
    if (!model->endless)
        return conclude(run, ENDLESS_NO, "the ruleset's own",
                        "the ruleset's description says that every play is finite");
    if (model->class_count == 0)
        return decide_by_states(run);
    if (repetition_is_paid(model))
        return decide_by_payment(run);
    if (bans_are_lifted(model))
        return decide_by_lifting(run);
    return conclude(run, ENDLESS_UNDECIDED, "none",
                    "no argument is known for a history of this kind");
}

int endless_find(const struct graph *graph, const struct ruleset *rules,
                 const struct position *position, int to_move, const struct endless_limits *limits,
                 struct endless *ret_endless)
{
    struct endless_run run = {
        .board = graph,
        .rules = rules,
        .position = position,
        .to_move = to_move,
        .limits = limits,
    };
    rules->family->describe(rules, &run.model);
    int r = decide(&run);
    if (r < 0) {
        endless_release(&run.result);
        return r;
    }
    *ret_endless = run.result;
    return 0;
}

void endless_release(struct endless *endless)
{
    free(endless->moves);
    endless->moves = NULL;
}
