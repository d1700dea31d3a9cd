/* The header of a certificate: text to struct proof and back. */
#include "proof/format.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static const char magic[] = "solve-certificate";
static const char *const colours[2] = {"black", "white"};

/* --- writing --- */

static void add_text(struct proof_bytes *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_text(struct proof_bytes *to, const char *format, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0) {
        to->failed = true;
        return;
    }
    proof_add_bytes(to, text, (size_t)length);
    free(text);
}

static void add_fields(struct proof_bytes *to, const struct ruleset *rules)
{
    add_text(to, "fields %s", rules->family->name);
    for (size_t i = 0; rules->family->fields[i] != NULL; i++)
        add_text(to, " %s=%s", rules->family->fields[i]->name,
                 rules->family->fields[i]->values[rules->values[i]]);
    add_text(to, "\n");
}

static void add_graph(struct proof_bytes *to, const struct graph *graph)
{
    struct proof_bytes text = {0};
    char name[sizeof(graph->name)];
    for (int p = 0; p < graph->points; p++)
        add_text(&text, "%s%s", p > 0 ? " " : "", graph->names[p]);
    add_text(&text, "\n");
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            if (graph->adjacent[i] > p)
                add_text(&text, "%s %s\n", graph->names[p], graph->names[graph->adjacent[i]]);
    /* A file may be called anything; the line must stay a line. */
    size_t i = 0;
    for (; graph->name[i] != '\0'; i++)
        name[i] = isgraph((unsigned char)graph->name[i]) ? graph->name[i] : '_';
    name[i] = '\0';
    add_text(to, "graph %s %zu\n", i > 0 ? name : "_", text.size);
    proof_add_bytes(to, text.bytes, text.size);
    to->failed = to->failed || text.failed;
    free(text.bytes);
}

static void format_margin(int margin, char buffer[12])
{
    if (margin == PROOF_INFINITE || margin == -PROOF_INFINITE)
        strcpy(buffer, margin > 0 ? "inf" : "-inf");
    else
        snprintf(buffer, 12, "%d", margin);
}

/* Whether the claim speaks of margins from its own on, or up to it. */
static bool claims_at_least(const struct proof_claim *claim)
{
    return (claim->who == 0) != claim->denies;
}

static void format_statement(const struct proof_claim *claim, char *buffer, size_t size)
{
    char margin[12];
    format_margin(claim->margin, margin);
    snprintf(buffer, size, "%s %s %s %s", colours[claim->who], claim->denies ? "denies" : "forces",
             claims_at_least(claim) ? ">=" : "<=", margin);
}

static const char *claim_place(const struct graph *graph, const struct proof_claim *claim)
{
    return claim->root ? "root" : move_format(graph, claim->move);
}

void proof_claim_format(const struct graph *graph, const struct proof_claim *claim, char *buffer)
{
    char statement[40];
    format_statement(claim, statement, sizeof(statement));
    snprintf(buffer, PROOF_CLAIM_TEXT_MAX, "%s: %s", claim_place(graph, claim), statement);
}

/* "play NAME" where a graph's point is called root. */
static void add_claim(struct proof_bytes *to, const struct graph *graph,
                      const struct proof_claim *claim)
{
    char statement[40];
    format_statement(claim, statement, sizeof(statement));
    add_text(to, "claim %s%s %s ", claim->root ? "" : "play ", claim_place(graph, claim),
             statement);
    if (claim->rules)
        add_text(to, "rules\n");
    else
        add_text(to, "node %u map %d\n", claim->node, claim->element);
}

static void add_header(struct proof_bytes *to, const struct proof *proof)
{
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    const struct graph *graph = proof->graph;
    ruleset_format(&proof->rules, rules);
    add_text(to, "%s %d\nrules %s\n", magic, PROOF_VERSION, rules);
    add_fields(to, &proof->rules);
    if (graph->rows > 0)
        add_text(to, "board %s\n", graph->name);
    else
        add_graph(to, graph);
    position_format(graph, &proof->start, position);
    add_text(to, "start %s %s\nmoves", position, colours[proof->to_move]);
    for (size_t i = 0; i < proof->move_count; i++)
        add_text(to, " %s", move_format(graph, proof->moves[i]));
    add_text(to, "\n");
    for (size_t i = 0; i < proof->claim_count; i++)
        add_claim(to, graph, &proof->claims[i]);
    add_text(to, "nodes %u\nbody %zu\n", proof->node_count, proof->body_size);
}

static void put_checksum(uint8_t out[PROOF_CHECKSUM_BYTES], const uint8_t *bytes, size_t size)
{
    uint64_t sum = XXH3_64bits(bytes, size);
    for (int i = 0; i < PROOF_CHECKSUM_BYTES; i++)
        out[i] = (uint8_t)(sum >> 8 * i);
}

void proof_seal(uint8_t *file, size_t size)
{
    size_t body = size - PROOF_CHECKSUM_BYTES;
    put_checksum(file + body, file, body);
}

int proof_format(const struct proof *proof, struct proof_bytes *ret_file)
{
    static const uint8_t sum[PROOF_CHECKSUM_BYTES] = {0};
    struct proof_bytes file = {0};
    add_header(&file, proof);
    proof_add_bytes(&file, proof->body, proof->body_size);
    proof_add_bytes(&file, sum, sizeof(sum));
    if (file.failed) {
        free(file.bytes);
        return -ENOMEM;
    }
    proof_seal(file.bytes, file.size);
    *ret_file = file;
    return 0;
}

/* --- reading --- */

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
    int r = next_line(in, magic);
    if (r == 0)
        r = read_count(in, 1000, &version);
    if (r == 0 && version != PROOF_VERSION)
        return FAIL(in, "version %d of the format: wanted %d", (int)version, PROOF_VERSION);
    return r;
}

/* The fields must be spelt out as this program has them. */
static int read_rules(struct reader *in, struct proof *proof)
{
    struct error why;
    int r = next_line(in, "rules");
    if (r < 0)
        return r;
    if (ruleset_parse(in->rest, &proof->rules, &why) < 0)
        return FAIL(in, "line %d: %.200s", in->line, why.text);
    if (ruleset_players(&proof->rules) != 2)
        return FAIL(in, "line %d: the ruleset has %d players: wanted 2", in->line,
                    ruleset_players(&proof->rules));
    struct proof_bytes wanted = {0};
    add_fields(&wanted, &proof->rules);
    r = wanted.failed ? error_set(in->err, -ENOMEM, "out of memory") : next_line(in, "fields");
    size_t length = r == 0 ? strlen(in->text) : 0;
    if (r == 0 && (length + 1 != wanted.size || memcmp(in->text, wanted.bytes, length) != 0))
        r = FAIL(in, "line %d: the ruleset's fields are not these: wanted '%.*s'", in->line,
                 wanted.size > 201 ? 200 : (int)wanted.size - 1, (const char *)wanted.bytes);
    free(wanted.bytes);
    return r;
}

static int read_graph(struct reader *in, struct proof *proof)
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
    r = graph_parse_file_text(name, (const char *)in->at, (size_t)size, &proof->graph, &why);
    if (r < 0)
        return error_set(in->err, r, "%s", why.text);
    in->at += size;
    return 0;
}

static int read_board(struct reader *in, struct proof *proof)
{
    struct error why;
    size_t left = (size_t)(in->end - in->at);
    int r;
    if (left > 6 && memcmp(in->at, "graph ", 6) == 0) {
        r = read_graph(in, proof);
    } else {
        r = next_line(in, "board");
        if (r == 0)
            r = graph_parse(in->rest, &proof->graph, &why) < 0
                    ? FAIL(in, "line %d: %.200s", in->line, why.text)
                    : 0;
    }
    if (r == 0 && proof->graph->points > SOLVER_MAX_POINTS)
        return FAIL(in, "line %d: the board has %d points: wanted at most %d", in->line,
                    proof->graph->points, SOLVER_MAX_POINTS);
    return r;
}

static int find_colour(const char *word)
{
    for (int colour = 0; colour < 2; colour++)
        if (strcmp(word, colours[colour]) == 0)
            return colour;
    return -1;
}

static int read_start(struct reader *in, struct proof *proof)
{
    struct error why;
    int r = next_line(in, "start");
    if (r < 0)
        return r;
    const char *text = next_word(in);
    if (position_parse(proof->graph, 2, text, &proof->start, &why) < 0 ||
        position_check(proof->graph, &proof->start, &why) < 0)
        return FAIL(in, "line %d: %.200s", in->line, why.text);
    proof->to_move = find_colour(in->rest);
    if (proof->to_move < 0)
        return FAIL(in, "line %d: wanted black or white to move", in->line);
    r = next_line(in, "moves");
    if (r < 0)
        return r;
    if (strlen(in->rest) > PROOF_MOVES_MAX * (POINT_NAME_MAX + 1))
        return FAIL(in, "line %d: more than %d moves", in->line, PROOF_MOVES_MAX);
    r = move_parse_list(proof->graph, in->rest, &proof->moves, &proof->move_count, &why);
    if (r < 0)
        return error_set(in->err, r, "line %d: %.200s", in->line, why.text);
    return proof->move_count <= PROOF_MOVES_MAX
               ? 0
               : FAIL(in, "line %d: more than %d moves", in->line, PROOF_MOVES_MAX);
}

static int read_margin(struct reader *in, int *ret_margin)
{
    uint64_t count;
    bool negative = in->rest[0] == '-';
    in->rest += negative;
    if (strncmp(in->rest, "inf", 3) == 0 && (in->rest[3] == ' ' || in->rest[3] == '\0')) {
        next_word(in);
        *ret_margin = negative ? -PROOF_INFINITE : PROOF_INFINITE;
        return 0;
    }
    int r = read_count(in, PROOF_MARGIN_MAX, &count);
    if (r == 0)
        *ret_margin = negative ? -(int)count : (int)count;
    return r;
}

static int read_place(struct reader *in, const struct proof *proof, struct proof_claim *claim)
{
    struct error why;
    const char *word = next_word(in);
    claim->root = strcmp(word, "root") == 0;
    if (claim->root)
        return 0;
    if (strcmp(word, "play") != 0)
        return FAIL(in, "line %d: wanted 'root' or 'play'", in->line);
    word = next_word(in);
    return move_parse(proof->graph, word, strlen(word), &claim->move, &why) < 0
               ? FAIL(in, "line %d: %.200s", in->line, why.text)
               : 0;
}

static int read_evidence(struct reader *in, struct proof_claim *claim)
{
    uint64_t node, element;
    const char *word = next_word(in);
    claim->rules = strcmp(word, "rules") == 0;
    if (claim->rules)
        return 0;
    if (strcmp(word, "node") != 0)
        return FAIL(in, "line %d: wanted 'node' or 'rules'", in->line);
    int r = read_count(in, UINT32_MAX, &node);
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

static int read_claim(struct reader *in, const struct proof *proof, struct proof_claim *claim)
{
    memset(claim, 0, sizeof(*claim));
    int r = read_place(in, proof, claim);
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

static int read_claims(struct reader *in, struct proof *proof)
{
    size_t room = 0;
    while (in->end - in->at > 6 && memcmp(in->at, "claim ", 6) == 0) {
        if (proof->claim_count == room) {
            room = room != 0 ? 2 * room : 16;
            void *grown = realloc(proof->claims, room * sizeof(*proof->claims));
            if (grown == NULL)
                return error_set(in->err, -ENOMEM, "out of memory");
            proof->claims = grown;
        }
        int r = next_line(in, "claim");
        if (r == 0)
            r = read_claim(in, proof, &proof->claims[proof->claim_count]);
        if (r < 0)
            return r;
        proof->claim_count++;
    }
    return 0;
}

static int read_body(struct reader *in, struct proof *proof)
{
    uint64_t nodes = 0, size = 0;
    int r = next_line(in, "nodes");
    if (r == 0)
        r = read_count(in, UINT32_MAX - 1, &nodes);
    if (r == 0)
        r = next_line(in, "body");
    if (r == 0)
        r = read_count(in, UINT64_MAX / 16, &size);
    if (r < 0)
        return r;
    if (size + PROOF_CHECKSUM_BYTES != (uint64_t)(in->end - in->at))
        return FAIL(in, "the body and the checksum have %llu bytes: wanted %llu",
                    (unsigned long long)(in->end - in->at),
                    (unsigned long long)size + PROOF_CHECKSUM_BYTES);
    proof->node_count = (uint32_t)nodes;
    proof->body = in->at;
    proof->body_size = (size_t)size;
    return 0;
}

static int read_header(struct reader *in, struct proof *proof)
{
    int r = read_magic(in);
    if (r == 0)
        r = read_rules(in, proof);
    if (r == 0)
        r = read_board(in, proof);
    if (r == 0)
        r = read_start(in, proof);
    if (r == 0)
        r = read_claims(in, proof);
    if (r == 0)
        r = read_body(in, proof);
    return r;
}

int proof_parse(const uint8_t *bytes, size_t size, struct proof *ret_proof, struct error *err)
{
    struct proof proof = {0};
    struct reader in = {.at = bytes, .end = bytes + size, .err = err};
    int r = read_header(&in, &proof);
    free(in.text);
    if (r == 0) {
        uint8_t sum[PROOF_CHECKSUM_BYTES];
        put_checksum(sum, bytes, size - sizeof(sum));
        if (memcmp(sum, bytes + size - sizeof(sum), sizeof(sum)) != 0)
            r = error_set(err, -EINVAL, "the checksum does not fit: the file is damaged");
    }
    if (r < 0)
        proof_release(&proof);
    else
        *ret_proof = proof;
    return r;
}

void proof_release(struct proof *proof)
{
    if (proof == NULL)
        return;
    graph_free(proof->graph);
    free(proof->moves);
    free(proof->claims);
    memset(proof, 0, sizeof(*proof));
}
