/* Reading the header of a certificate, and claims in words. */
#include "certificate/format.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static const char *const colours[2] = {"black", "white"};

static void format_margin(int margin, char buffer[12])
{
    if (margin == CERTIFICATE_INFINITE || margin == -CERTIFICATE_INFINITE)
        strcpy(buffer, margin > 0 ? "inf" : "-inf");
    else
        snprintf(buffer, 12, "%d", margin);
}

/* Whether the claim speaks of margins from its own on, or up to it. */
static bool claims_at_least(const struct certificate_claim *claim)
{
    return (claim->who == 0) != claim->denies;
}

static void format_statement(const struct certificate_claim *claim, char *buffer, size_t size)
{
    char margin[12];
    format_margin(claim->margin, margin);
    snprintf(buffer, size, "%s %s %s %s", colours[claim->who], claim->denies ? "denies" : "forces",
             claims_at_least(claim) ? ">=" : "<=", margin);
}

static const char *claim_place(const struct graph *graph, const struct certificate_claim *claim)
{
    return claim->root ? "root" : move_format(graph, claim->move);
}

void certificate_claim_format(const struct graph *graph, const struct certificate_claim *claim,
                              char *buffer)
{
    char statement[40];
    format_statement(claim, statement, sizeof(statement));
    snprintf(buffer, CERTIFICATE_CLAIM_TEXT_MAX, "%s: %s", claim_place(graph, claim), statement);
}

uint64_t certificate_checksum(const uint8_t *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

struct reader {
    const uint8_t *at, *end;
    int line;
    char *text; /* the present line, or what is left of it; owned */
    char *rest;
    struct error *err;
};

#define FAIL(in, ...) error_set((in)->err, -EINVAL, __VA_ARGS__)

/* Takes the next line, which must begin with the word; in->rest is what follows it. */
static int next_line(struct reader *in, const char *word)
{
    const uint8_t *end = memchr(in->at, '\n', (size_t)(in->end - in->at));
    in->line++;
    if (end == NULL)
        return FAIL(in, "line %d: the header ends before '%s'", in->line, word);
    size_t length = (size_t)(end - in->at), own = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (in->at[i] < 32 || in->at[i] > 126)
            return FAIL(in, "line %d: a character that is no printable ASCII", in->line);
    if (length < own || memcmp(in->at, word, own) != 0 || (length > own && in->at[own] != ' '))
        return FAIL(in, "line %d: wanted '%s'", in->line, word);
    char *text = malloc(length + 1);
    if (text == NULL)
        return error_set(in->err, -ENOMEM, "out of memory");
    memcpy(text, in->at, length);
    text[length] = '\0';
    free(in->text);
    in->text = text;
    in->rest = text + own + (length > own ? 1 : 0);
    in->at = end + 1;
    return 0;
}

/* Cuts the next word off the rest of the line; "" at its end. */
static char *next_word(struct reader *in)
{
    char *word = in->rest;
    size_t length = strcspn(word, " ");
    in->rest = word + length + (word[length] == ' ' ? 1 : 0);
    word[length] = '\0';
    return word;
}

/* A whole number without sign or leading zeros, at most most. */
static int read_count(struct reader *in, uint64_t most, uint64_t *ret_count)
{
    const char *word = next_word(in);
    uint64_t count = 0;
    bool good = word[0] != '\0' && (word[0] != '0' || word[1] == '\0');
    for (; good && *word != '\0'; word++) {
        good = isdigit((unsigned char)*word) && count <= (most - (uint64_t)(*word - '0')) / 10;
        if (good)
            count = count * 10 + (uint64_t)(*word - '0');
    }
    if (!good || count > most)
        return FAIL(in, "line %d: wanted a whole number up to %llu", in->line,
                    (unsigned long long)most);
    *ret_count = count;
    return 0;
}

static int read_magic(struct reader *in)
{
    uint64_t version;
    int r = next_line(in, CERTIFICATE_MAGIC);
    if (r == 0)
        r = read_count(in, 1000, &version);
    if (r == 0 && version != CERTIFICATE_VERSION)
        return FAIL(in, "version %d of the format: wanted %d", (int)version, CERTIFICATE_VERSION);
    return r;
}

/* The fields must be spelt out as this program has them. */
static int read_fields(struct reader *in, const struct ruleset *rules)
{
    const struct field *const *fields = rules->family->fields;
    int r = next_line(in, "fields");
    if (r < 0)
        return r;
    bool same = strcmp(next_word(in), rules->family->name) == 0;
    for (size_t i = 0; fields[i] != NULL && same; i++) {
        const char *name = fields[i]->name, *value = fields[i]->values[rules->values[i]];
        const char *word = next_word(in);
        size_t length = strlen(name);
        same = strncmp(word, name, length) == 0 && word[length] == '=' &&
               strcmp(word + length + 1, value) == 0;
    }
    return same && in->rest[0] == '\0'
               ? 0
               : FAIL(in, "line %d: the ruleset's fields are not these", in->line);
}

static int read_rules(struct reader *in, struct certificate *certificate)
{
    struct error why;
    int r = next_line(in, "rules");
    if (r < 0)
        return r;
    if (ruleset_parse(in->rest, &certificate->rules, &why) < 0)
        return FAIL(in, "line %d: %.200s", in->line, why.text);
    if (ruleset_players(&certificate->rules) != 2)
        return FAIL(in, "line %d: the ruleset has %d players: wanted 2", in->line,
                    ruleset_players(&certificate->rules));
    return read_fields(in, &certificate->rules);
}

static int read_graph(struct reader *in, struct certificate *certificate)
{
    struct error why;
    uint64_t size;
    int r = next_line(in, "graph");
    if (r < 0)
        return r;
    char *name = next_word(in);
    r = read_count(in, (uint64_t)(in->end - in->at), &size);
    if (r < 0)
        return r;
    r = graph_parse_file_text(name, (const char *)in->at, (size_t)size, &certificate->graph, &why);
    if (r < 0)
        return error_set(in->err, r, "the graph '%.60s': %.200s", name, why.text);
    in->at += size;
    return 0;
}

static int read_board(struct reader *in, struct certificate *certificate)
{
    struct error why;
    size_t left = (size_t)(in->end - in->at);
    int r;
    if (left > 6 && memcmp(in->at, "graph ", 6) == 0) {
        r = read_graph(in, certificate);
    } else {
        r = next_line(in, "board");
        if (r == 0)
            r = graph_parse(in->rest, &certificate->graph, &why) < 0
                    ? FAIL(in, "line %d: %.200s", in->line, why.text)
                    : 0;
    }
    if (r == 0 && certificate->graph->points > SOLVER_MAX_POINTS)
        return FAIL(in, "line %d: the board has %d points: wanted at most %d", in->line,
                    certificate->graph->points, SOLVER_MAX_POINTS);
    return r;
}

static int find_colour(const char *word)
{
    for (int colour = 0; colour < 2; colour++)
        if (strcmp(word, colours[colour]) == 0)
            return colour;
    return -1;
}

static int read_start(struct reader *in, struct certificate *certificate)
{
    struct error why;
    int r = next_line(in, "start");
    if (r < 0)
        return r;
    const char *text = next_word(in);
    if (position_parse(certificate->graph, 2, text, &certificate->start, &why) < 0 ||
        position_check(certificate->graph, &certificate->start, &why) < 0)
        return FAIL(in, "line %d: %.200s", in->line, why.text);
    certificate->to_move = find_colour(in->rest);
    if (certificate->to_move < 0)
        return FAIL(in, "line %d: wanted black or white to move", in->line);
    r = next_line(in, "moves");
    if (r < 0)
        return r;
    if (strlen(in->rest) > CERTIFICATE_MOVES_MAX * (POINT_NAME_MAX + 1))
        return FAIL(in, "line %d: more than %d moves", in->line, CERTIFICATE_MOVES_MAX);
    r = move_parse_list(certificate->graph, ruleset_passes(&certificate->rules), in->rest,
                        &certificate->moves, &certificate->move_count, &why);
    if (r < 0)
        return error_set(in->err, r, "line %d: %.200s", in->line, why.text);
    return certificate->move_count <= CERTIFICATE_MOVES_MAX
               ? 0
               : FAIL(in, "line %d: more than %d moves", in->line, CERTIFICATE_MOVES_MAX);
}

static int read_margin(struct reader *in, int *ret_margin)
{
    uint64_t count;
    bool negative = in->rest[0] == '-';
    in->rest += negative;
    if (strncmp(in->rest, "inf", 3) == 0 && (in->rest[3] == ' ' || in->rest[3] == '\0')) {
        next_word(in);
        *ret_margin = negative ? -CERTIFICATE_INFINITE : CERTIFICATE_INFINITE;
        return 0;
    }
    int r = read_count(in, CERTIFICATE_MARGIN_MAX, &count);
    if (r == 0)
        *ret_margin = negative ? -(int)count : (int)count;
    return r;
}

static int read_place(struct reader *in, const struct certificate *certificate,
                      struct certificate_claim *claim)
{
    struct error why;
    const char *word = next_word(in);
    claim->root = strcmp(word, "root") == 0;
    if (claim->root)
        return 0;
    if (strcmp(word, "play") != 0)
        return FAIL(in, "line %d: wanted 'root' or 'play'", in->line);
    word = next_word(in);
    return move_parse(certificate->graph, ruleset_passes(&certificate->rules), word, strlen(word),
                      &claim->move, &why) < 0
               ? FAIL(in, "line %d: %.200s", in->line, why.text)
               : 0;
}

static int read_evidence(struct reader *in, struct certificate_claim *claim)
{
    uint64_t node, element;
    const char *word = next_word(in);
    claim->rules = strcmp(word, "rules") == 0;
    claim->most = strcmp(word, "most") == 0;
    if (claim->rules || claim->most)
        return 0;
    claim->strategy = strcmp(word, "strategy") == 0;
    if (!claim->strategy && strcmp(word, "node") != 0)
        return FAIL(in, "line %d: wanted 'node', 'rules', 'strategy' or 'most'", in->line);
    int r = read_count(in, UINT32_MAX, &node);
    if (r == 0 && claim->strategy) {
        claim->node = (uint32_t)node;
        return 0;
    }
    if (r == 0 && strcmp(next_word(in), "map") != 0)
        return FAIL(in, "line %d: wanted 'map'", in->line);
    if (r == 0)
        r = read_count(in, 2 * 48 - 1, &element);
    if (r == 0) {
        claim->node = (uint32_t)node;
        claim->element = (int)element;
    }
    return r;
}

static int read_claim(struct reader *in, const struct certificate *certificate,
                      struct certificate_claim *claim)
{
    memset(claim, 0, sizeof(*claim));
    int r = read_place(in, certificate, claim);
    if (r < 0)
        return r;
    claim->who = find_colour(next_word(in));
    const char *verb = next_word(in);
    claim->denies = strcmp(verb, "denies") == 0;
    const char *sign = next_word(in);
    if (claim->who < 0 || (!claim->denies && strcmp(verb, "forces") != 0) ||
        strcmp(sign, claims_at_least(claim) ? ">=" : "<=") != 0)
        return FAIL(in,
                    "line %d: wanted 'black forces >=', 'white forces <=', 'white denies >=' "
                    "or 'black denies <='",
                    in->line);
    r = read_margin(in, &claim->margin);
    if (r == 0)
        r = read_evidence(in, claim);
    return r == 0 && in->rest[0] != '\0' ? FAIL(in, "line %d: too many words", in->line) : r;
}

static int read_claims(struct reader *in, struct certificate *certificate)
{
    size_t room = 0;
    while (in->end - in->at > 6 && memcmp(in->at, "claim ", 6) == 0) {
        if (certificate->claim_count == room) {
            room = room != 0 ? 2 * room : 16;
            void *grown = realloc(certificate->claims, room * sizeof(*certificate->claims));
            if (grown == NULL)
                return error_set(in->err, -ENOMEM, "out of memory");
            certificate->claims = grown;
        }
        int r = next_line(in, "claim");
        if (r == 0)
            r = read_claim(in, certificate, &certificate->claims[certificate->claim_count]);
        if (r < 0)
            return r;
        certificate->claim_count++;
    }
    return 0;
}

/* All claims rest on strategies and the like, or none does. */
static int check_kinds(struct reader *in, const struct certificate *certificate)
{
    for (size_t i = 0; i < certificate->claim_count; i++) {
        const struct certificate_claim *claim = &certificate->claims[i];
        if ((claim->strategy || claim->most) != certificate->strategies)
            return FAIL(in, "line %d: claims on strategies and claims on nodes", in->line);
    }
    return 0;
}

static int read_body(struct reader *in, struct certificate *certificate)
{
    uint64_t nodes = 0, size = 0;
    certificate->strategies = in->end - in->at > 11 && memcmp(in->at, "strategies ", 11) == 0;
    int r = next_line(in, certificate->strategies ? "strategies" : "nodes");
    if (r == 0)
        r = check_kinds(in, certificate);
    if (r == 0)
        r = read_count(in, UINT32_MAX - 1, &nodes);
    if (r == 0)
        r = next_line(in, "body");
    if (r == 0)
        r = read_count(in, UINT64_MAX / 16, &size);
    if (r < 0)
        return r;
    if (size + CERTIFICATE_CHECKSUM_BYTES != (uint64_t)(in->end - in->at))
        return FAIL(in, "the body and the checksum have %llu bytes: wanted %llu",
                    (unsigned long long)(in->end - in->at),
                    (unsigned long long)size + CERTIFICATE_CHECKSUM_BYTES);
    *(certificate->strategies ? &certificate->strategy_count : &certificate->node_count) =
        (uint32_t)nodes;
    certificate->body = in->at;
    certificate->body_size = (size_t)size;
    return 0;
}

static int read_header(struct reader *in, struct certificate *certificate)
{
    int r = read_magic(in);
    if (r == 0)
        r = read_rules(in, certificate);
    if (r == 0)
        r = read_board(in, certificate);
    if (r == 0)
        r = read_start(in, certificate);
    if (r == 0)
        r = read_claims(in, certificate);
    if (r == 0)
        r = read_body(in, certificate);
    return r;
}

int certificate_parse(const uint8_t *bytes, size_t size, struct certificate *ret_certificate,
                      struct error *err)
{
    struct certificate certificate = {0};
    struct reader in = {.at = bytes, .end = bytes + size, .err = err};
    int r = read_header(&in, &certificate);
    free(in.text);
    if (r == 0) {
        uint64_t sum = certificate_checksum(bytes, size - CERTIFICATE_CHECKSUM_BYTES);
        for (int i = 0; i < CERTIFICATE_CHECKSUM_BYTES; i++)
            if (bytes[size - CERTIFICATE_CHECKSUM_BYTES + (size_t)i] != (uint8_t)(sum >> 8 * i))
                r = error_set(err, -EINVAL, "the checksum does not fit: the file is damaged");
    }
    if (r < 0)
        certificate_release(&certificate);
    else
        *ret_certificate = certificate;
    return r;
}

void certificate_release(struct certificate *certificate)
{
    if (certificate == NULL)
        return;
    graph_free(certificate->graph);
    free(certificate->moves);
    free(certificate->claims);
    memset(certificate, 0, sizeof(*certificate));
}
