// The same game under a second ruleset: both boards, and where they part.

import { useEffect, useState } from "preact/hooks";
import { Board } from "./board.jsx";
import { OtherMoves } from "./choices.jsx";
import { differencesOf } from "./differences.js";
import { costOfMove } from "./moves.jsx";
import { RulesetWords } from "./rules.jsx";
import { Running } from "./runs.jsx";
import { queryKey } from "./query.js";
import { LastMove, legalWords } from "./status.jsx";
import { choicesWithValues } from "./values.js";
import { isProven, moveName, playerName, valueShort, valueWords, whyNot } from "./words.js";

// The other ruleset's view of the place where the board stands, with values; null while it is asked for, or if none is chosen.
export function placeBeside(app) {
  const { beside, at, start } = app.state;
  if (!beside) return null;
  const { view, known, run, error } = app.known(at, beside);
  const choices = view ? choicesWithValues(view, known ?? run?.progress ?? null, start.komi) : [];
  return { view, known, run, error, choices };
}

// Marks for both boards: { point: class }.
export function differenceMarks(app, choices) {
  const place = placeBeside(app);
  if (!place?.view) return null;
  return Object.fromEntries(differencesOf(choices, place.choices).map(({ move }) => [move, "differs"]));
}

const told = (choice) => (choice.legal ? valueShort(choice.value, choice.any_value) : "not allowed");

function Parts({ app, names, found, sure, onInspect }) {
  if (found.length === 0)
    return <p class="hint">{sure ? "Every move is worth the same under both." : "No difference is known yet."}</p>;
  return (
    <table class="parts">
      <thead><tr><th scope="col">Move</th>{names.map((name) => <th scope="col" key={name}>{name}</th>)}</tr></thead>
      <tbody>
        {found.map(({ move, here, there }) => (
          <tr key={move} onPointerEnter={() => onInspect?.(move)} onPointerLeave={() => onInspect?.(null)}>
            <th scope="row">{moveName(move)}</th>
            <td title={here.legal ? valueWords(here.value) : here.reason}>{told(here)}</td>
            <td title={there.legal ? valueWords(there.value) : there.reason}>{told(there)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Does the second ruleset allow the moves so far, and say the same of them?
function History({ view, first, names }) {
  const refused = view.legal === false ? view.moves?.find(({ legal }) => !legal) : null;
  if (refused)
    return (
      <p class="note note-illegal">
        Under {names[1]} move {refused.number}, {playerName(refused.player)}{"\u2019"}s {moveName(refused.move)}, is not
        allowed: {refused.reason}. Its board stands before that move.
      </p>
    );
  if (!first) return null;
  const words = [];
  for (const move of view.moves ?? []) {
    const other = first.moves?.[move.number - 1];
    if (other && (other.banned ?? null) !== (move.banned ?? null)) {
      const [name, player] = move.banned ? [names[1], move.banned] : [names[0], other.banned];
      words.push(`Under ${name} move ${move.number}, ${moveName(move.move)}, costs ${playerName(player)} the right to play.`);
    }
  }
  if ((first.ended ?? null) !== (view.ended ?? null))
    words.push(first.ended ? `Under ${names[0]} the game is over; under ${names[1]} it goes on.`
      : `Under ${names[1]} the game is over; under ${names[0]} it goes on.`);
  return words.length > 0 ? <p class="note">{words.join(" ")}</p> : null;
}

// What the move that is looked at on either board means under these rules. The place is kept free, so that nothing jumps.
function Told({ app, place, point }) {
  const choice = place.choices.find(({ move }) => move === point);
  const free = choice && (choice.legal || choice.rule !== "occupied");
  const text = free && (choice.legal ? legalWords(choice, app.state.start.komi) : whyNot(choice));
  return <p class={`detail${text ? "" : " idle"}`}>{text || "The same move, under these rules."}</p>;
}

const findKey = (spec) => "find " + JSON.stringify(spec);

// The position with the fewest stones that the two value differently; it is loaded when it is found.
function Smallest({ app, names }) {
  const { start } = app.state;
  const spec = { kind: "find", board: start.board, rulesets: names, komi: start.komi };
  if (start.graph) spec.graph = { points: start.graph.points, edges: start.graph.edges };
  const key = findKey(spec);
  const [asked, setAsked] = useState(null);
  const run = asked === key ? app.knowledge.run(key) : null;

  useEffect(() => {
    app.want("find", asked === key ? [{ key, spec }] : []);
    return () => app.want("find", []);
  }, [asked, key]);
  useEffect(() => {
    const { result } = run ?? {};
    if (!result?.find?.found) return;
    app.load({ board: start.board, graph: start.graph, rules: names[0], position: result.position,
      to_move: result.to_move, komi: start.komi });
    setAsked(null);
    setSaid(foundWords(result, names));
  }, [run?.result]);
  const [said, setSaid] = useState(null);

  const going = run && !run.result && !run.error;
  return (
    <div class="smallest">
      {!going && (
        <button type="button" onClick={() => {
          app.knowledge.again(key);
          setSaid(null);
          setAsked(key);
        }}>Find the smallest difference</button>
      )}
      {going && <Running run={run} title="Looking for a difference" onStop={() => app.knowledge.cancel(key)} />}
      {run?.error && <p class="wrong" role="alert">That failed: {run.error.why}.</p>}
      {run?.result && !run.result.find?.found && <p class="note" role="status">{notFoundWords(run.result, names)}</p>}
      {said && <p class="note" role="status">{said}</p>}
    </div>
  );
}

function foundWords(result, names) {
  const values = result.rulesets?.map(({ rules, value }) => `${valueShort(value)} under ${rules}`).join(", ");
  const stones = (result.position ?? "").replace(/[./]/g, "").length;
  const where = stones === 0 ? "The empty board differs already" : `A position with ${stones} stone${stones === 1 ? "" : "s"} differs`;
  return `${where}: ${values ?? names.join(" and ")}.${result.find.complete ? "" : " Positions with fewer stones may differ, too: not all were decided."}`;
}

function notFoundWords({ find, stopped }, names) {
  if (find?.complete) return `${names.join(" and ")} give every position of this board the same value.`;
  return `No difference was found among ${find?.looked_at ?? 0} positions${stopped ? ", as far as the search came" : ""}.`;
}

export function Beside({ app, view, choices, point, onInspect }) {
  const { beside, at, start, rulesets } = app.state;
  const query = beside ? app.query(at, beside) : null;
  const place = placeBeside(app);
  useEffect(() => {
    app.want("beside", query ? [{ query, solve: true }] : []);
    return () => app.want("beside", []);
  }, [query && queryKey(query), app.state.view]);
  if (!beside) return null;

  const other = place.view;
  const names = [view?.rules ?? start.rules, other?.rules ?? beside];
  const same = names[0] === names[1];
  const found = view && other ? differencesOf(choices, place.choices) : [];
  const sure = [...choices, ...place.choices].every((choice) => !choice.legal || isProven(choice.value));
  const marks = Object.fromEntries(found.map(({ move }) => [move, "differs"]));
  const value = place.known?.value;
  const looking = place.run && !place.run.result && !place.run.error;
  return (
    <section class="beside" aria-label={`The same game under ${names[1]}`}>
      <header class="row">
        <h2>Under {names[1]}</h2>
        <button type="button" class="icon" aria-label="Do not compare any more" title="Close" onClick={() => app.setBeside(null)}>{"\u00d7"}</button>
      </header>
      <RulesetWords rulesets={rulesets} rules={beside} />
      {place.error && <p class="wrong" role="alert">{place.error.value ? `${place.error.value}: ` : ""}{place.error.why}.</p>}
      {other && (
        <>
          <p class="headline-small">
            {other.legal === false ? null : other.ended ? "The game is over." : value ? valueWords(value)[0].toUpperCase() + valueWords(value).slice(1) + "." : "Not known yet."}
          </p>
          {other.legal !== false && <LastMove view={other} cost={costOfMove(app, at, beside)} />}
          <Board id="board-beside" layout={other.layout} stones={other.stones} choices={place.choices} marks={marks}
            label={`The board under ${names[1]}`} player={other.next} onInspect={onInspect} maxVertex={84}
            last={other.history.length > 0 ? other.history[other.history.length - 1] : null}
            onPlay={other.legal === false ? null : (move) => app.play(move)} />
          <Told app={app} place={place} point={point} />
          {other.legal !== false && <OtherMoves view={other} choices={place.choices} onPlay={app.play} onInspect={onInspect} />}
          <History view={other} first={view} names={names} />
          {looking && <Running run={place.run} size={app.pointsOf()} any={other.any_value} onStop={() => app.knowledge.cancel(app.knowledge.solveKey(query))} />}
          <h3>Where they part</h3>
          {same ? <p class="hint">These are the same rules.</p>
            : <Parts app={app} names={names} found={found} sure={sure} onInspect={onInspect} />}
        </>
      )}
      {!same && !app.api.isSite && <Smallest app={app} names={names} />}
    </section>
  );
}
