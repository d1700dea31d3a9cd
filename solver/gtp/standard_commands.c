/* Commands that every engine has, and those that tell what there is. */
#include <sys/resource.h>

#include "gtp/commands.h"

static void run_protocol_version(struct gtp_session *session, const struct gtp_line *line,
                                 struct gtp_answer *answer)
{
    (void)session;
    (void)line;
    gtp_answer_add(answer, "2");
}

static void run_name(struct gtp_session *session, const struct gtp_line *line,
                     struct gtp_answer *answer)
{
    (void)session;
    (void)line;
    gtp_answer_add(answer, "solve");
}

static void run_version(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    (void)session;
    (void)line;
    gtp_answer_add(answer, "%s", solve_version());
}

static void run_known_command(struct gtp_session *session, const struct gtp_line *line,
                              struct gtp_answer *answer)
{
    (void)session;
    gtp_answer_add(answer, gtp_command_find(line->word[0]) != NULL ? "true" : "false");
}

static void run_list_commands(struct gtp_session *session, const struct gtp_line *line,
                              struct gtp_answer *answer)
{
    const struct gtp_command *at;
    (void)session;
    (void)line;
    for (size_t i = 0; (at = gtp_command_at(i)) != NULL; i++)
        gtp_answer_line(answer, "%s", at->name);
}

static void run_quit(struct gtp_session *session, const struct gtp_line *line,
                     struct gtp_answer *answer)
{
    (void)line;
    (void)answer;
    session->quit = true;
}

static void run_cputime(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    struct rusage usage = {0};
    (void)session;
    (void)line;
    getrusage(RUSAGE_SELF, &usage);
    gtp_answer_add(answer, "%.3f",
                   (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6);
}

/* The command "# interrupt" is no command: that this one is known says that it is understood. */
static void run_nothing(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    (void)session;
    (void)line;
    (void)answer;
}

/* In the format of GoGui's manual: type/label/command. */
static void run_analyze_commands(struct gtp_session *session, const struct gtp_line *line,
                                 struct gtp_answer *answer)
{
    (void)session;
    (void)line;
    gtp_answer_add(answer,
                   "gfx/Values of all moves/solve-gfx\n"
                   "sboard/Values on the board/solve-sboard\n"
                   "string/Value/solve-value\n"
                   "hstring/All moves/solve-moves\n"
                   "hpstring/Why this move/solve-why %%p\n"
                   "hstring/Can play go on for ever/solve-endless\n"
                   "string/Final score/final_score\n"
                   "hstring/Rulesets/list-rules\n"
                   "string/Rules/kata-get-rules\n"
                   "none/Set rules/kata-set-rules %%s\n"
                   "none/Load SGF/loadsgf %%r\n"
                   "none/Save SGF/printsgf %%w");
}

const struct gtp_command gtp_standard_commands[] = {
    {"protocol_version", 0, 0, NULL, run_protocol_version},
    {"name", 0, 0, NULL, run_name},
    {"version", 0, 0, NULL, run_version},
    {"known_command", 1, 1, "a command", run_known_command},
    {"list_commands", 0, 0, NULL, run_list_commands},
    {"quit", 0, 0, NULL, run_quit},
    {"cputime", 0, 0, NULL, run_cputime},
    {"gogui-interrupt", 0, 0, NULL, run_nothing},
    {"gogui-analyze_commands", 0, 0, NULL, run_analyze_commands},
    {0},
};
