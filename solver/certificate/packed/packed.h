/*
 * Packed certificates of strategies: the same replies in about a sixth of the bytes, where there
 * are some thousand; the model begins without knowledge, so tiny ones need not get smaller. They
 * are a way to keep and send a certificate. The check asks for one reply after the other, and each
 * is unpacked for it then (strategy_source, certificate/check/strategy/check.h); what comes out is
 * byte for byte the file that was packed. Nothing of this is trusted.
 *
 * A packed file is a certificate (format.h) of version 2 whose header says "packed-strategies" for
 * "strategies", or "packed-answered-strategies". For each strategy its body has V, the number of
 * replies, V, a number of bytes, and so many bytes. These are the replies written by a range coder,
 * in the order in which the walk of the check asks for them
 * (certificate/check/strategy/check.h; it goes by the rules of the header: what becomes of a
 * retaken ko, and whether play goes on after two passes, is `retake` and `passes_to_end` of the
 * description, rules/history_model.h). The weights and the states that the walk has met begin anew
 * with each strategy. For each reply:
 *
 *   1. The plays that could be the reply: the player's stones, points ascending, that are legal by
 *      capture and no suicide and not on the point of a ko; then the pass, where the board is
 *      enough. If there is but one, nothing is written or learned.
 *   2. For each play its places. With o and t the player's stones and his opponent's, p the play's
 *      number (points: the pass) and m = 1 if the walk has come before to the state that the play
 *      leads to (else 0), for reach r = 0, 1, 2, 3, N being the points at most r steps from p (none
 *      for the pass), modulo 2^64:
 *         h = (o & N) * 0x9e3779b97f4a7c15 ^ (t & N) * 0xc2b2ae3d27d4eb4f ^
 *             (2 * p + m) * 0x165667b19e3779f9
 *         h = (h ^ h >> 32) * 0x9fb21c651e98df25
 *      The place is number h >> 48 of the 65,536 weights of reach r. All weights are 0 at first.
 *   3. Its sum s: of its four weights. With S the greatest sum of all plays and d = S - s, its
 *      frequency is 1 + (F[d mod 65536 / 256] >> d / 65536), and 1 for d / 65536 > 31; F[i] is
 *      2^14 * 2^(-i / 256), rounded. T is the sum of the frequencies.
 *   4. The reply is written with these frequencies (range_coder.h).
 *   5. For each play, with f its frequency: e = (65536 if it is the reply, else 0) - f * 65536 / T,
 *      both divisions rounded towards 0 as the next one, and e * 7 / 32 is added to each of its
 *      four weights unless that takes the weight beyond 2^20 or -2^20. (A weight that two plays
 *      share is corrected for each, in the order of the plays.)
 *
 * The range coder has low = 0 and range = 2^32 - 1 at first. To write a choice: part = range /
 * total, low += part * (frequencies before it), range = part * (its frequency); while range < 2^24:
 * the highest of the four bytes of low is written, low and range are shifted by a byte. A carry
 * out of low is added to what was written. At the end all four bytes of low are written. The reader
 * keeps what the bytes say beyond low, in four bytes; that divided by part is the number that tells
 * the choice. At the end it must have read all. (The last bytes may be others that say the same.)
 */
#ifndef SOLVER_CERTIFICATE_PACKED_PACKED_H
#define SOLVER_CERTIFICATE_PACKED_PACKED_H

#include "base/bytes.h"
#include "certificate/budget.h"
#include "certificate/format.h"

/* Returns the steps that unpacking a file of size bytes may take unless somebody says how long:
 * those of a file of 16 times the size (budget.h). */
static inline uint64_t packed_steps_for(size_t size)
{
    return CHECK_STEPS_BASE + 16 * CHECK_STEPS_FACTOR * (uint64_t)size;
}

/*
 * Checks a certificate of strategies, packs it, and unpacks it again to see whether it is the same.
 * Within limits (budget.h); their steps do not count. Returns 0; -EINVAL: it has no strategies, is
 * packed already, or is not accepted; -ENOMEM; -EINTR: stop said so (err each time). The caller
 * releases *ret_file.
 */
int packed_pack(const struct certificate *certificate, const struct check_limits *limits,
                struct bytes *ret_file, struct error *err);

/* Checks a packed certificate and makes the file that was packed. Returns 0: it is accepted; else
 * as check_certificate_within(), with no file. certificate->packed is set. */
int packed_unpack(const struct certificate *certificate, const struct check_limits *limits,
                  struct bytes *ret_file, struct error *err);

struct strategy_source;

/* Checks a certificate with strategy leaves. certificate->leaves is set. Returns as
 * check_certificate_within(). */
int packed_check_leaves(const struct certificate *certificate, const struct check_limits *limits,
                        struct error *err);

/*
 * Makes what stands behind the nodes of a certificate with strategy leaves, whose body has the
 * nodes alone; replies (certificate/check/strategy/check.h) has the strategies. They are checked,
 * the nodes are not. Limits as packed_pack(). Returns 0; -EINVAL: a strategy is not accepted
 * (err); -ENOMEM; -EINTR. The caller releases *ret_strategies.
 */
int packed_write_leaves(const struct certificate *nodes, const struct strategy_source *replies,
                        const struct check_limits *limits, struct bytes *ret_strategies,
                        struct error *err);

#endif
