/* Packing certificates of strategies, and unpacking them. */
#include "certificate/packed/packed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/body_reader.h"
#include "certificate/check/check.h"
#include "certificate/check/strategy/check.h"
#include "certificate/check/strategy_leaves.h"
#include "certificate/packed/range_coder.h"
#include "certificate/packed/reply_model.h"
#include "certificate/write/write.h"
#include "rules/history_model.h"

/* A reply takes a byte in the body, whose room may be twice as large, and one in the file. */
#define REPLY_BYTES 3

/* The file that is made, strategy by strategy, while the one that it is made of is checked. */
struct repacking {
    const struct certificate *from;
    struct reply_model model;
    struct error *err;
    struct bytes body;             /* of the file that is made */
    struct strategy_source source; /* packing: the replies */
    struct bytes part;             /* those of one strategy, packed */
    struct range_encoder out;
    size_t count, used; /* replies of one strategy: unpacking, in all; so far */
    struct range_decoder in;
    bool only_checks; /* unpacking: no file is made */
};

static int refuse(const struct repacking *packing, const char *why)
{
    return error_set(packing->err, -EINVAL, "strategy: %s", why);
}

/* The plays of which one is the reply. Returns how many. */
static int list_plays(const struct strategy_task *task, const struct strategy_states *states,
                      const struct strategy_state *state, struct reply_play *ret_plays)
{
    struct strategy_state next[REPLY_MODEL_PLAYS_MOST];
    const uint64_t stones = state->stones.of[0] | state->stones.of[1];
    const int points = task->terms.board->points;
    int count = 0;
    for (int point = 0; point <= points; point++)
        if ((point == points || (stones >> point & 1) == 0) &&
            strategy_reply(&task->terms, state, point, &next[count]) == NULL) {
            strategy_states_fetch(states, &next[count].class, next[count].class_ko);
            ret_plays[count++].point = point;
        }
    for (int i = 0; i < count && count > 1; i++)
        ret_plays[i].met =
            strategy_states_have(states, &next[i].class, next[i].class_ko, next[i].mover);
    return count;
}

static uint32_t sum_before(const struct reply_play *plays, int play)
{
    uint32_t before = 0;
    for (int i = 0; i < play; i++)
        before += plays[i].frequency;
    return before;
}

static uint32_t guess(const struct repacking *packing, const struct strategy_state *state,
                      struct reply_play *plays, int count)
{
    return reply_model_guess(&packing->model, state->stones.of[state->mover],
                             state->stones.of[1 - state->mover], plays, count);
}

/* A model that has learned nothing. */
static int begin_model(struct repacking *packing, const struct strategy_task *task)
{
    reply_model_release(&packing->model);
    return reply_model_init(&packing->model, task->terms.board);
}

/* Counts what it takes to ask the model. */
static int work(const struct strategy_task *task)
{
    uint64_t plays = (uint64_t)task->terms.board->points + 1;
    return budget_work(task->budget, plays * strategy_steps_of_play(&task->terms));
}

/* --- packing --- */

static int begin_packing(void *arg, const struct strategy_task *task,
                         struct certificate_cursor *cursor, size_t *ret_count)
{
    struct repacking *packing = arg;
    int r = packing->source.begin(packing->source.arg, task, cursor, ret_count);
    if (r == 0)
        r = begin_model(packing, task);
    packing->used = 0;
    packing->part.size = 0;
    range_coder_write(&packing->out, &packing->part);
    return r;
}

/* Writes the reply that the strategy has. */
static int pack_reply(void *arg, const struct strategy_task *task,
                      const struct strategy_states *states, const struct strategy_state *state)
{
    struct repacking *packing = arg;
    struct reply_play plays[REPLY_MODEL_PLAYS_MOST];
    int wanted = packing->source.reply(packing->source.arg, task, states, state), reply = 0;
    int r = work(task);
    if (wanted < 0 || r < 0)
        return wanted < 0 ? wanted : r;
    int count = list_plays(task, states, state, plays);
    while (reply < count && plays[reply].point != wanted)
        reply++;
    if (reply == count)
        return refuse(packing, "a reply that cannot be made");
    if (count > 1) {
        uint32_t total = guess(packing, state, plays, count);
        range_coder_put(&packing->out, sum_before(plays, reply), plays[reply].frequency, total);
        reply_model_learn(&packing->model, plays, count, total, reply);
    }
    packing->used++;
    return packing->part.failed ? -ENOMEM : wanted;
}

static int end_packing(void *arg, const struct strategy_task *task)
{
    struct repacking *packing = arg;
    range_coder_end(&packing->out);
    write_number(&packing->body, packing->used);
    write_number(&packing->body, packing->part.size);
    bytes_put(&packing->body, packing->part.data, packing->part.size);
    return packing->source.end(packing->source.arg, task);
}

/* --- unpacking --- */

static int begin_unpacking(void *arg, const struct strategy_task *task,
                           struct certificate_cursor *cursor, size_t *ret_count)
{
    struct repacking *packing = arg;
    const struct certificate *from = packing->from;
    struct body_reader in = {from->body + cursor->at, from->body + from->body_size, NULL};
    uint64_t count = body_reader_number(&in, SIZE_MAX / 2, "more replies than there can be");
    uint64_t size = body_reader_number(&in, from->body_size, "more bytes than the body has");
    if (in.wrong == NULL && size > (uint64_t)(in.end - in.at))
        body_reader_fail(&in, "the body ends in the middle of it");
    if (in.wrong != NULL)
        return refuse(packing, in.wrong);
    packing->used = 0;
    packing->count = *ret_count = (size_t)count;
    range_coder_read(&packing->in, in.at, (size_t)size);
    cursor->at = (size_t)(in.at - from->body) + (size_t)size;
    cursor->node++;
    if (!packing->only_checks)
        write_number(&packing->body, count);
    return begin_model(packing, task);
}

/* Reads a reply and hands it on. */
static int unpack_reply(void *arg, const struct strategy_task *task,
                        const struct strategy_states *states, const struct strategy_state *state)
{
    struct repacking *packing = arg;
    struct reply_play plays[REPLY_MODEL_PLAYS_MOST];
    int reply = 0, r = work(task);
    if (r == 0 && !packing->only_checks)
        r = budget_count(task->budget, 0, REPLY_BYTES);
    if (r < 0)
        return r;
    if (packing->used == packing->count || packing->in.beyond > 0)
        return refuse(packing, "the packed replies come to an end");
    int count = list_plays(task, states, state, plays);
    if (count == 0)
        return strategy_refuse(task, &state->stones, "the player comes to a state without a reply");
    if (count > 1) {
        uint32_t total = guess(packing, state, plays, count), before = 0;
        uint32_t number = range_coder_look(&packing->in, total);
        while (number - before >= plays[reply].frequency)
            before += plays[reply++].frequency;
        range_coder_take(&packing->in, before, plays[reply].frequency);
        reply_model_learn(&packing->model, plays, count, total, reply);
    }
    uint8_t byte = (uint8_t)plays[reply].point;
    if (!packing->only_checks)
        bytes_put(&packing->body, &byte, 1);
    packing->used++;
    budget_reach(task->budget, (uint64_t)(packing->in.at - packing->from->body));
    return packing->body.failed ? -ENOMEM : byte;
}

static int end_unpacking(void *arg, const struct strategy_task *task)
{
    struct repacking *packing = arg;
    (void)task;
    if (packing->used != packing->count)
        return refuse(packing, "there are replies that answer nothing");
    return range_coder_is_done(&packing->in)
               ? 0
               : refuse(packing, "the packed replies have other bytes than they should");
}

/* --- files --- */

/* Strategies under rules that count cycles are checked by another walk, which nothing packs. */
static int check_rules(const struct certificate *from, struct error *err)
{
    struct history_model model;
    from->rules.family->describe(&from->rules, &model);
    return model.cycles && from->rules.family->remove_cycle == NULL
               ? error_set(err, -EINVAL, "under these rules strategies are not packed")
               : 0;
}

/* Makes the other file, packed or not, if the strategies are such. */
static int convert(const struct certificate *from, const struct check_limits *limits,
                   struct bytes *ret_file, struct error *err)
{
    struct strategy_plain plain = {0};
    struct repacking packing = {.from = from, .source = strategy_source_plain(&plain), .err = err};
    const struct strategy_source pack = {begin_packing, pack_reply, end_packing, &packing};
    const struct strategy_source unpack = {begin_unpacking, unpack_reply, end_unpacking, &packing};
    struct budget budget = {
        .bytes = limits->max_bytes != 0 ? limits->max_bytes : SIZE_MAX,
        .steps = limits->max_steps != 0 ? limits->max_steps : UINT64_MAX,
        .stop = limits->stop,
        .arg = limits->arg,
        .reached = limits->reached,
    };
    *ret_file = (struct bytes){0};
    if (budget.reached != NULL)
        *budget.reached = (struct check_reached){.all = from->body_size};
    int r = check_rules(from, err);
    if (r == 0)
        r = strategy_check(from, from->packed ? &unpack : &pack, &budget, err);
    if (r == 0 && packing.body.failed)
        r = -ENOMEM;
    struct certificate to = *from;
    to.packed = !from->packed;
    to.body = packing.body.data;
    to.body_size = packing.body.size;
    if (r == 0)
        r = write_whole(&to, ret_file);
    reply_model_release(&packing.model);
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

/* --- strategy leaves --- */

int packed_check_leaves(const struct certificate *certificate, const struct check_limits *limits,
                        struct error *err)
{
    struct repacking packing = {.from = certificate, .err = err, .only_checks = true};
    const struct strategy_source unpack = {begin_unpacking, unpack_reply, end_unpacking, &packing};
    int r = check_certificate_with(certificate, &unpack, limits, err);
    reply_model_release(&packing.model);
    return r;
}

int packed_write_leaves(const struct certificate *nodes, const struct strategy_source *replies,
                        const struct check_limits *limits, struct bytes *ret_strategies,
                        struct error *err)
{
    struct repacking packing = {.from = nodes, .source = *replies, .err = err};
    const struct strategy_source pack = {begin_packing, pack_reply, end_packing, &packing};
    struct strategy_leaves *leaves = calloc(1, sizeof(*leaves));
    struct budget budget = {
        .bytes = limits->max_bytes != 0 ? limits->max_bytes : SIZE_MAX,
        .steps = UINT64_MAX,
        .stop = limits->stop,
        .arg = limits->arg,
    };
    if (leaves == NULL)
        return -ENOMEM;
    int r = strategy_leaves_check(leaves, nodes, nodes->body_size, &pack, &budget, err);
    if (r == 0 && packing.body.failed)
        r = -ENOMEM;
    strategy_leaves_release(leaves);
    free(leaves);
    reply_model_release(&packing.model);
    bytes_release(&packing.part);
    *ret_strategies = packing.body;
    if (r < 0)
        bytes_release(ret_strategies);
    return budget_end(r, err);
}
