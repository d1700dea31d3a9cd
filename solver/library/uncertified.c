/*
 * What of a result its certificate does not claim. It compares what the result says of what was
 * asked with what the file says, whoever made the file and whatever he left out.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "certificate/implied.h"
#include "certificate/write/written_certificate.h"
#include "library/handles.h"

/* A result on its way through its claims. */
struct shown_claims {
    struct certificate header;
    enum colour waiting; /* who does not move at the root */
    bool pairs;          /* Lower and upper are told apart. */
    struct library_uncertified found;
    int r; /* 0 or -ENOMEM */
};

static int claimed_margin(int margin)
{
    if (abs(margin) < MARGIN_INFINITE)
        return margin;
    return margin > 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
}

/* Does a claim of the file say it, of its place or of the root? Where somebody does not move at the
 * root, what is claimed for him there holds after each move. */
static bool is_claimed(const struct shown_claims *of, const struct certificate_claim *claim)
{
    struct certificate_claim before = *claim;
    before.root = true;
    return certificate_says(&of->header, claim) ||
           (claim->who == (int)of->waiting && certificate_says(&of->header, &before));
}

static void note(struct shown_claims *of, const struct certificate_claim *claim)
{
    struct library_uncertified *found = &of->found;
    if (of->r == 0)
        of->r =
            array_reserve(&found->texts, found->count + 1, &found->capacity, sizeof(*found->texts));
    if (of->r == 0)
        certificate_claim_tell(&of->header, claim, found->texts[found->count++]);
}

static void compare_claim(struct shown_claims *of, const struct certificate_claim *claim)
{
    if (is_claimed(of, claim))
        return;
    if (certificate_implies(&of->header, claim))
        of->found.by_rules = true;
    else
        note(of, claim);
}

/* What a player forces, and then, where that is not the same, what he denies. */
static void compare_player(struct shown_claims *of, struct certificate_claim claim, int forced,
                           int denied)
{
    int worst = claim.who == 0 ? -MARGIN_INFINITE : MARGIN_INFINITE;
    claim.margin = claimed_margin(forced);
    if (forced != worst)
        compare_claim(of, &claim);
    claim.denies = true;
    claim.margin = claimed_margin(denied);
    if (abs(denied) < MARGIN_INFINITE)
        claim.margin += claim.who == 0 ? -1 : 1;
    bool same = claim.who == 0 ? denied <= forced : denied >= forced;
    if (of->pairs && denied != worst && !same)
        compare_claim(of, &claim);
}

static void compare_bounds(struct shown_claims *of, const struct certificate_claim *about,
                           const struct bounds *bounds)
{
    struct certificate_claim claim = *about;
    claim.who = 0;
    compare_player(of, claim, bounds->lower_min, bounds->upper_min);
    claim.who = 1;
    compare_player(of, claim, bounds->upper_max, bounds->lower_max);
}

/* The bounds of the root; where a claim is asked, and decided, those alone that decide it. */
static struct bounds asked_bounds(const struct shown_claims *of, const struct analysis *analysis,
                                  const struct analysis_options *options)
{
    const struct bounds_claim *asked = analysis_asked(options);
    return asked != NULL && bounds_suffice(&analysis->bounds, asked)
               ? bounds_deciding(&analysis->bounds, asked, of->pairs)
               : analysis->bounds;
}

/* The header of the file; where there is none, as nothing is certified, one without claims. Returns
 * false: no memory. */
static bool read_header(struct shown_claims *of, const struct solve_game *game,
                        const struct written_certificate *certificate)
{
    struct error err;
    of->header = (struct certificate){.rules = game->rules->ruleset,
                                      .graph = (struct graph *)game->game.graph, /* only read */
                                      .move_count = game->game.count - 1};
    return certificate->claim_count == 0 ||
           certificate_parse_header(certificate->file.data, certificate->file.size, &of->header,
                                    &err) == 0;
}

void library_find_uncertified(const struct solve_game *game, const struct analysis_options *options,
                              const struct analysis *analysis,
                              const struct written_certificate *certificate,
                              struct library_uncertified *ret_uncertified)
{
    struct shown_claims of = {.pairs = game->rules->model.pairs,
                              .waiting = !game_now(&game->game)->next};
    *ret_uncertified = (struct library_uncertified){0};
    if (!read_header(&of, game, certificate))
        return;
    struct certificate_claim about = {.root = true};
    const struct bounds asked = asked_bounds(&of, analysis, options);
    compare_bounds(&of, &about, &asked);
    for (size_t i = 0; i < analysis->move_count && !options->value_only; i++) {
        about = (struct certificate_claim){.move = analysis->moves[i].move};
        if (analysis->moves[i].same_as == (int)i)
            compare_bounds(&of, &about, &analysis->moves[i].bounds);
    }
    if (certificate->claim_count > 0)
        certificate_release(&of.header);
    *ret_uncertified = of.found;
}

void library_uncertified_release(struct library_uncertified *uncertified)
{
    free(uncertified->texts);
    *uncertified = (struct library_uncertified){0};
}
