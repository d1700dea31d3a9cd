/* Certificates of strategies, packed and unpacked. */
#ifndef TESTS_CERTIFICATES_STRATEGY_PACKED_H
#define TESTS_CERTIFICATES_STRATEGY_PACKED_H

#include <stdbool.h>

#include "base/bytes.h"

/* Packs a certificate of strategies that a check accepts. Returns whether it comes out again as it
 * went in, whole and in little memory; else what is wrong is printed. bytes_release() *ret_packed.
 */
bool strategy_packed_returns(const struct bytes *file, struct bytes *ret_packed);

/* Changes each byte of a packed body in some ways; whatever can be unpacked then is looked at.
 * Returns how many can. */
long strategy_packed_spoil(struct bytes *packed, void (*look)(void *arg, struct bytes *file),
                           void *arg);

#endif
