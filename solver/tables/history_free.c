/* Which rules do not touch a strategy without repetition. The numbers are those of the header. */
#include "tables/history_free.h"

#include "rules/history_model.h"
#include "tables/attractor.h"

static bool only(const struct play_rule *rule, unsigned outcomes)
{
    for (int i = 0; i < rule->range_count; i++)
        if (!(outcomes >> rule->ranges[i].outcome & 1))
            return false;
    return true;
}

bool history_free_is_harmless(const struct play_rule *rule)
{
    return only(rule, 1u << OUTCOME_GOES_ON | 1u << OUTCOME_ILLEGAL | 1u << OUTCOME_MOVER_LOSES);
}

static bool clears(const struct play_rule *rule, int class)
{
    return (rule->clears >> class & 1) != 0;
}

static bool creates(const struct play_rule *rule, int class)
{
    return (rule->creates >> class & 1) != 0;
}

/*
 * A stone move that looks up a situation, or a board with who made it, which is a situation, too,
 * or a situation with a board passed on: whoever makes the move, the item is not there (1). One
 * that looks up a board, or a step from board to board: of the owner's moves it is not there (2).
 * The opponent may find it there, and must not gain by it; or else no board may come back.
 */
static enum history_free stone_needs(const struct history_model *model,
                                     const struct play_rule *rule)
{
    if (rule->allowed && rule->bars != 0)
        return HISTORY_FREE_NOT;
    if (!rule->allowed || rule->lookup < 0)
        return HISTORY_FREE_SITUATIONS;
    switch (model->classes[rule->lookup].identity) {
    case ITEM_BOARD_NEXT:
    case ITEM_BOARD_CREATOR:
    case ITEM_BOARD_AFTER:
        return HISTORY_FREE_SITUATIONS;
    case ITEM_BOARD:
    case ITEM_PLAY:
        return history_free_is_harmless(rule) ? HISTORY_FREE_SITUATIONS : HISTORY_FREE_BOARDS;
    case ITEM_GAME:
    default:
        return HISTORY_FREE_NOT;
    }
}

/*
 * A pass that looks up a situation finds it there only if nothing but passes lies between (1): two
 * at least, or a refreshing pass. Two end the game first; a refreshing pass must clear the class.
 */
static bool pass_goes_on(const struct history_model *model, const struct play_rule *rule)
{
    return rule->lookup < 0 ||
           (model->classes[rule->lookup].identity == ITEM_BOARD_NEXT && model->passes_to_end == 2 &&
            (!model->refresh.allowed || clears(&model->refresh, rule->lookup)));
}

/*
 * A pass that ends the game where it finds a board with its player, a situation, or the game, that
 * a pass of this kind made before and nothing makes forgotten. As passes go on, one does. The board
 * scores m (3): a pass right after a pass has one of the owner's next to it; and an opponent who
 * passes on a board again has played no stone since, or else the situation would have come back
 * (1).
 */
static bool pass_ends(const struct history_model *model, const struct play_rule *rule)
{
    int class = rule->lookup;
    if (class < 0 || !only(rule, 1u << OUTCOME_SCORED) || !creates(rule, class) ||
        creates(&model->stone, class) || creates(&model->atari, class) ||
        (model->start >> class & 1) || clears(&model->stone, class) ||
        clears(&model->atari, class) || clears(&model->pass, class) || clears(rule, class) ||
        model->refresh.allowed)
        return false;
    if (model->classes[class].identity == ITEM_GAME)
        return rule == &model->pass_on;
    return model->classes[class].identity == ITEM_BOARD_NEXT ||
           model->classes[class].identity == ITEM_BOARD_CREATOR;
}

/* Do passes alone bring an end, and no other than the score of the board? */
static bool passes_suit(const struct history_model *model)
{
    if (model->passes_to_end >= 2) /* one of them is the owner's (3) */
        return pass_goes_on(model, &model->pass) &&
               (!model->pass_on.allowed || pass_goes_on(model, &model->pass_on));
    if (model->pass_on.allowed)
        return model->pass.lookup < 0 && pass_ends(model, &model->pass_on);
    return pass_ends(model, &model->pass);
}

/*
 * The owner makes no refreshing passes. One of the opponent's leads from a situation of P to one of
 * O, like a pass. It finds the situation there only if none but passes lie between (1): the owner's
 * one normal pass, since a second in a row would have ended the game. With that balance, -1 in the
 * opponent's view, he must be out; the owner is left to play solo on a board that scores m (3), and
 * stops. Finding it, in turn, is what ends such passes, so it must be made each time.
 */
static bool refresh_suits(const struct history_model *model)
{
    const struct play_rule *rule = &model->refresh;
    int class = rule->lookup;
    if (!rule->allowed)
        return true;
    if (class < 0 || model->classes[class].identity != ITEM_BOARD_NEXT ||
        model->classes[class].counter != COUNTS_PASSES || model->pass.shift[class] != 1 ||
        !creates(rule, class) || clears(rule, class) || model->passes_to_end != 2)
        return false;
    for (int i = 0; i < rule->range_count; i++)
        if (rule->ranges[i].low <= -1 && -1 <= rule->ranges[i].high)
            return rule->ranges[i].outcome == OUTCOME_MOVER_OUT;
    return false;
}

/* Prisoners and who passed first are no part of a board, so a margin could not be told of it. */
enum history_free history_free_kind(const struct ruleset *rules)
{
    struct history_model model;
    if (ruleset_players(rules) != 2)
        return HISTORY_FREE_NOT;
    rules->family->describe(rules, &model);
    if (model.cycles || model.pass_prisoners || history_model_has_first_pass(&model) ||
        model.stone_on.allowed ||
        (enum scoring)ruleset_value(rules, &field_scoring) == SCORING_TERRITORY ||
        !passes_suit(&model) || !refresh_suits(&model))
        return HISTORY_FREE_NOT;
    enum history_free stone = stone_needs(&model, &model.stone);
    enum history_free atari = stone_needs(&model, &model.atari);
    if (stone == HISTORY_FREE_NOT || atari == HISTORY_FREE_NOT)
        return HISTORY_FREE_NOT;
    return stone > atari ? stone : atari;
}
