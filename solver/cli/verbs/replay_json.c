/* A replay printed as JSON. */
#include "cli/verbs/replay.h"
#include "json/json.h"

struct replay_moves replay_moves_of(const struct replayed *replay)
{
    const struct game_setup *setup = replay->setup;
    size_t turns = solve_game_turns(replay->game);
    bool refused = replay->refused;
    return (struct replay_moves){
        .list = setup->moves,
        .count = setup->move_count,
        .refusal = refused ? &replay->refusal : NULL,
        .refused_player = refused ? setup_player(setup, replay->game, turns) : -1,
    };
}

int replay_print_json(const struct replayed *replay, struct error *err)
{
    const struct replay_moves moves = replay_moves_of(replay);
    return json_print(replay_json_set(json_head("replay"), replay->game, &moves), err);
}
