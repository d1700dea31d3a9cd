/* Opening and closing a store. */
#include "store/store.h"

#include <errno.h>
#include <string.h>

#include "base/human.h"
#include "store/counts/counts.h"
#include "store/file/folder.h"
#include "store/file/seal.h"
#include "store/handle/capacity.h"
#include "store/handle/subtable.h"
#include "store/handle/writer.h"
#include "store/lemmas/session.h"
#include "store/opening.h"
#include "store/searches/searches.h"
#include "store/strategies/strategies.h"
#include "store/values/values.h"

const char *store_notice(struct store *store)
{
    uint64_t damaged = atomic_exchange(&store->damaged, 0);
    if (damaged > 0)
        handle_note(store, "%s left out",
                    human_count(damaged, "damaged record was", "damaged records were"));
    uint64_t dropped = atomic_exchange(&store->contradicted, 0);
    if (dropped > 0)
        handle_note(store, "%s dropped: contradicted by others of the same position",
                    human_count(dropped, "record was", "records were"));
    if (atomic_exchange(&store->lacks_room, false))
        handle_note(store,
                    "a search for strategies was made with more memory than now: what "
                    "fits of it is used, nothing is added, and it stays as it is");
    else if (atomic_exchange(&store->learns_again, false))
        handle_note(store,
                    "a search for strategies was made with more memory than now: it "
                    "goes on, but learns again to guess");
    if (atomic_exchange(&store->contradicts, false))
        handle_note(store,
                    "what it told cannot all be true and was left alone: a deep check of all "
                    "of it looks for what is false");
    if (atomic_exchange(&store->rests_on_import, false))
        handle_note(store,
                    "the answer rests on what was imported and is not proved here: a deep "
                    "check of all of it proves it");
    if (!store->counts_told && atomic_load(&store->counts_rest_on_import)) {
        store->counts_told = true;
        handle_note(store,
                    "the count rests on what was imported and was not counted here: "
                    "without the store it is");
    }
    return store->notices_reported < store->notice_count ? store->notices[store->notices_reported++]
                                                         : NULL;
}

const char *store_failure(struct store *store)
{
    return atomic_load(&store->persistence.failed) ? store->failure.text : NULL;
}

struct persistence *store_persistence(struct store *store)
{
    return store->env != NULL ? &store->persistence : NULL;
}

struct count_store *store_count_store(struct store *store)
{
    return store != NULL && store->env != NULL ? &store->counts : NULL;
}

bool store_saves(const struct store *store)
{
    return store->env != NULL && !store->read_only && !store->reading;
}

size_t store_set_capacity(struct store *store, size_t max_bytes)
{
    return capacity_set(store, max_bytes);
}

void store_report_contradiction(struct store *store)
{
    atomic_store(&store->contradicts, true);
}

void store_report_import(struct store *store, const struct game *game)
{
    handle_rests_on_import(store, game != NULL ? subtable_of_game(store, game) : NULL);
}

bool store_rests_on_import(struct store *store, const struct game *game)
{
    const struct subtable *table = subtable_of_game(store, game);
    return table != NULL && atomic_load(&table->rests_on_import);
}

/* --- opening and closing --- */

/* Opens a store that handle_new() has made. */
static int open_for(struct store *store, unsigned flags, const struct store_asked *asked,
                    struct error *err)
{
    struct root_key key = {0};
    if (asked != NULL && root_key_make(asked->game, asked->komi_half_points, &key) < 0)
        return error_set(err, -ENOMEM, "out of memory");
    store->asked = asked != NULL;
    memcpy(store->answer_key, key.hash, STORE_KEY);
    const struct store_opening opening = {store, flags, asked, &key};
    int r = opening_run(&opening, err);
    root_key_release(&key);
    return r;
}

int store_open(const char *dir, unsigned flags, const struct store_asked *asked,
               const struct store_patience *patience, struct store **ret_store, struct error *err)
{
    struct error why = {""};
    int r = folder_make(dir, (flags & STORE_MAKE) != 0, err);
    if (r < 0)
        return r;
    struct store *store = handle_new(dir);
    if (store == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    session_init(store);
    strategies_init(store);
    searches_init(store);
    values_init(store);
    counts_init(store);
    store->reading = (flags & STORE_READ) != 0;
    if (patience != NULL)
        store->patience = *patience;
    r = open_for(store, flags, asked, &why);
    if ((r == -EAGAIN || r == -EINTR) && !store->reading) {
        opening_give_up(store, &why);
        r = 0;
    } else if (r < 0 && err != NULL) {
        *err = why;
    }
    if (r < 0)
        handle_free(store);
    else
        *ret_store = store;
    return r;
}

/* Seals the store, if this process is its last user. */
static int seal(struct store *store)
{
    bool sound = store->failure.text[0] == '\0';
    bool wrote = store->env != NULL && store->changed && !store->read_only;
    int r = wrote ? mdb_env_sync(store->env, 1) : 0;
    if (store->env != NULL)
        mdb_env_close(store->env);
    store->env = NULL;
    if (r != 0 || !sound || store->read_only || !store->changed)
        return -r;
    r = users_take(&store->users, USERS_DOOR, NULL);
    if (r == -EAGAIN || r == -EINTR)
        return 0; /* unsealed: the next one looks through it */
    return r == 0 && users_alone(&store->users) ? seal_write(store->dir) : r;
}

void store_finish(struct store *store)
{
    if (store != NULL)
        writer_end(store);
}

int store_close(struct store *store, struct error *err)
{
    int r = 0;
    if (store == NULL)
        return 0;
    writer_end(store);
    if (store->failure.text[0] == '\0') {
        r = seal(store);
        if (r < 0 && store->reading)
            r = 0; /* without the seal the next one looks through it */
        if (r < 0)
            error_set(err, r, "cannot write: %s", strerror(-r));
    } else {
        r = error_set(err, -EIO, "%s", store->failure.text);
    }
    handle_free(store);
    return r;
}
