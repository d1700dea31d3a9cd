/* The expectation control: who controls what on the board as it stands. */
#include <errno.h>
#include <string.h>

#include "cases/run.h"
#include "rules/control_choice.h"

static int find_owners(const struct run *run, const struct control_choice *choice, char *ret_text)
{
    signed char owner[CONTROL_MAX_POINTS];
    struct position owners = {{0}};
    struct control *control;
    int r = control_new(run->graph, choice, &control);
    if (r < 0)
        return r == -ERANGE ? run_reject(run, "the board is too large for control") : r;
    r = control_find(control, &game_now(&run->game)->board, owner);
    control_free(control);
    if (r == -ERANGE)
        return run_fail(run, "who controls what is not decided");
    if (r < 0)
        return r;
    for (int p = 0; p < run->graph->points; p++) {
        if (owner[p] == CONTROL_BOTH)
            return run_fail(run, "both control %s", run->graph->names[p]);
        owners.cells[p] = owner[p] == CONTROL_NOBODY ? POINT_EMPTY : STONE_OF(owner[p]);
    }
    position_format(run->graph, &owners, ret_text);
    return RUN_OK;
}

int expect_control(struct run *run, char *args)
{
    char text[POSITION_TEXT_MAX], shown[POSITION_TEXT_MAX];
    struct control_choice choice = control_choice_of(&run->rules);
    struct error err;
    int rows, cols;
    if (*args != '\0' && control_choice_parse(args, &choice, &err) < 0)
        return run_reject(run, "expect control: %s", err.text);
    int r = run_read_rows(run, text, &rows, &cols);
    if (r < 0)
        return r;
    if (ruleset_players(&run->rules) != 2)
        return run_reject(run, "expect control: wanted rules for two players");
    r = find_owners(run, &choice, shown);
    if (r != RUN_OK)
        return r;
    return strcmp(text, shown) == 0 ? RUN_OK : run_fail(run, "control is %s", shown);
}
