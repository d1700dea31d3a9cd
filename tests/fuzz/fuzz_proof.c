/*
 * Certificates: whatever the bytes are, the checker ends, within its memory, and says one line; and
 * what is accepted claims no more than the board can give. The checksum is put right first, so that
 * the fuzzer comes past it.
 */
#include "fuzz/fuzz.h"

#include "certificate/check/check.h"
#include "certificate/packed/packed.h"
#include "certificate/write/write.h"

/* Memory for a check: small, so that running out of it is tried, too. */
#define MEMORY (8u << 20)
#define STEPS 20000000u
/* Larger boards' symmetries and moves take too long for a fuzzer. */
#define POINTS_MAX 9

/* What a packed one unpacks to may be looked at, too. */
static void unpack(const struct certificate *proof)
{
    const struct check_limits limits = {.max_bytes = MEMORY, .max_steps = STEPS};
    struct bytes file = {0};
    struct certificate plain;
    struct error err = {""};
    if (packed_unpack(proof, &limits, &file, &err) < 0) {
        MUST(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
        return;
    }
    MUST(certificate_parse(file.data, file.size, &plain, &err) == 0 && !plain.packed);
    certificate_release(&plain);
    bytes_release(&file);
}

static void check(const struct certificate *proof)
{
    struct error err = {""};
    int r = check_certificate(proof, MEMORY, &err);
    if (proof->packed)
        unpack(proof);
    MUST(r == 0 || (err.text[0] != '\0' && strchr(err.text, '\n') == NULL));
    for (size_t i = 0; r == 0 && i < proof->claim_count; i++) {
        const struct certificate_claim *claim = &proof->claims[i];
        int most = 1000 + 2 * (int)proof->move_count;
        /* Without an outright win nobody forces more than every point and every prisoner. */
        MUST(claim->denies || abs(claim->margin) == CERTIFICATE_INFINITE ||
             (claim->who == 0 ? claim->margin <= most : claim->margin >= -most));
    }
}

static void try_file(const uint8_t *bytes, size_t size)
{
    struct certificate proof;
    struct error err = {""};
    if (certificate_parse(bytes, size, &proof, &err) < 0) {
        MUST(err.text[0] != '\0');
        return;
    }
    if (proof.graph->points <= POINTS_MAX && proof.move_count <= 50)
        check(&proof);
    certificate_release(&proof);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    try_file(data, size);
    if (size >= CERTIFICATE_CHECKSUM_BYTES) {
        write_seal((uint8_t *)text, size);
        try_file((uint8_t *)text, size);
    }
    free(text);
    return 0;
}
