/*
 * What a repetition rule remembers, said as data for the engine. The engine knows no ruleset: all
 * it may conclude from a result found under another history follows from this description (the
 * argument stands in search/condition.h).
 *
 * The history is a set of items. An item belongs to a class and stands for a board, or for a board
 * and a player; it is created by a play, and from then on carries a counter (0 when created) that
 * other plays shift. A play may look one item up - the one it would create - and its outcome
 * depends on nothing else of the past than whether that item is there and on its counter, and on
 * whether another item is there that bars it. A play may clear whole classes.
 *
 * Signs are the mover's: a counter, a shift or a range of +1 means one more normal pass by the
 * player who moves than by the opponent.
 */
#ifndef SOLVER_RULES_HISTORY_MODEL_H
#define SOLVER_RULES_HISTORY_MODEL_H

#include <stdbool.h>

#define ITEM_CLASSES_MAX 4
#define OUTCOME_RANGES_MAX 3
#define COUNTER_MIN (-1000000)
#define COUNTER_MAX 1000000

/* What an item of a class stands for. */
enum item_identity {
    ITEM_BOARD,         /* the board after the play */
    ITEM_BOARD_NEXT,    /* that board and the player to move next: a situation */
    ITEM_BOARD_CREATOR, /* that board and the player who made the play */
    ITEM_BOARD_BARRED,  /* that board and a player: of a stone play who made it, of a pass who is
                           next: so a pass can bar the opponent from making the board again */
    ITEM_BOARD_LEFT,    /* the board before the play and the player who made the play */
    ITEM_BOARD_AFTER, /* a situation, and the board on which the opponent of the player to move next
                         passed last, that play included; only with passed_boards */
    ITEM_GAME,        /* that it happened at all */
    ITEM_PLAY,        /* the board before the play and the play: a step from board to board */
    ITEM_POINT_SINCE, /* the board before the play and the point of the play. No play creates it by
                         itself: it is there once somebody played on that point since class 0 has
                         the item of that board. Class 0 is then ITEM_BOARD, goes on where it is
                         recreated, counts plays, is created by each stone and never cleared. Only
                         stones look such an item up; stores do not tell of it */
};

/* What an item's counter counts since the item was created. */
enum item_counter {
    COUNTS_NOTHING, /* it stays 0 */
    COUNTS_PASSES,  /* a balance of passes, or of whatever else shifts it, in the mover's view: it
                       changes sign with the colours */
    COUNTS_PLAYS,   /* stone plays of both */
};

/* What becomes of the counter of an item that is created where it is there already. */
enum recreation {
    RECREATION_RESTARTS, /* it starts again from 0 */
    RECREATION_KEEPS,    /* it goes on */
};

struct item_class {
    enum item_identity identity;
    enum item_counter counter;
    enum recreation on_recreation;
};

/* What a play leads to. */
enum outcome {
    OUTCOME_GOES_ON,      /* the successor moves, with the play's items created */
    OUTCOME_ILLEGAL,      /* the play may not be made */
    OUTCOME_MOVER_OUT,    /* the mover may not play any more: the opponent plays solo */
    OUTCOME_OPPONENT_OUT, /* the opponent may not play any more: the mover plays solo */
    OUTCOME_SCORED,       /* the game ends: the board is scored */
    OUTCOME_MOVER_WINS,   /* the game ends: the mover wins, whatever the score */
    OUTCOME_MOVER_LOSES,  /* the game ends: the opponent wins, whatever the score */
    OUTCOME_TIE,          /* the game ends: nobody reaches any margin */
};

/* The outcome where the looked-up item is there with a counter (before the play) from low to high.
 */
struct outcome_range {
    int low, high;
    enum outcome outcome;
};

/* One kind of play. */
struct play_rule {
    bool allowed;
    int lookup;      /* class of the item looked up; -1: the play always goes on */
    int range_count; /* together the ranges cover all counters */
    struct outcome_range ranges[OUTCOME_RANGES_MAX];
    unsigned bars;    /* bit of one class, of stones only, where play is not endless: while the item
                         that the play would create of it is there, the play is illegal, whatever
                         the look-up says */
    unsigned clears;  /* bit per class: its items are forgotten */
    unsigned creates; /* bit per class: the item that the play creates, after clearing; where it
                         is there already its class tells what follows (on_recreation) */
    bool restarts;    /* a pass after which no consecutive pass is counted */
    int shift[ITEM_CLASSES_MAX]; /* added to the counters of items that were there before */
};

/*
 * What becomes of a stone play that takes back a ko at once: it recreates the board before the
 * stone play that the opponent just made.
 */
enum retake {
    RETAKE_FREE,    /* nothing is said */
    RETAKE_ILLEGAL, /* it is illegal, whatever was before */
    RETAKE_OUT,     /* its player may not play any more: the opponent plays solo */
};

struct history_model {
    int class_count;
    struct item_class classes[ITEM_CLASSES_MAX];
    struct play_rule stone;
    struct play_rule atari; /* a stone whose chain is left with one liberty; !allowed: like stone */
    struct play_rule stone_on; /* a stone right after a pass, after at most so many passes in a row
                                  that stone_on_passes says; !allowed: like stone; not with atari */
    struct play_rule pass;
    struct play_rule pass_on; /* a pass right after a pass; !allowed: like pass */
    struct play_rule refresh;
    int stone_on_passes;
    unsigned start;     /* bit per class: the start creates its item */
    int always_there;   /* a class whose item for the present board (and player to move) is always
                           there, or -1; with counter 0, or else no look-up asks for its counter */
    int passes_to_end;  /* so many consecutive normal passes end the game, before any look-up; 0: no
                           number of passes does */
    bool passed_boards; /* items of one class have the board on which their maker passed last, and
                           no counter; small boards only, and stores do not tell of such rules */
    int passes_kept;    /* the state tells 0 .. passes_kept consecutive passes, more are not told */
    bool simple_ko;     /* a stone play must not undo the opponent's stone play just before */
    bool pairs;        /* there are ends, or endless play, in which nobody reaches his margin: lower
                          and upper may differ. An outright win is no such end. Without pairs
                          solo_ends holds and is set, with them cycle_word */
    bool endless;      /* play may go round for ever */
    bool cycle_ends;   /* a recurring state ends the game, well for nobody; else play just goes on
                          and what was on the board before does not matter */
    bool unbounded;    /* play may go on for ever with histories that never recur: the search can
                          prove what a player forces, but not that he cannot */
    bool passing_safe; /* a player who only passes does not lose by what he passes */
    bool solo_ends;    /* when one player only passes the opponent comes to a scored end whatever he
                          plays and whatever is on record; always so where no game can end well
                          for nobody */
    bool cycles; /* the past matters in ways that items do not tell (cycles.h): nothing here but
                    pairs, endless and cycle_word says anything */
    enum retake retake;     /* by stones; nothing is said where strategies is not set */
    bool strategies;        /* the argument of certificate/strategy_soundness.md holds */
    bool passes_decide;     /* with it: who passed more since a board last stood wins outright when
                               it comes back. A player who only passes, from a start on, comes to a
                               scored end or wins */
    int first_pass[2];      /* what the first pass of the game gains Black if Black, and if White,
                               makes it; not both 0: states tell whether anybody has passed, and
                               stores tell of no such rules. Two passes in a row end the game */
    bool pass_prisoners;    /* a pass gives the opponent a prisoner */
    const char *cycle_word; /* what play is called that ends well for nobody: "endless play", ... */
};

/* Does it matter who passes first? Then positions with the colours swapped are not alike as long as
 * nobody has passed. */
static inline bool history_model_has_first_pass(const struct history_model *model)
{
    return model->first_pass[0] != 0 || model->first_pass[1] != 0;
}

/* If one player only passes, does play come to a scored end whatever the opponent does, and does he
 * lose nothing by what he passes? Where there are no pairs every game ends with a score. Where
 * passes decide it is asked of games in which there was no move before. */
static inline bool history_model_passing_scores(const struct history_model *model)
{
    return !model->pairs || (model->passing_safe && model->solo_ends) || model->passes_decide;
}

/* Does it matter for a strategy whether the opponent, between two stones of his that leave a board
 * and bring it back, has passed (certificate/strategy_soundness.md, (e))? */
static inline bool history_model_counts_passes(const struct history_model *model)
{
    return model->retake == RETAKE_OUT || model->passes_decide;
}

/* The rule for a stone after so many passes in a row that leaves its chain two liberties or more.
 */
static inline const struct play_rule *history_model_stone(const struct history_model *model,
                                                          int passes)
{
    bool on = model->stone_on.allowed && passes > 0 && passes <= model->stone_on_passes;
    return on ? &model->stone_on : &model->stone;
}

/* Has the model a class of items that follow from others (ITEM_POINT_SINCE)? */
static inline bool history_model_has_points(const struct history_model *model)
{
    for (int class = 0; class < model->class_count; class ++)
        if (model->classes[class].identity == ITEM_POINT_SINCE)
            return true;
    return false;
}

/* May play go on after two passes? Then a ko does not outlast them. */
static inline bool history_model_goes_on(const struct history_model *model)
{
    return model->passes_to_end != 2 || model->refresh.allowed;
}

/* Do strategies prove something of a start alone, and nothing after moves
 * (certificate/strategy_soundness.md)? answered: they answer passes by stones. */
static inline bool history_model_strategies_from_start(const struct history_model *model,
                                                       bool answered)
{
    return model->simple_ko || answered;
}

/* May the player of a strategy answer a pass that frees a ko by a stone, whatever the board is
 * worth (certificate/strategy_soundness.md)? */
static inline bool history_model_answers_passes(const struct history_model *model)
{
    return history_model_goes_on(model) && model->retake == RETAKE_ILLEGAL;
}

#endif
