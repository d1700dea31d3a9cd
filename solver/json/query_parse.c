/* Queries in JSON: the text as an object, and what keeps it from being one. */
#include "json/query_json.h"

#include <errno.h>

#include "base/json_why.h"
#include "json/json.h"
#include "json/query_fault.h"

int query_json_parse(const char *text, size_t length, json_t **ret_object,
                     struct query_fault *fault)
{
    json_error_t wrong;
    json_was_incomplete();
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &wrong);
    /* jansson leaves a character out of a text that it has no memory to make longer. */
    bool lost = json_was_incomplete();
    if (json_is_object(object) && !lost) {
        *ret_object = object;
        return 0;
    }
    int r = -EINVAL;
    if (lost)
        r = query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    else if (object != NULL)
        r = query_fault_set(fault, r, "", object, "wanted a JSON object");
    else
        query_fault_set(fault, r, "", NULL, "no JSON: %s, at byte %d", json_why(&wrong),
                        wrong.position);
    json_decref(object);
    return r;
}
