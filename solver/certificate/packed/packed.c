/* Packing certificates of strategies, and unpacking them. */
#include "certificate/packed/packed.h"

#include <errno.h>
#include <string.h>

#include "certificate/body_reader.h"
#include "certificate/packed/range_coder.h"
#include "certificate/packed/walk.h"
#include "certificate/write/write.h"

/* A reply takes a byte here, in the body and in the file; a room may be twice as large. */
#define REPLY_BYTES 6

/* The file that is made, strategy by strategy. */
struct repacking {
    const struct certificate *from;
    const struct strategy_board *board;
    struct budget budget;
    struct reply_model model;
    struct error *err;
    struct bytes body;        /* of the file that is made */
    struct bytes part;        /* of one strategy: its packed bytes, or its replies */
    const uint8_t *replies;   /* to be packed */
    size_t count, used;       /* of them */
    struct range_encoder out; /* packing */
    struct range_decoder in;  /* unpacking */
};

static int refuse(const struct repacking *packing, const char *why)
{
    return error_set(packing->err, -EINVAL, "strategy: %s", why);
}

static uint32_t sum_before(const struct reply_play *plays, int play)
{
    uint32_t before = 0;
    for (int i = 0; i < play; i++)
        before += plays[i].frequency;
    return before;
}

static uint32_t guess(const struct repacking *packing, const struct strategy_stones *stones,
                      int player, struct reply_play *plays, int count)
{
    return reply_model_guess(&packing->model, stones->of[player], stones->of[1 - player], plays,
                             count);
}

/* Writes the reply that the strategy has. */
static int write_reply(void *arg, const struct strategy_stones *stones, int player,
                       struct reply_play *plays, int count)
{
    struct repacking *packing = arg;
    if (packing->used == packing->count)
        return refuse(packing, "the replies come to an end");
    int reply = 0, wanted = packing->replies[packing->used++];
    while (reply < count && plays[reply].point != wanted)
        reply++;
    if (reply == count)
        return refuse(packing, "a reply that cannot be made");
    if (count > 1) {
        uint32_t total = guess(packing, stones, player, plays, count);
        range_coder_put(&packing->out, sum_before(plays, reply), plays[reply].frequency, total);
        reply_model_learn(&packing->model, plays, count, total, reply);
    }
    return packing->part.failed ? -ENOMEM : reply;
}

/* Reads a reply and hands it on. */
static int read_reply(void *arg, const struct strategy_stones *stones, int player,
                      struct reply_play *plays, int count)
{
    struct repacking *packing = arg;
    int reply = 0;
    if (packing->used == packing->count || packing->in.beyond > 0)
        return refuse(packing, "the packed replies come to an end");
    if (count > 1) {
        uint32_t total = guess(packing, stones, player, plays, count), before = 0;
        uint32_t number = range_coder_look(&packing->in, total);
        while (number - before >= plays[reply].frequency)
            before += plays[reply++].frequency;
        range_coder_take(&packing->in, before, plays[reply].frequency);
        reply_model_learn(&packing->model, plays, count, total, reply);
    }
    uint8_t byte = (uint8_t)plays[reply].point;
    int r = budget_count(&packing->budget, 0, REPLY_BYTES);
    bytes_put(&packing->part, &byte, 1);
    packing->used++;
    return r < 0 ? r : packing->part.failed ? -ENOMEM : reply;
}

static int walk(struct repacking *packing, const struct certificate_claim *claim,
                packed_choose *choose)
{
    const struct packed_walk walk = {packing->from, claim,   packing->board, &packing->budget,
                                     choose,        packing, packing->err};
    int r = reply_model_init(&packing->model, packing->board);
    packing->part.size = packing->used = 0;
    if (r == 0)
        r = packed_walk_run(&walk);
    reply_model_release(&packing->model);
    if (r == 0 && packing->used != packing->count)
        r = refuse(packing, "there are replies that answer nothing");
    return r;
}

static int pack_strategy(struct repacking *packing, const struct certificate_claim *claim,
                         struct certificate_cursor *cursor)
{
    struct certificate_strategy strategy;
    int r = certificate_next_strategy(packing->from, cursor, &strategy, packing->err);
    if (r < 0)
        return r;
    packing->replies = strategy.replies;
    packing->count = strategy.count;
    range_coder_write(&packing->out, &packing->part);
    r = walk(packing, claim, write_reply);
    range_coder_end(&packing->out);
    write_number(&packing->body, packing->count);
    write_number(&packing->body, packing->part.size);
    bytes_put(&packing->body, packing->part.data, packing->part.size);
    return r;
}

static int unpack_strategy(struct repacking *packing, const struct certificate_claim *claim,
                           struct certificate_cursor *cursor)
{
    const struct certificate *from = packing->from;
    struct body_reader in = {from->body + cursor->at, from->body + from->body_size, NULL};
    uint64_t count = body_reader_number(&in, SIZE_MAX / 2, "more replies than there can be");
    uint64_t size = body_reader_number(&in, from->body_size, "more bytes than the body has");
    if (in.wrong == NULL && size > (uint64_t)(in.end - in.at))
        body_reader_fail(&in, "the body ends in the middle of it");
    if (in.wrong != NULL)
        return refuse(packing, in.wrong);
    packing->count = (size_t)count;
    range_coder_read(&packing->in, in.at, (size_t)size);
    int r = walk(packing, claim, read_reply);
    if (r == 0 && !range_coder_is_done(&packing->in))
        r = refuse(packing, "the packed replies have other bytes than they should");
    cursor->at = (size_t)(in.at - from->body) + (size_t)size;
    cursor->node++;
    write_number(&packing->body, packing->count);
    bytes_put(&packing->body, packing->part.data, packing->part.size);
    return r;
}

/* Each claim that rests on a strategy has one of its own, in their order. */
static int make_body(struct repacking *packing)
{
    const struct certificate *from = packing->from;
    struct certificate_cursor cursor = {0};
    int r = 0;
    for (size_t i = 0; i < from->claim_count && r == 0; i++) {
        const struct certificate_claim *claim = &from->claims[i];
        if (claim->most)
            continue;
        if (claim->node != cursor.node || claim->node >= from->strategy_count)
            return refuse(packing, "wanted one for each claim, in their order");
        r = from->packed ? unpack_strategy(packing, claim, &cursor)
                         : pack_strategy(packing, claim, &cursor);
    }
    if (r == 0 && (cursor.node != from->strategy_count || cursor.at != from->body_size))
        r = refuse(packing, "there is one that no claim rests on");
    return r;
}

/* Makes the other file, packed or not. */
static int convert(const struct certificate *from, const struct check_limits *limits,
                   struct bytes *ret_file, struct error *err)
{
    struct strategy_board board;
    struct repacking packing = {
        .from = from,
        .board = &board,
        .budget = {.bytes = limits->max_bytes != 0 ? limits->max_bytes : SIZE_MAX,
                   .steps = limits->max_steps != 0 ? limits->max_steps : UINT64_MAX,
                   .stop = limits->stop,
                   .arg = limits->arg},
        .err = err,
    };
    *ret_file = (struct bytes){0};
    int r = strategy_board_init(&board, from->graph, &from->rules);
    if (r == 0)
        r = make_body(&packing);
    if (r == 0 && packing.body.failed)
        r = -ENOMEM;
    struct certificate to = *from;
    to.packed = !from->packed;
    to.body = packing.body.data;
    to.body_size = packing.body.size;
    if (r == 0)
        r = write_whole(&to, ret_file);
    strategy_board_release(&board);
    bytes_release(&packing.body);
    bytes_release(&packing.part);
    return budget_end(r, err);
}

int packed_unpack(const struct certificate *certificate, const struct check_limits *limits,
                  struct bytes *ret_file, struct error *err)
{
    struct check_limits own = *limits;
    size_t most = CHECK_BYTES_BASE + CHECK_BYTES_FACTOR * certificate->body_size;
    if (own.max_bytes == 0 || own.max_bytes > most)
        own.max_bytes = most;
    return convert(certificate, &own, ret_file, err);
}

/* Does a packed file become the plain one again? */
static int compare(const struct bytes *packed, const struct certificate *plain,
                   const struct check_limits *limits, struct error *err)
{
    struct certificate again;
    struct bytes file = {0}, wanted = {0};
    int r = certificate_parse(packed->data, packed->size, &again, err);
    if (r < 0)
        return r;
    r = convert(&again, limits, &file, err);
    if (r == 0)
        r = write_whole(plain, &wanted);
    if (r == 0 && (file.size != wanted.size || memcmp(file.data, wanted.data, file.size) != 0))
        r = error_set(err, -EINVAL, "it does not come out of its packed form as it went in");
    certificate_release(&again);
    bytes_release(&file);
    bytes_release(&wanted);
    return r;
}

int packed_pack(const struct certificate *certificate, const struct check_limits *limits,
                struct bytes *ret_file, struct error *err)
{
    struct check_limits own = *limits;
    own.max_steps = 0;
    if (!certificate->strategies || certificate->packed)
        return error_set(err, -EINVAL, "%s",
                         certificate->packed ? "it is packed already"
                                             : "only certificates of strategies can be packed");
    int r = convert(certificate, &own, ret_file, err);
    if (r == 0)
        r = compare(ret_file, certificate, &own, err);
    if (r < 0)
        bytes_release(ret_file);
    return r;
}
