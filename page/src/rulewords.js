// What rulesets and their fields say, in plain words. What is not in here is told as the program tells it.

// A sentence a preset: what happens to repetition, for somebody who has never heard of superko.
const sentences = {
  psk: "No stone may bring back any board that stood before.",
  ssk: "No stone may bring back a board that stood before with the same player to move.",
  nssk: "No stone may bring back a board that the same player made before.",
  simple: "A stone may not undo the opponent\u2019s last move (the ko). Longer repetitions are free, and may go on for ever.",
  none: "No ko rule at all: everything may be repeated, for ever.",
  kee2013: "Every board may come back. But when a cycle is complete, the player who passed least in it (of equals, who moved last) may not play any more.",
  "kee-v6": "A stone that repeats and stands in atari is only for a player who has passed more often than the other since.",
  kee2007: "No stone may bring back a board for the opponent if its player passed last on the same board as then.",
  "kee2020-march": "No stone may bring back a board that was made since the last pass. Nobody may answer a pass by a stone on the same board twice; passing again on a board ends the game.",
  kee2020: "No stone may bring back a board that was made since the last pass. Who is passed to on a board for the second time must pass, too; three passes end the game.",
  "3-plays": "Who closes a cycle of two or three moves loses. A longer cycle is a tie.",
  migos: "Simple ko. When a board comes back with the same player to move, who passed more in between wins; else it is a tie.",
  spight: "No stone may bring back a board that stood since the last pass. Who passes twice on the same board ends the game.",
  spight2: "No stone may bring back a board that the opponent faced since the last pass, nor ever one on which the opponent has passed.",
  "ing-spight": "A stone played in a ko may not capture a stone of the same run of such plays. A cycle of an odd number of plays may be played once.",
  configuration: "A ko may not be retaken at once. From a board that stood before no stone may be played on a point that was played on since it first stood.",
  "fixed-ko": "No stone may lead from a board to the next one in the same way as an earlier stone did.",
  "repetition-draws": "Nothing is forbidden. A stone that brings an earlier board back ends the game as a draw.",
  "wagc-jasiek": "Simple ko. A stone that brings any other earlier board back ends the game as a tie.",
  olympiad: "Simple ko. A stone that brings any other earlier board back ends the game: who captured more since then wins; if as many, it is a draw.",
  "repeated-pass": "No stone may bring back a board that the opponent faced since the last pass. Passing again on a board ends the game: who passed more since wins; if as often, the board is counted.",
  ljrg: "The Logical Japanese Rules: who is to move may take a whole cycle out of the game; territory is what a player can prove to control.",
  basic: "Tromp and Taylor\u2019s rules: no stone may bring back an earlier board; several stones may be given up by suicide.",
  "basic-7a": "Tromp and Taylor\u2019s rules without suicide: no stone may bring back an earlier board.",
  aga: "The American rules with area counting: no earlier board may come back with the same player to move.",
  "new-zealand": "No stone may make the board as an earlier move of the same player left it. Every suicide is allowed.",
  "katago-new-zealand": "New Zealand\u2019s rules as the program KataGo plays them.",
  chinese: "Simple ko, stones and surrounded points count. A longer cycle ends the game without a result.",
  "chinese-superko": "Chinese counting, and no stone may bring back an earlier board.",
  "simplified-ing": "No stone may bring back an earlier board; several stones may be given up by suicide.",
  "japanese-play": "The Japanese way to play: simple ko, a longer cycle is no result. The board is counted as it stands: territory and prisoners.",
  "korean-play": "The Korean way to play: simple ko, a longer cycle is no result. The board is counted as it stands: territory and prisoners.",
  "stone-counting": "No stone may bring back any board that stood before, and only stones count.",
  button: "No stone may bring back any board that stood before. Who passes first gets half a point.",
  "ikeda-area-iii": "No stone may bring back any board that stood before. If White passes first, half a point goes from Black to him.",
  wmsg2008: "No stone may bring back any board that stood before. If White passes first, a point is taken from Black.",
  "pauli-original": "Simple ko, three passes end the game, and only stones count.",
};

// What a menu calls them, besides their names.
const titles = {
  psk: "Positional superko", ssk: "Situational superko", nssk: "Natural situational superko", simple: "Simple ko",
  none: "No ko rule", kee2013: "Kee\u2019s rules of 2013", "kee-v6": "Kee\u2019s rules, version 6", kee2007: "Kee\u2019s rules of 2007", "kee2020-march": "Kee\u2019s rules of March 2020", kee2020: "Kee\u2019s rules of 2020", "3-plays": "Jasiek\u2019s three plays",
  migos: "Simple ko, and repetition counts passes", spight: "Spight\u2019s superko", spight2: "Spight\u2019s second rules", "fixed-ko": "Fixed ko", configuration: "Jasiek\u2019s configurations",
  "repetition-draws": "Repetition draws", ljrg: "Logical Japanese Rules", basic: "Tromp\u2013Taylor", "basic-7a": "Tromp\u2013Taylor, no suicide",
  aga: "American", "new-zealand": "New Zealand", "katago-new-zealand": "New Zealand, as in KataGo", chinese: "Chinese",
  "chinese-superko": "Chinese, superko", "simplified-ing": "Ing, simplified", "japanese-play": "Japanese play", "korean-play": "Korean play",
  "pauli-original": "Pauli\u2019s original rules", "stone-counting": "Stone counting", "wagc-jasiek": "Simple ko, longer cycles tie",
  olympiad: "Computer Olympiad", "repeated-pass": "Pauli\u2019s repeated pass",
  "ing-spight": "Ing\u2013Spight ko rule", button: "Button Go", "ikeda-area-iii": "Ikeda\u2019s Area III",
  wmsg2008: "World Mind Sports Games 2008",
};

// A name in words: "Positional superko"; null if there is none but `name`.
export const presetName = (name) => titles[name] ?? null;
export const presetTitle = (name) => (titles[name] ? `${titles[name]} (${name})` : name);

const groups = [
  ["An earlier board may not come back", ["psk", "ssk", "nssk", "fixed-ko", "configuration", "spight", "spight2", "ing-spight", "stone-counting", "button"]],
  ["Only the simplest ko, or nothing, is forbidden", ["simple", "none", "repetition-draws", "migos", "3-plays", "wagc-jasiek", "olympiad"]],
  ["Kee\u2019s and Pauli\u2019s rules", ["kee2013", "kee-v6", "kee2007", "kee2020-march", "kee2020", "ljrg", "pauli-original", "repeated-pass"]],
];
const clubs = "As clubs and programs play";

// The presets as a menu: [[title, [preset]]].
export function presetGroups(presets) {
  const listed = new Set(groups.flatMap(([, names]) => names));
  const named = (names) => names.map((name) => presets.find((preset) => preset.name === name)).filter(Boolean);
  return [...groups.map(([title, names]) => [title, named(names)]),
    [clubs, presets.filter(({ name }) => !listed.has(name))]].filter(([, list]) => list.length > 0);
}

export const presetSentence = (preset) =>
  sentences[preset.name] ?? preset.description[0].toUpperCase() + preset.description.slice(1) + ".";

const fieldTitles = {
  repetition: "What may not come back", suicide: "Suicide", scoring: "What counts", ending: "The game ends",
  cycle: "Play that repeats", "pass-stones": "A pass gives a prisoner", refresh: "Refreshing passes",
  players: "Players", alliance: "Allied groups", tally: "Passes that count", counts: "Passes are counted",
  short: "Short cycles", resume: "A second stop", removal: "Cycles may be removed", "control-ko": "Control: ko",
  "control-pass": "Control: passes", result: "A board that comes back", "basic-ko": "The simple ko", "passed-board": "The board of a pass", start: "The start", "control-permanent": "Control: prohibitions",
  "first-pass": "The first pass", "longest-cycle": "The longest cycle",
};

const valueWords = {
  repetition: { psk: "any earlier board (psk)", ssk: "an earlier board, same player to move (ssk)",
    nssk: "a board its player made (nssk)", own: "a board its player left, by a pass too (own)",
    simple: "the board before the last move (simple)", none: "nothing is forbidden (none)" },
  scoring: { area: "stones and surrounded points (area)", territory: "surrounded points and prisoners (territory)",
    stone: "stones alone (stone)" },
  ending: { passes2: "after two passes", passes3: "after three passes", repass: "when a player passes on a board again" },
  cycle: { endless: "goes on for ever", "no-result": "ends without a result", tie: "ends in a tie" },
  alliance: { yes: "yes", no: "no" }, tally: { normal: "normal ones only", all: "refreshing ones, too" },
  counts: { last: "since the situation last stood", first: "since it first stood" },
  short: { lose: "who closes one loses", prohibit: "may not be closed" },
  result: { captures: "who captured more since wins", tie: "ties the game" },
  "basic-ko": { forbidden: "may not be retaken at once", allowed: "like any other" },
  start: { appeared: "may not come back", new: "may come back once" },
  "passed-board": { lifted: "may come back after the pass", kept: "may not come back until the next pass" },
  "first-pass": { none: "brings nothing", half: "brings half a point", one: "brings a point", white: "brings a point if White makes it" },
  "longest-cycle": { 8: "8 plays", 6: "6 plays", 4: "4 plays" },
  "control-ko": { prohibited: "a cleared point is prohibited for a turn", free: "is not looked at" },
  "control-pass": { both: "both may pass", opponent: "only the opponent may pass" },
  "control-permanent": { forgotten: "are forgotten", kept: "are kept" },
};

const suicides = { no: "never", multi: "of several stones only", yes: "always", change: "if it changes the board",
  literal: "any, as the text says" };

export const fieldTitle = (name) => fieldTitles[name] ?? name;
export const fieldValue = (field, value) =>
  (field === "suicide" ? suicides[value] : valueWords[field]?.[value]) ?? value;

// --- the text of a ruleset: "psk,suicide=multi"

// { name, changes: { field: value } }; null where it is no such text (KataGo's JSON).
export function rulesRead(text) {
  const [name, ...parts] = text.split(",").map((part) => part.trim());
  const changes = {};
  for (const part of parts) {
    const equals = part.indexOf("=");
    if (equals < 1) return null;
    changes[part.slice(0, equals)] = part.slice(equals + 1);
  }
  return text.includes("{") ? null : { name, changes };
}

// The same name in any spelling that the program reads.
const plain = (name) => name.toLowerCase().replace(/[-_ ]/g, "");

export const presetOf = (presets, name) =>
  presets.find((preset) => [preset.name, ...preset.aliases].some((known) => plain(known) === plain(name))) ?? null;

// The fields of a family: [{ name, values, default, meaning }].
export function familyFields(rulesets, family) {
  const { families } = rulesets;
  const found = Array.isArray(families) ? families.find(({ name }) => name === family)?.fields : families?.[family];
  return (found ?? []).map((field) => ({ ...field, name: field.name ?? field.field }));
}

// What is chosen: { preset, fields, changed } or null where the text cannot be understood here.
export function rulesChosen(rulesets, text) {
  const read = rulesRead(text);
  const preset = read && presetOf(rulesets.presets, read.name);
  if (!preset) return null;
  return { preset, fields: { ...preset.fields, ...read.changes },
    changed: Object.keys(read.changes).filter((field) => read.changes[field] !== preset.fields[field]) };
}

// The text of a preset with other fields.
export function rulesText(preset, fields) {
  const changes = Object.keys(preset.fields).filter((field) => fields[field] !== preset.fields[field]);
  return [preset.name, ...changes.map((field) => `${field}=${fields[field]}`)].join(",");
}
