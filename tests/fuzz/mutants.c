/*
 * Mutants of a corpus: fuzz_TARGET_mutants FOLDER COUNT WORD... runs the target on COUNT inputs
 * that are made from the files in FOLDER by small changes, of which one is to put in a WORD. The
 * same ones every time. An input that fails, or takes too long, is kept in the
 * file "mutant" of the present folder.
 */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#define INPUT_MAX (1u << 16)
#define FILES_MAX 256
#define SECONDS_EACH 20

struct input {
    uint8_t bytes[INPUT_MAX];
    size_t size;
};

static struct input files[FILES_MAX];
static size_t file_count;
static uint8_t *current; /* the mutant that is tried */
static size_t current_size;
static uint64_t state = 88172645463325252u;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit == 0 ? 0 : (size_t)(state % limit);
}

static void too_long(int signal_number)
{
    static const char text[] = "an input takes too long\n";
    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    abort();
}

static void keep(int signal_number)
{
    int file = open("mutant", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    (void)!write(file, current, current_size);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_files(const char *folder)
{
    char *names[FILES_MAX];
    DIR *dir = opendir(folder);
    MUST(dir != NULL);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL && file_count < FILES_MAX;)
        if (entry->d_name[0] != '.')
            MUST((names[file_count++] = strdup(entry->d_name)) != NULL);
    closedir(dir);
    qsort(names, file_count, sizeof(*names), by_name);
    for (size_t i = 0; i < file_count; i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        FILE *in = fopen(path, "rb");
        MUST(in != NULL);
        files[i].size = fread(files[i].bytes, 1, INPUT_MAX, in);
        fclose(in);
        free(names[i]);
    }
    MUST(file_count > 0);
}

/* Puts length bytes in at a place. */
static void insert(struct input *input, size_t at, const uint8_t *bytes, size_t length)
{
    if (input->size + length > INPUT_MAX)
        return;
    memmove(input->bytes + at + length, input->bytes + at, input->size - at);
    memcpy(input->bytes + at, bytes, length);
    input->size += length;
}

static void change(struct input *input, char **words, size_t word_count)
{
    uint8_t piece[64];
    size_t at = below(input->size + 1), length = below(sizeof(piece));
    const struct input *other = &files[below(file_count)];
    size_t from = below(other->size + 1);
    switch (below(word_count > 0 ? 6 : 5)) {
    case 0: /* another byte */
        if (at < input->size)
            input->bytes[at] = (uint8_t)below(256);
        break;
    case 1: /* a piece taken out */
        length = length > input->size - at ? input->size - at : length;
        memmove(input->bytes + at, input->bytes + at + length, input->size - at - length);
        input->size -= length;
        break;
    case 2: /* a piece twice */
        length = length > input->size - at ? input->size - at : length;
        memcpy(piece, input->bytes + at, length);
        insert(input, below(input->size + 1), piece, length);
        break;
    case 3: /* a piece of another file */
        length = length > other->size - from ? other->size - from : length;
        memcpy(piece, other->bytes + from, length);
        insert(input, at, piece, length);
        break;
    case 4: /* the end cut off */
        if (below(4) == 0)
            input->size = at;
        break;
    default: {
        const char *word = words[below(word_count)];
        insert(input, at, (const uint8_t *)word, strlen(word));
    }
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s FOLDER COUNT [WORD...]\n", argv[0]);
        return 2;
    }
    static struct input input;
    unsigned long count = strtoul(argv[2], NULL, 10);
    read_files(argv[1]);
    signal(SIGALRM, too_long);
    signal(SIGABRT, keep);
    signal(SIGSEGV, keep);
    for (unsigned long n = 0; n < count; n++) {
        input = files[below(file_count)];
        for (size_t i = 1 + below(6); i > 0; i--)
            change(&input, argv + 3, (size_t)argc - 3);
        uint8_t *exact = malloc(input.size > 0 ? input.size : 1);
        MUST(exact != NULL);
        memcpy(exact, input.bytes, input.size);
        current = exact;
        current_size = input.size;
        alarm(SECONDS_EACH);
        LLVMFuzzerTestOneInput(exact, input.size);
        alarm(0);
        free(exact);
    }
    printf("%lu mutants of %zu inputs\n", count, file_count);
    return count > 0 ? 0 : 1;
}
