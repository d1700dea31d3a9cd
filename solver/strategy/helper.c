/* Obeys the leader's messages, one after the other. */
#include "strategy/helper.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "certificate/format.h"
#include "strategy/share_message.h"

/* So many seconds it waits for the leader after it was told to stop. */
#define PATIENCE 10.0
/* Seconds between two looks whether to stop. */
#define LOOK_SECONDS 0.5

/* A prover like one of the leader's, or an estimate alone. */
struct helper_slot {
    bool open;
    struct bitboard board;
    struct prover prover;
    struct share *share;      /* of the prover; NULL: there is none */
    struct estimate estimate; /* of the slot for that */
};

struct helper {
    const struct helper_limits *limits;
    struct helper_slot slots[SHARE_SLOTS];
};

static void close_slot(struct helper_slot *slot)
{
    if (!slot->open)
        return;
    prover_release(&slot->prover);
    estimate_release(&slot->estimate);
    bitboard_release(&slot->board);
    memset(slot, 0, sizeof(*slot));
}

/* Returns a helper's part of its memory: as large as the leader's of his. */
static size_t bytes_of(const struct helper *helper, const struct share_open *open)
{
    double part = (double)open->bytes / ((double)open->max_bytes + 1);
    return (size_t)(part * (double)helper->limits->max_bytes);
}

/* Makes what the leader has, on a board of its own. */
static int fill_slot(const struct helper *helper, struct helper_slot *slot,
                     const struct share_open *open)
{
    size_t bytes = bytes_of(helper, open);
    if (open->slot == SHARE_ESTIMATE)
        return estimate_init(&slot->estimate, &slot->board, NULL, bytes);
    int r = prover_init(&slot->prover, &slot->board, &open->rules, open->margin, bytes);
    if (r < 0)
        return r;
    slot->prover.threads = helper->limits->threads;
    slot->share = share_new(&slot->prover, open->slot, NULL);
    slot->prover.share = slot->share;
    return slot->share != NULL ? 0 : -ENOMEM;
}

static int open_slot(struct helper *helper, const uint8_t *bytes, size_t size)
{
    struct share_open open;
    struct certificate described;
    struct error why;
    if (size < sizeof(open))
        return -EPROTO;
    memcpy(&open, bytes, sizeof(open));
    if (open.slot < 0 || open.slot >= SHARE_SLOTS)
        return -EPROTO;
    int r = certificate_parse(bytes + sizeof(open), size - sizeof(open), &described, &why);
    if (r < 0)
        return r == -ENOMEM ? r : -EPROTO;
    struct helper_slot *slot = &helper->slots[open.slot];
    close_slot(slot);
    slot->open = true;
    r = bitboard_init(&slot->board, described.graph, &described.rules);
    certificate_release(&described);
    return r == 0 ? fill_slot(helper, slot, &open) : r;
}

/* Returns the slot that a message begins with, if it is open; NULL. */
static struct helper_slot *slot_at(struct helper *helper, const struct ranks_message *message,
                                   size_t offset)
{
    int32_t number;
    if (message->size < offset + sizeof(number))
        return NULL;
    memcpy(&number, (const uint8_t *)message->bytes + offset, sizeof(number));
    if (number < 0 || number >= SHARE_SLOTS || !helper->slots[number].open)
        return NULL;
    return &helper->slots[number];
}

static int obey_pair(struct prover *prover, const void *bytes, size_t size)
{
    struct share_pair pair;
    if (size != sizeof(pair))
        return -EPROTO;
    memcpy(&pair, bytes, sizeof(pair));
    switch (pair.kind) {
    case SHARE_EXCLUDE:
        return prover_exclude(prover, &pair.from, &pair.to);
    case SHARE_RETRACT:
        return prover_retract(prover, &pair.from);
    case SHARE_FORGET:
        prover_forget(prover, &pair.from);
        return 0;
    case SHARE_EXCLUDE_NONE:
        prover_exclude_none(prover);
        return 0;
    default:
        return -EPROTO;
    }
}

/* Obeys what concerns a prover. */
static int obey_prover(struct helper_slot *slot, const struct ranks_message *message)
{
    switch (message->tag) {
    case SHARE_TAG_PAIR:
        return obey_pair(&slot->prover, message->bytes, message->size);
    case SHARE_TAG_FORGET_UNDECIDED:
        prover_forget_undecided(&slot->prover);
        return 0;
    case SHARE_TAG_TABLE:
        return share_hear_table(slot->share, message->bytes, message->size);
    case SHARE_TAG_ASK:
        return share_help(slot->share, message->bytes, message->size);
    default:
        return -EPROTO;
    }
}

/* Returns 0; 1: it is dismissed; or a negative errno. */
static int obey(struct helper *helper, const struct ranks_message *message)
{
    if (message->tag == SHARE_TAG_LETTER || message->from != 0)
        return 0; /* of a query that is over */
    if (message->tag == SHARE_TAG_DISMISS)
        return 1;
    if (message->tag == SHARE_TAG_END)
        return 0;
    if (message->tag == SHARE_TAG_OPEN)
        return open_slot(helper, message->bytes, message->size);
    size_t offset = message->tag == SHARE_TAG_ASK ? offsetof(struct share_ask, slot) : 0;
    struct helper_slot *slot = slot_at(helper, message, offset);
    if (slot == NULL)
        return -EPROTO;
    if (message->tag == SHARE_TAG_CLOSE) {
        close_slot(slot);
        return 0;
    }
    if (message->tag == SHARE_TAG_TRAIN)
        return share_help_train(slot->share != NULL ? &slot->prover.estimate : &slot->estimate,
                                helper->limits->threads, message->bytes, message->size);
    return slot->share != NULL ? obey_prover(slot, message) : -EPROTO;
}

/* Was it told to stop some time ago? */
static bool is_left_alone(const struct helper_limits *limits, double *since)
{
    double now = clock_now();
    if (limits->stop == NULL || !limits->stop(limits->arg))
        *since = now;
    return now - *since > PATIENCE;
}

int helper_serve(const struct helper_limits *limits)
{
    struct helper helper = {.limits = limits};
    struct ranks_message message;
    double since = clock_now();
    int r = 0;
    while (r == 0 && !share_message_is_lost() && !is_left_alone(limits, &since)) {
        r = ranks_receive(LOOK_SECONDS, &message);
        if (r <= 0)
            continue;
        r = obey(&helper, &message);
        free(message.bytes);
    }
    for (int i = 0; i < SHARE_SLOTS; i++)
        close_slot(&helper.slots[i]);
    return r < 0 ? r : 0;
}
