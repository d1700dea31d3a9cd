/* store add: what certificates prove is kept in a store, once they are checked. */
#include <errno.h>
#include <stdio.h>

#include "base/human.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "cli/verbs/verification.h"
#include "json/check_json.h"

/* A certificate whose claims are added. */
struct adding {
    const struct store_verb *asked;
    const char *path;
    struct solve_check *check; /* that accepted it */
    struct solve_check_header header;
    struct solve_store *store;
    int komi_half_points; /* of the records */
    size_t added;         /* claims */
    size_t untold;        /* of these: the store does not tell them */
};

static int fail(const struct adding *adding, int r, const char *why, struct error *err)
{
    error_set(err, r, "'%.120s': %.300s", adding->path, why);
    return verb_exit_code(r) == EXIT_USAGE ? EXIT_FAILED : verb_exit_code(r);
}

/* --- the game that it is about --- */

/* Returns 0, or a negative errno and why. The board is the caller's. */
static int make_board(struct adding *adding, struct solve_board **ret_board,
                      struct solve_error *why)
{
    size_t size;
    const char *graph = solve_check_graph(adding->check, &size);
    return graph != NULL
               ? solve_board_parse_graph(adding->header.board, graph, size, ret_board, why)
               : solve_board_parse(adding->header.board, ret_board, why);
}

static int make_game(struct adding *adding, struct solve_game **ret_game, struct solve_error *why)
{
    const struct solve_check_header *header = &adding->header;
    struct solve_board *board;
    struct solve_rules *rules = NULL;
    struct solve_game *game = NULL;
    int r = make_board(adding, &board, why);
    if (r < 0)
        return r;
    r = solve_rules_parse(header->rules, &rules, why);
    if (r == 0)
        r = solve_game_new(board, rules, header->position, header->to_move, &game, why);
    if (r == 0)
        r = solve_game_play_text(game, header->moves, why);
    solve_board_unref(board);
    solve_rules_unref(rules);
    if (r == 0)
        *ret_game = game;
    else
        solve_game_free(game);
    return r;
}

/* --- its claims --- */

/* What is done with a claim about the state at which game stands, where it is not over. Returns 0,
 * or a negative errno and why. */
typedef int claim_work(struct adding *adding, const struct solve_game *game,
                       const struct solve_check_claim *claim, struct solve_error *why);

static int add_standing(struct adding *adding, const struct solve_game *game,
                        const struct solve_check_claim *claim, struct solve_error *why)
{
    const struct solve_store_claim said = {claim->player, claim->denies, claim->margin};
    int r = solve_store_add_claim(adding->store, game, adding->komi_half_points, &said, why);
    adding->added += r == 0;
    return r;
}

/* Counts a claim that the store does not tell, as what else it has cannot be true with it. */
static int look_standing(struct adding *adding, const struct solve_game *game,
                         const struct solve_check_claim *claim, struct solve_error *why)
{
    const struct solve_store_claim said = {claim->player, claim->denies, claim->margin};
    int r = solve_store_tells_claim(adding->store, game, adding->komi_half_points, &said, why);
    adding->untold += r == 0;
    return r < 0 ? r : 0;
}

/* Does the work with claim i, which is about the game or what stands after a move of it. Where the
 * game is over the rules say what is claimed. */
static int do_claim(struct adding *adding, claim_work *work, struct solve_game *game, size_t i,
                    struct solve_error *why)
{
    struct solve_check_claim claim;
    solve_check_claim(adding->check, i, &claim);
    if (claim.player < 0)
        return snprintf(why->text, sizeof(why->text),
                        "it has claims about coalitions, which a store does not keep"),
               -EINVAL;
    bool moved = claim.move[0] != '\0';
    int r = moved ? solve_game_play_text(game, claim.move, why) : 0;
    if (r < 0)
        return r;
    if (!solve_game_is_over(game))
        r = work(adding, game, &claim, why);
    if (moved)
        solve_game_undo(game);
    return r;
}

/* Does the work with all claims. Returns an exit code. */
static int do_claims(struct adding *adding, claim_work *work, struct error *err)
{
    struct solve_game *game = NULL;
    struct solve_error why = {""};
    int r = make_game(adding, &game, &why);
    if (r < 0)
        return fail(adding, r, why.text, err);
    for (size_t i = 0; i < adding->header.claims && r == 0; i++)
        r = do_claim(adding, work, game, i, &why);
    solve_game_free(game);
    return r < 0 ? fail(adding, r, why.text, err) : EXIT_SOLVED;
}

/* --- checking it --- */

/* Why it is not accepted. Returns the exit code. */
static int tell_refused(const struct adding *adding, struct error *err)
{
    enum solve_check_verdict verdict = solve_check_verdict(adding->check);
    struct error why;
    verification_say_why(adding->check, &why);
    error_set(err, -EINVAL, "'%.120s': %s: %.300s", adding->path, check_json_word(verdict),
              why.text);
    return verdict == SOLVE_CHECK_STOPPED ? EXIT_STOPPED_UNTOLD : EXIT_FAILED;
}

static int check(struct adding *adding, struct error *err)
{
    const struct store_verb *asked = adding->asked;
    struct progress progress;
    int r = verification_set_rules(adding->check, asked->given, &adding->komi_half_points, err);
    if (r == 0)
        r = verification_set_game(adding->check, asked->given, err);
    if (r < 0)
        return verb_exit_code(r);
    verification_begin(adding->check, &asked->limits, 0, asked->quiet ? NULL : &progress);
    r = solve_check_load(adding->check, adding->path);
    if (r == 0)
        solve_check_run(adding->check);
    if (!asked->quiet)
        progress_stop(&progress);
    if (r < 0) {
        error_set(err, -EINVAL, "%s", solve_check_reason(adding->check));
        return EXIT_USAGE;
    }
    if (verification_refuse_unread(adding->check, asked->given, err) < 0)
        return EXIT_USAGE;
    if (solve_check_verdict(adding->check) != SOLVE_CHECK_ACCEPTED)
        return tell_refused(adding, err);
    solve_check_header(adding->check, &adding->header);
    return EXIT_SOLVED;
}

/* Writes what was added, so that only what the store has is told. */
static int write_added(const struct adding *adding, struct error *err)
{
    solve_store_finish(adding->store);
    store_verb_tell_handle(adding->asked, adding->store);
    const char *why = solve_store_failure(adding->store);
    return why == NULL ? EXIT_SOLVED : store_verb_fail(adding->asked, -EIO, why, err);
}

/* Looks whether the store tells what was added. Returns an exit code. */
static int look_at_added(struct adding *adding, struct error *err)
{
    char some[64];
    int code = do_claims(adding, look_standing, err);
    if (code != EXIT_SOLVED || adding->untold == 0) {
        /* What the queries rest on is no news here. */
        while (solve_store_notice(adding->store) != NULL)
            ;
        return code;
    }
    snprintf(some, sizeof(some), "%zu of its %s", adding->untold,
             human_count(adding->header.claims, "claim", "claims"));
    error_set(err, -EINVAL,
              "'%.120s': accepted, but the store does not tell %s: what else it has contradicts "
              "them; 'store check --deep --all' looks for what is false",
              adding->path, some);
    return EXIT_FAILED;
}

static void tell_added(const struct adding *adding)
{
    const struct solve_check_header *header = &adding->header;
    char left[80] = "";
    if (adding->added < header->claims)
        snprintf(left, sizeof(left), ", %s of games that are over",
                 human_count(header->claims - adding->added, "is", "are"));
    printf("%s: %s, %s%s%s: %s added%s\n", adding->path, header->board, header->rules,
           header->move_count > 0 ? ", after " : "", header->moves,
           human_count(adding->added, "claim", "claims"), left);
}

static int add_certificate(const struct store_verb *asked, struct solve_store *store,
                           const char *path, struct error *err)
{
    struct adding adding = {.asked = asked,
                            .path = path,
                            .store = store,
                            .komi_half_points = asked->query.komi_half_points};
    if (solve_check_new(&adding.check) < 0)
        return fail(&adding, -ENOMEM, "out of memory", err);
    int code = check(&adding, err);
    if (code == EXIT_SOLVED)
        code = do_claims(&adding, add_standing, err);
    if (code == EXIT_SOLVED)
        code = write_added(&adding, err);
    if (code == EXIT_SOLVED)
        code = look_at_added(&adding, err);
    if (code == EXIT_SOLVED && !asked->quiet)
        tell_added(&adding);
    solve_check_free(adding.check);
    return code;
}

/* --- all of them --- */

int store_add_run(const struct store_verb *asked, struct error *err)
{
    struct solve_store *store;
    struct error why;
    int code = store_verb_open_handle(asked, SOLVE_STORE_MAKE, &store, err);
    if (code != EXIT_SOLVED)
        return code;
    for (const char *const *path = asked->given->words + 2; *path != NULL && code == EXIT_SOLVED;
         path++)
        code = add_certificate(asked, store, *path, err);
    int closed = store_verb_close_handle(asked, store, &why);
    if (closed == EXIT_SOLVED || code != EXIT_SOLVED)
        return code;
    *err = why;
    return closed;
}
