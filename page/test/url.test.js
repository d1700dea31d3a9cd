import assert from "node:assert/strict";
import test from "node:test";
import { placeOf, stateOfPlace } from "../src/state.js";
import { startEmpty } from "../src/query.js";
import { treeLine, treeMoves, treePath, treePlayAll, treeStart } from "../src/tree.js";
import { urlRead, urlWrite } from "../src/url.js";

const places = [
  { board: "2x3", rules: "kee2013", history: ["B2", "pass"], at: 1 },
  { board: "1x4", rules: "psk,suicide=yes", history: [], at: 0, beside: "ssk,scoring=stone", komi: 0.5 },
  { board: "2x2", rules: "ljrg", history: ["A1", "cycle:1+B2"], at: 2, position: "X./.O", toMove: "white",
    prohibited: ["A2", "B1"] },
  { board: "two words & more.graph", graph: { points: ["ä,b", "(c)", "d%"], edges: [["ä,b", "(c)"]] }, rules: "psk",
    history: ["ä,b", "(c)", "d%", "pass"], at: 3, tree: "ä%2Cb(%28c%29,d%25)(pass)" },
  { board: "v.graph", graph: { points: ["a", "b"], edges: [["a", "b"]], drawing: [[0, 0], [0.5, 1]] }, rules: "psk",
    history: [], at: 0 },
  { view: "tables", table: "kee 2013", history: [], at: 0 },
  { view: "certificates", certificate: "2x2-psk", history: [], at: 0 },
  { board: "3x3", rules: "simple", history: ["A1"], at: 1, show: "line", step: 4 },
  { board: "3x3", rules: "none", history: [], at: 0, show: "endless", step: 0, komi: -7 },
];

test("a URL brings a place back", () => {
  for (const place of places) {
    const url = urlWrite(place);
    const read = urlRead(url);
    assert.match(url, /^#[\x21-\x7e]+$/);
    assert.deepEqual({ view: "board", ...place }, read, url);
    assert.equal(urlWrite(read), url);
  }
});

test("what people write is read", () => {
  assert.deepEqual(urlRead("#board=2x3&rules=kee2013&to_move=white&history=B2,pass&at=1&komi=0"),
    { view: "board", board: "2x3", rules: "kee2013", toMove: "white", history: ["B2", "pass"], at: 1, komi: 0 });
  assert.equal(urlWrite({ board: "2x3", rules: "psk", history: ["B2", "pass"], at: 2, position: ".../X.O" }),
    "#board=2x3&rules=psk&position=.../X.O&history=B2,pass");
});

test("what is no place does no harm", () => {
  for (const text of ["", "#", "#&&", "#=x", "#at=9&history=A1", "#at=-1", "#graph=!!", "#graph=e30", "#komi=many",
    "#board=%E0%A4%A", "#view=elsewhere", "#show=all&step=x", "#tree=))((", "#history=,,"])
    urlRead(text);
  assert.equal(urlRead("#at=9&history=A1").at, 1);
  assert.equal(urlRead("#view=elsewhere").view, "board");
  assert.equal(urlRead("#graph=bm8").graph, undefined);
});

test("the state of a page has a URL, and the URL the state", () => {
  const { tree: one } = treePlayAll(treeStart(), 0, ["A1", "B1", "pass"]);
  const { tree, at } = treePlayAll(one, 0, ["A1", "C1"]);
  const state = { start: { ...startEmpty, board: "1x3", rules: "ssk" }, tree, at, view: "board", beside: "psk" };
  const read = stateOfPlace({}, urlRead(urlWrite(placeOf(state))));
  assert.deepEqual(treeMoves(read.tree, treePath(read.tree, read.at)), ["A1", "C1"]);
  assert.equal(urlWrite(placeOf(read)), urlWrite(placeOf(state)));
});

test("back keeps the variations that were opened since", () => {
  const before = treePlayAll(treeStart(), 0, ["A1", "B1"]);
  const after = treePlayAll(before.tree, 0, ["C1"]);
  const start = { ...startEmpty, board: "1x3" };
  const state = { start, tree: after.tree, at: after.at, view: "board" };
  const back = stateOfPlace(state, urlRead("#board=1x3&rules=psk&history=A1,B1&at=1"));
  assert.equal(back.tree.nodes.length, after.tree.nodes.length);
  assert.deepEqual(treeMoves(back.tree, treeLine(back.tree, back.at)), ["A1", "B1"]);
  assert.equal(treePath(back.tree, back.at).length, 1);
  const other = stateOfPlace(state, urlRead("#board=2x2&rules=psk"));
  assert.equal(other.tree.nodes.length, 1);
});
