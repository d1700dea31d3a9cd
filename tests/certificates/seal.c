/* seal: copies a certificate from stdin to stdout and appends the checksum that it lacks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/write.h"

int main(void)
{
    struct bytes file = {0};
    uint8_t piece[4096], empty[CERTIFICATE_CHECKSUM_BYTES] = {0};
    size_t got;
    while ((got = fread(piece, 1, sizeof(piece), stdin)) > 0)
        bytes_put(&file, piece, got);
    bytes_put(&file, empty, sizeof(empty));
    if (file.failed || ferror(stdin))
        return 1;
    write_seal(file.data, file.size);
    size_t put = fwrite(file.data, 1, file.size, stdout);
    free(file.data);
    return put == file.size && fflush(stdout) == 0 ? 0 : 1;
}
