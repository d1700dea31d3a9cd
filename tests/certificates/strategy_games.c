/*
 * What the checker of strategies accepts is followed in games by the executable rules, against
 * opponents who try everything (strategy_contest.h).
 *
 *   strategy-games invented BOARD RULES TRIES GAMES   strategies made up at random, of random
 *                                                     positions; most are refused
 *   strategy-games found BOARD RULES POSITIONS GAMES  the best that the slow finder finds
 *   strategy-games mutants BOARD RULES POSITIONS GAMES   those, with replies, claim, position or
 *                                                     rules changed
 *   strategy-games solved BOARD RULES POSITIONS GAMES what the engine certifies of random positions
 *   strategy-games file CERTIFICATE GAMES             a certificate
 *
 * Against each accepted strategy all lines are played as far as a number of turns goes, then GAMES
 * random ones. Exit code 0: all is so, and there was something to see.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/living.h"
#include "certificates/made.h"
#include "certificates/strategy_contest.h"
#include "certificates/strategy_finder.h"
#include "certificates/strategy_follow.h"

#define INVENTED_MAX 3000

/* Are passes that free a ko to be answered this time, and do strategies end in life? */
static struct follow_kind choose_kind(const struct game *game)
{
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    return (struct follow_kind){
        .answered = history_model_answers_passes(&model) && random_below(2) == 0,
        .living = living_may_be(&game->rules) && random_below(2) == 0,
    };
}

/* One claim with its replies, which are freed. */
static void contest_replies(struct contest_tally *tally, const struct game *game,
                            const struct certificate_claim *claim, struct follow_kind kind,
                            uint8_t *replies, size_t count)
{
    struct bytes file;
    struct strategy_claim one = {
        .root = claim->root,
        .move = claim->move,
        .who = claim->who,
        .margin = claim->margin,
        .replies = replies,
        .reply_count = count,
    };
    if (write_strategies(game, &one, 1, kind.answered, kind.living, &file) < 0)
        die("no memory");
    contest_file(tally, &file);
    free(file.data);
    free(replies);
}

/* A claim about the root or any first move, by either player. */
static struct certificate_claim random_claim(const struct game *game)
{
    int points = game->graph->points;
    return (struct certificate_claim){
        .root = random_below(2) == 0,
        .move = contest_move(game, (int)random_below((unsigned)points + 2)),
        .who = (int)random_below(2),
        .margin = (int)random_below(2 * (unsigned)points + 1) - points,
        .strategy = true,
    };
}

static void contest_invented(const struct game *game, void *arg)
{
    struct contest_tally *tally = arg;
    for (int i = 0; i < 10; i++) {
        struct certificate_claim claim = random_claim(game);
        struct follow_kind kind = choose_kind(game);
        struct bytes replies;
        if (follower_invent(game, &claim, kind, INVENTED_MAX, &replies))
            contest_replies(tally, game, &claim, kind, replies.data, replies.size);
        else
            free(replies.data);
        tally->tries++;
    }
}

static struct finder_request request_of(const struct game *game,
                                        const struct certificate_claim *claim)
{
    return (struct finder_request){
        .game = game,
        .root = claim->root,
        .move = claim->move,
        .who = claim->who,
        .margin = claim->margin,
    };
}

static void contest_found(const struct game *game, void *arg)
{
    struct contest_tally *tally = arg;
    int points = game->graph->points;
    struct certificate_claim claim = random_claim(game);
    for (int own = points; own >= -points; own--) {
        uint8_t *replies;
        size_t count;
        claim.margin = claim.who == 0 ? own : -own;
        struct finder_request request = request_of(game, &claim);
        request.variant = random_below(3);
        struct follow_kind kind = choose_kind(game);
        request.answered = kind.answered;
        request.living = kind.living;
        long accepted = tally->accepted;
        if (strategy_find(&request, &replies, &count))
            contest_replies(tally, game, &claim, kind, replies, count);
        else
            free(replies);
        tally->tries++;
        if (tally->accepted > accepted && random_below(2) == 0)
            return;
    }
}

/* --- mutants --- */

struct mutant {
    struct ruleset rules;
    struct position start;
    int to_move;
    struct strategy_claim claim;
    struct follow_kind kind;
    uint8_t *replies; /* room for one more */
};

static const char *const other_rules[] = {
    "psk",
    "psk,suicide=multi",
    "ssk",
    "nssk",
    "simple,cycle=no-result",
    "psk,scoring=stone",
    "kee2013",
    "kee2013,refresh=no",
    "kee2013,tally=all,suicide=multi",
    "kee-v6",
    "migos",
    "migos,scoring=stone",
};

static void change_replies(struct mutant *mutant, int points)
{
    size_t *count = &mutant->claim.reply_count;
    size_t at = random_below((unsigned)*count + 1), rest = *count - at;
    uint8_t reply = (uint8_t)random_below((unsigned)points + 1);
    switch (random_below(rest > 0 ? 3 : 1)) {
    case 0:
        memmove(&mutant->replies[at + 1], &mutant->replies[at], rest);
        mutant->replies[at] = reply;
        ++*count;
        break;
    case 1:
        memmove(&mutant->replies[at], &mutant->replies[at + 1], rest - 1);
        --*count;
        break;
    default:
        mutant->replies[at] = reply;
    }
}

/* Changes one thing. */
static void mutate(struct mutant *mutant, const struct graph *graph)
{
    unsigned points = (unsigned)graph->points, rule = random_below(10);
    struct position changed = mutant->start;
    struct error err;
    switch (random_below(6)) {
    case 0:
        if (ruleset_parse(other_rules[rule], &mutant->rules, &err) < 0)
            die(err.text);
        break;
    case 1:
        mutant->claim.margin += (int)random_below(3) - 1;
        break;
    case 2:
        mutant->claim.root = !mutant->claim.root;
        mutant->claim.move = random_below(4) > 0
                                 ? move_stone((int)random_below(points))
                                 : move_pass(random_below(2) > 0 ? MOVE_PASS : MOVE_REFRESH);
        mutant->to_move ^= (int)random_below(2);
        break;
    case 3:
        changed.cells[random_below(points)] = (uint8_t)random_below(3);
        if (position_check(graph, &changed, &err) == 0)
            mutant->start = changed;
        break;
    default:
        change_replies(mutant, graph->points);
    }
}

static void contest_mutant(struct contest_tally *tally, const struct game *game,
                           const struct strategy_claim *claim, struct follow_kind kind)
{
    struct bytes file;
    struct mutant mutant = {
        .rules = game->rules,
        .start = game->turns[0].board,
        .to_move = game->turns[0].next,
        .claim = *claim,
        .kind = kind,
        .replies = malloc(claim->reply_count + 8),
    };
    if (mutant.replies == NULL)
        die("no memory");
    if (claim->reply_count > 0)
        memcpy(mutant.replies, claim->replies, claim->reply_count);
    for (unsigned changes = 1 + random_below(3); changes > 0; changes--)
        mutate(&mutant, game->graph);
    mutant.claim.replies = mutant.replies;
    struct turn start = {.board = mutant.start, .next = mutant.to_move};
    const struct game mutated = {
        .graph = game->graph, .rules = mutant.rules, .turns = &start, .count = 1};
    if (write_strategies(&mutated, &mutant.claim, 1, mutant.kind.answered, mutant.kind.living,
                         &file) < 0)
        die("no memory");
    contest_file(tally, &file);
    tally->tries++;
    free(file.data);
    free(mutant.replies);
}

/* Of the best that is found, and of something less. */
static void contest_mutants(const struct game *game, void *arg)
{
    int points = game->graph->points, found = 0;
    struct certificate_claim place = random_claim(game);
    for (int own = points; own >= -points && found < 2; own--) {
        uint8_t *replies;
        place.margin = place.who == 0 ? own : -own;
        struct strategy_claim claim = {
            .root = place.root, .move = place.move, .who = place.who, .margin = place.margin};
        struct finder_request request = request_of(game, &place);
        struct follow_kind kind = choose_kind(game);
        request.answered = kind.answered;
        request.living = kind.living;
        bool is_found = strategy_find(&request, &replies, &claim.reply_count);
        claim.replies = replies;
        for (int i = 0; i < 60 && is_found; i++)
            contest_mutant(arg, game, &claim, kind);
        free(replies);
        found += is_found;
    }
}

static void contest_solved(const struct game *game, void *arg)
{
    struct contest_tally *tally = arg;
    struct made made;
    tally->tries++;
    if (!make(game, 200000, &made))
        return;
    contest_file(tally, &made.certificate.file);
    made_release(&made);
}

static void contest_saved(const char *name, struct contest_tally *tally)
{
    FILE *in = fopen(name, "rb");
    struct bytes file = {.data = malloc(64 << 20)};
    if (in == NULL || file.data == NULL)
        die("cannot read the certificate");
    file.size = fread(file.data, 1, 64 << 20, in);
    fclose(in);
    contest_file(tally, &file);
    free(file.data);
}

int main(int argc, char **argv)
{
    struct contest_tally tally = {0};
    const char *what = argc > 1 ? argv[1] : "";
    void (*contest)(const struct game *game, void *arg) = NULL;
    if (strcmp(what, "invented") == 0)
        contest = contest_invented;
    else if (strcmp(what, "found") == 0)
        contest = contest_found;
    else if (strcmp(what, "mutants") == 0)
        contest = contest_mutants;
    else if (strcmp(what, "solved") == 0)
        contest = contest_solved;
    if (argc == 6 && contest != NULL) {
        tally.random_games = atoi(argv[5]);
        for_games(argv[2], argv[3], atoi(argv[4]), 0, contest, &tally);
    } else if (argc == 4 && strcmp(what, "file") == 0) {
        tally.random_games = atoi(argv[3]);
        contest_saved(argv[2], &tally);
    } else {
        die("usage: strategy-games invented|found|mutants|solved BOARD RULES POSITIONS GAMES, or "
            "file CERTIFICATE GAMES");
    }
    printf(
        "%ld tries, %ld refused, %ld accepted; %ld claims followed, %ld of them in all lines, "
        "%ld random games, %ld turns: %ld boards brought back, %ld players out, %ld games "
        "won outright, %ld stones of "
        "players on their own, %ld refreshing passes, %ld suicides; %ld failures\n",
        tally.tries, tally.refused, tally.accepted, tally.claims, tally.whole, tally.games,
        tally.turns, tally.repeats, tally.bans, tally.outright, tally.solo, tally.refreshes,
        tally.suicides, tally.failed);
    return tally.failed > 0 || tally.claims == 0 || tally.turns == 0;
}
