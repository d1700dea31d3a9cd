/* What may be asked: all that is refused before a body is read. */
#ifndef SOLVER_HTTP_ADMIT_H
#define SOLVER_HTTP_ADMIT_H

#include "http/exchange.h"

/* Looks at method, path and headers. Sets refusal, or else asset or route, and makes room for the
 * body. */
void http_admit(struct http_exchange *exchange);

/* Refused for want of memory, because of the end, because all streams are taken. */
extern const struct http_refusal http_admit_no_memory, http_admit_stopping, http_admit_streams;

#endif
