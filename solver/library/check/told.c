/* What a certificate says, and what a check of it found. */
#include "library/check/handle.h"

#include <errno.h>
#include <stdio.h>

#include "base/whole_file.h"
#include "certificate/write/write.h"

enum solve_check_verdict solve_check_verdict(const struct solve_check *check)
{
    return check != NULL ? check->verdict : SOLVE_CHECK_NONE;
}

const char *solve_check_reason(const struct solve_check *check)
{
    return check != NULL ? check->why.text : "";
}

const char *solve_check_stopped(const struct solve_check *check)
{
    return check != NULL ? check->stopped : NULL;
}

const uint8_t *solve_check_bytes(const struct solve_check *check, size_t *ret_size)
{
    if (check == NULL || ret_size == NULL)
        return NULL;
    *ret_size = check->file.size;
    return check->file.bytes;
}

bool solve_check_whole(const struct solve_check *check)
{
    return check != NULL && check->file.whole;
}

const char *solve_check_hash(const struct solve_check *check)
{
    return check != NULL ? check->hash : "";
}

int solve_check_write(struct solve_check *check, const char *path)
{
    if (check == NULL)
        return -EINVAL;
    if (path == NULL || check->file.bytes == NULL)
        return error_set(&check->why, -EINVAL, "there is nothing to write");
    return whole_file_write(path, check->file.bytes, check->file.size, &check->why);
}

int solve_check_header(const struct solve_check *check, struct solve_check_header *ret_header)
{
    if (check == NULL || ret_header == NULL)
        return -EINVAL;
    const struct certificate *parsed = &check->parsed;
    if (parsed->graph == NULL)
        return -ENOENT;
    *ret_header = (struct solve_check_header){
        .board = parsed->graph->name,
        .rules = check->rules_text,
        .position = check->position,
        .moves = check->moves != NULL ? check->moves : "",
        .move_count = parsed->move_count,
        .to_move = parsed->to_move,
        .claims = parsed->claim_count,
        .nodes = parsed->node_count,
        .strategies = parsed->strategy_count + check->leaves.strategies,
        .replies = certificate_count_replies(parsed) + check->leaves.replies,
    };
    return 0;
}

const char *solve_check_graph(struct solve_check *check, size_t *ret_size)
{
    if (check == NULL || ret_size == NULL || check->parsed.graph == NULL ||
        check->parsed.graph->rows > 0)
        return NULL;
    struct bytes *text = &check->graph_text;
    if (text->size == 0)
        write_graph_text(text, check->parsed.graph);
    *ret_size = text->size;
    return text->failed ? NULL : (const char *)text->data;
}

uint64_t solve_check_strategy_leaves(const struct solve_check *check)
{
    return check != NULL ? check->leaves.leaves : 0;
}

bool solve_check_living(const struct solve_check *check)
{
    return check != NULL && check->parsed.graph != NULL && check->parsed.living;
}

int solve_check_claim(const struct solve_check *check, size_t i,
                      struct solve_check_claim *ret_claim)
{
    if (check == NULL || ret_claim == NULL)
        return -EINVAL;
    const struct certificate *parsed = &check->parsed;
    if (parsed->graph == NULL || i >= parsed->claim_count)
        return -ENOENT;
    const struct certificate_claim *claim = &parsed->claims[i];
    *ret_claim = (struct solve_check_claim){
        .player = claim->members != 0 ? -1 : claim->who,
        .denies = claim->denies,
        .margin = claim->margin,
    };
    if (!claim->root)
        snprintf(ret_claim->move, sizeof(ret_claim->move), "%s",
                 move_format(parsed->graph, claim->move));
    certificate_claim_format(parsed->graph, claim, ret_claim->text);
    return 0;
}

int solve_check_coalition(const struct solve_check *check, size_t i,
                          struct solve_check_coalition *ret_coalition)
{
    if (check == NULL || ret_coalition == NULL)
        return -EINVAL;
    const struct certificate *parsed = &check->parsed;
    if (parsed->graph == NULL || i >= parsed->claim_count || parsed->claims[i].members == 0)
        return -ENOENT;
    const struct certificate_claim *claim = &parsed->claims[i];
    *ret_coalition = (struct solve_check_coalition){
        .members = claim->members,
        .held = claim->denies,
        .bound = claim->margin,
        .payoff = certificate_payoff_name(claim->payoff),
    };
    return 0;
}
