/* Checksums and hashes of records. */
#include "store/file/record.h"

#include <string.h>

#include <xxhash.h>

static uint64_t checksum(const uint8_t *value, size_t size, uint64_t seed)
{
    return XXH3_64bits_withSeed(value + CHECKSUM, size - CHECKSUM, seed);
}

uint64_t record_seed(const void *name, size_t length)
{
    return XXH3_64bits(name, length);
}

void record_hash(const void *data, size_t size, uint8_t key[STORE_KEY])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
    memcpy(key, canonical.digest, STORE_KEY);
}

void record_begin(struct bytes *value)
{
    bytes_put_number(value, 0, CHECKSUM);
}

void record_seal(struct bytes *value, size_t start, uint64_t seed)
{
    if (value->failed)
        return;
    uint8_t *record = value->data + start;
    bytes_encode(record, checksum(record, value->size - start, seed), CHECKSUM);
}

bool record_is_sealed(const void *value, size_t size, uint64_t seed)
{
    return size >= CHECKSUM && checksum(value, size, seed) == bytes_decode(value, CHECKSUM);
}

bool record_open(const void *value, size_t size, uint64_t seed, struct bytes_reader *ret_reader)
{
    *ret_reader = (struct bytes_reader){value, size, false};
    return record_is_sealed(value, size, seed) && bytes_read(ret_reader, CHECKSUM) != NULL;
}
