/* The search's side of what outlasts a run. */
#include "search/persistence.h"

void search_attach(struct search *search, struct memory *memory, const struct game *game)
{
    void *session = memory != NULL ? memory->open(memory, game) : NULL;
    search->memory = session != NULL ? memory : NULL;
    search->session = session;
}

void search_detach(struct search *search)
{
    if (search->memory != NULL)
        search->memory->close(search->session, search);
    search->memory = NULL;
}

void search_save(const struct search *search, const struct frame *frame, struct lemma *lemma)
{
    if (search->memory != NULL)
        search->memory->keep(search->session, search, lemma, search->nodes - frame->opened);
}

bool search_load(struct search *search, const struct frame *frame, struct edge *edge)
{
    struct canonical canonical;
    /* A certificate needs the proof of a lemma, and what is kept has none. */
    if (search->memory == NULL || search->limits.recording)
        return false;
    search_canonical(search, edge->passage.child, &canonical);
    return search->memory->recall(search->session, search, canonical.key) > 0 &&
           search_probe(search, frame, edge);
}
