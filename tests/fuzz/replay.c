/* Replays a corpus without libFuzzer: fuzz_TARGET FOLDER runs the target on each file in FOLDER. */
#include "fuzz/fuzz.h"

#include <dirent.h>

#define INPUT_MAX (1u << 20)

static void replay_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    MUST(in != NULL);
    uint8_t *data = malloc(INPUT_MAX);
    MUST(data != NULL);
    size_t size = fread(data, 1, INPUT_MAX, in);
    MUST(!ferror(in));
    fclose(in);
    /* An exact copy, so that a sanitizer sees a read past the end. */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    MUST(exact != NULL);
    memcpy(exact, data, size);
    free(data);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    DIR *folder = opendir(argv[1]);
    if (folder == NULL) {
        perror(argv[1]);
        return 2;
    }
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof(path), "%s/%s", argv[1], entry->d_name);
        replay_file(path);
        count++;
    }
    closedir(folder);
    printf("%d inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
