/* Asking again. */
#include "search/retry.h"

#define FIRST_BUDGET 1000
#define BUDGET_FACTOR 3

bool retry_until_proved(int visits_most, uint64_t once, retry_ask *ask, void *arg)
{
    enum retry_answer answer = RETRY_BUDGET;
    for (uint64_t budget = once != 0 ? once : FIRST_BUDGET; answer == RETRY_BUDGET;
         budget *= BUDGET_FACTOR) {
        for (int visits = 0; visits <= visits_most; visits++) {
            answer = ask(arg, visits, budget);
            if (answer == RETRY_PROVED || answer == RETRY_STOPPED)
                break;
        }
        if (once != 0)
            break;
    }
    return answer == RETRY_PROVED;
}
