/* The search's side of what outlasts a run. */
#include "search/persistence.h"
#include "search/halt.h"
#include "search/internal.h"

void search_attach(struct search *search, struct persistence *persistence, const struct game *game)
{
    bool told = persistence != NULL && !search->model.passed_boards &&
                !history_model_has_points(&search->model) &&
                !history_model_has_first_pass(&search->model);
    void *session = told ? persistence->open(persistence, game) : NULL;
    search->persistence = session != NULL ? persistence : NULL;
    search->session = session;
}

void search_detach(struct search *search)
{
    if (search->persistence != NULL)
        search->persistence->close(search->session, search);
    search->persistence = NULL;
    halt_close(search);
}

void search_save(const struct search *search, const struct search_frame *frame, struct lemma *lemma)
{
    if (search->persistence != NULL)
        search->persistence->save(search->session, search, lemma, search->nodes - frame->opened);
}

struct lemma *search_load(struct search *search, struct state state, int t, int *ret_map)
{
    struct canonical canonical;
    /* A certificate needs the proof of a lemma, and what is saved has none. */
    if (search->persistence == NULL || search->limits.recording)
        return NULL;
    search_canonical(search, state, &canonical);
    if (search->persistence->load(search->session, search, canonical.key) <= 0)
        return NULL;
    return search_probe(search, state, t, ret_map);
}

struct lemma *search_find_lemma(struct search *search, struct state state, int t, int *ret_map)
{
    struct lemma *lemma = search_probe(search, state, t, ret_map);
    return lemma != NULL ? lemma : search_load(search, state, t, ret_map);
}
