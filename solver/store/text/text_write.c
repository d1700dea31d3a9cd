/* Writing the text form. */
#include "store/text/text.h"

#include <inttypes.h>

#include <xxhash.h>

static void write_board(FILE *out, const struct record_shape *shape, struct stones board)
{
    for (int p = 0; p < shape->points; p++)
        putc(board.of[BLACK] >> p & 1 ? 'X' : board.of[WHITE] >> p & 1 ? 'O' : '.', out);
}

void text_write_state(FILE *out, const struct record_shape *shape, const uint8_t *packed)
{
    struct stored_state state;
    lemma_unpack_state(shape, packed, &state);
    fputs("state ", out);
    write_board(out, shape, state.board);
    fprintf(out, " %c %d %d\n", state.mover == BLACK ? 'b' : 'w', state.passes, state.ko);
}

static void write_condition(FILE *out, const struct record_shape *shape,
                            const struct stored_condition *condition)
{
    fprintf(out, " %x:", condition->kind);
    write_board(out, shape, condition->board);
    if (condition->flags == (MAY_BE_ABSENT | MUST_BE_ABSENT)) {
        fputs(":-", out);
        return;
    }
    fprintf(out, ":%s", condition->flags & MAY_BE_ABSENT ? "?" : "");
    if (condition->flags & MUST_BE_ABSENT)
        putc('!', out);
    else if (condition->low == CONDITION_LOW && condition->high == CONDITION_HIGH)
        putc('*', out);
    else
        fprintf(out, "%d..%d", condition->low, condition->high);
}

void text_write_entry(FILE *out, const struct record_shape *shape, const struct lemma_entry *entry)
{
    fprintf(out, "lemma %c ", entry->flags & ENTRY_WHITE ? 'w' : 'b');
    if (entry->bound == BOUND_MAX)
        fputs("all", out);
    else
        fprintf(out, "%d", entry->bound);
    fprintf(out, " %s %" PRIu64, entry->flags & ENTRY_DENIES ? "avoids" : "forces", entry->nodes);
    if (entry->flags & ENTRY_BELOW)
        fprintf(out, " " TEXT_BELOW "%d", entry->below);
    for (uint32_t i = 0; i < entry->count; i++) {
        struct stored_condition condition;
        lemma_unpack_condition(shape, entry, i, &condition);
        write_condition(out, shape, &condition);
    }
    putc('\n', out);
}

static void write_move(FILE *out, struct move move)
{
    char word[ROOT_KEY_MOVE_MAX];
    root_key_format_move(move, word);
    fputs(word, out);
}

static void write_bounds(FILE *out, const struct bounds *bounds)
{
    fprintf(out, "%d:%d:%d:%d", bounds->lower_min, bounds->lower_max, bounds->upper_min,
            bounds->upper_max);
}

/* The key text's lines are separated by '|', which is in none of them. */
void text_write_root(FILE *out, const struct root_record *record)
{
    const struct analysis *analysis = &record->facts.analysis;
    fputs("root ", out);
    for (size_t i = 0; i < record->length; i++)
        putc(record->text[i] == '\n' ? '|' : record->text[i], out);
    unsigned flags =
        (record->facts.flags & ROOT_FLAGS_TEXT) | (analysis->pv_complete ? ROOT_PV_COMPLETE : 0);
    fprintf(out, "|%u %" PRIu64 " %ld ", flags, analysis->nodes, analysis->cycle_from);
    write_bounds(out, &analysis->bounds);
    putc('|', out);
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        fputs(i > 0 ? " " : "", out);
        write_move(out, made->move);
        fprintf(out, ":%d:%d:", made->best, made->same_as);
        write_bounds(out, &made->bounds);
    }
    putc('|', out);
    for (size_t i = 0; i < analysis->pv_count; i++) {
        fputs(i > 0 ? " " : "", out);
        write_move(out, analysis->pv[i]);
    }
    putc('\n', out);
}

void text_sum(const void *state, char buffer[TEXT_SUM_MAX])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    for (size_t i = 0; i < sizeof(canonical.digest); i++)
        snprintf(buffer + 2 * i, 3, "%02x", canonical.digest[i]);
}
