/* A solver's session: saves its lemmas, and loads those that are stored (search/persistence.h). */
#include "store/lemmas/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/halts/halts_save.h"
#include "store/handle/capacity.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/writer.h"
#include "store/lemmas/lemma_pack.h"
#include "store/lemmas/lemma_put.h"
#include "store/lemmas/lemma_record.h"
#include "store/lemmas/stored_item.h"

/*
 * Lemmas whose proof took fewer nodes are not saved at once: there are too many of them. They
 * matter all the same, for the search comes back to a node many times and only the last visit is
 * counted. So a sweep saves all lemmas that are in memory, now and then and when a limit stops the
 * search; when the search is done, as many as take little time.
 */
#define NODES_LEAST 64
/* Seconds between two sweeps, and the share of the time that they may take. */
#define SWEEP_SECONDS 10.0
#define SWEEP_SHARE 0.05
/* The share when the search is done: who waits for its answer waits for the sweep, too. */
#define DONE_SHARE 0.01
#define DONE_SECONDS 0.0005
/* Seconds that the sweep of a stopped search may take. */
#define LAST_SWEEP_SECONDS 10.0
/* Of a long one it may take this share, if that is more: what is not saved is proved again. */
#define LAST_SHARE 0.02
/* Lemmas between two looks at the clock: proved ones, and those of a sweep. */
#define SWEEP_CHECK 1024
#define SWEEP_LOOK 64
/* The same of buckets, a power of two. */
#define SWEEP_BUCKETS 4096
#define RANGES_MOST 4096
/* After a sweep the next one waits for this share of the time so far: who is killed loses no more,
 * and the lemmas of all sweeps together are few times those of the last one. */
#define SWEEP_PAUSE 0.5
/* Looks between two looks at what is mapped. */
#define TRIM_LOOKS 16

/*
 * A sweep goes through all lemmas once for each range of keys in the store. What it queues at a
 * time so belongs to neighbouring pages, which are written once; in the order of the lemma table
 * each lemma would change a page of its own, and a page is many times as large.
 */
struct sweep {
    double due;             /* clock_now() at which it goes on, or the next one begins */
    uint32_t ranges, range; /* of keys, and the one at hand; no ranges: it is over */
    size_t bucket;          /* of the lemma table, at which it goes on */
};

struct session {
    struct store *store;
    struct subtable *table;
    MDB_txn *txn;       /* reset between looks, so that it holds no pages that others could use */
    bool useless;       /* the store cannot be read */
    struct bytes value; /* of the record that was fetched last */
    struct slab *slab;  /* from which lemmas that are saved get their memory */
    uint64_t mark;      /* of this store, among all that a table of lemmas may meet */
    unsigned calls;     /* since the last look at the clock */
    unsigned looks;     /* since the last look at how much of the file is mapped */
    struct sweep sweep;
};

/* What a session asks of lemmas. */
struct wish {
    const struct session *session;
    const struct search *search;
    size_t bytes; /* count_unsaved() */
};

/* May the lemma be saved, and is there any point in it? */
static bool is_worth_saving(void *arg, const struct lemma *lemma)
{
    const struct wish *wish = arg;
    const struct subtable *table = wish->session->table;
    const struct store *store = wish->session->store;
    size_t width = lemma_condition_bytes(&table->shape, ENTRY_WIDE);
    size_t size = lemma_head_bytes(ENTRY_BELOW) + lemma->count * width;
    /* A denial under rules with unbounded play is no proof (search/condition.h). */
    return !lemma->saved && size <= ENTRY_BYTES_MAX && !store->read_only && !store->reading &&
           !(lemma->denies && wish->search->model.unbounded);
}

/* Queues the lemma for writing. Returns false if the queue is full. */
static bool hand_on(struct session *session, const struct search *search, struct lemma *lemma,
                    uint64_t nodes)
{
    const struct record_shape *shape = &session->table->shape;
    unsigned marks = (lemma_pack_is_wide(search->lemmas, lemma) ? ENTRY_WIDE : 0) |
                     (lemma->below != BELOW_ANY ? ENTRY_BELOW : 0) |
                     (atomic_load(&session->table->rests_on_import) ? ENTRY_IMPORTED : 0);
    size_t size = lemma_head_bytes(marks) + lemma->count * lemma_condition_bytes(shape, marks);
    struct pending *pending = pending_new_in(&session->slab, lemma_state_bytes(shape) + size);
    if (pending == NULL)
        return false;
    pending->kind = &lemma_kind;
    pending->table = session->table;
    lemma_pack_into(search, shape, lemma, nodes, marks, pending);
    lemma->saved = writer_add(session->store, pending);
    return lemma->saved;
}

/* --- sweeps --- */

/* Counts what is worth saving, and chooses nothing. */
static bool count_unsaved(void *arg, const struct lemma *lemma)
{
    struct wish *wish = arg;
    const struct record_shape *shape = &wish->session->table->shape;
    if (is_worth_saving(arg, lemma))
        wish->bytes += sizeof(struct pending) + lemma_state_bytes(shape) +
                       lemma->count * lemma_condition_bytes(shape, 0);
    return false;
}

/* Is it worth saving, and is the turn of its key? */
static bool is_due(void *arg, const struct lemma *lemma)
{
    const struct wish *wish = arg;
    const struct record_shape *shape = &wish->session->table->shape;
    const struct sweep *sweep = &wish->session->sweep;
    uint8_t packed[STATE_BYTES_MAX], key[STORE_KEY];
    if (!is_worth_saving(arg, lemma))
        return false;
    struct stored_state state = lemma_pack_key_state(wish->search, lemma->key);
    lemma_pack_state(shape, &state, packed);
    record_hash(packed, lemma_state_bytes(shape), key);
    uint32_t first = (uint32_t)key[0] << 8 | key[1]; /* keys are big-endian */
    return first * sweep->ranges >> 16 == sweep->range;
}

static void begin_sweep(struct session *session, const struct search *search)
{
    struct lemma *none[LEMMA_SOME];
    struct wish wish = {.session = session, .search = search};
    for (size_t at = 0; at < lemma_buckets(search->lemmas);)
        lemma_take_some(search->lemmas, &at, count_unsaved, &wish, none);
    size_t ranges = 1 + wish.bytes / writer_batch(session->store);
    session->sweep.ranges = (uint32_t)(ranges < RANGES_MOST ? ranges : RANGES_MOST);
    session->sweep.range = 0;
    session->sweep.bucket = 0;
}

/* Saves lemmas to which it gets references. Returns false if the queue is full, or time is up. */
static bool save_some(struct session *session, const struct search *search, struct lemma **lemmas,
                      int count, double until, bool wait)
{
    bool going = true;
    for (int i = 0; i < count; i++) {
        while (going && !hand_on(session, search, lemmas[i], 0))
            going = wait && writer_wait(session->store, until) && clock_now() < until;
        if (++session->calls % SWEEP_LOOK == 0 && clock_now() > until)
            going = false;
        lemma_release(search->lemmas, lemmas[i]);
    }
    return going;
}

/* Goes on with the sweep until it is over, the queue is full, or time is up. Returns whether it is
 * over. */
static bool sweep(struct session *session, const struct search *search, double seconds, bool wait)
{
    struct lemma *lemmas[LEMMA_SOME];
    struct wish wish = {.session = session, .search = search};
    struct sweep *at = &session->sweep;
    double until = clock_now() + seconds;
    if (at->ranges == 0)
        begin_sweep(session, search);
    for (; at->range < at->ranges; at->range++, at->bucket = 0) {
        while (at->bucket < lemma_buckets(search->lemmas)) {
            int count = lemma_take_some(search->lemmas, &at->bucket, is_due, &wish, lemmas);
            if (save_some(session, search, lemmas, count, until, wait) &&
                (at->bucket % SWEEP_BUCKETS != 0 || clock_now() < until))
                continue;
            at->bucket -= count > 0; /* some of it may be left */
            return false;
        }
    }
    at->ranges = 0;
    return true;
}

static double most_of(double a, double b)
{
    return a > b ? a : b;
}

static void sweep_if_due(struct session *session, const struct search *search)
{
    if (++session->calls % SWEEP_CHECK != 0)
        return;
    double now = clock_now(), wait = SWEEP_SECONDS;
    if (now < session->sweep.due)
        return;
    if (sweep(session, search, SWEEP_SECONDS * SWEEP_SHARE, false))
        wait = most_of(wait, SWEEP_PAUSE * (now - search->opened));
    session->sweep.due = clock_now() + wait;
}

static void save_lemma(void *arg, const struct search *search, struct lemma *lemma, uint64_t nodes)
{
    struct session *session = arg;
    struct wish wish = {.session = session, .search = search};
    if (nodes >= NODES_LEAST && is_worth_saving(&wish, lemma))
        hand_on(session, search, lemma, nodes);
    sweep_if_due(session, search);
}

/* Puts an entry's conditions into search->mapped. Returns false if one is about an item that this
 * search cannot have. */
static bool unpack_conditions(struct search *search, const struct record_shape *shape,
                              const struct lemma_entry *entry)
{
    condition_set_clear(&search->mapped);
    for (uint32_t i = 0; i < entry->count; i++) {
        struct stored_condition stored;
        struct condition condition;
        uint64_t item;
        lemma_unpack_condition(shape, entry, i, &stored);
        if (stored_item_find(search, &stored, &item) < 0)
            return false;
        condition.item = item | (stored.flags & MAY_BE_ABSENT ? CONDITION_ABSENT_OK : 0);
        condition.low = stored.low;
        condition.high = stored.high;
        if (condition_set_add(&search->mapped, condition) < 0)
            return false;
    }
    return true;
}

/* What a lemma is compared with. */
struct likeness {
    const struct search *search;
    const struct lemma_entry *entry;
};

/* Is the lemma what search->packer and the entry make? */
static bool is_alike(void *arg, const struct lemma *lemma)
{
    const struct likeness *likeness = arg;
    const struct lemma_entry *entry = likeness->entry;
    return lemma->bound == entry->bound && lemma->below == entry->below &&
           lemma->winner == (entry->flags & ENTRY_WHITE) &&
           lemma->denies == ((entry->flags & ENTRY_DENIES) != 0) &&
           lemma_has_conditions(likeness->search->lemmas, lemma, &likeness->search->packer);
}

/* What a search cannot use is left out: without dense tables, or under rules that do not suit them,
 * what asks for what is forced from what is on record. */
static int insert(struct search *search, const struct record_shape *shape, uint64_t key,
                  const struct lemma_entry *entry)
{
    bool denies = (entry->flags & ENTRY_DENIES) != 0;
    struct likeness likeness = {search, entry};
    if ((denies && search->model.unbounded) ||
        (entry->below != BELOW_ANY && !free_margins_are_there(&search->free_margins)) ||
        !unpack_conditions(search, shape, entry) ||
        condition_packer_pack(&search->packer, &search->mapped) < 0 ||
        lemma_is_there(search->lemmas, key, is_alike, &likeness))
        return 0;
    struct lemma *lemma =
        lemma_store(search->lemmas, key, entry->flags & ENTRY_WHITE ? WHITE : BLACK, entry->bound,
                    denies ? 0 : LEMMA_FORCES, entry->below, &search->packer);
    if (lemma == NULL)
        return 0;
    lemma->saved = true;
    lemma_release(search->lemmas, lemma);
    return 1;
}

/* Copies the record of a key into session->value. */
static bool fetch(struct session *session, const uint8_t *hash)
{
    struct store *store = session->store;
    MDB_val key = {STORE_KEY, (void *)hash}, data;
    session->value.size = 0;
    session->useless = look_begin(store, &session->txn) != 0;
    if (session->useless)
        return false;
    bool found = mdb_get(session->txn, session->table->dbi, &key, &data) == 0;
    if (found)
        bytes_put(&session->value, data.mv_data, data.mv_size);
    mdb_txn_reset(session->txn);
    if (++session->looks % TRIM_LOOKS == 0)
        capacity_trim(store);
    pthread_rwlock_unlock(&store->map_lock);
    return found && !session->value.failed;
}

/* Is there anything that an earlier run has left, or that this one has forgotten? */
static bool is_worth_asking(struct session *session, const struct search *search, uint64_t key)
{
    struct asked_keys *asked = &search->lemmas->asked;
    if (session->useless || !session->table->open ||
        !(session->table->had_entries || search->lemmas->cleared > 0))
        return false;
    uint64_t mark = session->mark + ((uint64_t)search->lemmas->cleared << 1);
    bool margins = free_margins_are_there(&search->free_margins);
    if (margins || atomic_load_explicit(&asked->mark, memory_order_relaxed) == mark + 1)
        mark++; /* since dense tables are there */
    asked_keys_are_for(asked, mark);
    return asked_keys_add(asked, key);
}

static int load_lemmas(void *arg, struct search *search, uint64_t key)
{
    struct session *session = arg;
    const struct record_shape *shape = &session->table->shape;
    uint8_t packed[STATE_BYTES_MAX], hash[STORE_KEY];
    struct lemma_entry entries[ENTRIES_MAX];
    size_t count;
    int inserted = 0;
    if (!is_worth_asking(session, search, key))
        return 0;
    struct stored_state state = lemma_pack_key_state(search, key);
    lemma_pack_state(shape, &state, packed);
    record_hash(packed, lemma_state_bytes(shape), hash);
    if (!fetch(session, hash))
        return 0;
    if (!lemma_record_read(shape, hash, session->value.data, session->value.size, entries,
                           &count)) {
        atomic_fetch_add(&session->store->damaged, 1);
        return 0;
    }
    /* Two states may have one hash: the record must be of this one. */
    if (memcmp(session->value.data + CHECKSUM, packed, lemma_state_bytes(shape)) != 0)
        return 0;
    for (size_t i = count; i-- > 0;) { /* the most work last: it stands first then */
        int known = insert(search, shape, key, &entries[i]);
        if (known > 0 && (entries[i].flags & ENTRY_IMPORTED))
            handle_rests_on_import(session->store, session->table);
        inserted += known;
    }
    return inserted;
}

static void free_session(struct session *session)
{
    if (session->txn != NULL)
        mdb_txn_abort(session->txn);
    bytes_release(&session->value);
    pending_leave_slab(session->slab);
    free(session);
}

static void close_session(void *arg, const struct search *search)
{
    struct session *session = arg;
    double spent = clock_now() - search->opened;
    switch (search->stopped) {
    case STOP_NODES:
    case STOP_TIME:
    case STOP_INTERRUPT:
    case STOP_MEMORY:
        session->sweep.ranges = 0; /* all of it */
        sweep(session, search, most_of(LAST_SWEEP_SECONDS, LAST_SHARE * spent), true);
        halts_save(session->store, session->table, search, false);
        break;
    default: /* the search is done: the share of its time that writing may take */
        sweep(session, search, DONE_SECONDS + DONE_SHARE * spent, false);
        halts_save(session->store, session->table, search, true);
        break;
    }
    free_session(session);
}

static void load_halt(void *arg, struct search *search)
{
    const struct session *session = arg;
    halts_load(session->store, session->table, search);
}

static void *open_session(struct persistence *persistence, const struct game *game)
{
    struct store *store = (struct store *)persistence;
    if (store->env == NULL)
        return NULL;
    struct session *session = calloc(1, sizeof(*session));
    if (session == NULL)
        return NULL;
    session->store = store;
    session->sweep.due = clock_now() + SWEEP_SECONDS;
    session->mark =
        2 * hash_mix((uintptr_t)store ^ hash_mix((uint64_t)(persistence->opened * 1e9)));
    session->table = subtable_of_game(store, game);
    if (session->table == NULL) {
        free_session(session);
        return NULL;
    }
    subtable_open(store, session->table);
    return session;
}

void session_init(struct store *store)
{
    store->persistence.open = open_session;
    store->persistence.close = close_session;
    store->persistence.save = save_lemma;
    store->persistence.load = load_lemmas;
    store->persistence.load_halt = load_halt;
}
