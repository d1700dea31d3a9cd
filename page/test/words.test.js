import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { boundsBar, choicesSorted, choicesWithValues, costOf, lossOf, strengthOf, valueNumber } from "../src/values.js";
import { certificateAsked, certificateProves, certificateValue, count, endWords, lineWords, pointLabel, secondsWords, signed,
  stoppedWords, valueHeadline, valueShort, valueWords, whyNot } from "../src/words.js";

const value = (min, max = min, known = true, outright = null) =>
  ({ min, max, min_known: known, max_known: known, outright });
const outright = { min: null, max: null, min_known: true, max_known: true, outright: "black" };

test("numbers have their sign", () => {
  assert.deepEqual([3, 0, -2.5].map(signed), ["+3", "0", "−2.5"]);
  assert.equal(count(1234567), "1\u202f234\u202f567");
  assert.equal(secondsWords(4.25), "4.3 s");
});

const nine = { min: -9, max: 9 }; // any_value of nine points

test("a bound beyond the board is told where it says something", () => {
  const prisoners = { min: null, max: null };
  assert.equal(valueShort(value(-12, 14, false), prisoners), "−12…+14");
  assert.equal(valueShort(value(-9, 9, false), prisoners), "−9…+9");
  assert.equal(valueShort(value(null, 9, false), prisoners), "−∞…+9");
  assert.equal(valueShort(value(null, null, false), prisoners), "?");
  assert.equal(valueShort(value(-9, 9, false), { min: -10, max: 9 }), "−9…+9");
  const [choice] = choicesWithValues({ ...view, any_value: prisoners }, { moves: [{ move: "A1", value: value(-9, 9, false) }] });
  assert.equal(valueShort(choice.value, choice.any_value), "−9…+9");
});

test("the bar of bounds shows what lies beyond the board, and nothing where nothing is known", () => {
  const prisoners = { min: null, max: null };
  assert.deepEqual(boundsBar(value(-1, 4, false), nine, 9), { scale: 9, low: -1, high: 4 });
  assert.deepEqual(boundsBar(value(-12, 14, false), prisoners, 9), { scale: 14, low: -12, high: 14 });
  assert.deepEqual(boundsBar(value(-9, 9, false), prisoners, 9), { scale: 9, low: -9, high: 9 });
  assert.deepEqual(boundsBar(value(null, 9, false), prisoners, 9), { scale: 10, low: -10, high: 9 });
  assert.deepEqual(boundsBar(value(-12, null, false), prisoners, 9), { scale: 13, low: -12, high: 13 });
  assert.equal(boundsBar(null, nine, 9), null);
  assert.equal(boundsBar(value(-9, 9, false), nine, 9), null);
  assert.equal(boundsBar(value(null, null, false), nine, 9), null);
  assert.deepEqual(boundsBar(value(3), nine, 9), { scale: 9, low: 3, high: 3 });
  assert.deepEqual(boundsBar(value(null, null), prisoners, 9), { scale: 10, low: -10, high: 10 });
  assert.deepEqual(boundsBar(outright, prisoners, 9), { scale: 9, low: 9, high: 9 });
});

test("what is not proved is never told as proved", () => {
  assert.equal(valueShort(null), "?");
  assert.equal(valueShort(value(-9, 9, false), nine), "?");
  assert.equal(valueShort(value(-1, 4, false), nine), "−1…+4");
  assert.equal(valueShort(value(null, 4, false), nine), "−∞…+4");
  assert.equal(valueShort(value(null, null, false), nine), "?");
  assert.equal(valueShort(value(3)), "+3");
  assert.equal(valueShort(value(3, 3, false)), "+3?");
  assert.equal(valueShort(value(-4, 4)), "−4/+4");
  assert.equal(valueShort(outright), "B wins");
  assert.match(valueWords(value(3, 3, false)), /not fully proved/);
  assert.match(valueHeadline(value(-1, 4, false)), /^Not known yet: from −1 to \+4/);
  assert.equal(valueHeadline(null), "Not known yet");
});

test("a value is told in a player's words", () => {
  assert.equal(valueHeadline(value(3)), "Black wins by 3 with best play");
  assert.equal(valueHeadline(value(-2)), "White wins by 2 with best play");
  assert.equal(valueHeadline(value(3), 3.5), "White wins by 0.5 with best play (komi 3.5)");
  assert.equal(valueHeadline(value(0)), "A tie with best play");
  assert.equal(valueWords(value(0)), "worth 0: a tie");
  assert.match(valueWords(value(-4, 4)), /Black can make sure of −4, White can keep Black to \+4, neither can force better/);
  assert.equal(valueHeadline(value(-4, 4)), "Neither side can force a win");
  assert.equal(valueHeadline(value(-4, 4), 5), "White wins by at least 1 (komi 5)");
  assert.equal(valueHeadline(value(null, null), 5), "Neither side can force a win");
  assert.equal(valueHeadline(outright), "Black wins with best play");
});

test("a line in running text", () => {
  assert.equal(lineWords(["B2", "pass", "cycle:1+C1", "refresh", "cycle:2"]),
    "B2, pass, remove cycle 1, then C1, refreshing pass, remove cycle 2");
});

test("the end of a game", () => {
  assert.equal(endWords({ ended: null }), null);
  assert.equal(endWords({ ended: "scored", score: { black: 4, white: 0, margin: 4 } }),
    "The game is over: Black 4, White 0: Black wins by 4.");
  assert.match(endWords({ ended: "scored", score: { black: 4, white: 0, margin: 4 } }, 4.5), /White wins by 0.5 after komi 4.5/);
  assert.match(endWords({ ended: "won", winner: "white" }), /White wins/);
  assert.match(endWords({ ended: "scored", score: { black: 1, white: 1, third: 2, margin: null } }), /Third 2/);
});

test("costs are those of the player who moves", () => {
  assert.equal(costOf(value(-6), value(0), "black", 0), 6);
  assert.equal(costOf(value(3), value(-2), "white", 0), 5);
  assert.equal(costOf(value(-4, 4), value(-4, 4), "black", 0), 0);
  assert.equal(costOf(value(-4, 0), value(-4, 4), "black", 2), Infinity, "worse, but not by so many points");
  assert.equal(lossOf(value(-4, 0), value(-4, 4), "black", 2), 2);
  assert.equal(costOf(value(-9, -1), value(9), "black", 0), Infinity);
  assert.equal(costOf(value(-1, 4, false), value(0), "black", 0), null);
  assert.equal(costOf(value(2), value(2, 9, false), "black", 0), null);
  assert.equal(costOf(value(0), outright, "black", 0), Infinity);
  assert.equal(costOf(value(1), value(2), "third", 0), null);
  assert.equal(valueNumber(value(-4, 4), 7), 4);
  assert.deepEqual([null, 0, 1, 8, Infinity].map((cost) => strengthOf(cost, 8)), [0, 9, 8, 1, 1]);
});

const view = { next: "black", known_moves: [{ move: "C1", value: value(-3) }],
  choices: [{ move: "A1", legal: true, captures: [] }, { move: "B1", legal: true, captures: ["A1"] },
    { move: "C1", legal: true, captures: [] }, { move: "D1", legal: false, reason: "D1 is occupied", rule: "occupied" },
    { move: "pass", legal: true, captures: [] }] };

test("values join choices", () => {
  const known = { value: value(1), best: ["B1"], moves: [{ move: "A1", value: value(-1) }, { move: "B1", value: value(1) },
    { move: "C1", value: value(-4, 4, false) }] };
  const choices = choicesWithValues(view, known);
  const byMove = Object.fromEntries(choices.map((choice) => [choice.move, choice]));
  assert.deepEqual([byMove.A1.cost, byMove.B1.cost, byMove.C1.cost, byMove.pass.cost], [2, 0, 4, null]);
  assert.deepEqual(choices.filter(({ best }) => best).map(({ move }) => move), ["B1"]);
  assert.equal(byMove.D1.value, null);
  assert.deepEqual(choicesSorted(choices).map(({ move }) => move), ["B1", "A1", "C1", "pass"]);
  assert.equal(byMove.B1.strength, 9);
  assert.equal(byMove.pass.strength, 0);
});

test("nothing is best before it is known", () => {
  const choices = choicesWithValues(view, { value: value(-4, 4, false), best: [], moves: [{ move: "A1", value: value(2) }] });
  assert.equal(choices.some(({ best }) => best), false);
  assert.equal(choices[0].cost, null);
});

test("points are told to who cannot see them", () => {
  const [a, b, , d] = choicesWithValues(view, { value: value(1), best: ["B1"], moves: [{ move: "A1", value: value(-1) },
    { move: "B1", value: value(1) }] });
  assert.equal(pointLabel("B1", ".", b), "B1, empty, worth +1: Black wins by 1, best, captures A1");
  assert.equal(pointLabel("A1", ".", a), "A1, empty, worth −1: White wins by 1, costs 2 points");
  assert.equal(pointLabel("D1", "X", d), "D1, black stone");
  assert.equal(whyNot({ move: "C1", rule: "psk", reason: "recreates the board after move 2" }),
    "C1 is not allowed: recreates the board after move 2 (rule: psk).");
});

test("a line that breaks off is no search that was stopped", () => {
  const all = { proven: true, moves_complete: true, best_complete: true };
  assert.equal(stoppedWords({ ...all, stopped: null }), null);
  assert.match(stoppedWords({ ...all, stopped: "length" }), /^All is proved. The best line breaks off/);
  assert.match(stoppedWords({ ...all, moves_complete: false, stopped: "time" }), /^The search was stopped by the limit of time\./);
});

test("what a certificate of the list proves has words, of every kind", () => {
  const schema = JSON.parse(readFileSync(new URL("../../docs/schema/explore-certificates.json", import.meta.url), "utf8"));
  assert.deepEqual(Object.keys(certificateAsked), schema.properties.certificates.items.properties.asked.enum);
});

test("one half of what a play is worth is told as such, with its number", () => {
  const told = (asked, text) => [certificateProves({ asked, value: text }), certificateValue({ asked, value: text })];
  assert.deepEqual(told("held", "-21..-1"), ["White holds Black to \u22121", "\u221221\u2026\u22121"]);
  assert.deepEqual(told("held", "-21"), ["White holds Black to \u221221", "\u221221"]);
  assert.deepEqual(told("gets", "0..+20"), ["Black gets 0 or more", "0\u2026+20"]);
  assert.deepEqual(told("living", "-25..+24"), ["White keeps Black to +24, below the whole board", "\u221225\u2026+24"]);
  assert.deepEqual(told("value", "-1..+1"), ["the value", "\u22121/+1"]);
  assert.deepEqual(told("value", "+3"), ["the value", "+3"]);
  assert.deepEqual(told("later", "+3"), ["later", "+3"]);
});
