/* The handle of a check. */
#ifndef SOLVER_LIBRARY_CHECK_HANDLE_H
#define SOLVER_LIBRARY_CHECK_HANDLE_H

#include "base/bytes.h"
#include "base/error.h"
#include "certificate/budget.h"
#include "certificate/file.h"
#include "certificate/format.h"
#include "solve-check.h"

struct solve_check {
    size_t memory;        /* bytes that the check may hold */
    uint64_t claim_bytes; /* for each claim that the caller needs besides */
    double deadline;      /* by clock_now(); 0: none */
    bool (*stop)(void *);
    void *arg;
    void (*tell)(const struct solve_check_progress *progress, void *arg); /* or NULL */
    void *tell_arg;
    struct check_reached reached;
    bool checking;  /* the file is read */
    bool proved;    /* under its own rules, when it was unpacked */
    bool has_rules; /* the claims are checked under rules: */
    struct ruleset rules;
    bool swapped;                         /* they are checked with the colours swapped */
    bool has_game;                        /* they are checked of another game: */
    char *wanted_position, *wanted_moves; /* owned; NULL: the empty board, or none */
    int wanted_to_move;

    struct certificate_file file; /* empty: not read */
    int read;                     /* what ended reading: 0 or a negative errno */
    struct certificate parsed;    /* its graph is NULL where the header cannot be read */
    struct certificate_leaf_counts leaves;
    enum solve_check_verdict verdict;
    const char *stopped; /* as solve_check_stopped() */
    struct error why;
    char hash[CERTIFICATE_HASH_TEXT];
    char rules_text[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    char *moves;             /* joined; owned */
    struct bytes graph_text; /* of a graph file's board, once it was asked for */
};

#endif
