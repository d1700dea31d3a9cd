import assert from "node:assert/strict";
import test from "node:test";
import { parseGraph } from "../src/graph.js";
import { columnName, layoutDrawn, neighbourOf, positionOf, stonesOf } from "../src/layout.js";

const names = "ABC";
const rectangle = { rows: 2, columns: 3, edges: [], points: [0, 1].flatMap((y) => [0, 1, 2].map((x) =>
  ({ name: `${names[x]}${2 - y}`, x, y }))) };

test("columns are named as in Go", () => {
  assert.deepEqual([0, 7, 8, 24, 25, 26].map(columnName), ["A", "H", "J", "Z", "AA", "AB"]);
});

test("a position's text and its stones", () => {
  assert.equal(stonesOf(rectangle, "X.O/..X"), "X.O..X");
  assert.equal(positionOf(rectangle, "X.O..X"), "X.O/..X");
  assert.equal(stonesOf(rectangle, null), null);
  const graph = { rows: null, columns: null, points: [{ name: "a" }, { name: "b" }], edges: [] };
  assert.equal(positionOf(graph, stonesOf(graph, "XO")), "XO");
});

test("arrow keys go to the neighbour, and stop at the edge", () => {
  assert.equal(neighbourOf(rectangle, 0, [1, 0]), 1);
  assert.equal(neighbourOf(rectangle, 0, [0, 1]), 3);
  assert.equal(neighbourOf(rectangle, 0, [-1, 0]), -1);
  assert.equal(neighbourOf(rectangle, 5, [0, 1]), -1);
  const ring = { rows: null, columns: null, edges: [], points: [[1, 0], [2, 1], [1, 2], [0, 1]].map(([x, y], i) =>
    ({ name: "nesw"[i], x, y })) };
  assert.equal(neighbourOf(ring, 0, [0, 1]), 2, "straight down");
  assert.equal(neighbourOf(ring, 3, [1, 0]), 1);
  assert.equal(neighbourOf(ring, 3, [0, -1]), 0, "nothing straight up: the nearest above");
});

test("graph files", () => {
  const text = "# a triangle\na b c\na b\n\nb c\nc a\n#:   a\n#:  / \\\n#: b---c\n";
  const graph = parseGraph(text);
  assert.deepEqual(graph.points, ["a", "b", "c"]);
  assert.deepEqual(graph.edges, [["a", "b"], ["b", "c"], ["c", "a"]]);
  assert.deepEqual(graph.drawing, [[0.75, 0], [0.25, 1], [1.25, 1]]);
  assert.equal(parseGraph("a b\na b\n#: a - a\n").drawing, undefined);
  for (const [wrong, why] of [["", /empty/], ["a b\na", /edge 1 'a': wanted two names/], ["a b\na c", /'c' is no point/]])
    assert.throws(() => parseGraph(wrong), why);
});

test("points that are too near are drawn farther apart", () => {
  const layout = { rows: null, columns: null, edges: [], points: [{ name: "a", x: 0, y: 0 }, { name: "b", x: 0.5, y: 0 }] };
  assert.deepEqual(layoutDrawn(layout, null).points.map(({ x }) => x), [0, 1]);
  assert.deepEqual(layoutDrawn(layout, [[0, 0], [0, 2]]).points.map(({ x, y }) => [x, y]), [[0, 0], [0, 2]]);
  assert.equal(layoutDrawn(rectangle, null), rectangle);
});
