/*
 * Writing. About every second one thread takes what was queued, sorts it by key and writes it in a
 * transaction. Where the queue is full lemmas are dropped, as they can be proved again.
 */
#include "store/handle/writer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/file/environment.h"
#include "store/handle/capacity.h"
#include "store/handle/subtable.h"
#include "store/handle/transaction.h"

/* The part of the queue that is written at once when it is full. */
#define BATCH_PART 4
/* Bytes that an item changes besides its own. They stay in memory until the transaction ends. */
#define ITEM_CHANGES 5120
/* Items between two looks at how much of the file is mapped. */
#define TRIM_ITEMS 16
/* Seconds between two transactions. The first waits are shorter, so that short runs save something,
 * too; the shortest run writes once. */
#define WAIT_FIRST 0.25
/* Seconds between two times that the queue is prepared for writing. */
#define WAIT_SORTING 0.02
#define WAIT_MOST 1.0
/* In a long run it may be this share of it, up to so many seconds: the fewer transactions there
 * are, the fewer pages are written twice, and who is killed loses no more. */
#define WAIT_SHARE 0.05
#define WAIT_LONGEST 30.0
/* Seconds between two tries while another process does not let this one write. */
#define WAIT_HELD 0.25

static int compare_pending(const void *a, const void *b)
{
    const struct pending *one = *(struct pending *const *)a, *two = *(struct pending *const *)b;
    if (one->table != two->table)
        return one->table < two->table ? -1 : 1;
    return memcmp(one->key, two->key, STORE_KEY);
}

/* Must a database be made or opened to write these? */
static bool needs_making(struct store *store, struct pending **items, size_t count)
{
    bool needs = !atomic_load(&store->made);
    for (size_t i = 0; i < count && !needs; i++)
        needs = items[i]->kind->opens_databases ||
                (items[i]->table != NULL && !atomic_load(&items[i]->table->open));
    return needs;
}

/* Returns how many of the sorted items belong to the first one's key, and are written with it. */
static size_t run_length(struct pending **items, size_t count)
{
    size_t size = 1;
    while (size < count && size < PENDING_RUN && items[0]->kind->put_run != NULL &&
           items[size]->kind == items[0]->kind && compare_pending(&items[0], &items[size]) == 0)
        size++;
    return size;
}

static int write_items(struct store *store, struct pending **items, size_t count)
{
    struct transaction transaction;
    int r = transaction_begin(store, needs_making(store, items, count), &transaction);
    if (r != 0)
        return r;
    for (size_t i = 0, size, runs = 0; i < count && r == 0; i += size) {
        size = run_length(items + i, count - i);
        r = transaction_put_run(&transaction, items + i, size);
        if (++runs % TRIM_ITEMS == 0)
            capacity_trim(store);
    }
    return transaction_end(&transaction, r);
}

/* Returns how many of the items one transaction writes: at least one. */
static size_t count_for_one(const struct store *store, struct pending **items, size_t count)
{
    size_t changed = 0, size = 0;
    while (size < count && (size == 0 || changed < store->changed_most))
        changed += ITEM_CHANGES + items[size++]->size;
    return size;
}

static int write_sorted(struct store *store, struct pending **items, size_t count, size_t *at)
{
    int r = 0;
    while (*at < count && r == 0) {
        size_t size = count_for_one(store, items + *at, count - *at);
        r = write_items(store, items + *at, size);
        if (r == 0)
            *at += size;
        else
            r = transaction_change_map(store, r);
    }
    return r;
}

/* Waits a little, or until the store is closed. Returns whether it is. */
static bool is_closing(struct store *store)
{
    struct timespec until = clock_after(WAIT_HELD);
    pthread_mutex_lock(&store->lock);
    if (!store->closing)
        pthread_cond_timedwait(&store->wake, &store->lock, &until);
    bool closing = store->closing;
    pthread_mutex_unlock(&store->lock);
    return closing;
}

/*
 * While another process keeps this one from writing, the search goes on, and what it proves waits
 * here. When the store is closed this tries once more, and then gives up.
 */
static int write_patiently(struct store *store, struct pending **items, size_t count)
{
    size_t at = 0;
    bool reported = false, closing = false;
    int r;
    while ((r = write_sorted(store, items, count, &at)) == ENVIRONMENT_HELD && !closing) {
        closing = is_closing(store);
        if (!reported && !closing)
            patience_tell(&store->patience, "%s: what is proved is saved when that has ended",
                          transaction_holder(store).text);
        reported = true;
    }
    if (r == ENVIRONMENT_HELD)
        patience_tell(&store->patience, "%s: what was proved last is not saved",
                      transaction_holder(store).text);
    return r;
}

static void writer_write(struct store *store, struct pending *list)
{
    size_t count = 0;
    for (struct pending *item = list; item != NULL; item = item->next)
        count++;
    struct pending **items = malloc((count + 1) * sizeof(struct pending *));
    int r = items != NULL ? 0 : ENOMEM;
    count = 0;
    for (struct pending *item = list; item != NULL && items != NULL; item = item->next)
        items[count++] = item;
    if (r == 0) {
        qsort(items, count, sizeof(struct pending *), compare_pending);
        r = write_patiently(store, items, count);
    }
    if (r != 0 && r != ENVIRONMENT_HELD)
        handle_fail(store, "cannot write", r);
    free(items);
    while (list != NULL) {
        struct pending *next = list->next;
        pending_free(list);
        list = next;
    }
}

/* Is there so much that it is to be written at once? The lock is held. */
static bool is_urgent(const struct store *store)
{
    return store->queued > store->queue_most / BATCH_PART;
}

size_t writer_batch(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    size_t bytes = store->queue_most / BATCH_PART;
    pthread_mutex_unlock(&store->lock);
    return bytes;
}

/* Is more than the part-th part of the queue in use? */
static bool is_filled(const struct store *store, size_t part)
{
    return store->queued + store->being_written > store->queue_most / part;
}

static void wait_for_work(struct store *store, double seconds)
{
    struct timespec until = clock_after(seconds);
    while (!store->closing && !is_urgent(store) &&
           pthread_cond_timedwait(&store->wake, &store->lock, &until) == 0)
        ;
}

static void prepare(struct pending *list)
{
    for (; list != NULL; list = list->next)
        if (list->kind->prepare != NULL)
            list->kind->prepare(list);
}

/* Moves the queue to the end of another, in its order. Returns its first. The lock is held. */
static struct pending *take(struct store *store, struct pending ***end)
{
    struct pending *list = store->first;
    if (list != NULL) {
        **end = list;
        *end = store->last;
    }
    store->first = NULL;
    store->last = &store->first;
    return list;
}

static double next_wait(double wait, double seconds)
{
    double most = WAIT_SHARE * seconds < WAIT_MOST ? WAIT_MOST : WAIT_SHARE * seconds;
    most = most < WAIT_LONGEST ? most : WAIT_LONGEST;
    return wait * 2 < most ? wait * 2 : most;
}

/* The thread. It prepares items while the search runs, so that little is left when that is done. */
static void *write_on(void *arg)
{
    struct store *store = arg;
    struct pending *ready = NULL, **end = &ready;
    double wait = WAIT_FIRST, began = clock_now(), due = began + wait;
    pthread_mutex_lock(&store->lock);
    while (!store->closing || store->first != NULL || ready != NULL) {
        wait_for_work(store, WAIT_SORTING);
        struct pending *list = take(store, &end);
        bool writing = store->closing || is_urgent(store) || clock_now() >= due;
        if (writing) {
            store->being_written = store->queued;
            store->queued = 0;
        }
        pthread_mutex_unlock(&store->lock);
        prepare(list);
        if (writing && ready != NULL) {
            writer_write(store, ready);
            ready = NULL;
            end = &ready;
            wait = next_wait(wait, clock_now() - began);
            due = clock_now() + wait;
        }
        pthread_mutex_lock(&store->lock);
        store->being_written = 0;
        pthread_cond_broadcast(&store->emptied);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* Starts the thread. Signals are for the main thread, but for those that a thread itself raises. */
static bool start_writer(struct store *store)
{
    sigset_t all, before;
    sigfillset(&all);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = pthread_create(&store->writer, NULL, write_on, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return r == 0;
}

bool writer_add(struct store *store, struct pending *pending)
{
    bool urgent = false, dropped = false;
    pthread_mutex_lock(&store->lock);
    bool full = is_filled(store, 1) && pending->kind->may_be_dropped;
    if (!store->writer_started && !full && store->failure.text[0] == '\0')
        store->writer_started = start_writer(store);
    if (full || !store->writer_started || store->failure.text[0] != '\0') {
        pending_free(pending);
        dropped = true;
    } else {
        pending->next = NULL;
        *store->last = pending;
        store->last = &pending->next;
        urgent = !is_urgent(store);
        store->queued += pending->size + sizeof(*pending);
        urgent = urgent && is_urgent(store);
    }
    pthread_mutex_unlock(&store->lock);
    if (urgent)
        pthread_cond_signal(&store->wake);
    return !dropped;
}

bool writer_wait(struct store *store, double until)
{
    pthread_mutex_lock(&store->lock);
    while (store->writer_started && is_filled(store, 2) &&
           !atomic_load(&store->persistence.failed) && store->held.text[0] == '\0' &&
           clock_now() < until) {
        struct timespec next = clock_after(WAIT_HELD);
        pthread_cond_signal(&store->wake);
        pthread_cond_timedwait(&store->emptied, &store->lock, &next);
    }
    bool good =
        store->writer_started && !atomic_load(&store->persistence.failed) && !is_filled(store, 2);
    pthread_mutex_unlock(&store->lock);
    return good;
}

void writer_end(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    while (store->writer_started) {
        pthread_t writer = store->writer;
        store->closing = true;
        pthread_mutex_unlock(&store->lock);
        pthread_cond_signal(&store->wake);
        pthread_join(writer, NULL);
        pthread_mutex_lock(&store->lock);
        store->closing = false;
        /* Another run may have added something when the thread had ended. */
        store->writer_started = store->first != NULL && start_writer(store);
    }
    pthread_mutex_unlock(&store->lock);
}
