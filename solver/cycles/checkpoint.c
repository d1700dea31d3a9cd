/* What of a search outlasts its run: when it is loaded and saved, and taking it in. */
#include "cycles/checkpoint.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "cycles/numbers.h"

/* Seconds until a run is saved for the first time, and at least between two times. */
#define FIRST_SECONDS 0.25
/* Saving takes this share of the time at most: 1 / SHARE. */
#define SHARE 40.0
/* What a run that is done has found is saved if it took so many nodes, together with those before
 * that were not saved, and a part of the situations that there are: less is found again. */
#define NODES_LEAST 1000
#define NODES_PART 2
/* What is loaded takes at most this part of the memory: (PARTS - 1) / PARTS. */
#define PARTS 8

/* --- taking it in --- */

/* Forgets all but the game. Returns 0 or -ENOMEM. */
int cycle_checkpoint_forget(struct cycle_search *search, const struct game *game)
{
    struct game lasting = *game;
    lasting.graph = search->game.graph; /* the search outlasts the run */
    struct cycle_situations *situations = cycle_situations_new(&lasting);
    if (situations == NULL)
        return -ENOMEM;
    cycle_situations_free(search->game.situations);
    search->game.situations = situations;
    search->game.count = 0;
    cycle_search_watch(search);
    cycle_lemmas_release(&search->lemmas);
    dfpn_table_release(&search->numbers);
    cycle_numbers_init(&search->numbers, game->graph->points, search->limits.max_bytes);
    return cycle_lemmas_init(&search->lemmas);
}

/* Is there room for more of what is loaded? Once there is none nothing is taken in any more. */
static bool has_room(struct cycle_search *search)
{
    size_t most = search->limits.max_bytes - search->limits.max_bytes / PARTS;
    bool room = cycle_situations_bytes(search->game.situations) + search->lemmas.bytes < most;
    search->saving.too_much = search->saving.too_much || !room;
    return !search->saving.too_much;
}

bool cycle_checkpoint_add_situation(struct cycle_search *search,
                                    const struct cycle_situation *situation, bool scored, int score)
{
    struct cycle_situations *situations = search->game.situations;
    uint32_t next = situations->count, number;
    if (!has_room(search))
        return true;
    if (cycle_situations_number(situations, situation, &number) < 0 || number != next)
        return false;
    if (scored)
        cycle_situations_set_score(situations, number, score);
    return true;
}

static bool are_known(const struct cycle_condition *list, uint32_t count, uint32_t situations)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].situation >= situations)
            return false;
    return true;
}

/* Does it speak of nothing but situations that are there? */
static bool speaks_of_known(const struct cycle_lemma *lemma, uint32_t situations)
{
    return lemma->situation < situations &&
           (lemma->watched_count == 0 || lemma->watched[lemma->watched_count - 1] < situations) &&
           are_known(lemma->allowed, lemma->allowed_count, situations) &&
           are_known(lemma->wanted, lemma->wanted_count, situations);
}

bool cycle_checkpoint_add_lemma(struct cycle_search *search, struct cycle_lemma *lemma)
{
    bool room = has_room(search);
    bool known = room && speaks_of_known(lemma, search->game.situations->count);
    if (known)
        cycle_lemmas_add(&search->lemmas, lemma);
    else
        cycle_lemma_free(lemma);
    return known || !room;
}

void cycle_checkpoint_add_numbers(struct cycle_search *search, uint64_t name,
                                  struct dfpn_numbers numbers)
{
    dfpn_table_store(&search->numbers, name, numbers); /* they only steer */
}

/* --- the run --- */

/* A hash of where the game stands and how it came there. */
static uint64_t root_of(const struct cycle_game *game)
{
    uint64_t hash = game->count;
    for (size_t i = 0; i < game->count; i++) {
        const struct cycle_situation *s =
            cycle_situations_at(game->situations, game->steps[i].situation);
        hash = hash_mix(hash ^ s->stones[0]);
        hash = hash_mix(hash ^ s->stones[1]);
        hash = hash_mix(hash ^ s->temporary);
        hash = hash_mix(hash ^ s->permanent);
        hash = hash_mix(hash ^ (uint64_t)(s->mover << 2 | s->needed));
    }
    return hash == 0 ? 1 : hash;
}

/* Does the search know nothing yet, or what this persistence had? */
static bool is_its_own(const struct cycle_search *search, const struct persistence *persistence)
{
    const struct cycle_saving *saving = &search->saving;
    return search->lemmas.count == 0 ||
           (saving->loaded_from == persistence && saving->loaded_opened == persistence->opened);
}

static int load(struct cycle_search *search, const struct game *game,
                struct persistence *persistence)
{
    search->saving.too_much = false;
    search->saving.stored_root = 0;
    search->saving.loaded_from = persistence;
    search->saving.loaded_opened = persistence->opened;
    if (persistence->load_cycles == NULL)
        return 0;
    int r = cycle_checkpoint_forget(search, game);
    if (r == 0)
        r = persistence->load_cycles(persistence, game, search);
    if (r == 0 && search->saving.too_much)
        r = cycle_checkpoint_forget(search, game);
    return r == 0 ? cycle_game_restart(&search->game, game) : r;
}

int cycle_checkpoint_begin(struct cycle_search *search, const struct game *game,
                           struct persistence *persistence)
{
    struct cycle_saving *saving = &search->saving;
    saving->persistence = NULL;
    saving->root = root_of(&search->game);
    if (persistence == NULL || search->limits.recording || !search->game.removes ||
        !is_its_own(search, persistence))
        return 0;
    saving->game = game;
    saving->due = clock_now() + FIRST_SECONDS;
    saving->saved_at = 0;
    int r = search->lemmas.count == 0 ? load(search, game, persistence) : 0;
    saving->others = saving->stored_root != saving->root ? saving->stored_root : 0;
    saving->persistence = persistence;
    return r;
}

static void save(struct cycle_search *search, uint64_t owner)
{
    struct persistence *persistence = search->saving.persistence;
    search->saving.owner = owner;
    search->saving.stored_root = owner;
    search->saving.unsaved = 0;
    search->saving.saved_at = search->nodes;
    if (persistence->save_cycles != NULL && !search->saving.too_much)
        persistence->save_cycles(persistence, search->saving.game, search);
}

void cycle_checkpoint_save_if_due(struct cycle_search *search)
{
    struct cycle_saving *saving = &search->saving;
    if (saving->persistence == NULL || clock_now() < saving->due)
        return;
    double began = clock_now();
    save(search, saving->root);
    double took = clock_now() - began;
    saving->due = clock_now() + (took * SHARE > FIRST_SECONDS ? took * SHARE : FIRST_SECONDS);
}

static bool is_worth_saving(const struct cycle_search *search)
{
    uint64_t nodes = search->saving.unsaved;
    return nodes >= NODES_LEAST && nodes >= search->game.situations->count / NODES_PART;
}

/* Of a run that is done the proof numbers are of no more use; those of another root stay. */
void cycle_checkpoint_end(struct cycle_search *search, bool stopped)
{
    struct cycle_saving *saving = &search->saving;
    uint64_t owner = stopped ? saving->root : saving->others;
    if (saving->persistence == NULL)
        return;
    saving->unsaved += search->nodes - saving->saved_at;
    if (stopped ? search->nodes > 0 : saving->stored_root != owner || is_worth_saving(search))
        save(search, owner);
    saving->persistence = NULL;
}
