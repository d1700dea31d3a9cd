/*
 * A ruleset is data: a family of rules (one file in this folder) and a value for each of the
 * family's fields. A preset is a name for such data. On the command line a ruleset is written
 * NAME[,field=value...], for example "psk" or "kee2013,refresh=no".
 */
#ifndef SOLVER_RULES_RULESET_H
#define SOLVER_RULES_RULESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct game;
struct history_model;
struct ruleset;
struct turn;
struct verdict;

/* The most fields a family has, and the most values a field has. */
#define FIELDS_MAX 12
#define FIELD_VALUES_MAX 7

/* A choice that a family leaves to the user. Fields are compared by address. */
struct field {
    const char *name;
    const char *values[FIELD_VALUES_MAX]; /* NULL-terminated; the first is the default */
    const char *meaning;
};

/* Fields that several families share; their values in the order of their texts. */
enum suicide { SUICIDE_NO, SUICIDE_MULTI, SUICIDE_YES };
enum scoring { SCORING_AREA, SCORING_TERRITORY, SCORING_STONE };
enum first_pass { FIRST_PASS_NONE, FIRST_PASS_HALF, FIRST_PASS_ONE, FIRST_PASS_WHITE };
extern const struct field field_suicide, field_scoring, field_first_pass;

/* A family of rules: the functions that make up its executable specification. */
struct family {
    const char *name;
    const struct field *const *fields; /* NULL-terminated */

    /* Refuses contradictory fields (-EINVAL, err says which). NULL: any combination is fine. */
    int (*check)(const struct ruleset *rules, struct error *err);

    /* The number of players; NULL: 2. */
    int (*players)(const struct ruleset *rules);

    /* Which suicide is legal; NULL: what field_suicide says, none where it is no field. */
    enum suicide (*suicide)(const struct ruleset *rules);

    bool refreshing; /* the family knows refreshing passes */

    /* What a turn may be besides a stone, as it is written: "pass or refresh". NULL: "pass". */
    const char *(*passes)(const struct ruleset *rules);

    /*
     * Completes turns[0] of a game that begins, and makes what the family needs for scores
     * (game->scoring). Returns 0 or -ENOMEM. NULL: nothing is to be done.
     */
    int (*start)(struct game *game);

    /* Frees game->scoring, if start made it. */
    void (*finish)(struct game *game);

    /*
     * Removes the cycle that the last turn names from its board, or refuses (cycles.h). NULL: the
     * family knows no cycles.
     */
    void (*remove_cycle)(const struct game *game, struct turn *now, struct verdict *verdict);

    /*
     * May the last turn of game stand? Called after the turn was put down, its captures made and
     * simple suicide refused; writes verdict only to refuse.
     */
    void (*judge)(const struct game *game, struct verdict *verdict);

    /*
     * Completes the last turn of game: bans, the next player, whether and why the game ends. With
     * cycles also turns[0].
     */
    void (*conclude)(const struct game *game, struct turn *now);

    /*
     * The points of each player, as game_scores() returns them, and what they are counted by in a
     * word. NULL: field_scoring says.
     */
    int (*score)(const struct game *game, int *scores);
    const char *scoring_name;

    /*
     * Says in the terms of history_model.h what the repetition rule remembers, for the engine to
     * know what it may reuse. Independent of judge and conclude; the tests compare the two.
     */
    void (*describe)(const struct ruleset *rules, struct history_model *ret_model);
};

/* What every family has, by the names that it has in the family's file. */
#define FAMILY_PARTS .fields = fields, .judge = judge, .conclude = conclude, .describe = describe

/* A named ruleset. Aliases have the same fields and name the preset that they mean. */
struct preset {
    const char *name;
    const struct family *family;
    const char *fields;      /* "field=value,..." that differ from the family's defaults */
    const char *alias_of;    /* NULL, or the name of the preset this is another name of */
    const char *description; /* one line */
    const char *source;
};

struct ruleset {
    const struct family *family;
    const struct preset *preset;
    uint8_t values[FIELDS_MAX]; /* index of each of the family's fields' value */
};

/* All presets, in the order in which they are listed; *ret_count receives how many. */
const struct preset *presets(size_t *ret_count);

/*
 * Reads NAME[,field=value...]. Returns 0 or -EINVAL (err names the unknown name, field or value and
 * what is wanted). Names, fields and values are read in any spelling (base/spelling.h), with
 * blanks around them. Aliases are resolved: ret_ruleset->preset is the preset itself. NAME may be
 * a KataGo rule string (katago.h).
 */
int ruleset_parse(const char *text, struct ruleset *ret_ruleset, struct error *err);

/* Bytes that ruleset_format() needs at most. */
#define RULESET_TEXT_MAX 256

/* Writes the preset's name with the fields that differ from it. */
void ruleset_format(const struct ruleset *rules, char *buffer);

/* The index of field's value; the field's default where the family does not have the field. */
int ruleset_value(const struct ruleset *rules, const struct field *field);

/* Do certificates, and the names in stores, tell the family's field i? */
bool ruleset_tells(const struct ruleset *rules, size_t i);

/* The text of the value of a field. */
const char *ruleset_value_text(const struct ruleset *rules, const struct field *field);

/* 2 .. PLAYERS_MAX */
int ruleset_players(const struct ruleset *rules);

/* What a turn may be besides a stone, as it is written: "pass", "pass or refresh", ... */
const char *ruleset_passes(const struct ruleset *rules);

/*
 * What the first pass of a game is worth if player makes it: whole points, Black's view. Where
 * ruleset_has_half() Black has half a point more in every scored end, so that half a point to who
 * passes first is nothing for Black's pass and -1 for White's. 0 where there are no such points.
 */
int ruleset_first_pass(const struct ruleset *rules, int player);

/* Is every margin half a point more for Black than game_margin() and all that builds on it say? */
bool ruleset_has_half(const struct ruleset *rules);

/* Which suicide is legal, by whatever field the family says it. */
enum suicide ruleset_suicide(const struct ruleset *rules);

#endif
