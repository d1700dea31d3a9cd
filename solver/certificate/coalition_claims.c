/* Claims on coalitions: who they are about, what is counted. */
#include <stdio.h>
#include <string.h>

#include "certificate/header_reader.h"

static const char *const payoff_names[] = {"points", "margin", "rank"};

unsigned coalition_claim_members(const char *text, int players)
{
    unsigned members = 0;
    int last = -1;
    for (;;) {
        size_t length = strcspn(text, ",");
        int player = header_reader_player(text, length, players);
        if (player <= last)
            return 0;
        members |= 1u << player;
        last = player;
        if (text[length] == '\0')
            return members;
        text += length + 1;
    }
}

const char *certificate_payoff_name(enum certificate_payoff payoff)
{
    return payoff_names[payoff];
}

int coalition_claim_payoff(const char *word)
{
    for (int i = 0; i <= CERTIFICATE_RANK; i++)
        if (strcmp(word, payoff_names[i]) == 0)
            return i;
    return -EINVAL;
}

void coalition_claim_format(const struct certificate_claim *claim, char *buffer, size_t size)
{
    char who[40] = "";
    size_t length = 0;
    for (int k = 0; k < PLAYERS_MAX; k++)
        if (claim->members & (1u << k))
            length += (size_t)snprintf(who + length, sizeof(who) - length, "%s%s",
                                       length > 0 ? "," : "", header_player_names[k]);
    snprintf(buffer, size, "%s gets %s %d %s", who, claim->denies ? "<=" : ">=", claim->margin,
             payoff_names[claim->payoff]);
}
