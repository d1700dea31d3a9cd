// The same place under every ruleset: what it is worth, and what each says of one move.

import { useEffect } from "preact/hooks";
import { queryKey } from "./query.js";
import { presetName, presetSentence } from "./rulewords.js";
import { choicesWithValues, isComplete } from "./values.js";
import { costWords, isGap, isProven, lineWords, moveName, playerName, valueShort, valueWords } from "./words.js";

const searchesAtATime = 2;

// Presets that mean the same are one row: [{ preset, names }]. Only those for two players.
export function distinctPresets(presets) {
  const rows = new Map();
  for (const preset of presets) {
    if (Number(preset.fields.players ?? 2) !== 2) continue;
    const key = JSON.stringify([preset.family, preset.fields]);
    if (rows.has(key)) rows.get(key).names.push(preset.name);
    else rows.set(key, { preset, names: [preset.name] });
  }
  return [...rows.values()];
}

function placeUnder(app, rules) {
  const { at, start } = app.state;
  const { view, known, run, error } = app.known(at, rules);
  const choices = view ? choicesWithValues(view, known, start.komi) : [];
  return { view, known, run, error, choices };
}

function moveWords(place, move) {
  const { view, choices, error } = place;
  if (error) return { text: error.why, bad: true };
  if (!view) return null;
  if (view.legal === false) {
    const refused = view.moves.find(({ legal }) => !legal);
    return { text: `move ${refused.number}, ${moveName(refused.move)}, is refused already: ${refused.reason}`, bad: true };
  }
  if (view.ended) return { text: "the game is over here", bad: false };
  const choice = choices.find((one) => one.move === move);
  if (!choice) return { text: "no such move under these rules", bad: false };
  if (!choice.legal) return { text: `refused: ${choice.reason}`, bad: true };
  const banned = choice.banned ? `${playerName(choice.banned)} may not play any more then` : null;
  const cost = choice.best ? "best" : choice.cost > 0 ? costWords(choice.cost) : null;
  const words = [isProven(choice.value) ? valueShort(choice.value) : "not known yet", cost, choice.best && isGap(choice.value) && "neither side can force better", banned].filter(Boolean);
  return { text: words.join(", "), bad: choice.cost > 0 };
}

const movesTold = 8; // of a line

// Which queries tell what becomes of a move: the place after it, and after the best answer to it.
function afterQueries(app, rules, move) {
  const query = app.query(app.state.at, rules);
  const after = { ...query, history: [...query.history, move] };
  const reply = app.knowledge.of(after).known?.line?.[0];
  return { after, reply, answered: reply ? { ...after, history: [...after.history, reply] } : null };
}

// Does the move give something away under these rules, so that one wants to know why?
const isPunished = (place, move) => {
  const choice = place.choices.find((one) => one.move === move);
  return !!choice && choice.legal && choice.cost > 0;
};

const repeats = ({ legal, rule }) => !legal && rule && rule !== "occupied" && rule !== "suicide";

// What punishes the move: the answer, what the rules refuse then, the best line.
function Why({ app, rules, move }) {
  const { after, reply, answered } = afterQueries(app, rules, move);
  const { known, view } = app.knowledge.of(after);
  if (!reply || !view) return null;
  const then = app.knowledge.of(answered).view;
  const refused = (then?.choices ?? []).filter(repeats);
  const banned = (then?.moves ?? view.moves).slice(-2).find((one) => one.banned);
  return (
    <p class="hint why">
      {playerName(view.next)} answers {moveName(reply)}
      {refused.length > 0 && <>, and then {refused.map(({ move: one }) => moveName(one)).join(", ")} is refused: {refused[0].reason}</>}
      {banned && <>, and then {playerName(banned.banned)} may not play any more: {banned.reason}</>}.
      {known.line.length > 1 && <> Best play: {lineWords(known.line.slice(0, movesTold))}{known.line.length > movesTold && " \u2026"}</>}
    </p>
  );
}

// What a ruleset is called besides: in words, if these are others, and by the names that mean the same.
function alsoKnown([name, ...others]) {
  const words = presetName(name);
  const isOther = words && words.toLowerCase().replaceAll(" ", "-") !== name;
  return [isOther && words, others.length > 0 && `also ${others.join(", ")}`].filter(Boolean).join("; ");
}

function Row({ app, row, move, here }) {
  const { preset, names } = row;
  const place = placeUnder(app, preset.name);
  const value = place.known?.value;
  const said = moveWords(place, move);
  return (
    <tr class={here ? "here" : ""}>
      <th scope="row">
        <button type="button" class="link" title={presetSentence(preset)} onClick={() => app.setRules(preset.name)}>{preset.name}</button>
        {alsoKnown(names) && <span class="hint">{alsoKnown(names)}</span>}
      </th>
      <td title={value ? valueWords(value) : undefined}>{value ? valueShort(value, place.view?.any_value) : place.view?.legal === false || place.view?.ended ? "\u2013" : place.view && !place.run ? "?" : "\u2026"}</td>
      <td>
        <span class={said?.bad ? "bad" : ""}>{said?.text ?? "\u2026"}</span>
        {isPunished(place, move) && <Why app={app} rules={preset.name} move={move} />}
      </td>
    </tr>
  );
}

export function EveryRule({ app, view, choices }) {
  const { every, rulesets, at, view: shown } = app.state;
  const looked = []; // places that are looked at, not searched
  const rows = rulesets ? distinctPresets(rulesets.presets) : [];
  const open = every !== null && every !== undefined && rows.length > 0 && shown === "board";
  const moves = (view?.choices ?? []).map(({ move: one }) => one);
  const guess = choices.find(repeats) ?? choices.find(({ cost }) => cost > 0);
  const move = every || guess?.move || moves[0];
  const queries = open ? rows.map(({ preset }) => app.query(at, preset.name)) : [];
  for (const { preset } of open ? rows : []) {
    if (!isPunished(placeUnder(app, preset.name), move)) continue;
    const { after, answered } = afterQueries(app, preset.name, move);
    queries.push(after);
    if (answered) looked.push(answered);
  }
  const waiting = queries.filter((query) => {
    const { view: other, known, run } = app.knowledge.of(query);
    return !(other && (other.ended || other.legal === false || isComplete(known))) && !(run?.result || run?.error);
  }).map(queryKey);
  const first = new Set(waiting.slice(0, searchesAtATime));
  useEffect(() => {
    app.want("every", [...queries.map((query) => ({ query, solve: first.has(queryKey(query)) })),
      ...looked.map((query) => ({ query, solve: false }))]);
  }, [open, [...queries, ...looked].map(queryKey).join(" "), [...first].join(" ")]);
  useEffect(() => () => app.want("every", []), []);
  if (rows.length === 0) return null;

  return (
    <details class="every" open={open} onToggle={(event) => {
      if (event.currentTarget.open !== open) app.setEvery(event.currentTarget.open ? move : null);
    }}>
      <summary>Under every ruleset</summary>
      {open && (
        <>
          <label class="row">What each says of{" "}
            <select value={move} onChange={(event) => app.setEvery(event.currentTarget.value)}>
              {!moves.includes(move) && <option value={move}>{moveName(move)}</option>}
              {moves.map((one) => <option key={one} value={one}>{moveName(one)}</option>)}
            </select>
          </label>
          <div class="scroll-x" tabindex="0" role="region" aria-label="The same place under every ruleset">
            <table class="results compact">
              <thead><tr><th scope="col">Rules</th><th scope="col">Worth</th><th scope="col">{moveName(move)}</th></tr></thead>
              <tbody>
                {rows.map((row) => <Row key={row.preset.name} app={app} row={row} move={move} here={row.names.includes(view?.rules)} />)}
              </tbody>
            </table>
          </div>
        </>
      )}
    </details>
  );
}
