/* The assignment problem by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). */
#include "count/longest/longest_match.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

#define FAR INT64_MAX
#define NOT_QUEUED UINT32_MAX
/* Rows between two looks at the clock. */
#define ASK_EVERY 64

static void add_links(struct longest_match *match)
{
    const struct longest_graph *graph = match->graph;
    for (uint32_t r = 0; r < graph->count; r++) {
        match->first_link[r] = match->link_count;
        for (uint32_t a = graph->first_arc[r]; a < graph->first_arc[r + 1]; a++)
            match->column[match->link_count++] = graph->arcs[a].to;
        match->column[match->link_count++] = 0;
        if (r > 0)
            match->column[match->link_count++] = r;
    }
    match->first_link[graph->count] = match->link_count;
}

int longest_match_init(struct longest_match *ret_match, const struct longest_graph *graph)
{
    size_t rows = graph->count, links = graph->arc_count + 2 * rows;
    *ret_match = (struct longest_match){
        .graph = graph,
        .first_link = malloc((rows + 1) * sizeof(uint32_t)),
        .column = malloc(links * sizeof(uint32_t)),
        .worth = malloc(links * sizeof(int64_t)),
        .row_price = calloc(rows, sizeof(int64_t)),
        .column_price = calloc(rows, sizeof(int64_t)),
        .chosen = malloc(rows * sizeof(uint32_t)),
        .row_of = malloc(rows * sizeof(uint32_t)),
        .distance = malloc(rows * sizeof(int64_t)),
        .through = malloc(rows * sizeof(uint32_t)),
        .heap = malloc(rows * sizeof(uint32_t)),
        .place = malloc(rows * sizeof(uint32_t)),
        .done = malloc(rows * sizeof(uint32_t)),
    };
    if (ret_match->first_link == NULL || ret_match->column == NULL || ret_match->worth == NULL ||
        ret_match->row_price == NULL || ret_match->column_price == NULL ||
        ret_match->chosen == NULL || ret_match->row_of == NULL || ret_match->distance == NULL ||
        ret_match->through == NULL || ret_match->heap == NULL || ret_match->place == NULL ||
        ret_match->done == NULL)
        return -ENOMEM;
    memset(ret_match->chosen, 0xff, rows * sizeof(uint32_t));
    memset(ret_match->row_of, 0xff, rows * sizeof(uint32_t));
    for (size_t c = 0; c < rows; c++) {
        ret_match->distance[c] = FAR;
        ret_match->place[c] = NOT_QUEUED;
    }
    add_links(ret_match);
    return 0;
}

void longest_match_release(struct longest_match *match)
{
    FREE_ALL(match->first_link, match->column, match->worth, match->row_price, match->column_price,
             match->chosen, match->row_of, match->distance, match->through, match->heap,
             match->place, match->done);
}

void longest_match_reset(struct longest_match *match, int64_t scale)
{
    const struct longest_graph *graph = match->graph;
    for (uint32_t r = 0; r < graph->count; r++) {
        uint32_t link = match->first_link[r];
        for (uint32_t a = graph->first_arc[r]; a < graph->first_arc[r + 1]; a++)
            match->worth[link++] = scale * graph->arcs[a].length;
        match->worth[link++] = scale * graph->finish[r];
        if (r > 0)
            match->worth[link++] = 0;
    }
}

/* What a link lacks of what its row and its column cost: at least 0. */
static int64_t slack(const struct longest_match *match, uint32_t row, uint32_t link)
{
    return match->row_price[row] + match->column_price[match->column[link]] - match->worth[link];
}

/* --- a heap of columns by distance --- */

static void put(struct longest_match *match, uint32_t at, uint32_t column)
{
    match->heap[at] = column;
    match->place[column] = at;
}

static void rise(struct longest_match *match, uint32_t at, uint32_t column)
{
    while (at > 0) {
        uint32_t parent = (at - 1) / 2;
        if (match->distance[match->heap[parent]] <= match->distance[column])
            break;
        put(match, at, match->heap[parent]);
        at = parent;
    }
    put(match, at, column);
}

static uint32_t take_nearest(struct longest_match *match)
{
    uint32_t nearest = match->heap[0], last = match->heap[--match->heap_count], at = 0;
    match->place[nearest] = NOT_QUEUED;
    if (match->heap_count == 0)
        return nearest;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= match->heap_count)
            break;
        if (child + 1 < match->heap_count &&
            match->distance[match->heap[child + 1]] < match->distance[match->heap[child]])
            child++;
        if (match->distance[match->heap[child]] >= match->distance[last])
            break;
        put(match, at, match->heap[child]);
        at = child;
    }
    put(match, at, last);
    return nearest;
}

/* Looks at the links of a row that is so far away. */
static void relax(struct longest_match *match, uint32_t row, int64_t at)
{
    for (uint32_t link = match->first_link[row]; link < match->first_link[row + 1]; link++) {
        uint32_t column = match->column[link];
        int64_t distance = at + slack(match, row, link);
        if (distance >= match->distance[column])
            continue;
        if (match->distance[column] == FAR)
            match->place[column] = match->heap_count++;
        match->distance[column] = distance;
        match->through[column] = link;
        rise(match, match->place[column], column);
    }
}

/* --- augmenting --- */

/* The row that a link belongs to. */
static uint32_t row_of_link(const struct longest_match *match, uint32_t link)
{
    uint32_t low = 0, high = match->graph->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (match->first_link[middle] <= link)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Moves the prices by what was found, and forgets the distances. */
static void reprice(struct longest_match *match, uint32_t start, int64_t least)
{
    match->row_price[start] -= least;
    for (uint32_t i = 0; i < match->done_count; i++) {
        uint32_t column = match->done[i];
        int64_t change = least - match->distance[column];
        match->column_price[column] += change;
        match->row_price[match->row_of[column]] -= change;
        match->distance[column] = FAR;
    }
    for (uint32_t i = 0; i < match->heap_count; i++) {
        match->distance[match->heap[i]] = FAR;
        match->place[match->heap[i]] = NOT_QUEUED;
    }
    match->heap_count = match->done_count = 0;
}

static void augment(struct longest_match *match, uint32_t start)
{
    uint32_t row = start, column;
    int64_t least = 0;
    for (;;) {
        relax(match, row, least);
        column = take_nearest(match);
        least = match->distance[column];
        row = match->row_of[column];
        if (row == LONGEST_NONE)
            break;
        match->done[match->done_count++] = column;
    }
    match->distance[column] = FAR;
    reprice(match, start, least);
    for (row = LONGEST_NONE; row != start;) {
        uint32_t link = match->through[column];
        row = row_of_link(match, link);
        uint32_t before = match->chosen[row];
        match->chosen[row] = link;
        match->row_of[column] = row;
        if (row != start)
            column = match->column[before];
    }
}

/* Gives rows the least prices that the columns' allow, and takes back choices that cost more. */
static void fit_rows(struct longest_match *match)
{
    for (uint32_t row = 0; row < match->graph->count; row++) {
        int64_t price = INT64_MIN;
        for (uint32_t link = match->first_link[row]; link < match->first_link[row + 1]; link++) {
            int64_t wanted = match->worth[link] - match->column_price[match->column[link]];
            price = wanted > price ? wanted : price;
        }
        match->row_price[row] = price;
        uint32_t link = match->chosen[row];
        if (link != LONGEST_NONE && slack(match, row, link) > 0) {
            match->row_of[match->column[link]] = LONGEST_NONE;
            match->chosen[row] = LONGEST_NONE;
        }
    }
}

int longest_match_solve(struct longest_match *match, struct count_run *run, int64_t *ret_sum)
{
    int64_t sum = 0;
    uint32_t augmented = 0;
    fit_rows(match);
    for (uint32_t row = 0; row < match->graph->count; row++) {
        if (match->chosen[row] != LONGEST_NONE)
            continue;
        if (augmented++ % ASK_EVERY == 0 && count_run_must_stop(run))
            return -EINTR;
        augment(match, row);
    }
    for (uint32_t row = 0; row < match->graph->count; row++)
        sum += match->worth[match->chosen[row]];
    *ret_sum = sum;
    return 0;
}

int64_t longest_match_bound(struct longest_match *match)
{
    int64_t sum = 0;
    fit_rows(match);
    for (uint32_t row = 0; row < match->graph->count; row++)
        sum += match->row_price[row] + match->column_price[row];
    return sum;
}
