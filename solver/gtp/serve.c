/* The loop of the engine. */
#include "gtp/serve.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/commands.h"

static void run_command(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    const struct gtp_command *command = gtp_command_find(line->name);
    if (command == NULL)
        gtp_answer_fail(answer, "unknown command");
    else if (line->count < command->least || line->count > command->most)
        gtp_answer_fail(answer, "syntax error: %s takes %s", command->name,
                        command->wanted != NULL ? command->wanted : "nothing");
    else
        command->run(session, line, answer);
}

/* Answers a line. Returns 0 or -ENOMEM. */
static int answer_line(struct gtp_session *session, const struct gtp_input_line *bytes, FILE *out)
{
    struct gtp_line line;
    int r = gtp_line_read(bytes->bytes, bytes->length, &line);
    if (r <= 0)
        return r;
    struct gtp_answer answer = {.out = out, .id = line.id};
    if (bytes->too_long)
        gtp_answer_fail(&answer, "syntax error: the line has more than %u bytes",
                        GTP_INPUT_LINE_MAX);
    else
        run_command(session, &line, &answer);
    gtp_answer_end(&answer);
    gtp_line_release(&line);
    return 0;
}

/* Answers all that comes. Returns 0, or a negative errno as gtp_input_next(). */
static int answer_all(struct gtp_session *session, FILE *out)
{
    struct gtp_input_line bytes;
    int r = 0;
    while (r == 0 && !session->quit && !ferror(out)) {
        r = gtp_input_next(session->input, &bytes);
        if (r <= 0)
            return r;
        gtp_session_begin(session);
        r = answer_line(session, &bytes, out);
        free(bytes.bytes);
    }
    return r;
}

static int set_up(struct gtp_session *session, const struct gtp_settings *settings, int fd,
                  struct solve_error *err)
{
    strcpy(err->text, "out of memory");
    int r = gtp_session_restart(session, settings->board, settings->rules, NULL, 0, err);
    if (r == 0)
        r = solve_interrupt_new(&session->work);
    if (r == 0) /* half of the memory for what runs leave */
        r = solve_cache_new(settings->memory / 2, &session->cache);
    if (r < 0)
        return r;
    r = gtp_input_new(fd, settings->stop, session->work, &session->input);
    if (r < 0)
        snprintf(err->text, sizeof(err->text), "cannot read commands: %s", strerror(-r));
    return r;
}

int gtp_serve(const struct gtp_settings *settings, int fd, FILE *out, FILE *log, struct error *err)
{
    struct solve_error why;
    struct gtp_session session = {
        .komi = settings->komi,
        .limits = {.threads = settings->threads,
                   .memory = request_limits_share(settings->memory, 2),
                   .max_seconds = settings->max_seconds},
        .resign = settings->resign,
        .store = settings->store,
        .stop = settings->stop,
        .log = log,
    };
    int r = set_up(&session, settings, fd, &why);
    if (r == 0) {
        r = answer_all(&session, out);
        if (r == -ENOMEM)
            strcpy(why.text, "out of memory");
        else if (r < 0)
            snprintf(why.text, sizeof(why.text), "cannot read commands: %s", strerror(-r));
    }
    gtp_session_release(&session);
    return r < 0 ? error_set(err, r, "%s", why.text) : 0;
}
