/*
 * What of a printed result its certificate does not claim. It compares what is shown with what the
 * file says, whoever made the file and whatever he left out.
 */
#include "cli/verbs/uncertified.h"

#include <stdlib.h>
#include <string.h>

#include "certificate/implied.h"

/* A result on its way through its claims. */
struct shown_claims {
    struct certificate header;
    int waiting; /* who does not move at the root */
    bool pairs;  /* Lower and upper are told apart. */
    struct strbuf *text;
    struct uncertified found;
    bool begun; /* Something is told of the present place. */
};

static int claimed_margin(int margin)
{
    if (abs(margin) < SOLVE_MARGIN_INFINITE)
        return margin;
    return margin > 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
}

/* Does a claim of the file say it, of its place or of the root? */
static bool is_claimed(const struct shown_claims *of, const struct certificate_claim *claim)
{
    struct certificate_claim before = *claim;
    before.root = true;
    return certificate_says(&of->header, claim) ||
           (claim->who == of->waiting && certificate_says(&of->header, &before));
}

/* "; B2: white forces <= 9", and ", white denies >= 10" of a place of which something is told. */
static void tell(struct shown_claims *of, const struct certificate_claim *claim)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_tell(&of->header, claim, text);
    const char *behind = strstr(text, ": ");
    if (of->begun && behind != NULL)
        strbuf_add(of->text, ", %s", behind + 2);
    else
        strbuf_add(of->text, "%s%s", of->found.count > 0 ? "; " : "", text);
    of->begun = true;
    of->found.count++;
}

static void compare_claim(struct shown_claims *of, const struct certificate_claim *claim)
{
    if (is_claimed(of, claim))
        return;
    if (certificate_implies(&of->header, claim))
        of->found.of_board = true;
    else
        tell(of, claim);
}

/* What a player forces, and then, where that is not the same, what he denies. */
static void compare_player(struct shown_claims *of, struct certificate_claim claim, int forced,
                           int denied)
{
    int worst = claim.who == 0 ? -SOLVE_MARGIN_INFINITE : SOLVE_MARGIN_INFINITE;
    claim.margin = claimed_margin(forced);
    if (forced != worst)
        compare_claim(of, &claim);
    claim.denies = true;
    claim.margin = claimed_margin(denied);
    if (abs(denied) < SOLVE_MARGIN_INFINITE)
        claim.margin += claim.who == 0 ? -1 : 1;
    if (of->pairs && denied != worst)
        compare_claim(of, &claim);
}

static void compare_bounds(struct shown_claims *of, const struct certificate_claim *about,
                           const struct solve_bounds *bounds)
{
    struct certificate_claim claim = *about;
    of->begun = false;
    claim.who = 0;
    compare_player(of, claim, bounds->lower_min, bounds->upper_min);
    claim.who = 1;
    compare_player(of, claim, bounds->upper_max, bounds->lower_max);
}

static struct move move_of(struct solve_move move)
{
    enum move_kind kind = move.kind == SOLVE_MOVE_STONE  ? MOVE_STONE
                          : move.kind == SOLVE_MOVE_PASS ? MOVE_PASS
                                                         : MOVE_REFRESH;
    return (struct move){kind, move.point, move.cycle};
}

int uncertified_list(const struct solve_certificate *made, const struct solve_result *result,
                     bool root_only, struct strbuf *text, struct uncertified *ret_uncertified,
                     struct error *err)
{
    struct shown_claims of = {.text = text};
    struct solve_rules_facts facts;
    struct solve_bounds bounds;
    struct solve_root_move made_move;
    int r = certificate_parse_header(made->bytes, made->size, &of.header, err);
    if (r < 0)
        return r;
    solve_rules_facts(solve_game_rules(solve_result_game(result)), &facts);
    of.pairs = facts.pairs;
    of.waiting = (of.header.to_move + 1 + (int)(of.header.move_count % 2)) % 2;
    struct certificate_claim about = {.root = true};
    solve_result_bounds(result, &bounds);
    compare_bounds(&of, &about, &bounds);
    for (size_t i = 0; !root_only && solve_result_move(result, i, &made_move) == 0; i++) {
        about = (struct certificate_claim){.move = move_of(made_move.move)};
        if (made_move.same_as == i)
            compare_bounds(&of, &about, &made_move.bounds);
    }
    certificate_release(&of.header);
    *ret_uncertified = of.found;
    return 0;
}
