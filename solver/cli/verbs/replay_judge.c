/* Where rulesets part over a game: those that agreed so far stay in one class. */
#include "cli/verbs/replay_judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/human.h"
#include "base/strbuf.h"
#include "json/player.h"

/* What ruleset i makes of a move that it was asked about, from 1. */
static struct judge_outcome outcome_of(const struct judge *judge, size_t i, size_t move)
{
    const struct solve_game *game = judge->list[i].game;
    struct solve_turn turn;
    if (solve_game_turn(game, move, &turn) < 0)
        return (struct judge_outcome){.banned = -1, .next = -1, .winner = -1};
    return (struct judge_outcome){.legal = true,
                                  .banned = turn.banned,
                                  .next = turn.ending == SOLVE_GOES_ON ? turn.next : -1,
                                  .ending = turn.ending,
                                  .winner = turn.winner};
}

static bool same_outcome(const struct judge_outcome *a, const struct judge_outcome *b)
{
    return a->legal == b->legal && a->banned == b->banned && a->next == b->next &&
           a->ending == b->ending && a->winner == b->winner;
}

/* What the board counts on which the replay under ruleset i stopped: of two players the margin
 * alone, of more the points of each; the others are 0. Returns whether it is known. */
static bool scores_of(const struct judge *judge, size_t i, int ret_scores[SOLVE_PLAYERS_MAX])
{
    int scores[SOLVE_PLAYERS_MAX] = {0};
    bool two = judge->setup->facts.players == 2, known;
    known = solve_game_half_points(judge->list[i].game, scores) == 0;
    for (int k = 0; k < SOLVE_PLAYERS_MAX; k++)
        ret_scores[k] = !known || (two && k > 0) ? 0 : two ? scores[0] - scores[1] : scores[k];
    return known;
}

/* What the board counts at the end. */
struct judge_count {
    bool known;
    int scores[SOLVE_PLAYERS_MAX];
};

/* The boards that stand at the end count the same. */
static bool same_count(const struct judge_count *a, const struct judge_count *b)
{
    return a->known == b->known && memcmp(a->scores, b->scores, sizeof(a->scores)) == 0;
}

/* --- classes --- */

/* What is compared: the outcomes of a move, or what counts at the end. */
struct judge_question {
    size_t move;               /* 0: the end */
    struct judge_outcome *now; /* of each ruleset */
    struct judge_count *counts;
};

static bool agree(const struct judge_question *question, size_t a, size_t b)
{
    if (question->move == 0)
        return same_count(&question->counts[a], &question->counts[b]);
    return same_outcome(&question->now[a], &question->now[b]);
}

/* Is ruleset i asked about the move? Not after one that was refused. */
static bool is_asked(const struct judge *judge, size_t i, size_t move)
{
    return move == 0 || move <= solve_game_turns(judge->list[i].game) + 1;
}

/* Adds a part for those of the class of ruleset first that do not agree. */
static int split(struct judge *judge, const struct judge_question *question, size_t *classes,
                 size_t first, size_t *class_count)
{
    size_t count = judge->rulesets->count, old = classes[first];
    struct judge_part part = {.move = question->move, .group = calloc(count, sizeof(*part.group))};
    if (part.group == NULL)
        return -ENOMEM;
    for (size_t i = first; i < count; i++) {
        if (classes[i] != old || !is_asked(judge, i, question->move))
            continue;
        for (size_t j = first; j < i && part.group[i] == 0; j++)
            if (part.group[j] > 0 && agree(question, i, j))
                part.group[i] = part.group[j];
        if (part.group[i] == 0)
            part.group[i] = ++part.groups;
    }
    int r = part.groups > 1 ? array_reserve(&judge->parts, judge->part_count + 1, &judge->part_room,
                                            sizeof(*judge->parts))
                            : 0;
    if (part.groups <= 1 || r < 0) {
        free(part.group);
        return r;
    }
    for (size_t i = first; i < count; i++)
        if (part.group[i] > 0)
            classes[i] = *class_count + part.group[i];
    *class_count += part.groups;
    judge->parts[judge->part_count++] = part;
    return 0;
}

/* Parts those who do not agree about the question. */
static int split_all(struct judge *judge, const struct judge_question *question, size_t *classes,
                     size_t *class_count)
{
    size_t before = *class_count;
    for (size_t i = 0; i < judge->rulesets->count; i++) {
        bool first = classes[i] <= before && is_asked(judge, i, question->move);
        for (size_t j = 0; j < i && first; j++)
            first = classes[j] != classes[i] || !is_asked(judge, j, question->move);
        int r = first ? split(judge, question, classes, i, class_count) : 0;
        if (r < 0)
            return r;
    }
    return 0;
}

static int find_parts(struct judge *judge, struct judge_question *question, size_t *classes)
{
    size_t count = judge->rulesets->count, class_count = 0;
    int r = 0;
    for (size_t move = 1; move <= judge->setup->move_count && r == 0; move++) {
        question->move = move;
        for (size_t i = 0; i < count; i++)
            question->now[i] = outcome_of(judge, i, move);
        r = split_all(judge, question, classes, &class_count);
    }
    question->move = 0;
    for (size_t i = 0; i < count; i++)
        question->counts[i].known = scores_of(judge, i, question->counts[i].scores);
    return r == 0 ? split_all(judge, question, classes, &class_count) : r;
}

/* --- the games --- */

static int play_all(struct judge *judge)
{
    const struct game_setup *setup = judge->setup;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    int r = solve_game_position(setup->start, 0, position);
    for (size_t i = 0; i < judge->rulesets->count && r == 0; i++) {
        struct replayed *one = &judge->list[i];
        *one = (struct replayed){.setup = setup};
        r = solve_game_new(setup->board, judge->rulesets->list[i], position,
                           solve_game_to_move(setup->start), &one->game, NULL);
        if (r == 0)
            r = replay_all_moves(one);
    }
    return r;
}

int replay_judge(const struct game_setup *setup, const struct rulesets *rulesets,
                 struct judge *ret_judge)
{
    size_t count = rulesets->count;
    struct judge *judge = ret_judge;
    *judge = (struct judge){.setup = setup, .rulesets = rulesets};
    struct judge_question question = {0};
    judge->list = calloc(count, sizeof(*judge->list));
    question.now = calloc(count, sizeof(*question.now));
    question.counts = calloc(count, sizeof(*question.counts));
    size_t *classes = calloc(count, sizeof(*classes));
    bool memory =
        judge->list != NULL && question.now != NULL && question.counts != NULL && classes != NULL;
    int r = memory ? play_all(judge) : -ENOMEM;
    if (r == 0)
        r = find_parts(judge, &question, classes);
    free(question.now);
    free(question.counts);
    free(classes);
    return r;
}

void replay_judge_release(struct judge *judge)
{
    for (size_t i = 0; judge->list != NULL && i < judge->rulesets->count; i++)
        solve_game_free(judge->list[i].game);
    for (size_t i = 0; i < judge->part_count; i++)
        free(judge->parts[i].group);
    free(judge->list);
    free(judge->parts);
    *judge = (struct judge){0};
}

/* --- words --- */

static void add_ending(struct strbuf *text, const struct judge_outcome *outcome)
{
    switch (outcome->ending) {
    case SOLVE_GOES_ON:
        strbuf_add(text, ", %s to move", player_title(outcome->next));
        break;
    case SOLVE_SCORED:
        strbuf_add(text, ", the game is over");
        break;
    case SOLVE_NO_RESULT:
        strbuf_add(text, ", no result");
        break;
    case SOLVE_TIE:
        strbuf_add(text, ", the game is a tie");
        break;
    case SOLVE_WON:
        strbuf_add(text, ", %s wins outright", player_title(outcome->winner));
        break;
    }
}

/* What counts at the end. */
static void add_count(struct strbuf *text, const struct judge *judge, size_t i)
{
    int scores[SOLVE_PLAYERS_MAX], players = judge->setup->facts.players;
    bool known = scores_of(judge, i, scores);
    if (!known)
        strbuf_add(text, "%s not decided", players == 2 ? "margin" : "points");
    else if (players == 2)
        strbuf_add(text, "margin %s", human_signed_half_points(scores[0]));
    for (int k = 0; known && players > 2 && k < players; k++)
        strbuf_add(text, "%s%s %s", k > 0 ? ", " : "", player_title(k),
                   human_half_points(scores[k]));
}

char *replay_judge_words(const struct judge *judge, size_t i, const struct judge_part *part)
{
    struct strbuf text = {0};
    struct judge_outcome outcome = outcome_of(judge, i, part->move);
    if (part->move == 0) {
        add_count(&text, judge, i);
        return strbuf_take(&text);
    }
    strbuf_add(&text, outcome.legal ? "legal" : "not legal");
    if (outcome.banned >= 0)
        strbuf_add(&text, ", %s is prohibited from playing", player_title(outcome.banned));
    if (outcome.legal)
        add_ending(&text, &outcome);
    return strbuf_take(&text);
}
