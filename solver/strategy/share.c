/* What ranks tell each other during a query, and who leads. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "strategy/share_message.h"
#include "strategy/worker.h"

/* Others are told when there is so much news, or when share_talk() was called so many times: for
 * each of them. */
#define NEWS_ENOUGH 512
#define TELL_CALLS 1
/* More news than that wait for nobody. */
#define WAITING_MOST ((size_t)1 << 18)
/*
 * How much is told. A state that a rank comes to, and whose successors it was not told of, it looks
 * into anew: so all is told as long as a rank hears no more than so many news for each of its nodes
 * (one costs it a thirtieth of a node) and so many a second (of 32 bytes each). What is told is
 * looked at after so many nodes.
 */
#define WINDOW_NODES 16384
#define NEWS_A_NODE 4.0
#define NEWS_A_SECOND 1.5e6
#define LEAST_MOST ((uint64_t)1 << 24)

struct share_rank {
    uint16_t *places; /* where its workers are; counted in the marks */
    size_t place_count, place_room;
    bool done; /* with the query */
};

/* The ranks belong to the process, and so does who leads. Only the leader's thread sets this. */
static struct {
    bool leads, lost;
    atomic_bool taken;
    uint64_t queries; /* the number of the last one */
} ranks;

/* --- messages --- */

bool share_message_is_lost(void)
{
    return ranks.lost;
}

void share_message_lose(void)
{
    ranks.lost = true;
}

void share_message_to(int rank, enum share_tag tag, const void *bytes, size_t size)
{
    if (!ranks.lost && ranks_send(rank, tag, bytes, size) < 0)
        ranks.lost = true;
}

void share_message_to_all(enum share_tag tag, const void *bytes, size_t size)
{
    for (int to = 0; to < ranks_size(); to++)
        if (to != ranks_rank())
            share_message_to(to, tag, bytes, size);
}

/* --- the leader's ranks --- */

void share_lead(void)
{
    ranks.leads = ranks_size() > 1 && ranks_rank() == 0;
}

void share_dismiss(void)
{
    /* Those that are not lost are to hear it, even if one is. */
    for (int to = 1; to < ranks_size() && ranks.leads; to++)
        (void)ranks_send(to, SHARE_TAG_DISMISS, NULL, 0);
    ranks.leads = false;
}

bool share_take(void)
{
    return ranks.leads && !ranks.lost && !atomic_exchange(&ranks.taken, true);
}

void share_give_back(void)
{
    atomic_store(&ranks.taken, false);
}

struct share_rank *share_ranks_new(void)
{
    return calloc((size_t)ranks_size(), sizeof(struct share_rank));
}

void share_ranks_free(struct share_rank *of)
{
    for (int i = 0; i < ranks_size() && of != NULL; i++)
        free(of[i].places);
    free(of);
}

/* --- news --- */

void share_put(struct share *share, const struct prover_news *news, size_t count)
{
    if (count == 0)
        return;
    pthread_mutex_lock(&share->lock);
    if (share->news_count + count <= WAITING_MOST &&
        array_reserve(&share->news, share->news_count + count, &share->news_room,
                      sizeof(*share->news)) == 0) {
        memcpy(share->news + share->news_count, news, count * sizeof(*news));
        share->news_count += count;
    }
    pthread_mutex_unlock(&share->lock);
}

void share_drop_news(struct share *share)
{
    pthread_mutex_lock(&share->lock);
    share->news_count = 0;
    pthread_mutex_unlock(&share->lock);
}

void share_learn(struct share *share, const struct prover_news *news, size_t count)
{
    struct prover *prover = share->prover;
    size_t more = 0;
    for (size_t i = 0; i < count; i++)
        more += prover_table_learn(prover, &news[i]);
    atomic_fetch_add_explicit(&prover->entry_count, more, memory_order_relaxed);
    if (!prover_table_is_full(prover))
        return;
    if (prover->in_region)
        prover->meet = true;
    else
        prover_table_widen(prover);
}

/* A rank has gone elsewhere. */
static void move_rank(struct share *share, struct share_rank *rank, const uint8_t *bytes,
                      size_t count)
{
    worker_mark_places(share->prover, rank->places, rank->place_count, -1);
    rank->place_count = 0;
    if (count == 0 ||
        array_reserve(&rank->places, count, &rank->place_room, sizeof(*rank->places)) < 0)
        return;
    memcpy(rank->places, bytes, count * sizeof(*rank->places));
    rank->place_count = count;
    worker_mark_places(share->prover, rank->places, count, 1);
}

static void read_letter(struct share *share, const struct ranks_message *message)
{
    struct share_letter letter;
    const uint8_t *bytes = message->bytes;
    if (message->size < sizeof(letter))
        return;
    memcpy(&letter, bytes, sizeof(letter));
    size_t news_bytes = letter.news_count * sizeof(struct prover_news);
    if (letter.query != share->query ||
        message->size != sizeof(letter) + news_bytes + letter.place_count * sizeof(uint16_t))
        return;
    /* The bytes are those of malloc(), and a letter's head is as long as a word goes on. */
    share_learn(share, (const struct prover_news *)(const void *)(bytes + sizeof(letter)),
                letter.news_count);
    if (share->leads) {
        atomic_fetch_add_explicit(&share->prover->nodes, letter.nodes, memory_order_relaxed);
        share->heard += letter.nodes;
    }
    move_rank(share, &share->ranks[message->from], bytes + sizeof(letter) + news_bytes,
              letter.place_count);
}

/* Reads a message of the present query; others are of earlier ones. */
static void read_message(struct share *share, const struct ranks_message *message)
{
    struct share_query query;
    if (message->tag == SHARE_TAG_LETTER) {
        read_letter(share, message);
        return;
    }
    if (message->size != sizeof(query))
        return;
    memcpy(&query, message->bytes, sizeof(query));
    if (query.query != share->query)
        return;
    if (share->leads && message->tag == SHARE_TAG_ANSWER) {
        int open = PROVER_STOPPED;
        atomic_compare_exchange_strong(&share->prover->answer, &open, (int)query.answer);
        share->prover->over = true;
    } else if (share->leads && message->tag == SHARE_TAG_DONE) {
        struct share_rank *rank = &share->ranks[message->from];
        share->left -= !rank->done;
        rank->done = true;
    } else if (!share->leads && message->tag == SHARE_TAG_END) {
        share->prover->over = true;
        share->over = true;
    }
}

/* Reads what has come, or waits for it. What comes after the end of a helper's query is obeyed
 * later. */
static void hear(struct share *share, double seconds)
{
    struct ranks_message message;
    while (!share->over && !ranks.lost) {
        int r = ranks_receive(seconds, &message);
        if (r < 0)
            ranks.lost = true;
        if (r <= 0)
            return;
        read_message(share, &message);
        free(message.bytes);
        seconds = 0;
    }
}

/* --- letters --- */

static uint64_t own_nodes(const struct share *share)
{
    return share->prover->nodes - share->heard;
}

/* Looks whether it is too much that is told, or could be more. */
static void look_at_window(struct share *share)
{
    uint64_t nodes = own_nodes(share) - share->told_from;
    double others = ranks_size() - 1;
    if (nodes < WINDOW_NODES)
        return;
    double now = clock_now();
    double most = NEWS_A_NODE * (double)nodes / others;
    double by_time = NEWS_A_SECOND * (now - share->window) / others;
    most = most < by_time ? most : by_time;
    uint64_t least = share->least;
    if ((double)share->told > most && least < LEAST_MOST)
        share->least = 2 * least;
    else if ((double)share->told * 4 < most && least > 1)
        share->least = least / 2;
    share->told = 0;
    share->told_from = own_nodes(share);
    share->window = now;
}

/* Writes a letter of all that there is to tell. *ret_bytes is to be freed. Returns its size, 0: no
 * memory. */
static size_t write_letter(struct share *share, uint8_t **ret_bytes)
{
    const struct prover *prover = share->prover;
    uint64_t nodes = own_nodes(share);
    pthread_mutex_lock(&share->lock);
    size_t news_bytes = share->news_count * sizeof(*share->news);
    size_t room = sizeof(struct share_letter) + news_bytes +
                  (size_t)prover->worker_count * PLACES_MOST * sizeof(uint16_t);
    uint8_t *bytes = malloc(room);
    struct share_letter letter = {share->query, nodes - share->nodes, (uint32_t)share->news_count,
                                  0};
    if (bytes != NULL && news_bytes > 0)
        memcpy(bytes + sizeof(letter), share->news, news_bytes);
    share->told += share->news_count;
    share->news_count = 0;
    pthread_mutex_unlock(&share->lock);
    if (bytes == NULL)
        return 0;
    for (int i = 0; i < prover->worker_count; i++) {
        uint16_t places[PLACES_MOST];
        size_t count = worker_places(prover->workers[i], places);
        memcpy(bytes + sizeof(letter) + news_bytes + letter.place_count * sizeof(uint16_t), places,
               count * sizeof(uint16_t));
        letter.place_count += (uint32_t)count;
    }
    memcpy(bytes, &letter, sizeof(letter));
    share->nodes = nodes;
    *ret_bytes = bytes;
    return sizeof(letter) + news_bytes + letter.place_count * sizeof(uint16_t);
}

/* Is there so much news that the others should be told at once? */
static bool is_much(struct share *share)
{
    pthread_mutex_lock(&share->lock);
    size_t count = share->news_count;
    pthread_mutex_unlock(&share->lock);
    return count >= NEWS_ENOUGH;
}

static void tell(struct share *share)
{
    uint8_t *bytes;
    size_t size = write_letter(share, &bytes);
    if (size == 0)
        return;
    share_message_to_all(SHARE_TAG_LETTER, bytes, size);
    free(bytes);
}

void share_talk(struct share *share)
{
    if (ranks.lost)
        return;
    hear(share, 0);
    if (++share->calls < TELL_CALLS * (ranks_size() - 1) && !is_much(share))
        return;
    share->calls = 0;
    tell(share);
    look_at_window(share);
}

/* --- queries --- */

static void begin(struct share *share, uint64_t query)
{
    share->query = query;
    share->over = false;
    for (int i = 0; i < ranks_size(); i++) {
        share->ranks[i].place_count = 0; /* there are no marks yet */
        share->ranks[i].done = false;
    }
    share->calls = 0;
    share->window = clock_now();
    share->told = 0;
    share->told_from = own_nodes(share);
}

void share_ask(struct share *share, const struct prover_query *query)
{
    const struct prover *prover = share->prover;
    const struct share_ask ask = {.query = ++ranks.queries,
                                  .slot = share->slot,
                                  .strict = prover->strict,
                                  .bars_pass = prover->bars_pass,
                                  .state = query->state,
                                  .passed = prover->passed,
                                  .before_count = query->before_count};
    size_t boards = query->before_count * sizeof(*query->before), size = sizeof(ask) + boards;
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) {
        ranks.lost = true;
        return;
    }
    memcpy(bytes, &ask, sizeof(ask));
    if (boards > 0)
        memcpy(bytes + sizeof(ask), query->before, boards);
    begin(share, ask.query);
    share->left = ranks_size() - 1;
    share_message_to_all(SHARE_TAG_ASK, bytes, size);
    free(bytes);
    tell(share);
}

void share_end(struct share *share)
{
    const struct prover *prover = share->prover;
    const struct share_query end = {share->query, 0};
    double since = clock_now();
    tell(share);
    share_message_to_all(SHARE_TAG_END, &end, sizeof(end));
    while (share->left > 0 && !ranks.lost) {
        hear(share, 0.05);
        bool stop = prover->stop != NULL && prover->stop(prover->arg);
        if (!stop)
            since = clock_now();
        else if (clock_now() - since > SHARE_PATIENCE)
            ranks.lost = true;
    }
}

int share_help(struct share *share, const void *message, size_t size)
{
    struct share_ask ask;
    struct prover *prover = share->prover;
    if (size < sizeof(ask))
        return -EPROTO;
    memcpy(&ask, message, sizeof(ask));
    if ((size - sizeof(ask)) / sizeof(struct stone_pair) != ask.before_count)
        return -EPROTO;
    struct stone_pair *before = malloc(size);
    if (before == NULL)
        return -ENOMEM;
    memcpy(before, (const uint8_t *)message + sizeof(ask), size - sizeof(ask));
    begin(share, ask.query);
    prover->strict = ask.strict != 0;
    prover->bars_pass = ask.bars_pass != 0;
    prover->passed = ask.passed;
    const struct prover_query query = {ask.state, before, ask.before_count};
    int r = prover_help(prover, &query);
    free(before);
    if (r < 0)
        return r;
    struct share_query answer = {ask.query, (uint64_t)prover->answer};
    tell(share);
    if (answer.answer != PROVER_STOPPED)
        share_message_to(0, SHARE_TAG_ANSWER, &answer, sizeof(answer));
    while (!share->over && !ranks.lost)
        hear(share, 1);
    share_message_to(0, SHARE_TAG_DONE, &answer, sizeof(answer));
    return 0;
}
