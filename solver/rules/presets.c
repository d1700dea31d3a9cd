/* The named rulesets, one line of fields each, with their aliases and sources. */
#include "rules/families.h"

#define TROMP "Tromp and Taylor, The Logical Rules of Go"
#define WIKIPEDIA "Wikipedia, Rules of Go"
#define KATAGO "KataGo's name"

static const struct preset all[] = {
    {"psk", &family_superko, "", NULL, "positional superko: no stone play recreates a board",
     TROMP},
    {"ssk", &family_superko, "repetition=ssk", NULL,
     "situational superko: no stone play recreates a board with the same player to move",
     WIKIPEDIA},
    {"nssk", &family_superko, "repetition=nssk", NULL,
     "natural situational superko: no stone play recreates a board its player made before",
     WIKIPEDIA},
    {"simple", &family_superko, "repetition=simple", NULL,
     "simple ko: a stone play must not undo the opponent's play just before", WIKIPEDIA},
    {"none", &family_superko, "repetition=none", NULL, "no ko rule at all", WIKIPEDIA},
    {"kee2013", &family_kee2013, "", NULL,
     "who completes a cycle with the fewest passes is prohibited from playing",
     "Kee Rules of Go, 30 April 2013"},
    {"kee-v6", &family_kee_v6, "", NULL,
     "a repeating play that leaves its chain in atari is for who has passed more often since",
     "Kee Rules of Go v6.0, 30 August 2004"},
    {"kee2007", &family_kee2007, "", NULL,
     "no stone play recreates a board for the next player while its player last passed on the same "
     "board",
     "Kee Rules of Go, 5 March 2007"},
    {"kee2020-march", &family_kee2020_march, "", NULL,
     "positional superko since the last pass; no second reply by a stone to a pass on a board; "
     "passing again on a board ends",
     "Kee Rules of Go, 16 March 2020"},
    {"kee2020", &family_kee2020, "", NULL,
     "positional superko since the last pass; who was passed to on a board before must pass there "
     "now",
     "Kee Rules of Go, 8 October 2020"},
    {"3-plays", &family_three_plays, "", NULL,
     "who closes a cycle of two or three plays loses, a longer cycle is a tie",
     "Jasiek, 3-plays-ko-rules, 27 September 2006"},
    {"migos", &family_migos, "", NULL,
     "simple ko; a repeated board and player to move: who passed more in the cycle wins, else tie",
     "van der Werf, van den Herik and Uiterwijk, Solving Go on Small Boards, 2003"},
    {"spight", &family_spight, "", NULL,
     "no stone play recreates a board that stood since the last pass; passing twice on a board "
     "ends",
     "Sensei's Library, Spight Rules"},
    {"spight2", &family_spight2, "", NULL,
     "situational superko since the last pass; a board on which the opponent passed is not made "
     "again",
     "Sensei's Library, Spight Rules II"},
    {"ing-spight", &family_ing_spight, "", NULL,
     "no play in a ko captures a stone of the same run of such plays; an odd cycle of plays is "
     "played once",
     "Sensei's Library, Ing-Spight Ko Rule"},
    {"fixed-ko", &family_fixed_ko, "", NULL,
     "no stone play leads from the same board to the same board as an earlier one",
     "Sensei's Library, Fixed Ko Rule (Jasiek 1997)"},
    {"configuration", &family_configuration, "", NULL,
     "simple ko; from a board that stood before, no stone where one was played since it first "
     "stood",
     "Jasiek, The Configuration Rules, 27 October 1996"},
    {"repetition-draws", &family_repetition_draws, "", NULL,
     "nothing is forbidden; a stone play that recreates a board ends the game as a draw",
     WIKIPEDIA},
    {"wagc-jasiek", &family_long_cycle, "result=tie", NULL,
     "simple ko; any other stone play that recreates a board ends the game as a tie",
     "Jasiek, Intention of the World Amateur Go Championship Rules, 17 January 2009"},
    {"olympiad", &family_long_cycle, "", NULL,
     "simple ko; else who captured more since a board that a stone play recreates wins, as many "
     "is a tie",
     "Sensei's Library, Long Cycle Rule (Computer Olympiad Rules)"},
    {"repeated-pass", &family_repeated_pass, "", NULL,
     "situational superko since the last pass; passing again on a board ends: who passed more "
     "since wins, else the score",
     "Sensei's Library, Repeated-Pass Rule (Pauli)"},
    {"ljrg", &family_ljrg, "", NULL,
     "who is to move may remove a cycle with all its stones; territory by provable control",
     "Pauli, Logical Japanese Rules of Go, popular version, summer 2004"},
    {"basic", &family_superko, "suicide=multi", NULL,
     "Tromp-Taylor: positional superko, suicide of several stones", TROMP},
    {"basic-7a", &family_superko, "", NULL, "Tromp-Taylor with the optional rule 7A: no suicide",
     TROMP},
    {"aga", &family_superko, "repetition=ssk", NULL,
     "American Go Association, area counting: situational superko", "AGA Concise Rules of Go"},
    {"new-zealand", &family_superko, "repetition=own,suicide=yes", NULL,
     "New Zealand Go Society: no stone play makes the board as an earlier move of its player left "
     "it; any suicide",
     "New Zealand Go Society, New Zealand Rules of Go"},
    {"katago-new-zealand", &family_superko, "repetition=ssk,suicide=multi", NULL,
     "New Zealand's rules as KataGo plays them: situational superko, suicide of several stones "
     "only",
     "KataGo, Supported Go Rules"},
    {"chinese", &family_superko, "repetition=simple,cycle=no-result", NULL,
     "simple ko, a longer cycle is no result, area counting", WIKIPEDIA},
    {"chinese-superko", &family_superko, "", NULL, "Chinese counting with positional superko",
     WIKIPEDIA},
    {"simplified-ing", &family_superko, "suicide=multi", NULL,
     "positional superko, suicide of several stones", WIKIPEDIA},
    {"japanese-play", &family_superko, "repetition=simple,cycle=no-result,scoring=territory", NULL,
     "the playing rules only, territory of the board as it stands: the confirmation of life and "
     "death is not machine-definable from the text",
     WIKIPEDIA},
    {"korean-play", &family_superko, "repetition=simple,cycle=no-result,scoring=territory", NULL,
     "the playing rules only, territory of the board as it stands: the confirmation of life and "
     "death is not machine-definable from the text",
     WIKIPEDIA},
    {"stone-counting", &family_superko, "scoring=stone", NULL,
     "positional superko, stones alone count", "Sensei's Library, Stone Counting"},
    {"pauli-original", &family_superko, "repetition=simple,ending=passes3,scoring=stone", NULL,
     "simple ko, three successive passes end, stones alone count", "Pauli, original rules of Go"},
    {"button", &family_superko, "first-pass=half", NULL,
     "positional superko, half a point to who passes first", "Sensei's Library, Button Go"},
    {"ikeda-area-iii", &family_superko, "first-pass=white", NULL,
     "positional superko; if White passes first half a point goes from Black to him: a margin of "
     "one",
     "Sensei's Library, Ikeda Area III Rules and Ikeda's Rule"},
    {"wmsg2008", &family_superko, "first-pass=white", NULL,
     "positional superko; if White passes first a point is taken from Black; without agreement "
     "and resumption",
     "Wikipedia, Rules of Go; Jasiek, Revision of the World Mind Sports Games Rules, 24 November "
     "2008"},
    {"tromp-taylor", &family_superko, "", "basic", "alias", KATAGO},
    {"logical", &family_superko, "", "basic", "alias", TROMP},
    {"bga", &family_superko, "", "aga", "alias", KATAGO},
    {"french", &family_superko, "", "aga", "alias", KATAGO},
    {"nz", &family_superko, "", "new-zealand", "alias", "short name"},
    {"goe", &family_superko, "", "simplified-ing", "alias", KATAGO},
    {"chinese-ogs", &family_superko, "", "chinese-superko", "alias", KATAGO},
    {"chinese-kgs", &family_superko, "", "chinese-superko", "alias", KATAGO},
};

const struct preset *presets(size_t *ret_count)
{
    *ret_count = sizeof(all) / sizeof(all[0]);
    return all;
}
