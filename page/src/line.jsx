// A line that plays itself: best play from here, or a lap of play that never ends.

import { useEffect, useState } from "preact/hooks";
import { useReducedMotion } from "./hooks.js";
import { Icon } from "./icons.jsx";
import { queryOf } from "./query.js";
import { treeMoves, treePath } from "./tree.js";
import { endWords, moveName, playerName, sentence, valueWords } from "./words.js";

const speeds = [["slow", 1800], ["normal", 900], ["fast", 350]];

export const endlessKey = (start) => "endless " + JSON.stringify(queryOf(start, []));

// The line that `show` asks for: { moves, lapFrom or null, query (before the line), complete, title } or null.
export function shownLine(app) {
  const { show, start, tree } = app.state;
  if (!show) return null;
  if (show.kind === "line") {
    const at = app.here();
    const { known } = app.known(at);
    if (!known?.line) return null;
    const history = treeMoves(tree, treePath(tree, at));
    const query = queryOf(start, [...history, ...known.line]);
    const over = !!app.knowledge.of(query).view?.ended; // some rules end the game where a board comes back
    return { moves: known.line, lapFrom: over ? null : known.cycle_from, complete: known.line_complete, query,
      before: history.length, title: "Best play from here", value: known.value };
  }
  const result = app.knowledge.run(endlessKey(start))?.result;
  if (!result?.lap) return null;
  const moves = [...result.way, ...result.lap];
  return { moves, lapFrom: result.way.length, complete: true, query: queryOf(start, moves), before: 0,
    title: "Play that never ends", value: null };
}

// The runs and views that the shown line needs.
export function wantLine(app) {
  const { show, start } = app.state;
  const wanted = [];
  if (show?.kind === "endless" && !app.api.isSite)
    wanted.push({ key: endlessKey(start), spec: { ...queryOf(start, []), kind: "endless" } });
  const line = shownLine(app);
  if (line) wanted.push({ query: line.query });
  return wanted;
}

// After the last move: to where the lap begins, or -1 at an end.
export function nextStep(line, step) {
  if (step < line.moves.length) return step + 1;
  return line.lapFrom !== null && line.lapFrom !== undefined ? line.lapFrom + 1 : -1;
}

function EndWords({ line, view, komi }) {
  if (line.lapFrom !== null && line.lapFrom !== undefined) {
    const lap = line.moves.length - line.lapFrom;
    return <p>The last {lap} moves come round and round for ever.</p>;
  }
  const end = view?.ended ? endWords(view, komi) : null;
  if (end) return <p>{end}</p>;
  return <p>{line.complete ? "" : "The line was not searched to its end."}</p>;
}

// line: shownLine(). view: the view of line.query, or null.
export function LinePlayer({ app, line, view }) {
  const { show } = app.state;
  const reduced = useReducedMotion();
  const [speed, setSpeed] = useState(1);
  const { step, playing } = show;
  const ready = !!line && !!view;
  const running = ready && playing && !reduced;

  useEffect(() => {
    if (!running) return undefined;
    const next = nextStep(line, step);
    if (next < 0) {
      app.showStep(step, false);
      return undefined;
    }
    const timer = setTimeout(() => app.showStep(next), speeds[speed][1]);
    return () => clearTimeout(timer);
  }, [running, step, speed, line?.moves.length]);

  if (!line) return <LineMissing app={app} />;
  const toggle = () => {
    if (running) app.showStep(step, false);
    else app.showStep(step >= line.moves.length && line.lapFrom === null ? 0 : step, true);
  };
  const go = (to) => app.showStep(Math.max(0, Math.min(line.moves.length, to)), false);
  return (
    <section class="line-player" aria-label={line.title}>
      <h2>{line.title}</h2>
      <p class="line-moves">
        {line.moves.map((move, i) => (
          <span key={i}>
            {i === line.lapFrom && <span class="lap">[ </span>}
            <button type="button" class="move" aria-current={step === i + 1 ? "step" : undefined} onClick={() => go(i + 1)}
              aria-label={`Step ${i + 1}: ${moveName(move)}`}>
              {view?.moves[line.before + i] && (
                <span class={`dot dot-${view.moves[line.before + i].player}`} aria-hidden="true" />)}
              <span class="what">{moveName(move)}</span>
            </button>
            {i === line.moves.length - 1 && line.lapFrom !== null && line.lapFrom !== undefined && (
              <span class="lap"> ] and round again</span>)}
          </span>
        ))}
      </p>
      <div class="steps">
        <button type="button" class="icon" aria-label="To the start of the line" onClick={() => go(0)}><Icon name="first" /></button>
        <button type="button" class="icon" aria-label="One step back" onClick={() => go(step - 1)}><Icon name="back" /></button>
        {!reduced && (
          <button type="button" class="primary" data-line="play" onClick={toggle}>{running ? "Pause" : "Play"}</button>)}
        <button type="button" class="icon" aria-label="One step forward"
          onClick={() => go(nextStep(line, step) < 0 ? step : nextStep(line, step))}><Icon name="forward" /></button>
        {!reduced && (
          <label class="speed">Speed{" "}
            <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
              {speeds.map(([name], i) => <option key={name} value={i}>{name}</option>)}
            </select>
          </label>)}
      </div>
      <EndWords line={line} view={view} komi={app.state.start.komi} />
      <div class="row">
        <button type="button" onClick={() => app.keepLine(line.moves)} hidden={show.kind !== "line"}>Put these moves into the game</button>
        <button type="button" data-line="close" onClick={app.hideLine}>Back to the game</button>
      </div>
    </section>
  );
}

function LineMissing({ app }) {
  const { show, start } = app.state;
  const run = show.kind === "endless" ? app.knowledge.run(endlessKey(start)) : null;
  const close = <button type="button" data-line="close" onClick={app.hideLine}>Back to the game</button>;
  let text = show.kind === "line" ? "The best line is not known yet." : "Looking for play that never ends …";
  if (run?.error) text = `This could not be found out: ${run.error.why}.`;
  if (run?.result) text = endlessWords(run.result);
  return <section class="line-player" aria-label="A line of play"><p>{text}</p>{close}</section>;
}

// What the verb endless found, without a lap to show.
export function endlessWords(result) {
  if (result.verdict === "finite")
    return `No: every game ends under these rules. ${sentence(result.reason)}`;
  if (result.lap) return `Yes. ${sentence(result.reason)} ${balanceWords(result)}`;
  return `This is not decided. ${sentence(result.reason)}`;
}

function balanceWords({ balance }) {
  if (!balance) return "";
  const more = Math.abs(balance);
  return `In each lap ${playerName(balance > 0 ? "black" : "white")} passes ${more} time${more === 1 ? "" : "s"} more.`;
}

// The buttons that start a line.
export function LineButtons({ app, view, known }) {
  if (app.state.show) return null;
  return (
    <div class="row line-buttons">
      {known?.line?.length > 0 && (
        <button type="button" data-show="line" onClick={() => app.showLine("line")}
          title={valueWords(known.value)}>Show best play</button>)}
      {!app.api.isSite && !(Number(view?.rules_fields?.players) > 2) && (
        <button type="button" data-show="endless" onClick={() => app.showLine("endless")}>Can play go on for ever?</button>)}
    </div>
  );
}
