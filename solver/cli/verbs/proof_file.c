/* Writing a certificate where one may be. */
#include "cli/verbs/proof_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "base/strbuf.h"
#include "base/whole_file.h"
#include "certificate/file.h"
#include "certificate/implied.h"
#include "cli/message.h"

/* So many names are tried beside a file. Each has a certificate that no other one implies. */
#define NAMES_TRIED 100
/* Of a name in a folder, at most. */
#define NAME_BYTES 255

enum proof_there {
    THERE_NONE,   /* nothing is there */
    THERE_OTHER,  /* no certificate of this game */
    THERE_UNREAD, /* it may be one */
    THERE_SAME,
};

/* A certificate on its way to a file. */
struct proof_file {
    const struct solve_certificate *made;
    const char *path;
    struct certificate own; /* its header */
    bool *there;            /* for each of its claims: a file that is kept claims it */
    struct strbuf line;     /* what is said of it */
};

/* Is the file there a certificate of this game? ret_header is to be released. */
static enum proof_there look(const struct proof_file *to, const char *path,
                             struct certificate *ret_header, struct error *why)
{
    struct certificate_file file = {0};
    int r = certificate_file_read_header(path, &file, why);
    if (r < 0)
        return r == -ENOENT || r == -ENAMETOOLONG ? THERE_NONE : THERE_UNREAD;
    r = certificate_parse_header(file.bytes, file.size, ret_header, why);
    free(file.bytes);
    if (r == -ENOMEM || r == -EPROTONOSUPPORT)
        return THERE_UNREAD;
    return r == 0 && file.whole && certificate_same_game(ret_header, &to->own) ? THERE_SAME
                                                                               : THERE_OTHER;
}

/* Returns how many of the claims there the new one does not make; *ret_first is one of them. */
static size_t count_lost(const struct proof_file *to, const struct certificate *header,
                         const struct certificate_claim **ret_first)
{
    size_t lost = 0;
    for (size_t i = header->claim_count; i-- > 0;)
        if (!certificate_implies(&to->own, &header->claims[i])) {
            *ret_first = &header->claims[i];
            lost++;
        }
    return lost;
}

/* Notes which claims of the new one are there. Returns whether all are, or were before. */
static bool note_there(struct proof_file *to, const struct certificate *header)
{
    bool all = true;
    for (size_t i = 0; i < to->own.claim_count; i++) {
        to->there[i] = to->there[i] || certificate_implies(header, &to->own.claims[i]);
        all = all && to->there[i];
    }
    return all;
}

static int write_to(const struct proof_file *to, const char *path, struct error *err)
{
    struct error why;
    int r = whole_file_put(path, to->made->bytes, to->made->size, &why);
    return r < 0 ? error_set(err, r, "--proof: %s", why.text) : 1;
}

/* "it claims more (root: white forces <= 24, and 3 others)" */
static void say_what_is_lost(struct proof_file *to, const struct certificate *header,
                             const struct certificate_claim *first, size_t lost)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_tell(header, first, text);
    strbuf_add(&to->line, "--proof '%s': kept: it claims more (%s", to->path, text);
    if (lost > 1)
        strbuf_add(&to->line, ", and %s", human_count(lost - 1, "other", "others"));
    strbuf_add(&to->line, ")");
}

/*
 * Puts it at path, FILE itself or a name beside it, unless that may be the worse for it. Returns 1:
 * it is written, 0: what is kept claims all of it, -EEXIST: another name is wanted, or another
 * negative errno (err).
 */
static int try_name(struct proof_file *to, const char *path, bool beside, struct error *err)
{
    struct certificate header = {0};
    const struct certificate_claim *first = NULL;
    struct error why;
    enum proof_there found = look(to, path, &header, &why);
    size_t lost = found == THERE_SAME ? count_lost(to, &header, &first) : 0;
    int r = -EEXIST;
    if (found == THERE_NONE || (found == THERE_SAME && lost == 0) ||
        (found == THERE_OTHER && !beside))
        r = write_to(to, path, err);
    else if (found == THERE_UNREAD && !beside)
        strbuf_add(&to->line, "--proof '%s': kept: %s", path, why.text);
    else if (found == THERE_SAME) {
        if (!beside)
            say_what_is_lost(to, &header, first, lost);
        r = note_there(to, &header) ? 0 : -EEXIST;
    }
    certificate_release(&header);
    return r;
}

/* FILE.stopped, FILE.stopped-2 and so on, with as much of FILE's name as a folder takes with that.
 * The caller frees it; NULL: no memory. */
static char *name_beside(const char *path, int number)
{
    struct strbuf name = {0};
    char end[32] = ".stopped";
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    if (number > 1)
        snprintf(end, sizeof(end), ".stopped-%d", number);
    size_t own = strlen(path + folder), most = NAME_BYTES - strlen(end);
    if (own > most)
        own = most;
    while (own > 0 && ((unsigned char)path[folder + own] & 0xc0) == 0x80)
        own--; /* not within a character of UTF-8 */
    strbuf_add(&name, "%.*s%s", (int)(folder + own), path, end);
    return strbuf_take(&name);
}

/* Tries the names one after the other. Returns as proof_file_write(). */
static int try_names(struct proof_file *to, struct error *err)
{
    int r = try_name(to, to->path, false, err);
    if (r == 0)
        strbuf_add(&to->line, ", and all that this run proved");
    for (int i = 1; i <= NAMES_TRIED && r == -EEXIST; i++) {
        char *beside = name_beside(to->path, i);
        r = beside == NULL ? error_set(err, -ENOMEM, "out of memory")
                           : try_name(to, beside, true, err);
        if (r >= 0)
            strbuf_add(&to->line, "; what this run proved is in '%s'", beside);
        free(beside);
    }
    return r != -EEXIST ? r
                        : error_set(err, r, "--proof: cannot write %.200s.stopped: wanted fewer such files",
                                    to->path);
}

int proof_file_write(const struct solve_certificate *made, const char *path, bool decided,
                     struct error *err)
{
    struct proof_file to = {.made = made, .path = path};
    fflush(stdout); /* it may be there that it goes */
    if (decided || whole_file_is_stream(path))
        return write_to(&to, path, err);
    int r = certificate_parse_header(made->bytes, made->size, &to.own, err);
    if (r == 0) {
        to.there = calloc(to.own.claim_count + 1, sizeof(*to.there));
        r = to.there != NULL ? try_names(&to, err) : error_set(err, -ENOMEM, "out of memory");
    }
    if (r >= 0 && to.line.length > 0) {
        char *line = strbuf_take(&to.line);
        if (line != NULL)
            message_print_line(line);
        free(line);
    }
    strbuf_release(&to.line);
    free(to.there);
    certificate_release(&to.own);
    return r;
}
