/*
 * When a ruleset lets play go on for ever. What is decided follows from the description of the
 * ruleset's history alone, by one of these arguments.
 *
 * growing record. A play is spent if it looks up what it creates, a hit never lets play go on, and
 * no play that is not spent itself clears it: then it happens finitely often, for what it creates
 * is a finite set that grows each time. If stone plays are spent, and passes in a row end (by their
 * number, or because they are spent), every play is finite.
 *
 * recurrence ends. A state that comes back ends the game, and there are finitely many.
 *
 * lap of states. Where nothing is remembered but the ko and the passes in a row, legality depends
 * on the state alone: an endless play exists if and only if a cycle of states can be reached.
 *
 * nobody removes. Where cycles may be removed nobody has to, so a lap that simple ko allows can be
 * played for ever. That there is none is not concluded.
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
 * the walk's. Now repeat the walk for ever. In the first lap all situations are new but the last,
 * and whenever one comes back it last occurred just one lap ago. So a pre-captive play there is of
 * kind (b) by Black or (c) by White, and paid by the lap's balance. With counts=first it is the
 * first occurrence one or more laps ago, and paid by a multiple of that.
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
 * for ever below it, and the converse is not proved: without a lap nothing is decided.
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

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "endless/cycle.h"
#include "rules/game.h"
#include "rules/history.h"

/* Plays by which a lap that lifts all bans may be longer than one that need not. */
#define LIFTING_EXTRA 12

struct quest {
    const struct graph *board;
    const struct ruleset *rules;
    const struct position *position;
    int to_move;
    const struct endless_limits *limits;
    struct history_model model;
    struct endless result;
    bool pays; /* the lap of the result has a play that must be paid for */
};

enum { PLAY_STONE, PLAY_ATARI, PLAY_PASS, PLAY_PASS_ON, PLAY_REFRESH, PLAY_KINDS };

/* Does a hit of the look-up never let play go on? */
static bool hit_is_final(const struct play_rule *rule)
{
    if (rule->lookup < 0 || (rule->creates >> rule->lookup & 1) == 0)
        return false;
    for (int i = 0; i < rule->range_count; i++)
        if (rule->ranges[i].outcome == OUTCOME_GOES_ON)
            return false;
    return rule->range_count > 0;
}

/* The argument of the growing record. */
static bool record_grows(const struct history_model *model)
{
    const struct play_rule *rules[PLAY_KINDS] = {&model->stone, &model->atari, &model->pass,
                                                 &model->pass_on, &model->refresh};
    bool spent[PLAY_KINDS] = {false};
    for (int round = 0; round < PLAY_KINDS; round++) {
        for (int kind = 0; kind < PLAY_KINDS; kind++) {
            bool cleared = false;
            for (int other = 0; other < PLAY_KINDS; other++)
                cleared |= rules[other]->allowed && !spent[other] && rules[kind]->lookup >= 0 &&
                           (rules[other]->clears >> rules[kind]->lookup & 1) != 0;
            spent[kind] = !rules[kind]->allowed || (hit_is_final(rules[kind]) && !cleared);
        }
    }
    bool passes_end = model->passes_to_end > 0 || spent[PLAY_PASS] ||
                      (model->pass_on.allowed && spent[PLAY_PASS_ON]);
    return spent[PLAY_STONE] && spent[PLAY_ATARI] && spent[PLAY_REFRESH] && passes_end;
}

/* Is this the repetition rule of the argument of the paid repetition, but for keeps_first? */
static bool repetition_is_paid(const struct history_model *model)
{
    const struct play_rule *atari = &model->atari,
                           *others[] = {&model->stone, &model->pass, &model->pass_on};
    int class = atari->lookup;
    if (!atari->allowed || class < 0 || atari->range_count != 2 || atari->clears != 0 ||
        model->classes[class].identity != ITEM_BOARD_NEXT ||
        model->classes[class].counter != COUNTS_PASSES || model->refresh.allowed ||
        model->simple_ko || (model->start & atari->creates) == 0)
        return false;
    if (atari->ranges[0].outcome != OUTCOME_ILLEGAL || atari->ranges[0].high != 0 ||
        atari->ranges[1].outcome != OUTCOME_GOES_ON)
        return false;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i]->clears != 0 || (others[i]->creates >> class & 1) == 0)
            return false;
    return model->stone.lookup < 0 && model->pass.lookup < 0 && model->pass.shift[class] == 1 &&
           model->pass_on.shift[class] == 1 && model->pass_on.allowed &&
           hit_is_final(&model->pass_on) && model->pass_on.lookup != class;
}

static int conclude(struct quest *quest, enum endless_verdict verdict, const char *argument,
                    const char *reason)
{
    quest->result.verdict = verdict;
    quest->result.argument = argument;
    quest->result.reason = reason;
    return 0;
}

static struct stones stones_of(const struct graph *graph, const struct position *position)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}

/* Plays count moves; -EPROTO if the rules refuse one, or end the game. */
static int play_moves(struct game *game, const struct move *moves, size_t count)
{
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(game, moves[i], &verdict);
        if (r == 0 && (!verdict.legal || game_over(game)))
            r = -EPROTO;
    }
    return r;
}

/* The way and two laps by the executable rules, each lap back to where it began. */
static int check_line(const struct quest *quest)
{
    const struct endless *line = &quest->result;
    const struct move *lap = line->moves + line->way;
    struct game game;
    int r = game_init(&game, quest->board, quest->rules, quest->position, quest->to_move);
    if (r < 0)
        return r;
    r = play_moves(&game, line->moves, line->way);
    for (int i = 0; i < 2 && r == 0; i++) {
        struct turn before = *game_now(&game);
        r = play_moves(&game, lap, line->lap);
        if (r == 0 && (before.next != game_now(&game)->next ||
                       !position_equal(quest->board, &before.board, &game_now(&game)->board)))
            r = -EPROTO;
    }
    game_release(&game);
    return r;
}

/* Is there a pre-captive play in the lap? */
static bool has_atari(const struct game_graph *graph, const struct state_cycle *lap)
{
    for (size_t i = 0; i < lap->length; i++) {
        uint32_t state = lap->states[i];
        for (uint32_t a = graph->first[state]; a < graph->first[state + 1]; a++)
            if (graph->arcs[a].point == lap->plays[i] && graph->arcs[a].atari)
                return true;
    }
    return false;
}

/* Writes the way to the lap, and the lap; then checks them. */
static int put_line(struct quest *quest, const struct game_graph *graph,
                    const struct state_cycle *lap)
{
    struct endless *result = &quest->result;
    result->way = game_graph_way(graph, lap->states[0], NULL);
    result->lap = lap->length;
    result->balance = cycle_balance(graph, lap);
    quest->pays = has_atari(graph, lap);
    result->moves = malloc((result->way + result->lap) * sizeof(*result->moves));
    if (result->moves == NULL)
        return -ENOMEM;
    game_graph_way(graph, lap->states[0], result->moves);
    for (size_t i = 0; i < lap->length; i++)
        result->moves[result->way + i] = game_graph_move(lap->plays[i]);
    return check_line(quest);
}

/* Looks for a lap of one of the kinds. Returns 1 with it in quest->result, 0: there is none. */
static int find_line(struct quest *quest, const struct game_graph *graph,
                     const struct cycle_kind *kinds, size_t count)
{
    struct cycle_kind there[3];
    struct state_cycle lap = {0}, shortest;
    size_t found = 0;
    int r = 0;
    assert(count <= 3);
    for (size_t k = 0; k < count && r >= 0; k++) {
        struct state_cycle one;
        r = cycle_find_any(graph, &kinds[k], quest->limits, &one);
        if (r > 0)
            there[found++] = kinds[k];
        if (r <= 0 || (lap.length > 0 && lap.length <= one.length)) {
            cycle_release(&one);
            continue;
        }
        cycle_release(&lap);
        lap = one;
    }
    if (r < 0 && (r != -EINTR || lap.length == 0)) {
        cycle_release(&lap);
        return r;
    }
    if (lap.length == 0)
        return 0;
    bool lifts = there[0].lifts;
    size_t longest = lifts ? lap.length + LIFTING_EXTRA : lap.length;
    r = r < 0 ? r : cycle_find_shortest(graph, there, found, longest, quest->limits, &shortest);
    quest->result.shortest = r == 0;
    if (r >= 0) {
        r = 0;
        cycle_release(&lap);
        lap = shortest;
    } else if (r == -EINTR && !lifts) {
        r = cycle_rotate(&lap);
    }
    if (r == 0)
        r = put_line(quest, graph, &lap);
    cycle_release(&lap);
    return r < 0 ? r : 1;
}

static int search_graph(struct quest *quest, const struct game_graph_rules *how,
                        const struct cycle_kind *kinds, size_t count)
{
    struct positions positions;
    struct game_graph graph = {0};
    struct state start = {.mover = (uint8_t)quest->to_move};
    int r = positions_init(&positions, quest->board, quest->rules);
    if (r < 0)
        return r;
    r = positions_intern(&positions, stones_of(quest->board, quest->position), &start.board);
    if (r == 0)
        r = game_graph_init(&graph, &positions, start, how, quest->limits);
    quest->result.states = graph.count;
    if (r == 0)
        r = find_line(quest, &graph, kinds, count);
    game_graph_release(&graph);
    positions_release(&positions);
    return r;
}

static int decide_by_states(struct quest *quest)
{
    const struct history_model *model = &quest->model;
    const struct game_graph_rules how = {
        .passes_kept = model->passes_to_end - 1, .pass_ends = true, .simple_ko = model->simple_ko};
    const struct cycle_kind kind = {.sign = 0};
    int r = search_graph(quest, &how, &kind, 1);
    if (r < 0)
        return r;
    if (r > 0)
        return conclude(quest, ENDLESS_YES, "lap of states",
                        "nothing is remembered but the ko, so the lap can be played for ever");
    return conclude(quest, ENDLESS_NO, "lap of states",
                    "nothing is remembered but the ko, and no state can be reached again");
}

/*
 * What is prohibited after a ko capture is what simple ko forbids, so the past forbids nothing of a
 * lap. But after a ko capture passes do not end the game as soon as they do there, so that there
 * may be laps which that graph does not have.
 */
static int decide_by_leave(struct quest *quest)
{
    const struct game_graph_rules how = {.passes_kept = 1, .pass_ends = true, .simple_ko = true};
    const struct cycle_kind kind = {.sign = 0};
    int r = search_graph(quest, &how, &kind, 1);
    if (r < 0)
        return r;
    quest->result.shortest = false;
    if (r > 0)
        return conclude(quest, ENDLESS_YES, "nobody removes",
                        "no play of the lap is prohibited, and nobody has to remove a cycle");
    return conclude(quest, ENDLESS_UNDECIDED, "nobody removes",
                    "under simple ko there is no lap, which does not tell it here");
}

static int decide_by_payment(struct quest *quest)
{
    static const struct cycle_kind kinds[] = {
        {.no_atari = {true, true}},
        {.no_atari = {false, true}, .sign = 1},
        {.no_atari = {true, false}, .sign = -1},
    };
    const struct game_graph_rules how = {0};
    bool first = quest->model.classes[quest->model.atari.lookup].keeps_first;
    int r = search_graph(quest, &how, kinds, sizeof(kinds) / sizeof(kinds[0]));
    if (r < 0)
        return r;
    if (r > 0 && !quest->pays)
        return conclude(quest, ENDLESS_YES, "paid repetition",
                        "no play of the lap is one that the rule could forbid");
    if (r > 0)
        return conclude(quest, ENDLESS_YES, "paid repetition",
                        "the plays of the lap that the rule could forbid are paid by its passes");
    if (first)
        return conclude(quest, ENDLESS_UNDECIDED, "paid repetition",
                        "no lap pays for itself; passes made before it may, since they count for "
                        "ever");
    return conclude(quest, ENDLESS_NO, "paid repetition",
                    "every endless play would contain a lap that pays for itself, and none can be "
                    "reached");
}

/* Is this the repetition rule of the argument that passes lift bans? */
static bool bans_are_lifted(const struct history_model *model)
{
    int class = model->stone.lookup;
    return hit_is_final(&model->stone) && model->classes[class].identity == ITEM_BOARD &&
           !model->atari.allowed && !model->pass_on.allowed && !model->refresh.allowed &&
           model->pass.lookup < 0 && (model->pass.clears >> class & 1) != 0 &&
           model->passes_to_end == 2 && model->passes_kept == 1 && !model->simple_ko;
}

static int decide_by_lifting(struct quest *quest)
{
    const struct cycle_kind kind = {.lifts = true};
    /* A play that changes nothing brings back the board that stood just before. */
    const struct game_graph_rules how = {.passes_kept = 1, .pass_ends = true, .changes_only = true};
    int r = search_graph(quest, &how, &kind, 1);
    if (r == -ENOENT || r == -EPROTO) {
        endless_release(&quest->result); /* the line that was tried */
        quest->result = (struct endless){.states = quest->result.states};
    }
    if (r == -ENOENT || r == -EPROTO)
        return conclude(quest, ENDLESS_UNDECIDED, "passes lift bans",
                        "there are laps with passes, but none was found that repeats no board "
                        "between two of them");
    if (r < 0)
        return r;
    if (r > 0)
        return conclude(quest, ENDLESS_YES, "passes lift bans",
                        "the lap repeats no board from one pass to the next, and a pass lifts all "
                        "bans");
    return conclude(
        quest, ENDLESS_NO, "passes lift bans",
        "without a pass boards do not come back, and no state can be reached again with "
        "a pass in between");
}

static int decide(struct quest *quest)
{
    const struct history_model *model = &quest->model;
    if (model->cycles)
        return decide_by_leave(quest);
    if (record_grows(model))
        return conclude(
            quest, ENDLESS_NO, "growing record",
            "what the rules remember only grows, and there is only so much to remember");
    if (model->cycle_ends)
        return conclude(quest, ENDLESS_NO, "recurrence ends",
                        "a state that comes back ends the game, and there are finitely many");
    if (!model->endless)
        return conclude(quest, ENDLESS_NO, "the ruleset's own",
                        "the ruleset's description says that every play is finite");
    if (model->class_count == 0)
        return decide_by_states(quest);
    if (repetition_is_paid(model))
        return decide_by_payment(quest);
    if (bans_are_lifted(model))
        return decide_by_lifting(quest);
    return conclude(quest, ENDLESS_UNDECIDED, "none",
                    "no argument is known for a history of this kind");
}

int endless_find(const struct graph *graph, const struct ruleset *rules,
                 const struct position *position, int to_move, const struct endless_limits *limits,
                 struct endless *ret_endless)
{
    struct quest quest = {
        .board = graph,
        .rules = rules,
        .position = position,
        .to_move = to_move,
        .limits = limits,
    };
    rules->family->describe(rules, &quest.model);
    int r = decide(&quest);
    if (r < 0) {
        endless_release(&quest.result);
        return r;
    }
    *ret_endless = quest.result;
    return 0;
}

void endless_release(struct endless *endless)
{
    free(endless->moves);
    endless->moves = NULL;
}
