/* Lessons: a list, and its hash. */
#include "strategy/lesson.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

void lesson_release(struct lesson *lesson)
{
    free(lesson->states);
    lesson->states = NULL;
    lesson->count = lesson->room = 0;
}

int lesson_add(struct lesson *lesson, const struct lesson_state *state)
{
    int r = array_reserve(&lesson->states, lesson->count + 1, &lesson->room, sizeof(*state));
    if (r == 0)
        lesson->states[lesson->count++] = *state;
    return r;
}

uint64_t lesson_hash(const struct lesson *lesson)
{
    uint64_t hash = hash_mix(lesson->count + 1);
    for (size_t i = 0; i < lesson->count; i++) {
        const struct lesson_state *state = &lesson->states[i];
        hash = hash_mix(hash ^ state->own);
        hash = hash_mix(hash ^ state->other);
        hash = hash_mix(hash ^ state->proof ^ (uint64_t)state->ko << 32 ^
                        (uint64_t)state->most << 40 ^ (uint64_t)state->own_move << 48);
    }
    return hash != 0 ? hash : 1;
}
