// The same place under every ruleset: what it is worth, and what each says of one move.

import { useEffect } from "preact/hooks";
import { queryKey } from "./query.js";
import { presetSentence } from "./rulewords.js";
import { choicesWithValues, isComplete } from "./values.js";
import { costWords, isProven, moveName, playerName, valueShort, valueWords } from "./words.js";

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
  const banned = choice.banned ? `${playerName(choice.banned)} may not play stones any more then` : null;
  const cost = choice.best ? "best" : choice.cost > 0 ? costWords(choice.cost) : null;
  const words = [isProven(choice.value) ? valueShort(choice.value) : "not known yet", cost, banned].filter(Boolean);
  return { text: words.join(", "), bad: choice.cost > 0 };
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
        {names.length > 1 && <span class="hint"> = {names.slice(1).join(", ")}</span>}
      </th>
      <td title={value ? valueWords(value) : undefined}>{value ? valueShort(value) : place.view?.legal === false || place.view?.ended ? "\u2013" : "\u2026"}</td>
      <td class={said?.bad ? "bad" : ""}>{said?.text ?? "\u2026"}</td>
    </tr>
  );
}

export function EveryRule({ app, view, choices }) {
  const { every, rulesets, at, view: shown } = app.state;
  const rows = rulesets ? distinctPresets(rulesets.presets) : [];
  const open = every !== null && every !== undefined && rows.length > 0 && shown === "board";
  const queries = open ? rows.map(({ preset }) => app.query(at, preset.name)) : [];
  const waiting = queries.filter((query) => {
    const { view: other, known, run } = app.knowledge.of(query);
    return !(other && (other.ended || other.legal === false || isComplete(known))) && !(run?.result || run?.error);
  }).map(queryKey);
  const first = new Set(waiting.slice(0, searchesAtATime));
  useEffect(() => {
    app.want("every", queries.map((query) => ({ query, solve: first.has(queryKey(query)) })));
  }, [open, queries.map(queryKey).join(" "), [...first].join(" ")]);
  useEffect(() => () => app.want("every", []), []);
  if (rows.length === 0) return null;

  const moves = (view?.choices ?? []).map(({ move }) => move);
  const guess = choices.find(({ legal, rule }) => !legal && rule && rule !== "occupied") ?? choices.find(({ cost }) => cost > 0);
  const move = every || guess?.move || moves[0];
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
