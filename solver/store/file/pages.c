/* Accounting for the pages of an LMDB file. */
#include "store/file/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the format: numbers as the machine has them, page numbers as wide as a pointer --- */

#define META_MAGIC 0xbeefc0deu
#define META_VERSION 1
#define META_PAGES 2
#define PAGE_BYTES_LEAST 512
#define PAGE_BYTES_MOST 65536
#define NO_PAGE SIZE_MAX
/* As high as LMDB lets a tree grow. */
#define DEPTH_MAX 32

enum page_flags { PAGE_BRANCH = 1, PAGE_LEAF = 2, PAGE_OVERFLOW = 4, PAGE_META = 8 };
enum node_flags { NODE_BIG = 1, NODE_TREE = 2 };
/* Of a tree: the order of its keys and values. Ours are in LMDB's own, page numbers as numbers. */
#define TREE_ORDERS 0x7f
#define TREE_NUMBERS 0x08

struct tree {
    uint32_t pad; /* of the tree of free pages: the size of a page */
    uint16_t flags, depth;
    size_t branches, leaves, overflow, entries, root;
};

struct meta {
    uint32_t magic, version;
    size_t address, map_size;
    struct tree free, main;
    size_t last, transaction;
};

struct page {
    size_t number;
    uint16_t pad, flags;
    union {
        struct {
            uint16_t lower, upper; /* the free room between pointers and nodes */
        };
        uint32_t pages; /* of an overflow page: so many in a row */
    };
    uint16_t pointers[];
};
#define PAGE_HEAD offsetof(struct page, pointers)

struct page_node {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint16_t low, high;
#else
    uint16_t high, low;
#endif
    uint16_t flags, key_size;
    uint8_t key[];
};
#define NODE_HEAD offsetof(struct page_node, key)

/* --- pages --- */

struct pages {
    const uint8_t *map;
    size_t bytes, page_bytes; /* of the file, of a page */
    size_t last, transaction;
    uint8_t *seen; /* a bit for each page */
    size_t reached;
    enum pages_fault fault; /* the first */
};

static bool fail(struct pages *pages, enum pages_fault fault)
{
    if (pages->fault == PAGES_SOUND)
        pages->fault = fault;
    return false;
}

/* Counts pages as used, or free; each may be so once. */
static bool take_pages(struct pages *pages, size_t first, size_t count, enum pages_fault again)
{
    if (first < META_PAGES || first > pages->last || count > pages->last - first + 1)
        return fail(pages, PAGES_BEYOND);
    for (size_t at = first; at < first + count; at++) {
        uint8_t bit = (uint8_t)(1u << at % 8);
        if (pages->seen[at / 8] & bit)
            return fail(pages, again);
        pages->seen[at / 8] |= bit;
    }
    pages->reached += count;
    return true;
}

/* Pages in a row, if they are in the file and the first says what it is; else NULL. */
static const struct page *page_at(const struct pages *pages, size_t number, size_t count,
                                  unsigned flags)
{
    const struct page *page;
    size_t all = pages->bytes / pages->page_bytes;
    if (number >= all || count > all - number)
        return NULL;
    page = (const struct page *)(pages->map + number * pages->page_bytes);
    return page->number == number && page->flags == flags ? page : NULL;
}

static size_t node_count(const struct page *page)
{
    return (page->lower - PAGE_HEAD) / sizeof(page->pointers[0]);
}

static const struct page_node *node_at(const struct page *page, size_t n)
{
    return (const struct page_node *)((const uint8_t *)page + page->pointers[n]);
}

static size_t node_size(const struct page_node *node)
{
    return node->low | (size_t)node->high << 16;
}

/* The page that a branch leads to. */
static size_t node_child(const struct page_node *node)
{
    size_t child = node_size(node);
    return sizeof(child) > 4 ? child | (size_t)((uint64_t)node->flags << 32) : child;
}

/* Do all nodes lie in the page? What is behind their keys is looked at where it is known. */
static bool nodes_fit(const struct pages *pages, const struct page *page)
{
    if (page->lower < PAGE_HEAD + sizeof(page->pointers[0]) || page->lower > page->upper ||
        page->upper > pages->page_bytes || page->lower % 2 != 0)
        return false;
    for (size_t n = 0; n < node_count(page); n++) {
        size_t at = page->pointers[n];
        if (at < page->upper || at % 2 != 0 || at + NODE_HEAD > pages->page_bytes ||
            at + NODE_HEAD + node_at(page, n)->key_size > pages->page_bytes)
            return false;
    }
    return true;
}

/* --- trees --- */

enum tree_kind { TREE_FREE, TREE_MAIN, TREE_RECORDS };

struct key {
    const uint8_t *bytes; /* NULL: none */
    size_t size;
};

struct page_walk {
    struct pages *pages;
    enum tree_kind kind;
    unsigned depth;      /* of the leaves */
    struct tree counted; /* what was found */
    struct key last;     /* of the leaves so far */
};

static bool walk_tree(struct pages *pages, enum tree_kind kind, const struct tree *said);

static struct key key_of(const struct page_node *node)
{
    return (struct key){node->key, node->key_size};
}

static int compare(const struct page_walk *walk, struct key a, struct key b)
{
    size_t least = a.size < b.size ? a.size : b.size, numbers[2];
    if (walk->kind == TREE_FREE) {
        memcpy(&numbers[0], a.bytes, sizeof(numbers[0]));
        memcpy(&numbers[1], b.bytes, sizeof(numbers[1]));
        return numbers[0] < numbers[1] ? -1 : numbers[0] > numbers[1];
    }
    int order = memcmp(a.bytes, b.bytes, least);
    return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size;
}

/* The key must come after all before it, or be the first that a branch above has room for, and
 * before the end of that room. */
static bool key_fits(struct page_walk *walk, struct key key, struct key from, struct key end)
{
    bool fits = (walk->kind != TREE_FREE || key.size == sizeof(size_t)) &&
                (walk->last.bytes == NULL || compare(walk, walk->last, key) < 0) &&
                (from.bytes == NULL || compare(walk, from, key) <= 0) &&
                (end.bytes == NULL || compare(walk, key, end) < 0);
    return fits || fail(walk->pages, PAGES_TREE);
}

/* What a record of the tree of free pages lists: their number, then the pages, descending. */
static bool take_free(struct pages *pages, const struct page_node *node, const uint8_t *list,
                      size_t bytes)
{
    size_t count, number, before = SIZE_MAX, transaction;
    memcpy(&transaction, node->key, sizeof(transaction));
    if (bytes < sizeof(count) || transaction == 0 || transaction > pages->transaction)
        return fail(pages, PAGES_TREE);
    memcpy(&count, list, sizeof(count));
    if (count >= bytes / sizeof(number))
        return fail(pages, PAGES_TREE);
    for (size_t i = 1; i <= count; i++) {
        memcpy(&number, list + i * sizeof(number), sizeof(number));
        if (number >= before)
            return fail(pages, PAGES_FREE);
        if (!take_pages(pages, number, 1, PAGES_FREE))
            return false;
        before = number;
    }
    return true;
}

/* A value in pages of its own. They may be more than it needs: LMDB keeps them when a value becomes
 * smaller. */
static const uint8_t *find_big(struct page_walk *walk, size_t first, size_t size)
{
    struct pages *pages = walk->pages;
    const struct page *page = page_at(pages, first, 1, PAGE_OVERFLOW);
    size_t count = page != NULL ? page->pages : 0;
    if (count == 0 || page_at(pages, first, count, PAGE_OVERFLOW) == NULL ||
        size > count * pages->page_bytes - PAGE_HEAD)
        return NULL;
    walk->counted.overflow += count;
    return take_pages(pages, first, count, PAGES_TWICE) ? (const uint8_t *)page + PAGE_HEAD : NULL;
}

/* Where the value of a node lies: behind its key, or in pages of its own. NULL: nowhere. */
static const uint8_t *find_value(struct page_walk *walk, const struct page *page,
                                 const struct page_node *node)
{
    struct pages *pages = walk->pages;
    const uint8_t *value = node->key + node->key_size;
    bool big = node->flags & NODE_BIG;
    size_t first, left = pages->page_bytes - (size_t)(value - (const uint8_t *)page);
    if ((big ? sizeof(first) : node_size(node)) > left)
        return NULL;
    if (!big)
        return value;
    memcpy(&first, value, sizeof(first));
    return find_big(walk, first, node_size(node));
}

static bool walk_value(struct page_walk *walk, const struct page *page,
                       const struct page_node *node)
{
    struct pages *pages = walk->pages;
    struct tree tree;
    unsigned flags = walk->kind == TREE_MAIN ? NODE_TREE : node->flags & NODE_BIG;
    const uint8_t *value = node->flags == flags ? find_value(walk, page, node) : NULL;
    if (value == NULL)
        return fail(pages, PAGES_TREE);
    if (walk->kind == TREE_FREE)
        return take_free(pages, node, value, node_size(node));
    if (walk->kind == TREE_RECORDS)
        return true;
    if (node_size(node) != sizeof(tree))
        return fail(pages, PAGES_TREE);
    memcpy(&tree, value, sizeof(tree));
    return walk_tree(pages, TREE_RECORDS, &tree);
}

static bool walk_leaf(struct page_walk *walk, const struct page *page, struct key from,
                      struct key end)
{
    walk->counted.leaves++;
    for (size_t n = 0; n < node_count(page); n++) {
        const struct page_node *node = node_at(page, n);
        if (!key_fits(walk, key_of(node), from, end) || !walk_value(walk, page, node))
            return false;
        walk->last = key_of(node);
        walk->counted.entries++;
    }
    return true;
}

/* Walks what hangs below a page, whose keys are to be from `from` on and before `end`. */
static bool walk_page(struct page_walk *walk, size_t number, unsigned depth, struct key from,
                      struct key end)
{
    struct pages *pages = walk->pages;
    bool leaf = depth == walk->depth;
    if (!take_pages(pages, number, 1, PAGES_TWICE))
        return false;
    const struct page *page = page_at(pages, number, 1, leaf ? PAGE_LEAF : PAGE_BRANCH);
    if (page == NULL || !nodes_fit(pages, page))
        return fail(pages, PAGES_TREE);
    if (leaf)
        return walk_leaf(walk, page, from, end);
    walk->counted.branches++;
    for (size_t n = 0, count = node_count(page); n < count; n++) {
        struct key first = n > 0 ? key_of(node_at(page, n)) : from; /* the first key says nothing */
        struct key behind = n + 1 < count ? key_of(node_at(page, n + 1)) : end;
        if (walk->kind == TREE_FREE && ((n > 0 && first.size != sizeof(size_t)) ||
                                        (n + 1 < count && behind.size != sizeof(size_t))))
            return fail(pages, PAGES_TREE);
        if (!walk_page(walk, node_child(node_at(page, n)), depth + 1, first, behind))
            return false;
    }
    return true;
}

static bool is_as_said(const struct tree *found, const struct tree *said)
{
    return found->branches == said->branches && found->leaves == said->leaves &&
           found->overflow == said->overflow && found->entries == said->entries;
}

static bool walk_tree(struct pages *pages, enum tree_kind kind, const struct tree *said)
{
    const struct key none = {NULL, 0};
    struct page_walk walk = {.pages = pages, .kind = kind, .depth = said->depth};
    if ((said->flags & TREE_ORDERS) != (kind == TREE_FREE ? TREE_NUMBERS : 0) ||
        said->depth > DEPTH_MAX || (said->depth == 0) != (said->root == NO_PAGE))
        return fail(pages, PAGES_TREE);
    if (said->root != NO_PAGE && !walk_page(&walk, said->root, 1, none, none))
        return false;
    return is_as_said(&walk.counted, said) || fail(pages, PAGES_TREE);
}

/* --- the file --- */

/* The meta page of the last transaction, as LMDB chooses it. */
static const struct meta *find_meta(struct pages *pages)
{
    const struct meta *found[META_PAGES];
    pages->page_bytes = PAGE_BYTES_LEAST;
    for (size_t i = 0; i < META_PAGES; i++) {
        size_t at = i * pages->page_bytes;
        if (at + PAGE_HEAD + sizeof(*found[i]) > pages->bytes)
            return NULL;
        const struct page *page = (const struct page *)(pages->map + at);
        found[i] = (const struct meta *)((const uint8_t *)page + PAGE_HEAD);
        size_t bytes = found[i]->free.pad;
        if (!(page->flags & PAGE_META) || found[i]->magic != META_MAGIC ||
            found[i]->version != META_VERSION || bytes < PAGE_BYTES_LEAST ||
            bytes > PAGE_BYTES_MOST || (bytes & (bytes - 1)) != 0 ||
            (i > 0 && bytes != pages->page_bytes))
            return NULL;
        pages->page_bytes = bytes;
    }
    return found[found[0]->transaction < found[1]->transaction];
}

/* The file may end before the last page, if that and those before it are free. */
static int check_map(struct pages *pages)
{
    const struct meta *meta = find_meta(pages);
    if (meta == NULL || meta->last < META_PAGES - 1) {
        fail(pages, PAGES_META);
        return 0;
    }
    pages->last = meta->last;
    pages->transaction = meta->transaction;
    if (pages->last > pages->bytes) { /* more than trees and lists of this size can name */
        fail(pages, PAGES_LOST);
        return 0;
    }
    pages->seen = calloc(1, pages->last / 8 + 1);
    if (pages->seen == NULL)
        return -ENOMEM;
    if (walk_tree(pages, TREE_MAIN, &meta->main) && walk_tree(pages, TREE_FREE, &meta->free) &&
        pages->reached != pages->last + 1 - META_PAGES)
        fail(pages, PAGES_LOST);
    free(pages->seen);
    return 0;
}

int pages_check_bytes(const void *bytes, size_t size, enum pages_fault *ret_fault)
{
    struct pages pages = {.map = bytes, .bytes = size, .fault = PAGES_SOUND};
    int r = check_map(&pages);
    if (r == 0)
        *ret_fault = pages.fault;
    return r;
}

int pages_check(const char *path, enum pages_fault *ret_fault)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int r = fd < 0 || fstat(fd, &info) < 0 ? -errno : 0;
    void *map = MAP_FAILED;
    if (r == 0 && info.st_size > 0)
        map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (r == 0 && map == MAP_FAILED)
        r = info.st_size > 0 ? -errno : -EINVAL;
    if (fd >= 0)
        close(fd);
    if (r < 0)
        return r;
    r = pages_check_bytes(map, (size_t)info.st_size, ret_fault);
    munmap(map, (size_t)info.st_size);
    return r;
}

const char *pages_text(enum pages_fault fault)
{
    static const char *const texts[] = {
        [PAGES_SOUND] = "nothing is wrong with its pages",
        [PAGES_META] = "its first pages are not what they should be",
        [PAGES_TREE] = "a page is not what it should be",
        [PAGES_BEYOND] = "it names a page behind its last one",
        [PAGES_TWICE] = "a page is used twice",
        [PAGES_FREE] = "its list of free pages names one that is used",
        [PAGES_LOST] = "a page is neither used nor free",
    };
    return texts[fault];
}
