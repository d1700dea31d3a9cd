// How far searches are.

import { secondsWords, valueShort } from "./words.js";

// The search for the values of the board that is shown. run: an entry of knowledge.js.
export function Progress({ app, run }) {
  const { progress, result, error, state } = run;
  if (error) return <p class="wrong">The search failed: {error.why}.</p>;
  if (result) return result.stopped ? <p class="note">The search was stopped ({result.stopped}).</p> : null;
  return (
    <div class="progress" role="group" aria-label="Progress">
      <span>{progress ? `${valueShort(progress.value)} after ${secondsWords(progress.seconds)}` : state}</span>
      <button type="button" onClick={app.cancel}>Stop</button>
    </div>
  );
}

export function Runs() {
  return null;
}
