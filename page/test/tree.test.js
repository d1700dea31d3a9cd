import assert from "node:assert/strict";
import test from "node:test";
import { treeChoose, treeEnds, treeHasVariations, treeLine, treeMoves, treePath, treePlay, treePlayAll, treeRead, treeRemove, treeStart, treeText } from "../src/tree.js";

const moves = (tree, ids) => treeMoves(tree, ids).join(" ");

test("a move that is there is followed, another opens a variation", () => {
  const start = treeStart();
  const one = treePlayAll(start, 0, ["A1", "B1", "pass"]);
  assert.equal(moves(one.tree, treePath(one.tree, one.at)), "A1 B1 pass");
  const back = treePath(one.tree, one.at)[0];
  const again = treePlay(one.tree, back, "B1");
  assert.equal(again.tree.nodes.length, one.tree.nodes.length);
  assert.equal(moves(again.tree, treeLine(again.tree, again.at)), "A1 B1 pass");
  const other = treePlay(one.tree, back, "C1");
  assert.equal(moves(other.tree, treeLine(other.tree, 0)), "A1 C1");
  assert.equal(treeHasVariations(other.tree), true);
  assert.equal(treeHasVariations(one.tree), false);
  assert.equal(moves(one.tree, treeLine(one.tree, 0)), "A1 B1 pass", "an older tree stays as it was");
  const first = treeChoose(other.tree, one.at);
  assert.equal(moves(first, treeLine(first, 0)), "A1 B1 pass");
});

test("what is removed is gone with all after it", () => {
  const { tree, at } = treePlayAll(treeStart(), 0, ["A1", "B1", "C1"]);
  const path = treePath(tree, at);
  const removed = treeRemove(tree, path[1]);
  assert.equal(removed.at, path[0]);
  assert.equal(treeText(removed.tree), "A1");
  const other = treePlay(tree, path[0], "pass");
  assert.equal(treeText(treeRemove(other.tree, other.at).tree), "A1,B1,C1");
  assert.equal(moves(treeRemove(other.tree, other.at).tree, treeLine(treeRemove(other.tree, other.at).tree, 0)), "A1 B1 C1");
});

// A tree of random moves, some of them names that look like part of the text.
function randomTree(seed) {
  let state = seed;
  const random = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  const names = ["A1", "B2", "pass", "cycle:1+B2", "a,b", "(x)", "50%", "%2C"];
  let tree = treeStart();
  for (let i = 0; i < 12; i++) tree = treePlay(tree, random(tree.nodes.length), names[random(names.length)]).tree;
  return tree;
}

test("a text brings a tree back", () => {
  const shape = (tree, id = 0) => tree.nodes[id].children.map((child) => [tree.nodes[child].move, shape(tree, child)]);
  for (let seed = 1; seed <= 500; seed++) {
    const tree = randomTree(seed);
    const text = treeText(tree);
    assert.deepEqual(shape(treeRead(text)), shape(tree), text);
  }
  assert.equal(treeText(treeRead("A1,B1(C1,D1)(E1)")), "A1,B1(C1,D1)(E1)");
});

test("a text that was cut short is read as far as it goes", () => {
  for (const text of ["", "(", ")", "A1,(B1", "A1))B1", ",,", "(A1)(A1)", "A1)(B1"]) treeRead(text);
  assert.equal(treeText(treeRead("A1(B1,C1)(D1")), "A1(B1,C1)(D1)");
});

test("the ends of a tree, without what was removed", () => {
  let { tree, at } = treePlayAll(treeStart(), 0, ["A1", "B1", "A2"]);
  assert.deepEqual(treeEnds(treeStart()), []);
  assert.deepEqual(treeEnds(tree), [["A1", "B1", "A2"]]);
  const other = treePlay(tree, 1, "pass");
  assert.deepEqual(treeEnds(other.tree), [["A1", "B1", "A2"], ["A1", "pass"]]);
  assert.deepEqual(treeEnds(treeRemove(other.tree, 2).tree), [["A1", "pass"]]);
  assert.equal(at, 3);
});
