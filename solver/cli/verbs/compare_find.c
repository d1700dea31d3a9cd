/* The verb compare: --find. */
#include <stdio.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/compare.h"
#include "cli/verbs/compare_picture.h"
#include "cli/verbs/compare_sgf.h"

/* Who is shown what is looked at. */
struct find_show {
    struct progress progress;
    bool quiet;
};

/* The time that is shown is that of the run at hand, for which the limits are. */
static void show_run(const struct solve_progress *run, void *arg)
{
    struct find_show *show = arg;
    show->progress.started = clock_now() - run->seconds;
    progress_show(run, &show->progress);
}

/* Prints what was looked at by now. */
static void show_looked(const struct found *found, void *arg)
{
    struct find_show *show = arg;
    if (show->quiet)
        return;
    progress_stop(&show->progress);
    fprintf(stderr, "solve: %s with ", human_count(found->looked_at, "position", "positions"));
    fprintf(stderr, found->stones == 0 ? "no stones" : "at most %s",
            human_count((uint64_t)found->stones, "stone", "stones"));
    fprintf(stderr, " looked at: no difference found");
    if (found->open > 0)
        fprintf(stderr, ", %s not decided",
                human_count(found->open, "of them was", "of them were"));
    fputc('\n', stderr);
}

static void say_what_is_open(const struct compare_options *options, const struct found *found)
{
    if (found->stopped)
        fprintf(stderr, "solve: stopped: %s after %s\n", interrupt_text(),
                human_count(found->looked_at, "position", "positions"));
    if (found->open > 0)
        fprintf(stderr, "solve: %s not decided, the first under %s: %s\n",
                human_count(found->open, "position was", "positions were"),
                solve_rules_text(options->rulesets.list[found->open_rules]),
                stop_text(found->open_stop));
}

static int report(const struct compare_options *options, const struct found_position *what,
                  struct error *err)
{
    const struct found *found = &what->found;
    say_what_is_open(options, found);
    int r = compare_tell(options, what->position, what->list, found, err);
    if (options->picture.path != NULL && !found->any)
        fprintf(stderr, "solve: no position was found: no picture is written\n");
    bool known = !found->any || compared_all_known(what->list, what->count);
    if (!known)
        fprintf(stderr, "solve: stopped before all was proven\n");
    if (r < 0)
        return EXIT_FAILED;
    return found->complete && known ? EXIT_SOLVED : EXIT_STOPPED;
}

int compare_find(const struct compare_options *options, struct error *err)
{
    struct comparison comparison = compare_comparison(options);
    struct find_show show = {.quiet = options->quiet};
    struct difference_watch watch = {.looked = show_looked, .arg = &show};
    struct solve_cache *cache = NULL;
    struct found_position found;
    progress_start(&show.progress, options->setup.board, &options->limits);
    if (!options->quiet) {
        comparison.tell = show_run;
        comparison.arg = &show;
    }
    /* Positions of one board have much in common. Without memory for a cache it takes longer. */
    if (solve_cache_new(options->limits.memory, &cache) == 0)
        comparison.cache = cache;
    int r = difference_find(&comparison, &watch, &found);
    progress_stop(&show.progress);
    solve_cache_free(cache);
    if (r < 0) {
        error_set(err, r, "cannot search %s: out of memory",
                  solve_board_name(options->setup.board));
        return EXIT_FAILED;
    }
    int code = report(options, &found, err);
    difference_release(&found);
    return code;
}
