"""An LMDB data file read as bytes, to spoil it at chosen places (64 bits, little-endian)."""
import struct

PAGE = 4096
HEAD = 16  # of a page
NODE = 8  # before a node's key
NO_PAGE = 2**64 - 1
BRANCH, LEAF = 1, 2


class Tree:
    """What a meta page or a record of the main tree says of a tree; `at`: where it says so."""
    size = 48

    def __init__(self, data, at):
        self.at = at
        (_, self.flags, self.depth, self.branches, self.leaves, self.overflow, self.entries,
         self.root) = struct.unpack_from("<IHHQQQQQ", data, at)


class File:
    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        metas = [i * PAGE + HEAD for i in (0, 1)]
        self.meta = max(metas, key=lambda at: self.number(at + 24 + 2 * Tree.size + 8))
        self.free, self.main = (Tree(self.data, self.meta + 24 + i * Tree.size) for i in (0, 1))
        self.last = self.number(self.meta + 24 + 2 * Tree.size)
        self.free_at = {}  # page: where the list of free pages names it
        self.used = set()
        self.branch_at = []  # where branches name a page below them
        self.separators = []  # where the keys of branches are, with their lengths
        self.roots_at = []  # where trees name their root
        self.records = []  # of the named databases: key, where the value is, its size
        self._walk(self.main, self._take_tree)
        self._walk(self.free, self._take_free)

    def number(self, at, size=8):
        return int.from_bytes(self.data[at:at + size], "little")

    def put(self, at, number, size=8):
        self.data[at:at + size] = number.to_bytes(size, "little")

    def write(self, path=None):
        with open(path or self.path, "wb") as file:
            file.write(self.data)

    def _walk(self, tree, take):
        if tree.root != NO_PAGE:
            self.roots_at.append(tree.at + 40)
            self._page(tree.root, take)

    def _page(self, number, take):
        self.used.add(number)
        start = number * PAGE
        flags, lower = self.number(start + 10, 2), self.number(start + 12, 2)
        for n in range((lower - HEAD) // 2):
            at = start + self.number(start + HEAD + 2 * n, 2)
            low, high, node_flags, key_size = struct.unpack_from("<HHHH", self.data, at)
            if flags & BRANCH:
                self.branch_at.append(at)
                if n > 0:
                    self.separators.append((at + NODE, key_size))
                self._page(low | high << 16 | node_flags << 32, take)
                continue
            size, value = low | high << 16, at + NODE + key_size
            if node_flags & 1:
                first = self.number(value)
                self.used.update(range(first, first + (HEAD - 1 + size) // PAGE + 1))
                value = first * PAGE + HEAD
            take(value, bytes(self.data[at + NODE:at + NODE + key_size]), size)

    def _take_tree(self, value, _, __):
        self._walk(Tree(self.data, value), self._take_record)

    def _take_record(self, value, key, size):
        self.records.append((key, value, size))

    def _take_free(self, value, _, __):
        for n in range(1, self.number(value) + 1):
            self.free_at[self.number(value + 8 * n)] = value + 8 * n
