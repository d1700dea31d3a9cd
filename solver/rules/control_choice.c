/* The choices of control as fields. */
#include "rules/control_choice.h"

#include <errno.h>
#include <string.h>

#include "base/spelling.h"

const struct field field_control_ko = {
    "control-ko",
    {"prohibited", "free", NULL},
    "in the play that control is judged by: is a location that a ko capture cleared prohibited in "
    "the next turn",
};

const struct field field_control_pass = {
    "control-pass",
    {"both", "opponent", NULL},
    "in that play: who may pass",
};

const struct field field_control_permanent = {
    "control-permanent",
    {"forgotten", "kept", NULL},
    "in that play: are permanent prohibitions, of locations that removed cycles used",
};

const struct field *const control_fields[] = {&field_control_ko, &field_control_pass,
                                              &field_control_permanent, NULL};

/* Where choice has the value of control_fields[i]. */
static void set_value(struct control_choice *choice, const struct field *field, int value)
{
    if (field == &field_control_ko)
        choice->ko = (enum control_ko)value;
    else if (field == &field_control_pass)
        choice->passing = (enum control_passing)value;
    else
        choice->permanent = (enum control_permanent)value;
}

int control_choice_value(const struct control_choice *choice, const struct field *field)
{
    if (field == &field_control_ko)
        return (int)choice->ko;
    return field == &field_control_pass ? (int)choice->passing : (int)choice->permanent;
}

struct control_choice control_choice_of(const struct ruleset *rules)
{
    struct control_choice choice = {0};
    for (size_t i = 0; control_fields[i] != NULL; i++)
        set_value(&choice, control_fields[i], ruleset_value(rules, control_fields[i]));
    return choice;
}

static const struct field *find_field(const char *text, size_t length)
{
    for (size_t i = 0; control_fields[i] != NULL; i++)
        if (spelling_is(control_fields[i]->name, text, length))
            return control_fields[i];
    return NULL;
}

/* Says which field may have been meant by a name that is none. */
static const char *name_nearest(const char *text, size_t length, char *answer)
{
    struct spelling spelling;
    spelling_begin(&spelling, text, length);
    for (size_t i = 0; control_fields[i] != NULL; i++)
        spelling_compare(&spelling, control_fields[i]->name);
    return spelling_answer(&spelling, answer);
}

/* One field=value of length bytes; given has a bit for each field that was given before. */
static int read_choice(const char *text, size_t length, struct control_choice *choice,
                       unsigned *given, struct error *err)
{
    size_t name = strcspn(text, "=,");
    const struct field *field = find_field(text, name);
    int shown = length > 60 ? 60 : (int)length;
    char answer[SPELLING_ANSWER_MAX];
    if (field == NULL || name == length)
        return error_set(err, -EINVAL,
                         "'%.*s' is no choice: wanted control-ko=, control-pass= or "
                         "control-permanent= with a value%s",
                         shown, text, field == NULL ? name_nearest(text, name, answer) : "");
    unsigned bit = field == &field_control_ko ? 1 : field == &field_control_pass ? 2 : 4;
    if ((*given & bit) != 0)
        return error_set(err, -EINVAL, "'%s' is given twice: wanted once", field->name);
    *given |= bit;
    for (int v = 0; field->values[v] != NULL; v++)
        if (spelling_is(field->values[v], text + name + 1, length - name - 1)) {
            set_value(choice, field, v);
            return 0;
        }
    spelling_answer_of(field->values, text + name + 1, length - name - 1, answer);
    return error_set(err, -EINVAL, "'%.*s' is no value of %s: wanted %s|%s%s",
                     shown - (int)name - 1 > 0 ? shown - (int)name - 1 : 0, text + name + 1,
                     field->name, field->values[0], field->values[1], answer);
}

int control_choice_parse(const char *text, struct control_choice *ret_choice, struct error *err)
{
    struct control_choice choice = {0};
    unsigned given = 0;
    for (;; text++) {
        size_t length = strcspn(text, ",");
        int r = read_choice(text, length, &choice, &given, err);
        if (r < 0)
            return r;
        text += length;
        if (*text == '\0')
            break;
    }
    *ret_choice = choice;
    return 0;
}
