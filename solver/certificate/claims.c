/* The claims of a certificate: reading them, and saying them in words. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/human.h"
#include "board/symmetry.h"
#include "certificate/header_reader.h"

static const char *const colours[2] = {"black", "white"};

static void format_margin(int margin, int half, char buffer[16])
{
    if (margin == CERTIFICATE_INFINITE || margin == -CERTIFICATE_INFINITE)
        strcpy(buffer, margin > 0 ? "inf" : "-inf");
    else
        snprintf(buffer, 16, "%s", human_half_points(2 * margin + half));
}

/* Whether the claim speaks of margins from its own on, or up to it. */
static bool claims_at_least(const struct certificate_claim *claim)
{
    return (claim->who == 0) != claim->denies;
}

/* half: half points of Black's that margins leave out. */
static void format_statement(const struct certificate_claim *claim, int half, char *buffer,
                             size_t size)
{
    char margin[16];
    if (claim->members != 0) {
        coalition_claim_format(claim, buffer, size);
        return;
    }
    format_margin(claim->margin, half, margin);
    snprintf(buffer, size, "%s %s %s %s", colours[claim->who], claim->denies ? "denies" : "forces",
             claims_at_least(claim) ? ">=" : "<=", margin);
}

static const char *claim_place(const struct graph *graph, const struct certificate_claim *claim)
{
    return claim->root ? "root" : move_format(graph, claim->move);
}

static void format(const struct graph *graph, const struct certificate_claim *claim, int half,
                   char *buffer)
{
    char statement[48];
    format_statement(claim, half, statement, sizeof(statement));
    snprintf(buffer, CERTIFICATE_CLAIM_TEXT_MAX, "%s: %s", claim_place(graph, claim), statement);
}

void certificate_claim_format(const struct graph *graph, const struct certificate_claim *claim,
                              char *buffer)
{
    format(graph, claim, 0, buffer);
}

void certificate_claim_tell(const struct certificate *certificate,
                            const struct certificate_claim *claim, char *buffer)
{
    format(certificate->graph, claim, ruleset_has_half(&certificate->rules), buffer);
}

static int read_margin(struct header_reader *in, int *ret_margin)
{
    uint64_t count;
    bool negative = in->rest[0] == '-';
    in->rest += negative;
    if (strncmp(in->rest, "inf", 3) == 0 && (in->rest[3] == ' ' || in->rest[3] == '\0')) {
        header_reader_word(in);
        *ret_margin = negative ? -CERTIFICATE_INFINITE : CERTIFICATE_INFINITE;
        return 0;
    }
    int r = header_reader_count(in, CERTIFICATE_MARGIN_MAX, &count);
    if (r == 0 && negative && count == 0)
        return HEADER_FAIL(in, "line %d: 0 has no sign", in->line);
    if (r == 0)
        *ret_margin = negative ? -(int)count : (int)count;
    return r;
}

static int read_place(struct header_reader *in, const struct certificate *certificate,
                      struct certificate_claim *claim)
{
    struct error why;
    const char *word = header_reader_word(in);
    claim->root = strcmp(word, "root") == 0;
    if (claim->root)
        return 0;
    if (strcmp(word, "play") != 0)
        return HEADER_FAIL(in, "line %d: wanted 'root' or 'play'", in->line);
    word = header_reader_word(in);
    return move_parse(certificate->graph, ruleset_passes(&certificate->rules), word, strlen(word),
                      &claim->move, &why) < 0
               ? HEADER_FAIL(in, "line %d: %.200s", in->line, why.text)
               : header_reader_same(in, word, move_format(certificate->graph, claim->move));
}

static int read_evidence(struct header_reader *in, struct certificate_claim *claim)
{
    uint64_t node, element;
    const char *word = header_reader_word(in);
    claim->rules = strcmp(word, "rules") == 0;
    claim->most = strcmp(word, "most") == 0;
    if (claim->rules || claim->most)
        return 0;
    claim->strategy = strcmp(word, "strategy") == 0;
    if (!claim->strategy && strcmp(word, "node") != 0)
        return HEADER_FAIL(in, "line %d: wanted 'node', 'rules', 'strategy' or 'most'", in->line);
    int r = header_reader_count(in, UINT32_MAX, &node);
    if (r == 0 && claim->strategy) {
        claim->node = (uint32_t)node;
        return 0;
    }
    if (r == 0 && strcmp(header_reader_word(in), "map") != 0)
        return HEADER_FAIL(in, "line %d: wanted 'map'", in->line);
    if (r == 0)
        r = header_reader_count(in, 2 * SYMMETRY_MAX - 1, &element);
    if (r == 0) {
        claim->node = (uint32_t)node;
        claim->element = (int)element;
    }
    return r;
}

/* Reads the rest of a statement of a game of two, after its first two words. */
static int read_statement(struct header_reader *in, const char *who, const char *verb,
                          struct certificate_claim *claim)
{
    claim->who = header_reader_player(who, strlen(who), 2);
    claim->denies = strcmp(verb, "denies") == 0;
    const char *sign = header_reader_word(in);
    if (claim->who < 0 || (!claim->denies && strcmp(verb, "forces") != 0) ||
        strcmp(sign, claims_at_least(claim) ? ">=" : "<=") != 0)
        return HEADER_FAIL(
            in,
            "line %d: wanted 'black forces >=', 'white forces <=', 'white denies >=' "
            "or 'black denies <='",
            in->line);
    return read_margin(in, &claim->margin);
}

/* The same of a coalition: "black,white gets >= 4 points". */
static int read_coalition(struct header_reader *in, const struct certificate *certificate,
                          const char *who, struct certificate_claim *claim)
{
    claim->members = coalition_claim_members(who, ruleset_players(&certificate->rules));
    const char *sign = header_reader_word(in);
    claim->denies = strcmp(sign, "<=") == 0;
    if (claim->members == 0 || (!claim->denies && strcmp(sign, ">=") != 0))
        return HEADER_FAIL(in, "line %d: wanted players, 'gets', '>=' or '<='", in->line);
    int r = read_margin(in, &claim->margin);
    if (r < 0)
        return r;
    int payoff = coalition_claim_payoff(header_reader_word(in));
    if (payoff < 0 || claim->margin == CERTIFICATE_INFINITE ||
        claim->margin == -CERTIFICATE_INFINITE)
        return HEADER_FAIL(in, "line %d: wanted a number of 'points', 'margin' or 'rank'",
                           in->line);
    claim->payoff = (enum certificate_payoff)payoff;
    return 0;
}

static int read_claim(struct header_reader *in, const struct certificate *certificate,
                      struct certificate_claim *claim)
{
    memset(claim, 0, sizeof(*claim));
    int r = read_place(in, certificate, claim);
    if (r < 0)
        return r;
    const char *who = header_reader_word(in), *verb = header_reader_word(in);
    r = strcmp(verb, "gets") == 0 ? read_coalition(in, certificate, who, claim)
                                  : read_statement(in, who, verb, claim);
    if (r == 0)
        r = read_evidence(in, claim);
    return r == 0 && in->rest[0] != '\0' ? HEADER_FAIL(in, "line %d: too many words", in->line) : r;
}

int header_reader_claims(struct header_reader *in, struct certificate *certificate)
{
    size_t room = 0;
    while (in->end - in->at > 6 && memcmp(in->at, "claim ", 6) == 0) {
        int r = array_reserve(&certificate->claims, certificate->claim_count + 1, &room,
                              sizeof(*certificate->claims));
        if (r < 0)
            return error_set(in->err, r, "out of memory");
        r = header_reader_line(in, "claim");
        if (r == 0)
            r = read_claim(in, certificate, &certificate->claims[certificate->claim_count]);
        if (r < 0)
            return r;
        certificate->claim_count++;
    }
    return 0;
}
