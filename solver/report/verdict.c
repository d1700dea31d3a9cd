/* Verdicts on rows of published tables: the columns of the results, and which file has which
 * kind of table. */
#include "report/verdict.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/finding.h"
#include "solve-check.h"

const char *verdict_name(enum verdict_kind kind)
{
    static const char *const names[] = {
        [VERDICT_VERIFIED] = "verified",   [VERDICT_WRONG] = "wrong",
        [VERDICT_OPEN] = "not decided",    [VERDICT_COMPUTED] = "computed",
        [VERDICT_AGREES] = "agrees",       [VERDICT_DIFFERS] = "differs",
        [VERDICT_ESTIMATED] = "estimated", [VERDICT_NONE] = "",
    };
    return names[kind];
}

/* A column of the results: which kinds of tables have it, and which column of the table they need
 * for it (COLUMN_COUNT: none). */
static const struct {
    struct grid_column column;
    unsigned kinds;
    enum table_column needs;
} all_columns[] = {
#define KIND(kind) (1u << TABLE_##kind)
#define SOLVED (KIND(VALUES) | KIND(OPENINGS))
#define OF_GAMES (KIND(GAMES) | KIND(LONGEST) | KIND(ESTIMATES))
#define CLAIMING (SOLVED | KIND(LEGAL) | OF_GAMES)
    {{"board", "board"}, CLAIMING | KIND(GREEDY), COLUMN_COUNT},
    {{"rules", "rules"}, SOLVED | OF_GAMES | KIND(GREEDY), COLUMN_COUNT},
    {{"after", "after"}, KIND(VALUES), COLUMN_AFTER},
    {{"claimed", "claimed"}, CLAIMING, COLUMN_COUNT},
    {{"claimed_plays", "claimed plays"}, KIND(VALUES), COLUMN_PLAYS},
    {{"claimed_first", "claimed among the best"}, KIND(VALUES), COLUMN_FIRST},
    {{"computed", "computed"}, CLAIMING, COLUMN_COUNT},
    {{"value", "value"}, KIND(GREEDY), COLUMN_COUNT},
    {{"best", "best plays"}, KIND(VALUES), COLUMN_PLAYS},
    {{"best", "best plays"}, KIND(VALUES), COLUMN_FIRST},
    {{"best", "openings"}, KIND(OPENINGS), COLUMN_COUNT},
    {{"best", "best first plays"}, KIND(GREEDY), COLUMN_COUNT},
    {{"takes", "Black takes the third stone"}, KIND(GREEDY), COLUMN_COUNT},
    {{"refrains", "best play there"}, KIND(GREEDY), COLUMN_COUNT},
    {{"verdict", "verdict"}, CLAIMING, COLUMN_COUNT},
    {{"reason", "why"}, CLAIMING | KIND(GREEDY), COLUMN_COUNT},
    {{"line", "line"}, SOLVED | KIND(GREEDY), COLUMN_COUNT},
    {{"certificate", "certificate's XXH3-128"}, SOLVED, COLUMN_COUNT},
    {{"status", "status"}, CLAIMING, COLUMN_STATUS},
    {{"source", "source"}, CLAIMING, COLUMN_SOURCE},
};

/* Those of the kind that need no column of the table, or one of these (bits). */
static size_t list_columns(enum claim_kind kind, unsigned has,
                           struct grid_column columns[GRID_COLUMNS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof(all_columns) / sizeof(all_columns[0]); i++) {
        bool needed =
            all_columns[i].needs == COLUMN_COUNT || (has & 1u << all_columns[i].needs) != 0;
        bool again = false;
        for (size_t k = 0; k < count; k++)
            again = again || strcmp(columns[k].key, all_columns[i].column.key) == 0;
        if ((all_columns[i].kinds & 1u << kind) != 0 && needed && !again)
            columns[count++] = all_columns[i].column;
    }
    return count;
}

size_t verdict_columns(const struct table *table, struct grid_column columns[GRID_COLUMNS_MAX])
{
    return list_columns(table->kind, table->has, columns);
}

size_t verdict_columns_possible(const struct table *table,
                                struct grid_column columns[GRID_COLUMNS_MAX])
{
    return list_columns(table->kind, ~0u, columns);
}

bool verdict_column_always(const struct table *table, const char *key)
{
    struct grid_column columns[GRID_COLUMNS_MAX];
    size_t count = list_columns(table->kind, 0, columns);
    for (size_t c = 0; c < count; c++)
        if (strcmp(columns[c].key, key) == 0)
            return true;
    return false;
}

int verdict_plan_init(struct verdict_plan *ret_plan, const struct table *table, struct error *err)
{
    struct verdict_plan plan = {.table = table, .count = table->row_count};
    struct solve_rules *rules = NULL;
    struct solve_error why;
    int r = 0;
    if (table->kind == TABLE_GREEDY) {
        r = rulesets_parse("all", &plan.rulesets, err);
        if (r == 0 && table->also[0] != '\0') {
            r = solve_rules_parse(table->also, &rules, &why);
            if (r < 0)
                error_set(err, r, "table %s: also %s", table->name, why.text);
            else
                r = rulesets_add(&plan.rulesets, rules);
        }
        plan.count = table->row_count * plan.rulesets.count;
    }
    if (r < 0)
        verdict_plan_release(&plan);
    else
        *ret_plan = plan;
    return r;
}

void verdict_plan_release(struct verdict_plan *plan)
{
    rulesets_release(&plan->rulesets);
}

const struct table_row *verdict_plan_row(const struct verdict_plan *plan, size_t i)
{
    if (plan->table->kind == TABLE_GREEDY)
        i /= plan->rulesets.count;
    return &plan->table->rows[i];
}

/* The ruleset of row i of the results. */
static const char *rules_of(const struct verdict_plan *plan, size_t i)
{
    if (plan->table->kind == TABLE_GREEDY)
        return solve_rules_text(plan->rulesets.list[i % plan->rulesets.count]);
    return table_rules(plan->table, verdict_plan_row(plan, i));
}

static int set_string(struct grid *grid, size_t row, const char *key, const char *string)
{
    struct strbuf text = {0};
    strbuf_add(&text, "%s", string);
    return grid_set_text(grid, row, key, &text);
}

/* The verdict, and the hash of the certificate that proves it. */
static int set_verdict(struct grid *grid, size_t row, const struct row_finding *finding)
{
    struct strbuf verdict = {0};
    bool certified = finding->certified != NULL && finding->kind != VERDICT_OPEN;
    strbuf_add(&verdict, "%s%s", verdict_name(finding->kind),
               certified ? " (certificate checked)" : "");
    int r = grid_set_text(grid, row, "verdict", &verdict);
    return r | set_string(grid, row, "certificate", certified ? finding->hash : "");
}

static int set_cells(struct grid *grid, size_t i, const struct table_row *row, const char *rules,
                     struct row_finding *finding)
{
    struct {
        const char *key;
        struct strbuf *text;
    } texts[] = {
        {"claimed", &finding->claimed},   {"claimed_plays", &finding->claimed_plays},
        {"computed", &finding->computed}, {"best", &finding->best},
        {"takes", &finding->takes},       {"refrains", &finding->refrains},
        {"reason", &finding->reason},     {"line", &finding->line},
    };
    /* No move is known, as of a value that certificates alone have proved: that is no line. */
    if (finding->line.chars != NULL && strcmp(finding->line.chars, "...") == 0)
        strbuf_release(&finding->line);
    int r = set_string(grid, i, "board", row->cells[COLUMN_BOARD]);
    r |= set_string(grid, i, "rules", rules);
    r |= set_string(grid, i, "after", row->cells[COLUMN_AFTER]);
    r |= set_verdict(grid, i, finding);
    r |= set_string(grid, i, "status", row->cells[COLUMN_STATUS]);
    r |= set_string(grid, i, "source", row->cells[COLUMN_SOURCE]);
    if (!grid_has(grid, "claimed_plays"))
        texts[1].key = "claimed_first";
    if (grid_has(grid, "value"))
        texts[2].key = "value";
    for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
        r |= grid_set_text(grid, i, texts[k].key, texts[k].text);
    return r != 0 ? -ENOMEM : 0;
}

/* Writes the certificate as PROOF_DIR/TABLE-ROW.proof; err says why it cannot be. */
static void write_certificate(const char *dir, const struct table *table, size_t i,
                              const struct solve_result *certified, struct error *err)
{
    struct solve_certificate certificate;
    struct solve_error why;
    struct strbuf path = {0};
    strbuf_add(&path, "%s/%s-%zu.proof", dir, table->name, i + 1);
    char *name = strbuf_take(&path);
    if (name == NULL || solve_result_certificate(certified, &certificate) < 0)
        error_set(err, -ENOMEM, "out of memory");
    else if (solve_certificate_write(&certificate, name, &why) < 0)
        error_set(err, -EIO, "%s", why.text);
    free(name);
}

int verdict_of_row(const struct verdict_plan *plan, size_t i, const struct verdict_limits *limits,
                   struct grid *grid, enum verdict_kind *ret_kind, struct error *ret_unwritten)
{
    const struct table *table = plan->table;
    const struct table_row *row = verdict_plan_row(plan, i);
    struct row_finding finding = {.kind = VERDICT_OPEN};
    const char *rules = rules_of(plan, i);
    int r = -EINVAL;
    switch (table->kind) {
    case TABLE_VALUES:
        r = verdict_values(table, row, limits, &finding);
        break;
    case TABLE_OPENINGS:
        r = verdict_openings(table, row, limits, &finding);
        break;
    case TABLE_LEGAL:
        r = verdict_counts_legal(row, limits, &finding);
        break;
    case TABLE_GAMES:
        r = verdict_counts_games(table, row, limits, &finding);
        break;
    case TABLE_LONGEST:
        r = verdict_longest(table, row, limits, &finding);
        break;
    case TABLE_ESTIMATES:
        r = verdict_estimates(table, row, limits, &finding);
        break;
    case TABLE_GREEDY:
        r = verdict_greedy(row, rules, limits, &finding);
        break;
    }
    ret_unwritten->text[0] = '\0';
    if (r == 0 && limits->proof_dir != NULL && finding.certified != NULL)
        write_certificate(limits->proof_dir, table, i, finding.certified, ret_unwritten);
    if (r == 0)
        r = set_cells(grid, i, row, rules, &finding);
    if (r == 0)
        *ret_kind = finding.kind;
    finding_release(&finding);
    return r;
}
