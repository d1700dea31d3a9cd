/* The moves of a state. */
#include "certificate/check/node_state.h"

#include "certificate/format.h"

int node_state_map(struct boards *boards, int element, const struct node_state *state,
                   struct node_state *ret_state)
{
    struct node_state mapped = *state;
    int r = boards_map(boards, element, state->board, &mapped.board);
    mapped.mover ^= element & 1;
    mapped.ko = boards_map_ko(boards, element, state->ko);
    if (r == 0)
        *ret_state = mapped;
    return r;
}

static void add_move(struct node_moves *moves, int number, const struct node_step *step)
{
    moves->numbers[moves->count] = number;
    moves->steps[moves->count++] = *step;
}

/* Would the stone bring back the board before the opponent's last stone, against simple ko? */
static bool retakes(const struct history_model *model, const struct node_state *state,
                    const struct board_move *move)
{
    return model->simple_ko && (state->ko == move->point + 1 ||
                                (state->ko == CERTIFICATE_KO_SELF && move->child == state->board));
}

static int add_stones(struct boards *boards, const struct history_model *model,
                      const struct node_state *state, struct node_moves *moves)
{
    const struct board_move *list;
    int count;
    int r = boards_moves(boards, state->board, state->mover, &list, &count);
    for (int i = 0; i < count && r == 0; i++) {
        if (retakes(model, state, &list[i]))
            continue;
        struct node_step step = {
            .from = *state,
            .to = {.board = list[i].child,
                   .mover = !state->mover,
                   .unpassed = state->unpassed,
                   .ko = model->simple_ko ? list[i].ko : 0},
            .kind = MOVE_STONE,
            .point = list[i].point,
            .gain = state->mover == 0 ? list[i].gain : -list[i].gain,
            .rule = history_model_stone(model, state->passes),
        };
        if (list[i].atari && model->atari.allowed)
            step.rule = &model->atari;
        add_move(moves, list[i].point, &step);
    }
    return r;
}

/* Returns the passes that the rules remember after a pass. */
static int passes_after(const struct history_model *model, const struct node_state *state,
                        const struct play_rule *rule)
{
    if (rule->restarts)
        return 0;
    return state->passes < model->passes_kept ? state->passes + 1 : model->passes_kept;
}

static void add_passes(const struct boards *boards, const struct history_model *model,
                       const struct node_state *state, struct node_moves *moves)
{
    int points = boards->game.graph->points;
    struct node_step pass = {.from = *state, .to = {.board = state->board, .mover = !state->mover}};
    pass.kind = MOVE_PASS;
    pass.rule = state->passes > 0 && model->pass_on.allowed ? &model->pass_on : &model->pass;
    pass.to.passes = passes_after(model, state, pass.rule);
    pass.ends = model->passes_to_end != 0 && state->passes + 1 >= model->passes_to_end;
    if (model->pass_prisoners)
        pass.gain = state->mover == 0 ? -1 : 1;
    if (state->unpassed)
        pass.gain = model->first_pass[state->mover];
    if (model->pass.allowed)
        add_move(moves, points, &pass);
    struct node_step refresh = {.from = *state,
                                .to = {.board = state->board, .mover = !state->mover}};
    refresh.kind = MOVE_REFRESH;
    refresh.rule = &model->refresh;
    if (model->refresh.allowed)
        add_move(moves, points + 1, &refresh);
}

int node_state_moves(struct boards *boards, const struct history_model *model,
                     const struct node_state *state, struct node_moves *ret_moves)
{
    ret_moves->count = 0;
    int r = model->stone.allowed ? add_stones(boards, model, state, ret_moves) : 0;
    if (r == 0)
        add_passes(boards, model, state, ret_moves);
    return r;
}
