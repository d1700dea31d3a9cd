/* What the unit tests share: cmocka, and boards and positions that must be readable. */
#ifndef TESTS_COMMON_CHECK_H
#define TESTS_COMMON_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "board/graph.h"
#include "board/position.h"
#include "rules/game.h"

static inline struct graph *must_graph(const char *size)
{
    struct graph *graph = NULL;
    struct error err = {""};
    if (graph_parse(size, &graph, &err) < 0)
        fail_msg("%s", err.text);
    return graph;
}

static inline struct graph *must_graph_file(const char *text)
{
    struct graph *graph = NULL;
    struct error err = {""};
    if (graph_parse_file_text("test", text, strlen(text), &graph, &err) < 0)
        fail_msg("%s", err.text);
    return graph;
}

static inline struct position must_position(const struct graph *graph, const char *text)
{
    struct position position = {{0}};
    struct error err = {""};
    if (position_parse(graph, PLAYERS_MAX, text, &position, &err) < 0)
        fail_msg("%s", err.text);
    return position;
}

static inline struct ruleset must_rules(const char *text)
{
    struct ruleset rules = {0};
    struct error err = {""};
    if (ruleset_parse(text, &rules, &err) < 0)
        fail_msg("%s", err.text);
    return rules;
}

static inline int must_point(const struct graph *graph, const char *name)
{
    int point = graph_find_point(graph, name, strlen(name));
    if (point < 0)
        fail_msg("no point %s", name);
    return point;
}

#endif
