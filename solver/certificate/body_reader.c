/* Reading the bytes of a certificate's body. */
#include "certificate/body_reader.h"

#include <stddef.h>

void body_reader_fail(struct body_reader *in, const char *wrong)
{
    if (in->wrong == NULL)
        in->wrong = wrong;
    in->at = in->end;
}

uint8_t body_reader_byte(struct body_reader *in)
{
    if (in->at < in->end)
        return *in->at++;
    body_reader_fail(in, "the body ends in the middle of it");
    return 0;
}

uint64_t body_reader_number(struct body_reader *in, uint64_t most, const char *too_large)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = body_reader_byte(in);
        uint64_t part = byte & 127;
        if (shift == 63 && part > 1)
            body_reader_fail(in, "a number of more than 64 bits");
        number |= part << shift;
        if (!(byte & 128)) {
            if (byte == 0 && shift > 0)
                body_reader_fail(in, "a number that is not in its shortest form");
            break;
        }
        if (shift == 63) {
            body_reader_fail(in, "a number of more than 64 bits");
            break;
        }
    }
    if (number > most)
        body_reader_fail(in, too_large);
    return in->wrong == NULL ? number : 0;
}
