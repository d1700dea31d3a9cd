/* LMDB's data files: whatever the bytes, the walk over the pages ends and reads nothing outside. */
#include "fuzz/fuzz.h"

#include "store/file/pages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum pages_fault fault = PAGES_SOUND;
    uint8_t *copy = malloc(size > 0 ? size : 1); /* so that reading behind them is seen */
    MUST(copy != NULL);
    memcpy(copy, data, size);
    MUST(pages_check_bytes(copy, size, &fault) == 0);
    MUST(pages_text(fault)[0] != '\0');
    free(copy);
    return 0;
}
