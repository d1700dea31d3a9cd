/*
 * Games by the executable rules on small boards. The first bytes choose the ruleset, the board and
 * the player who begins; each further byte is a move. Every chain has a liberty after each turn,
 * undo restores, an illegal move leaves the game as it was, and what the superko rules promise
 * holds.
 */
#include "fuzz/fuzz.h"

#include "rules/cycles.h"
#include "rules/game.h"
#include "rules/superko.h"

static const char *const rulesets[] = {
    "psk",
    "psk,suicide=yes",
    "ssk",
    "ssk,suicide=yes",
    "nssk",
    "nssk,suicide=multi",
    "simple",
    "simple,cycle=no-result,suicide=yes",
    "none,cycle=tie,suicide=yes",
    "pauli-original",
    "aga,scoring=territory,pass-stones=yes",
    "kee2013",
    "kee2013,suicide=yes",
    "kee2013,refresh=no,suicide=multi",
    "kee2013,tally=all",
    "kee2013,players=3,suicide=yes,scoring=territory",
    "kee2013,players=3,alliance=no",
    "kee2013,players=4,tally=all,suicide=multi",
    "kee-v6",
    "kee-v6,counts=first,suicide=literal",
    "kee-v6,suicide=no",
    "3-plays",
    "3-plays,short=prohibit,resume=yes",
    "migos",
    "migos,suicide=yes",
    "spight",
    "spight,ending=passes2,suicide=yes",
    "fixed-ko",
    "configuration",
    "olympiad",
    "spight2,suicide=yes",
    "kee2007",
    "kee2007,start=new,suicide=no",
    "kee2020,suicide=yes",
    "kee2020-march,passed-board=kept",
    "wagc-jasiek,basic-ko=allowed",
    "repeated-pass,suicide=yes",
    "fixed-ko,suicide=yes,scoring=territory",
    "new-zealand",
    "new-zealand,suicide=no",
};
static const char *const sizes[] = {"1x1", "1x2", "1x3", "2x2", "1x5", "2x3", "3x3", "2x5", "3x4"};

/* The first byte that names rules with cycles, whose plays say what is removed, too. */
#define WITH_CYCLES 255

#define PLAYS_MAX 300
/* Beyond so many points who controls what is not asked for at each turn. */
#define CONTROLLED_MAX 6

static void check_cycles(const struct game *game)
{
    const struct turn *now = game_now(game);
    int scores[PLAYERS_MAX];
    if (game->graph->points <= CONTROLLED_MAX)
        MUST(game_scores(game, scores) == 0 && scores[0] >= 0 && scores[1] >= 0);
    MUST(now->needed >= 0 && now->needed <= 3 && (now->needed == 0) == game_over(game));
    for (int p = 0; p < game->graph->points; p++)
        MUST(now->board.cells[p] == POINT_EMPTY ||
             (!point_set_has(&now->permanent, p) && !point_set_has(&now->temporary, p)));
    for (int n = cycles_count(game, game->count - 1); n > 0; n--) {
        struct cycle cycle;
        MUST(cycles_find(game, game->count - 1, n, &cycle) && !point_set_is_empty(&cycle.used));
    }
}

static void check_turn(const struct game *game)
{
    const struct turn *now = game_now(game);
    int scores[PLAYERS_MAX];
    MUST(position_check(game->graph, &now->board, NULL) == 0);
    for (int p = 0; p < game->graph->points; p++)
        MUST(now->board.cells[p] <= game->players);
    if (now->banned >= 0)
        MUST((now->active >> now->banned & 1) == 0 && now->passes == 0);
    if (game_over(game))
        MUST(now->rule != NULL);
    else
        MUST(now->active >> now->next & 1);
    MUST((now->ending == ENDING_WON) == (now->winner >= 0));
    if (game->rules.family->remove_cycle != NULL) {
        check_cycles(game);
        return;
    }
    MUST(game_scores(game, scores) == 0);
    int sum = 0;
    for (int k = 0; k < PLAYERS_MAX; k++)
        sum += scores[k];
    MUST(sum <= game->graph->points);
}

/* Does the superko rule of the game allow turn now after turn i? */
static bool may_follow(const struct game *game, const struct turn *then)
{
    const struct turn *now = game_now(game);
    if (!position_equal(game->graph, &now->board, &then->board))
        return true;
    switch (ruleset_value(&game->rules, &field_repetition)) {
    case REPETITION_PSK:
        return false;
    case REPETITION_SSK:
        return then->next != now->next;
    case REPETITION_NSSK:
        return then->move.kind != MOVE_STONE || then->player != now->player;
    case REPETITION_OWN:
        return then->player != now->player;
    default:
        return true;
    }
}

static void check_superko(const struct game *game)
{
    if (game->rules.family != &family_superko || game_now(game)->move.kind != MOVE_STONE)
        return;
    for (size_t i = 0; i + 1 < game->count; i++)
        MUST(may_follow(game, &game->turns[i]));
}

/* Plays move, takes it back and plays it again, and looks at each. */
static void try_move(struct game *game, struct move move)
{
    struct verdict verdict, again;
    struct turn before, after;
    size_t count = game->count;
    memcpy(&before, game_now(game), sizeof(before));
    MUST(game_play(game, move, &verdict) == 0);
    if (!verdict.legal) {
        MUST(verdict.rule != NULL && verdict.reason[0] != '\0');
        MUST(move.kind != MOVE_PASS || move.cycle > 0);
        MUST(game->count == count);
        MUST(memcmp(&before, game_now(game), sizeof(before)) == 0);
        return;
    }
    MUST(game->count == count + 1);
    check_turn(game);
    check_superko(game);
    memcpy(&after, game_now(game), sizeof(after));
    game_undo(game);
    MUST(game->count == count && memcmp(&before, game_now(game), sizeof(before)) == 0);
    MUST(game_play(game, move, &again) == 0 && again.legal);
    MUST(position_equal(game->graph, &after.board, &game_now(game)->board));
    MUST(after.banned == game_now(game)->banned && after.ending == game_now(game)->ending);
    MUST(after.next == game_now(game)->next && after.passes == game_now(game)->passes);
}

static struct move read_move(const struct game *game, uint8_t byte)
{
    int choice = byte % (game->graph->points + 2);
    bool cycles = game->rules.family->remove_cycle != NULL;
    struct move move = move_pass(choice == game->graph->points ? MOVE_PASS : MOVE_REFRESH);
    if (choice < game->graph->points)
        move = move_stone(choice);
    return cycles ? move_after_cycle(byte / (game->graph->points + 2) % 3, move) : move;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ruleset rules;
    struct graph *graph;
    struct game game;
    const struct position empty = {{0}};
    if (size < 3)
        return 0;
    const char *name = rulesets[data[0] % (sizeof(rulesets) / sizeof(rulesets[0]))];
    MUST(ruleset_parse(data[0] == WITH_CYCLES ? "ljrg" : name, &rules, NULL) == 0);
    MUST(graph_parse(sizes[data[1] % (sizeof(sizes) / sizeof(sizes[0]))], &graph, NULL) == 0);
    MUST(game_init(&game, graph, &rules, &empty, data[2] % ruleset_players(&rules)) == 0);
    for (size_t i = 3; i < size && i < PLAYS_MAX && !game_over(&game); i++)
        try_move(&game, read_move(&game, data[i]));
    game_release(&game);
    graph_free(graph);
    return 0;
}
