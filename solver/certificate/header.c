/* Reading the header of a certificate. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "certificate/header_reader.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t certificate_checksum(const uint8_t *bytes, size_t size)
{
    return XXH3_64bits(bytes, size);
}

/* Is nothing left of the line? */
static int check_line_ends(struct header_reader *in)
{
    return in->rest[0] == '\0' ? 0 : HEADER_FAIL(in, "line %d: too many words", in->line);
}

static int read_magic(struct header_reader *in, struct certificate *certificate)
{
    uint64_t version;
    size_t own = strlen(CERTIFICATE_MAGIC);
    if ((size_t)(in->end - in->at) < own || memcmp(in->at, CERTIFICATE_MAGIC, own) != 0)
        return HEADER_FAIL(in, "this is no certificate: it does not begin with '%s'",
                           CERTIFICATE_MAGIC);
    int r = header_reader_line(in, CERTIFICATE_MAGIC);
    if (r == 0)
        r = header_reader_count(in, UINT32_MAX, &version);
    if (r < 0)
        return r;
    if (version > CERTIFICATE_VERSION_LIVING)
        return error_set(in->err, -EPROTONOSUPPORT,
                         "version %llu of the format of certificates, which a newer release reads: "
                         "this one knows version %d",
                         (unsigned long long)version, CERTIFICATE_VERSION_LIVING);
    certificate->packed = version == CERTIFICATE_VERSION_PACKED;
    certificate->living = version == CERTIFICATE_VERSION_LIVING;
    certificate->leaves = version == CERTIFICATE_VERSION_LEAVES;
    return version >= CERTIFICATE_VERSION
               ? check_line_ends(in)
               : HEADER_FAIL(in, "there is no version %d of the format: wanted %d to %d",
                             (int)version, CERTIFICATE_VERSION, CERTIFICATE_VERSION_LIVING);
}

/* The fields must be spelt out as this program tells them. */
static int read_fields(struct header_reader *in, const struct ruleset *rules)
{
    const struct field *const *fields = rules->family->fields;
    int r = header_reader_line(in, "fields");
    if (r < 0)
        return r;
    bool same = strcmp(header_reader_word(in), rules->family->name) == 0;
    for (size_t i = 0; fields[i] != NULL && same; i++) {
        const char *name = fields[i]->name, *value = fields[i]->values[rules->values[i]];
        if (!ruleset_tells(rules, i))
            continue;
        const char *word = header_reader_word(in);
        size_t length = strlen(name);
        same = strncmp(word, name, length) == 0 && word[length] == '=' &&
               strcmp(word + length + 1, value) == 0;
    }
    return same && in->rest[0] == '\0'
               ? 0
               : HEADER_FAIL(in, "line %d: the ruleset's fields are not these", in->line);
}

static int read_rules(struct header_reader *in, struct certificate *certificate)
{
    char text[RULESET_TEXT_MAX];
    struct error why;
    int r = header_reader_line(in, "rules");
    if (r < 0)
        return r;
    if (ruleset_parse(in->rest, &certificate->rules, &why) < 0)
        return HEADER_FAIL(in, "line %d: %.200s", in->line, why.text);
    ruleset_format(&certificate->rules, text);
    r = header_reader_same(in, in->rest, text);
    if (r < 0)
        return r;
    return read_fields(in, &certificate->rules);
}

/* Takes a word and the character after it off a text. */
static bool takes(const char **at, const char *end, const char *word, char after)
{
    size_t length = strlen(word);
    if ((size_t)(end - *at) <= length || memcmp(*at, word, length) != 0 || (*at)[length] != after)
        return false;
    *at += length + 1;
    return true;
}

/* Is a graph's text as certificates have it: its points, then its edges, the lower point of each
 * first and these ascending, and no remarks? */
static bool is_plain(const struct graph *graph, const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    for (int p = 0; p < graph->points; p++)
        if (!takes(&at, end, graph->names[p], p + 1 < graph->points ? ' ' : '\n'))
            return false;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            if (graph->adjacent[i] > p &&
                !(takes(&at, end, graph->names[p], ' ') &&
                  takes(&at, end, graph->names[graph->adjacent[i]], '\n')))
                return false;
    return at == end;
}

static int read_graph(struct header_reader *in, struct certificate *certificate)
{
    struct error why;
    uint64_t size;
    int r = header_reader_line(in, "graph");
    if (r < 0)
        return r;
    char *name = header_reader_word(in);
    r = header_reader_count(in, (uint64_t)(in->end - in->at), &size);
    if (r == 0)
        r = check_line_ends(in);
    if (r < 0)
        return r;
    r = graph_parse_file_text(name, (const char *)in->at, (size_t)size, &certificate->graph, &why);
    if (r < 0)
        return error_set(in->err, r, "the graph '%.60s': %.200s", name, why.text);
    if (!is_plain(certificate->graph, (const char *)in->at, (size_t)size))
        return HEADER_FAIL(in,
                           "the graph '%.60s': wanted a line of points, then a line for each edge, "
                           "in their order",
                           name);
    in->at += size;
    return 0;
}

static int parse_board(struct header_reader *in, struct certificate *certificate)
{
    struct error why;
    int r = graph_parse(in->rest, &certificate->graph, &why);
    if (r == -ENOMEM) /* it says nothing of the certificate */
        return error_set(in->err, r, "%s", why.text);
    return r < 0 ? HEADER_FAIL(in, "line %d: %.200s", in->line, why.text)
                 : header_reader_same(in, in->rest, certificate->graph->name);
}

static int read_board(struct header_reader *in, struct certificate *certificate)
{
    size_t left = (size_t)(in->end - in->at);
    int r;
    if (left > 6 && memcmp(in->at, "graph ", 6) == 0) {
        r = read_graph(in, certificate);
    } else {
        r = header_reader_line(in, "board");
        if (r == 0)
            r = parse_board(in, certificate);
    }
    if (r == 0 && certificate->graph->points > SOLVER_MAX_POINTS)
        return HEADER_FAIL(in, "line %d: the board has %d points: wanted at most %d", in->line,
                           certificate->graph->points, SOLVER_MAX_POINTS);
    return r;
}

static int read_start(struct header_reader *in, struct certificate *certificate)
{
    char wanted[POSITION_TEXT_MAX];
    struct error why;
    int r = header_reader_line(in, "start");
    if (r < 0)
        return r;
    const char *text = header_reader_word(in);
    int players = ruleset_players(&certificate->rules);
    if (position_parse(certificate->graph, players, text, &certificate->start, &why) < 0 ||
        position_check(certificate->graph, &certificate->start, &why) < 0)
        return HEADER_FAIL(in, "line %d: %.200s", in->line, why.text);
    position_format(certificate->graph, &certificate->start, wanted);
    r = header_reader_same(in, text, wanted);
    if (r < 0)
        return r;
    certificate->to_move = header_reader_player(in->rest, strlen(in->rest), players);
    return certificate->to_move >= 0
               ? 0
               : HEADER_FAIL(in, "line %d: wanted one of %d players to move", in->line, players);
}

static int read_moves(struct header_reader *in, struct certificate *certificate)
{
    struct error why;
    int r = header_reader_line(in, "moves");
    if (r < 0)
        return r;
    if (strlen(in->rest) > CERTIFICATE_MOVES_MAX * (POINT_NAME_MAX + 1))
        return HEADER_FAIL(in, "line %d: more than %d moves", in->line, CERTIFICATE_MOVES_MAX);
    r = move_parse_list(certificate->graph, ruleset_passes(&certificate->rules), in->rest,
                        &certificate->moves, &certificate->move_count, &why);
    if (r < 0)
        return error_set(in->err, r, "line %d: %.200s", in->line, why.text);
    if (certificate->move_count > CERTIFICATE_MOVES_MAX)
        return HEADER_FAIL(in, "line %d: more than %d moves", in->line, CERTIFICATE_MOVES_MAX);
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = header_reader_same(in, header_reader_word(in),
                               move_format(certificate->graph, certificate->moves[i]));
    return r;
}

/* All claims rest on strategies and the like, or none does; the same of coalitions. */
static int check_kinds(struct header_reader *in, const struct certificate *certificate)
{
    for (size_t i = 0; i < certificate->claim_count; i++) {
        const struct certificate_claim *claim = &certificate->claims[i];
        if ((claim->strategy || (claim->most && !certificate->coalitions)) !=
            certificate->strategies)
            return HEADER_FAIL(in, "line %d: claims on strategies and claims on nodes", in->line);
        if ((claim->members != 0) != certificate->coalitions)
            return HEADER_FAIL(in, "line %d: claims on coalitions and coalition-nodes", in->line);
    }
    if (!certificate->coalitions && ruleset_players(&certificate->rules) != 2)
        return HEADER_FAIL(in, "line %d: the ruleset has %d players: wanted 2, or coalition-nodes",
                           in->line, ruleset_players(&certificate->rules));
    return 0;
}

static bool begins_with(const struct header_reader *in, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(in->end - in->at) >= length && memcmp(in->at, word, length) == 0;
}

/* Finds out what kind of strategies the body has, if any, by the word that says so in a file of
 * this version. Returns the word; of none that may stand there the first. */
static const char *find_strategies(const struct header_reader *in, struct certificate *certificate)
{
    static const char *const plain[] = {"strategies", "answered-strategies"};
    static const char *const packed[] = {"packed-strategies", "packed-answered-strategies"};
    static const char *const living[] = {"living-strategies", "living-answered-strategies",
                                         "packed-living-strategies",
                                         "packed-living-answered-strategies"};
    const char *const *words = certificate->living ? living : certificate->packed ? packed : plain;
    int i = certificate->living ? 3 : 1;
    while (i > 0 && !begins_with(in, words[i]))
        i--;
    certificate->answered = i % 2 != 0;
    certificate->packed = certificate->packed || i >= 2;
    certificate->strategies =
        certificate->packed || certificate->living || begins_with(in, words[i]);
    return words[i];
}

static int read_body(struct header_reader *in, struct certificate *certificate)
{
    uint64_t nodes = 0, size = 0;
    const char *word = "nodes";
    if (!certificate->leaves)
        word = find_strategies(in, certificate);
    certificate->coalitions =
        !certificate->strategies && !certificate->leaves && begins_with(in, "coalition-nodes ");
    int r = header_reader_line(in, certificate->strategies   ? word
                                   : certificate->coalitions ? "coalition-nodes"
                                                             : "nodes");
    if (r == 0)
        r = check_kinds(in, certificate);
    if (r == 0)
        r = header_reader_count(in, UINT32_MAX - 1, &nodes);
    if (r == 0)
        r = check_line_ends(in);
    if (r == 0)
        r = header_reader_line(in, "body");
    if (r == 0)
        r = header_reader_count(in, UINT64_MAX / 16, &size);
    if (r == 0)
        r = check_line_ends(in);
    if (r < 0)
        return r;
    *(certificate->strategies ? &certificate->strategy_count : &certificate->node_count) =
        (uint32_t)nodes;
    if (in->header_only)
        return 0;
    if (size + CERTIFICATE_CHECKSUM_BYTES != (uint64_t)(in->end - in->at))
        return HEADER_FAIL(in, "the body and the checksum have %llu bytes: wanted %llu",
                           (unsigned long long)(in->end - in->at),
                           (unsigned long long)size + CERTIFICATE_CHECKSUM_BYTES);
    certificate->body = in->at;
    certificate->body_size = (size_t)size;
    return 0;
}

static int read_header(struct header_reader *in, struct certificate *certificate)
{
    int r = read_magic(in, certificate);
    if (r == 0)
        r = read_rules(in, certificate);
    if (r == 0)
        r = read_board(in, certificate);
    if (r == 0)
        r = read_start(in, certificate);
    if (r == 0)
        r = read_moves(in, certificate);
    if (r == 0)
        r = header_reader_claims(in, certificate);
    if (r == 0)
        r = read_body(in, certificate);
    return r;
}

int certificate_parse(const uint8_t *bytes, size_t size, struct certificate *ret_certificate,
                      struct error *err)
{
    struct certificate certificate = {0};
    struct header_reader in = {.at = bytes, .end = bytes + size, .err = err};
    int r = read_header(&in, &certificate);
    free(in.text);
    size_t body = size - CERTIFICATE_CHECKSUM_BYTES;
    if (r == 0 &&
        bytes_decode(bytes + body, CERTIFICATE_CHECKSUM_BYTES) != certificate_checksum(bytes, body))
        r = error_set(err, -EINVAL, "the checksum does not fit: the file is damaged");
    if (r < 0)
        certificate_release(&certificate);
    else
        *ret_certificate = certificate;
    return r;
}

int certificate_parse_header(const uint8_t *bytes, size_t size, struct certificate *ret_certificate,
                             struct error *err)
{
    struct certificate certificate = {0};
    struct header_reader in = {.at = bytes, .end = bytes + size, .header_only = true, .err = err};
    int r = read_header(&in, &certificate);
    free(in.text);
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
