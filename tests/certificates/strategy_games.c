/*
 * What the checker of strategies accepts is followed in games by the executable rules, against
 * players who try everything: is every reply legal, and does each game end with the margin?
 *
 *   strategy-games invented BOARD RULES TRIES GAMES   strategies made up at random, of random
 *                                                     positions; most are refused
 *   strategy-games found BOARD RULES POSITIONS GAMES  the best that the slow finder finds
 *   strategy-games mutants BOARD RULES POSITIONS GAMES   those, with replies, claim, position or
 * rules changed strategy-games solved BOARD RULES POSITIONS GAMES what the engine certifies of
 * random positions strategy-games file CERTIFICATE GAMES
 *
 * Against each accepted strategy all lines are played as far as a number of turns goes, then GAMES
 * random ones. Exit code 0: all is so, and there was something to see.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/games.h"
#include "certificates/strategy_finder.h"
#include "certificates/strategy_follow.h"

#define PLIES_MAX 1500
/* Turns of the search through all lines, for each strategy. */
#define TURNS 4000
#define INVENTED_MAX 3000

struct tally {
    int random_games;
    long accepted, refused, claims, whole, games, turns, failed;
    long repeats, bans, alone, refreshes, suicides;
    long most, tries;
};

/* One strategy and the game in which it is followed. */
struct contest {
    struct tally *tally;
    const struct certificate_claim *claim;
    struct follower follower;
    struct game game;
    long turns_left;
    bool failed;
};

static void fail(struct contest *of, const char *why)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    if (of->failed)
        return;
    of->failed = true;
    of->tally->failed++;
    certificate_claim_format(of->game.graph, of->claim, text);
    printf("%s: claimed %s: %s\n", show_game(&of->game), text, why);
}

static bool play(struct contest *of, struct move move)
{
    struct verdict verdict;
    if (game_play(&of->game, move, &verdict) < 0)
        die("no memory");
    of->tally->turns += verdict.legal;
    return verdict.legal;
}

/* Did the last turn, a stone, bring back a board? */
static bool repeats(const struct game *game)
{
    const struct turn *now = game_now(game);
    for (size_t i = game->count - 1; i-- > 0 && now->move.kind == MOVE_STONE;)
        if (position_equal(game->graph, &game->turns[i].board, &now->board))
            return true;
    return false;
}

static void note(struct contest *of)
{
    const struct turn *now = game_now(&of->game);
    if (now->player == of->follower.attacker && now->banned == now->player)
        fail(of, "the player is out");
    of->tally->repeats += repeats(&of->game);
    of->tally->bans += now->banned >= 0;
    of->tally->alone += now->active != 3 && now->move.kind == MOVE_STONE;
    of->tally->refreshes += now->move.kind == MOVE_REFRESH;
    of->tally->suicides +=
        now->move.kind == MOVE_STONE && now->board.cells[now->move.point] == POINT_EMPTY;
}

/* Is it the end? It must be a good one. */
static bool is_over(struct contest *of)
{
    const struct turn *now = game_now(&of->game);
    if (!game_over(&of->game)) {
        if (of->game.count > PLIES_MAX)
            fail(of, "there is no end");
        return of->failed;
    }
    if (now->ending != ENDING_SCORED)
        fail(of, "it is not scored");
    else if (follower_margin(&of->follower, &of->game) < of->follower.wanted)
        fail(of, "the margin is less");
    return true;
}

/* The player's turn. False: it fails. */
static bool reply(struct contest *of)
{
    struct move move;
    if (!follower_reply(&of->follower, &of->game, &move))
        fail(of, "there is no reply");
    else if (!play(of, move))
        fail(of, "the reply is not legal");
    else
        note(of);
    return !of->failed;
}

static struct move move_number(const struct game *game, int number)
{
    int points = game->graph->points;
    return number < points ? move_stone(number)
                           : move_pass(number == points ? MOVE_PASS : MOVE_REFRESH);
}

/* --- all lines --- */

static void search(struct contest *of)
{
    if (is_over(of) || of->turns_left-- <= 0)
        return;
    if (game_now(&of->game)->next == of->follower.attacker) {
        if (reply(of)) {
            search(of);
            game_undo(&of->game);
        }
        return;
    }
    int moves = of->game.graph->points + 2;
    unsigned first = random_below((unsigned)moves);
    for (int i = 0; i < moves && of->turns_left > 0 && !of->failed; i++)
        if (play(of, move_number(&of->game, (i + (int)first) % moves))) {
            note(of);
            search(of);
            game_undo(&of->game);
        }
}

/* --- random lines --- */

/* What the other likes in a game: how often each kind of move counts. */
struct taste {
    unsigned any, repeat, capture, pass, refresh, suicide, retake;
};

static unsigned weigh(const struct contest *of, const struct taste *taste)
{
    const struct turn *now = game_now(&of->game);
    if (now->move.kind != MOVE_STONE)
        return now->move.kind == MOVE_PASS ? taste->pass : taste->refresh;
    unsigned weight = taste->any;
    if (repeats(&of->game))
        weight += taste->repeat;
    if (now->board.cells[now->move.point] == POINT_EMPTY)
        weight += taste->suicide;
    else if (now->removed > 0)
        weight += now->removed == 1 ? taste->retake : taste->capture;
    return weight;
}

static void answer(struct contest *of, const struct taste *taste)
{
    int moves = of->game.graph->points + 2, chosen = of->game.graph->points;
    unsigned sum = 0;
    for (int i = 0; i < moves; i++) {
        if (!play(of, move_number(&of->game, i)))
            continue;
        unsigned weight = weigh(of, taste);
        game_undo(&of->game);
        sum += weight;
        if (weight > 0 && random_below(sum) < weight)
            chosen = i;
    }
    if (!play(of, move_number(&of->game, chosen)))
        die("a pass that is not legal");
    note(of);
}

static void play_randomly(struct contest *of)
{
    static const unsigned likes[] = {0, 1, 1, 4, 30, 200};
    struct taste taste = {
        .any = likes[1 + random_below(4)],
        .repeat = likes[random_below(6)],
        .capture = likes[random_below(6)],
        .pass = likes[1 + random_below(4)],
        .refresh = likes[random_below(5)],
        .suicide = likes[random_below(6)],
        .retake = likes[random_below(6)],
    };
    while (!is_over(of)) {
        if (game_now(&of->game)->next != of->follower.attacker)
            answer(of, &taste);
        else if (!reply(of))
            return;
    }
}

/* --- certificates --- */

static void begin(struct contest *of, const struct certificate *proof)
{
    if (game_init(&of->game, proof->graph, &proof->rules, &proof->start, proof->to_move) < 0)
        die("no memory");
    if (!of->claim->root && !play(of, of->claim->move))
        fail(of, "the claim's move is not legal");
}

static void contest_claim(struct tally *tally, const struct certificate *proof,
                          const struct certificate_claim *claim,
                          const struct certificate_strategy *strategy)
{
    struct contest of = {.tally = tally, .claim = claim, .turns_left = TURNS};
    struct game start;
    if (game_init(&start, proof->graph, &proof->rules, &proof->start, proof->to_move) < 0)
        die("no memory");
    follower_read(&of.follower, &start, claim, strategy);
    game_release(&start);
    begin(&of, proof);
    search(&of);
    tally->claims++;
    tally->whole += of.turns_left > 0;
    game_release(&of.game);
    for (int i = 0; i < tally->random_games && !of.failed; i++, tally->games++) {
        begin(&of, proof);
        play_randomly(&of);
        game_release(&of.game);
    }
    follower_release(&of.follower);
}

static void contest_file(struct tally *tally, const struct bytes *file)
{
    struct certificate proof;
    struct certificate_cursor cursor = {0};
    struct error why;
    if (!is_accepted(file, &why)) {
        tally->refused++;
        return;
    }
    tally->accepted++;
    if (certificate_parse(file->data, file->size, &proof, &why) < 0)
        die(why.text);
    for (size_t i = 0; i < proof.claim_count; i++) {
        struct certificate_strategy strategy;
        if (!proof.claims[i].strategy)
            continue;
        if (certificate_next_strategy(&proof, &cursor, &strategy, &why) < 0)
            die(why.text);
        contest_claim(tally, &proof, &proof.claims[i], &strategy);
    }
    certificate_release(&proof);
}

/* One claim with its replies, which are freed. */
static void contest_replies(struct tally *tally, const struct game *game,
                            const struct certificate_claim *claim, uint8_t *replies, size_t count)
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
    if (write_strategies(game->graph, &game->rules, &game->turns[0].board, game->turns[0].next,
                         &one, 1, &file) < 0)
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
        .move = move_number(game, (int)random_below((unsigned)points + 2)),
        .who = (int)random_below(2),
        .margin = (int)random_below(2 * (unsigned)points + 1) - points,
        .strategy = true,
    };
}

static void contest_invented(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    for (int i = 0; i < 10; i++) {
        struct certificate_claim claim = random_claim(game);
        struct bytes replies;
        if (follower_invent(game, &claim, INVENTED_MAX, &replies))
            contest_replies(tally, game, &claim, replies.data, replies.size);
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
    struct tally *tally = arg;
    int points = game->graph->points;
    struct certificate_claim claim = random_claim(game);
    for (int own = points; own >= -points; own--) {
        uint8_t *replies;
        size_t count;
        claim.margin = claim.who == 0 ? own : -own;
        struct finder_request request = request_of(game, &claim);
        request.variant = random_below(3);
        long accepted = tally->accepted;
        if (strategy_find(&request, &replies, &count))
            contest_replies(tally, game, &claim, replies, count);
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
    uint8_t *replies; /* room for one more */
};

static const char *const other_rules[] = {
    "psk",     "psk,suicide=multi",      "ssk",
    "nssk",    "simple,cycle=no-result", "psk,scoring=stone",
    "kee2013", "kee2013,refresh=no",     "kee2013,tally=all,suicide=multi",
    "kee-v6",
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

static void contest_mutant(struct tally *tally, const struct game *game,
                           const struct strategy_claim *claim)
{
    struct bytes file;
    struct mutant mutant = {
        .rules = game->rules,
        .start = game->turns[0].board,
        .to_move = game->turns[0].next,
        .claim = *claim,
        .replies = malloc(claim->reply_count + 8),
    };
    if (mutant.replies == NULL)
        die("no memory");
    if (claim->reply_count > 0)
        memcpy(mutant.replies, claim->replies, claim->reply_count);
    for (unsigned changes = 1 + random_below(3); changes > 0; changes--)
        mutate(&mutant, game->graph);
    mutant.claim.replies = mutant.replies;
    if (write_strategies(game->graph, &mutant.rules, &mutant.start, mutant.to_move, &mutant.claim,
                         1, &file) < 0)
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
        bool is_found = strategy_find(&request, &replies, &claim.reply_count);
        claim.replies = replies;
        for (int i = 0; i < 60 && is_found; i++)
            contest_mutant(arg, game, &claim);
        free(replies);
        found += is_found;
    }
}

static void contest_solved(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct made made;
    tally->tries++;
    if (!make(game, 200000, &made))
        return;
    contest_file(tally, &made.certificate.file);
    made_release(&made);
}

static void contest_saved(const char *name, struct tally *tally)
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
    struct tally tally = {0};
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
            "file "
            "CERTIFICATE GAMES");
    }
    printf(
        "%ld tries, %ld refused, %ld accepted; %ld claims followed, %ld of them in all lines, "
        "%ld random games, %ld turns: %ld boards brought back, %ld players out, %ld stones of "
        "players alone, %ld refreshing passes, %ld suicides; %ld failures\n",
        tally.tries, tally.refused, tally.accepted, tally.claims, tally.whole, tally.games,
        tally.turns, tally.repeats, tally.bans, tally.alone, tally.refreshes, tally.suicides,
        tally.failed);
    return tally.failed > 0 || tally.claims == 0 || tally.turns == 0;
}
