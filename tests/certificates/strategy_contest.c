/* All lines as far as a number of turns goes, then random games. */
#include "certificates/strategy_contest.h"

#include <stdio.h>
#include <stdlib.h>

#include "certificates/made.h"
#include "certificates/strategy_follow.h"

#define PLIES_MAX 1500
/* Turns of the search through all lines, for each strategy. */
#define TURNS 4000

/* One strategy and the game in which it is followed. */
struct contest {
    struct contest_tally *tally;
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
    of->tally->solo += now->active != 3 && now->move.kind == MOVE_STONE;
    of->tally->refreshes += now->move.kind == MOVE_REFRESH;
    of->tally->suicides +=
        now->move.kind == MOVE_STONE && now->board.cells[now->move.point] == POINT_EMPTY;
}

/* Is it the end? It must be a good one: an outright win is better than any margin. */
static bool is_over(struct contest *of)
{
    const struct turn *now = game_now(&of->game);
    if (!game_over(&of->game)) {
        if (of->game.count > PLIES_MAX)
            fail(of, "there is no end");
        return of->failed;
    }
    bool won = now->ending == ENDING_WON && now->winner == of->follower.attacker;
    of->tally->outright += won;
    if (won)
        return true;
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

struct move contest_move(const struct game *game, int number)
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
        if (play(of, contest_move(&of->game, (i + (int)first) % moves))) {
            note(of);
            search(of);
            game_undo(&of->game);
        }
}

/* --- random lines --- */

/* What the opponent likes in a game: how often each kind of move counts. */
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
        if (!play(of, contest_move(&of->game, i)))
            continue;
        unsigned weight = weigh(of, taste);
        game_undo(&of->game);
        sum += weight;
        if (weight > 0 && random_below(sum) < weight)
            chosen = i;
    }
    if (!play(of, contest_move(&of->game, chosen)))
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

static void contest_claim(struct contest_tally *tally, const struct certificate *proof,
                          const struct certificate_claim *claim,
                          const struct certificate_strategy *strategy)
{
    struct contest of = {.tally = tally, .claim = claim, .turns_left = TURNS};
    struct game start;
    if (game_init(&start, proof->graph, &proof->rules, &proof->start, proof->to_move) < 0)
        die("no memory");
    follower_read(&of.follower, &start, claim, strategy,
                  (struct follow_kind){proof->answered, proof->living});
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

void contest_file(struct contest_tally *tally, const struct bytes *file)
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
    if (proof.move_count > 0)
        die("a certificate of a game after moves, which strategy-moves follows: wanted a start");
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
