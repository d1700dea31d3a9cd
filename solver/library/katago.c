/*
 * KataGo's rules as JSON. What each field means, and why some values have no equivalent here, is
 * said at the top of rules/katago.c.
 */
#include "library/katago.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_why.h"
#include "base/spelling.h"
#include "rules/katago.h"
#include "solve.h"

/* An error repeats at most so many bytes of the user's text. */
#define SHOWN_MAX 40

/* The fields. A text has one of values; a truth value has none of them. */
enum { KO, SCORING, TAX, SUICIDE, BUTTON, HANDICAP_BONUS, FRIENDLY_PASS, KOMI, FIELDS };

static const struct katago_field {
    const char *name;
    const char *values[4]; /* NULL-terminated; the first of them: what is meant without the field */
    const char *wanted;
    const char *why; /* other values that KataGo has are refused */
} fields[FIELDS] = {
    [KO] = {"ko",
            {"POSITIONAL", "SITUATIONAL", "SIMPLE", NULL},
            "POSITIONAL, SITUATIONAL or SIMPLE",
            "KataGo's Spight ko is not the ruleset spight: "},
    [SCORING] = {"scoring",
                 {"AREA", NULL},
                 "AREA",
                 "KataGo's territory scoring plays dead stones out in phases of its own: "},
    [TAX] = {"tax", {"NONE", NULL}, "NONE", "a tax is no scoring here: "},
    [SUICIDE] = {"suicide", {NULL}, "true or false", ""},
    [BUTTON] = {"hasButton", {NULL}, "false", "KataGo's button is no rule here: "},
    [HANDICAP_BONUS] = {"whiteHandicapBonus",
                        {"0", "N-1", "N", NULL},
                        "\"0\", \"N-1\" or \"N\"",
                        ""},
    [FRIENDLY_PASS] = {"friendlyPassOk", {NULL}, "true or false", ""},
    [KOMI] = {"komi", {NULL}, "a whole or half number from -1000 to 1000", ""},
};

/* KataGo's values that are refused with a reason. */
static const char *const refused_values[FIELDS][3] = {
    [KO] = {"SPIGHT", NULL},
    [SCORING] = {"TERRITORY", NULL},
    [TAX] = {"SEKI", "ALL", NULL},
};

bool library_katago_is_json(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '{';
}

static int find(const char *const *values, const char *text)
{
    for (int v = 0; values[v] != NULL; v++)
        if (spelling_is(values[v], text, strlen(text)))
            return v;
    return -1;
}

/* How an error shows a value: a text without its quotes. */
static const char *show(const json_t *value, char *buffer, size_t size)
{
    if (json_is_string(value)) {
        snprintf(buffer, size, "%s", json_string_value(value));
        return buffer;
    }
    size_t length = json_dumpb(value, buffer, size - 1,
                               JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    buffer[length < size - 1 ? length : size - 1] = '\0';
    return buffer;
}

static int refuse(int field, const json_t *value, const char *why, struct error *err)
{
    char shown[SHOWN_MAX + 1];
    return error_set(err, -EINVAL, "the field %s of KataGo's rules is '%s': %swanted %s",
                     fields[field].name, show(value, shown, sizeof(shown)), why,
                     fields[field].wanted);
}

/* The field of that name; "score" is another name of "scoring". FIELDS: there is none. */
static int find_field(const char *name)
{
    int i = 0;
    if (strcmp(name, "score") == 0)
        return SCORING;
    while (i < FIELDS && strcmp(fields[i].name, name) != 0)
        i++;
    return i;
}

static int refuse_name(const char *name, struct error *err)
{
    char answer[SPELLING_ANSWER_MAX], wanted[128] = "";
    struct spelling spelling;
    spelling_begin(&spelling, name, strlen(name));
    for (int i = 0; i < FIELDS; i++) {
        size_t used = strlen(wanted);
        snprintf(wanted + used, sizeof(wanted) - used, "%s%s", i > 0 ? ", " : "", fields[i].name);
        spelling_compare(&spelling, fields[i].name);
    }
    return error_set(err, -EINVAL, "KataGo's rules have no field '%.*s': wanted %s%s", SHOWN_MAX,
                     name, wanted, spelling_answer(&spelling, answer));
}

/* Sorts the object's values by field. Returns 0 or -EINVAL. */
static int sort_fields(json_t *object, const json_t **values, struct error *err)
{
    const char *name;
    json_t *value;
    json_object_foreach (object, name, value) {
        int field = find_field(name);
        if (field == FIELDS)
            return refuse_name(name, err);
        if (values[field] != NULL)
            return error_set(err, -EINVAL,
                             "KataGo's rules have score and scoring: wanted one of them");
        values[field] = value;
    }
    return 0;
}

/* Reads a text that is one of the field's values, if the field is given. */
static int read_text(int field, const json_t *value, int *ret_value, struct error *err)
{
    const char *text = json_string_value(value);
    if (value == NULL)
        return 0;
    if (text != NULL && refused_values[field][0] != NULL && find(refused_values[field], text) >= 0)
        return refuse(field, value, fields[field].why, err);
    int found = text != NULL ? find(fields[field].values, text) : -1;
    if (found < 0)
        return refuse(field, value, "", err);
    *ret_value = found;
    return 0;
}

static int read_truth(int field, const json_t *value, bool *ret_value, struct error *err)
{
    if (value == NULL)
        return 0;
    if (!json_is_boolean(value))
        return refuse(field, value, "", err);
    *ret_value = json_is_true(value);
    return 0;
}

static int read_komi(const json_t *value, struct library_katago *into, struct error *err)
{
    if (value == NULL)
        return 0;
    double half_points = 2 * json_number_value(value);
    if (!json_is_number(value) || !(fabs(half_points) <= SOLVE_KOMI_MAX) ||
        half_points != floor(half_points))
        return refuse(KOMI, value, "", err);
    into->has_komi = true;
    into->komi_half_points = (int)half_points;
    return 0;
}

static int read_fields(const json_t *const *values, struct library_katago *into, struct error *err)
{
    int ko = 0, ignored = 0;
    bool suicide = true, button = false, friendly = false;
    int r = read_text(KO, values[KO], &ko, err);
    if (r == 0)
        r = read_text(SCORING, values[SCORING], &ignored, err);
    if (r == 0)
        r = read_text(TAX, values[TAX], &ignored, err);
    if (r == 0)
        r = read_truth(SUICIDE, values[SUICIDE], &suicide, err);
    if (r == 0)
        r = read_truth(BUTTON, values[BUTTON], &button, err);
    if (r == 0 && button)
        r = refuse(BUTTON, values[BUTTON], fields[BUTTON].why, err);
    if (r == 0)
        r = read_text(HANDICAP_BONUS, values[HANDICAP_BONUS], &ignored, err);
    if (r == 0)
        r = read_truth(FRIENDLY_PASS, values[FRIENDLY_PASS], &friendly, err);
    if (r == 0)
        r = read_komi(values[KOMI], into, err);
    if (r == 0)
        snprintf(into->string, sizeof(into->string), "ko%sscoreAREAtaxNONEsui%d",
                 fields[KO].values[ko], suicide);
    return r;
}

int library_katago_read(const char *text, struct library_katago *ret_katago, struct error *err)
{
    const json_t *values[FIELDS] = {NULL};
    struct library_katago katago = {.length = 0};
    json_error_t why;
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &why);
    if (object == NULL && json_error_code(&why) == json_error_out_of_memory)
        return error_set(err, -ENOMEM, "out of memory");
    if (object == NULL)
        return error_set(err, -EINVAL, "KataGo's rules are no JSON: %s (character %d)",
                         json_why(&why), why.position);
    katago.length = (size_t)why.position;
    int r = sort_fields(object, values, err);
    if (r == 0)
        r = read_fields(values, &katago, err);
    json_decref(object);
    if (r == 0)
        *ret_katago = katago;
    return r;
}

int library_katago_write(const struct ruleset *rules, char *buffer)
{
    const char *ko;
    bool suicide;
    int r = katago_parts(rules, &ko, &suicide);
    if (r < 0)
        return r;
    snprintf(buffer, SOLVE_RULES_KATAGO_MAX,
             "{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"%s\",\"scoring\":\"AREA\","
             "\"suicide\":%s,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}",
             ko, suicide ? "true" : "false");
    return 0;
}
