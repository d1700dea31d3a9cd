// How far searches are, and what runs in the background.

import { useEffect, useState } from "preact/hooks";
import { useLate } from "./hooks.js";
import { boundsBar } from "./values.js";
import { count, isProven, saysNothing, secondsWords, stoppedWords, valueShort } from "./words.js";

// The bounds of a value, so that one sees them close in. Nothing but the scale is there where nothing is known.
function Bounds({ value, any, size }) {
  const bar = boundsBar(value, any, size);
  const at = (margin) => (100 * (margin + bar.scale)) / (2 * bar.scale);
  return (
    <svg class="bounds" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bounds-all" x="0" y="3" width="100" height="2" />
      {bar && <rect class="bounds-left" x={Math.min(at(bar.low), at(bar.high))} y="1" width={Math.max(1.5, Math.abs(at(bar.high) - at(bar.low)))} height="6" />}
      <rect class="bounds-zero" x="49.75" y="0" width="0.5" height="8" />
    </svg>
  );
}

function numbers(progress) {
  return [`${secondsWords(progress.seconds)}`, progress.nodes > 0 && `${count(progress.nodes)} positions looked at`,
    progress.moves_proved > 0 && `${progress.moves_proved} moves settled`].filter(Boolean).join(", ");
}

// A run that goes on: what it knows so far, and a way to stop it. any: any_value of the view.
export function Running({ run, size, any, title, onStop }) {
  const { progress, state } = run;
  const late = useLate(true);
  if (!late) return <div class="progress early" />;
  return (
    <div class="progress" role="group" aria-label={title ?? "The search"} data-state={state}>
      <div class="progress-words">
        {title && <strong>{title}</strong>}
        {progress?.value && (
          <span class="so-far">{isProven(progress.value) ? "The value is " : "Proved so far: "}
            <span class="number">{!isProven(progress.value) && saysNothing(progress.value, any) ? "nothing" : valueShort(progress.value, any)}</span></span>
        )}
        <span class="numbers">
          {state === "stopping" ? "Stopping \u2026" : progress ? numbers(progress) : state === "queued" ? "Waiting for its turn \u2026" : "Starting \u2026"}
        </span>
        {progress?.text && <span class="numbers">{progress.text}</span>}
      </div>
      {size > 0 && <Bounds value={progress?.value} any={any} size={size} />}
      <button type="button" onClick={onStop} disabled={state === "stopping"}>Stop</button>
    </div>
  );
}

// The search for the values of the board that is shown. run: an entry of knowledge.js.
export function Progress({ app, view, run }) {
  const { result, error } = run;
  if (error) return <p class="wrong" role="alert">The search failed: {error.why}.</p>;
  if (result) {
    const words = stoppedWords(result);
    return words ? <p class="note">{words}</p> : null;
  }
  return <Running run={run} size={app.pointsOf()} any={view.any_value} onStop={app.cancel} />;
}

const kinds = { solve: "Values", find: "Smallest difference", endless: "Endless play", coalitions: "Coalitions", check: "Certificate" };
const alive = (run) => run.state === "queued" || run.state === "running" || run.state === "stopping";

// What the program works on, whoever asked for it.
export function Runs({ app }) {
  const [list, setList] = useState([]);
  const busy = app.knowledge.allRuns().some(({ result, error, close }) => close && !result && !error);

  useEffect(() => {
    let timer = null;
    let over = false;
    const look = async () => {
      try {
        const { runs } = await app.api.runs();
        if (over) return;
        const going = runs.filter(alive);
        setList(going);
        if (going.length > 0 || busy) timer = setTimeout(look, 1500);
      } catch {
        // the page says so itself
      }
    };
    timer = setTimeout(look, busy ? 800 : 0);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [busy, app.state.at, app.state.start]);

  if (list.length === 0) return null;
  return (
    <section class="runs" aria-label="What runs in the background">
      <h2>At work</h2>
      <ul>
        {list.map((run) => (
          <li key={run.run}>
            <span class="run-title">{kinds[run.kind] ?? run.kind}: {run.title}</span>
            <span class="hint">{run.state === "running" ? `${secondsWords(run.seconds ?? 0)}, ${count(run.nodes ?? 0)} positions` : run.state}
              {run.watched ? "" : ", in the background"}</span>
            <button type="button" class="small" disabled={run.state === "stopping"} aria-label={`Stop ${run.title}`}
              onClick={async () => {
                await app.api.cancelRun(run.run).catch(() => null);
                setList((old) => old.map((one) => (one.run === run.run ? { ...one, state: "stopping" } : one)));
              }}>Stop</button>
          </li>
        ))}
      </ul>
    </section>
  );
}
