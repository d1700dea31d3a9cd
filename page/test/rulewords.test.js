// Rulesets as texts, and where two of them part.
import assert from "node:assert";
import { test } from "node:test";
import { differencesOf as differences } from "../src/differences.js";
import { familyFields, presetGroups, rulesChosen, rulesRead, rulesText } from "../src/rulewords.js";

const superko = { repetition: "psk", suicide: "no", scoring: "area" };
const rulesets = {
  presets: [
    { name: "psk", aliases: [], family: "superko", fields: superko, description: "d", source: "s" },
    { name: "basic", aliases: ["tromp-taylor"], family: "superko", fields: { ...superko, suicide: "multi" }, description: "d", source: "s" },
    { name: "new-one", aliases: [], family: "superko", fields: superko, description: "d", source: "s" },
  ],
  families: [{ name: "superko", fields: [{ name: "suicide", values: ["no", "multi", "yes"], default: "no", meaning: "m" }] }],
};

test("a text is read, and written with what differs from the preset", () => {
  assert.deepStrictEqual(rulesRead("psk, suicide=multi"), { name: "psk", changes: { suicide: "multi" } });
  assert.strictEqual(rulesRead('{"ko":"SIMPLE"}'), null);
  assert.strictEqual(rulesRead("psk,suicide"), null);
  const chosen = rulesChosen(rulesets, "psk,suicide=multi");
  assert.strictEqual(chosen.preset.name, "psk");
  assert.deepStrictEqual(chosen.changed, ["suicide"]);
  assert.strictEqual(rulesText(chosen.preset, chosen.fields), "psk,suicide=multi");
  assert.strictEqual(rulesText(chosen.preset, { ...chosen.fields, suicide: "no" }), "psk");
});

test("a field that says what the preset says is no change; names come in any spelling", () => {
  assert.deepStrictEqual(rulesChosen(rulesets, "psk,suicide=no").changed, []);
  assert.strictEqual(rulesChosen(rulesets, "Tromp Taylor").preset.name, "basic");
  assert.strictEqual(rulesChosen(rulesets, "nobody"), null);
});

test("every preset is in the menu once", () => {
  const names = presetGroups(rulesets.presets).flatMap(([, list]) => list.map(({ name }) => name));
  assert.deepStrictEqual(names.sort(), ["basic", "new-one", "psk"]);
});

test("fields of a family, in both shapes", () => {
  assert.strictEqual(familyFields(rulesets, "superko")[0].name, "suicide");
  assert.strictEqual(familyFields({ families: { superko: [{ field: "suicide", values: [] }] } }, "superko")[0].name, "suicide");
  assert.deepStrictEqual(familyFields(rulesets, "none"), []);
});

const value = (min, max = min, known = true) => ({ min, max, min_known: known, max_known: known, outright: null });
const choice = (move, v, legal = true) => ({ move, legal, value: v });

test("what is not proved is no difference", () => {
  const here = [choice("A1", value(1)), choice("A2", value(2)), choice("A3", value(0, 3, false)), choice("A4", null, false)];
  const there = [choice("A1", value(1)), choice("A2", value(3)), choice("A3", value(3)), choice("A4", value(1))];
  assert.deepStrictEqual(differences(here, there).map(({ move, why }) => [move, why]), [["A2", "value"], ["A4", "legal"]]);
  assert.deepStrictEqual(differences([choice("A1", null)], [choice("A1", value(1))]), []);
  assert.deepStrictEqual(differences([choice("refresh", value(1))], []), []);
});

test("a gap differs from a number, a win outright from none", () => {
  const outright = { min: null, max: null, min_known: true, max_known: true, outright: "black" };
  assert.strictEqual(differences([choice("A1", value(-1, 1))], [choice("A1", value(1))]).length, 1);
  assert.strictEqual(differences([choice("A1", outright)], [choice("A1", { ...outright, outright: "white" })]).length, 1);
  assert.strictEqual(differences([choice("A1", outright)], [choice("A1", { ...outright })]).length, 0);
});
