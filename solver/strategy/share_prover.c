/* Provers that have their like on other ranks, and what is told of them between queries. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/strategy_write.h"
#include "rules/game.h"
#include "strategy/share_message.h"

/* Of a table so much is told at a time. */
#define TABLE_PART 65536

/* Has the others open a slot. Returns 0 or -ENOMEM. */
static int open_slot(int slot, int margin, const struct share_prover *what)
{
    const struct game *game = what->game;
    const struct share_open open = {slot, margin, what->bytes, what->max_bytes, *what->rules};
    struct bytes file = {0};
    int r = write_strategies(game, NULL, 0, what->rules->answered, false, &file);
    uint8_t *bytes = r == 0 ? malloc(sizeof(open) + file.size) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, &open, sizeof(open));
        memcpy(bytes + sizeof(open), file.data, file.size);
        share_message_to_all(SHARE_TAG_OPEN, bytes, sizeof(open) + file.size);
    }
    bytes_release(&file);
    bool made = bytes != NULL;
    free(bytes);
    return made ? 0 : -ENOMEM;
}

static void close_slot(int slot)
{
    const struct share_slot close = {slot};
    share_message_to_all(SHARE_TAG_CLOSE, &close, sizeof(close));
}

int share_open_estimate(const struct share_prover *what)
{
    return open_slot(SHARE_ESTIMATE, 0, what);
}

void share_close_estimate(void)
{
    close_slot(SHARE_ESTIMATE);
}

struct share *share_new(struct prover *prover, int slot, const struct share_prover *what)
{
    struct share *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return NULL;
    made->prover = prover;
    made->slot = slot;
    atomic_init(&made->least, 1);
    pthread_mutex_init(&made->lock, NULL);
    made->ranks = share_ranks_new();
    if (made->ranks == NULL || (what != NULL && open_slot(slot, prover->margin, what) < 0)) {
        share_free(made);
        return NULL;
    }
    made->leads = what != NULL;
    return made;
}

void share_free(struct share *share)
{
    if (share == NULL)
        return;
    if (share->leads)
        close_slot(share->slot);
    share_ranks_free(share->ranks);
    free(share->news);
    pthread_mutex_destroy(&share->lock);
    free(share);
}

void share_tell_pair(const struct share *share, enum share_pair_kind kind,
                     const struct entry_key *from, const struct entry_key *to)
{
    const struct share_pair pair = {share->slot, kind, *from, *to};
    if (share->leads)
        share_message_to_all(SHARE_TAG_PAIR, &pair, sizeof(pair));
}

void share_tell_forget_undecided(const struct share *share)
{
    const struct share_slot slot = {share->slot};
    if (share->leads)
        share_message_to_all(SHARE_TAG_FORGET_UNDECIDED, &slot, sizeof(slot));
}

/* --- a table that was restored --- */

static struct prover_news news_of(const struct prover_entry *entry)
{
    return (struct prover_news){.own = entry->own,
                                .other = entry->other,
                                .proof = entry->proof,
                                .disproof = entry->disproof,
                                .tag = entry->tag,
                                .work = entry->work};
}

/* How much follows, and then that; every rank calls it. */
static int tell_part(struct share *share, struct prover_news *news, size_t count)
{
    const struct share_table head = {share->slot, (uint32_t)count};
    share_message_to_all(SHARE_TAG_TABLE, &head, sizeof(head));
    if (share_message_is_lost())
        return -EIO;
    return ranks_broadcast(news, count * sizeof(*news));
}

void share_tell_table(struct share *share)
{
    const struct prover *prover = share->prover;
    struct prover_news *news = malloc(TABLE_PART * sizeof(*news));
    size_t count = 0;
    int r = 0;
    for (size_t i = 0; i < prover->excluded.count; i++)
        share_tell_pair(share, SHARE_EXCLUDE, &prover->excluded.pairs[i].from,
                        &prover->excluded.pairs[i].to);
    for (size_t i = 0; i < prover->retracted.count; i++)
        share_tell_pair(share, SHARE_RETRACT, &prover->retracted.pairs[i].from,
                        &prover->retracted.pairs[i].to);
    for (size_t i = 0; i < prover->entry_used && news != NULL && r == 0; i++) {
        if (prover->entries[i].tag == 0)
            continue;
        news[count++] = news_of(&prover->entries[i]);
        if (count == TABLE_PART) {
            r = tell_part(share, news, count);
            count = 0;
        }
    }
    if (r == 0 && count > 0)
        r = tell_part(share, news, count);
    if (r < 0)
        share_message_lose();
    free(news);
}

int share_hear_table(struct share *share, const void *message, size_t size)
{
    struct share_table head;
    if (size != sizeof(head))
        return -EPROTO;
    memcpy(&head, message, sizeof(head));
    struct prover_news *news = malloc(head.count * sizeof(*news) + 1);
    if (news == NULL)
        return -ENOMEM;
    int r = ranks_broadcast(news, head.count * sizeof(*news));
    if (r == 0)
        share_learn(share, news, head.count);
    free(news);
    return r;
}
