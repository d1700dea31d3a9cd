/* Signals that ask for a stop. */
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

atomic_bool interrupt_requested;

static struct solve_interrupt *handle;

static atomic_int stopped_by;   /* the number of the first signal; 0: none came */
static atomic_llong stopped_at; /* its time in nanoseconds, never 0 */
static atomic_bool pipe_broken;
static atomic_bool is_reading;

/* When a terminal closes, the shell and the kernel both send SIGHUP. A service that is stopped may
 * get it together with SIGTERM. So soon after the first signal SIGHUP does not ask again. */
#define SAME_HANGUP_NANOSECONDS 2000000000ll

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec + 1;
}

/* Asks for the stop. Returns false if a signal did so before, at the time *ret_first. */
static bool ask(int number, long long at, long long *ret_first)
{
    *ret_first = 0;
    if (!atomic_compare_exchange_strong(&stopped_at, ret_first, at))
        return false;
    atomic_store(&stopped_by, number);
    atomic_store(&interrupt_requested, true);
    solve_interrupt_request(handle);
    return true;
}

static void die_of(int number)
{
    signal(number, SIG_DFL);
    raise(number); /* in a handler of the signal: kills when that returns */
}

static void on_signal(int number)
{
    int saved = errno;
    long long at = now(), first;
    bool again =
        !ask(number, at, &first) && (number != SIGHUP || at - first > SAME_HANGUP_NANOSECONDS);
    if (again || atomic_load(&is_reading))
        die_of(number);
    errno = saved;
}

/* Nobody reads the output any more. Saving goes on, however often this comes. */
static void on_broken_pipe(int number)
{
    int saved = errno;
    long long first;
    atomic_store(&pipe_broken, true);
    ask(number, now(), &first);
    errno = saved;
}

static void catch_one(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    /* A signal that the caller made the program ignore stays ignored (nohup). SIGINT does not: a
     * script makes whatever it starts with '&' ignore it, and who sends it by kill means it. */
    if (number == SIGINT || (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN))
        sigaction(number, &action, NULL);
}

const struct solve_interrupt *interrupt_handle(void)
{
    return handle;
}

void interrupt_catch(void)
{
    if (solve_interrupt_new(&handle) < 0)
        return; /* the signals kill */
    catch_one(SIGINT, on_signal);
    catch_one(SIGTERM, on_signal);
    catch_one(SIGHUP, on_signal);
    catch_one(SIGPIPE, on_broken_pipe);
}

void interrupt_while_reading(bool reading)
{
    atomic_store(&is_reading, reading);
    if (reading && atomic_load(&interrupt_requested)) /* just before */
        die_of(atomic_load(&stopped_by));
}

const char *interrupt_text(void)
{
    switch (atomic_load(&stopped_by)) {
    case SIGINT:
        return "interrupted by SIGINT";
    case SIGTERM:
        return "interrupted by SIGTERM";
    case SIGHUP:
        return "interrupted by SIGHUP";
    case SIGPIPE:
        return "interrupted by SIGPIPE";
    default:
        return "interrupted";
    }
}

void interrupt_end_of_pipe(void)
{
    if (!atomic_load(&pipe_broken))
        return;
    die_of(SIGPIPE);
}
