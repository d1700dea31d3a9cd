/* The search by components, compiled for sets of one, two, four and any number of words. */
#include "count/components/component_worker.h"

static const struct cell_shape numbers = {.kind = CELL_NUMBERS, .words = 1};

#define SHAPE (&numbers)

#define WORDS 1
#define SET_WORDS 1
#define NAME(x) x##_numbers_1
#include "count/components/component_walks.inc"
#undef WORDS
#undef SET_WORDS
#undef NAME

#define WORDS 2
#define SET_WORDS 2
#define NAME(x) x##_numbers_2
#include "count/components/component_walks.inc"
#undef WORDS
#undef SET_WORDS
#undef NAME

#define WORDS 4
#define SET_WORDS 4
#define NAME(x) x##_numbers_4
#include "count/components/component_walks.inc"
#undef WORDS
#undef SET_WORDS
#undef NAME

#undef SHAPE
#define SHAPE (&worker->search->shape)
#define WORDS (graph->words)
#define SET_WORDS COMPONENT_WORDS_MAX
#define NAME(x) x##_any
#include "count/components/component_walks.inc"
