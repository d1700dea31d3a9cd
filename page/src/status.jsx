// How the game stands: what the position is worth, whose turn it is, what the rules remember or forbid.

import { MiniBoard } from "./drawing.jsx";
import { useLate } from "./hooks.js";
import { stonesOf } from "./layout.js";
import { Progress } from "./runs.jsx";
import { pointsSolvedAlone } from "./state.js";
import { isComplete } from "./values.js";
import { costWords, endWords, isProven, moveName, playerName, pointLabel, sentence, valueExplained, valueHeadline,
  valueWords, whyNot } from "./words.js";

// The board that stood after move `number` of the history (0: the start), as a letter a point; null if unknown.
export function boardAfter(view, number) {
  if (number === 0) return stonesOf(view.layout, view.position) ?? ".".repeat(view.layout.points.length);
  const move = view.moves[number - 1];
  return move?.board ? stonesOf(view.layout, move.board) : null;
}

function Turn({ view }) {
  if (view.ended) return null;
  return (
    <span class="turn">
      <span class={`dot dot-${view.next}`} aria-hidden="true" /> {playerName(view.next)} to move
    </span>
  );
}

// The last move that banned somebody.
function lastBan(view) {
  const bans = (view.moves ?? []).filter(({ banned }) => banned);
  return bans.length > 0 ? bans[bans.length - 1] : null;
}

function Remembered({ view, refused }) {
  const ban = view.repeats?.text ? null : lastBan(view);
  return (
    <>
      {ban && !view.ended && (
        <p class="note note-ban">
          {playerName(ban.banned)} may not play any more{ban.reason ? `: ${ban.reason}` : ""}
          {ban.rule ? ` (rule: ${ban.rule})` : ""}.
        </p>
      )}
      {view.repeats?.text && !view.ended && (
        <p class={`note${view.repeats.player ? " note-ban" : ""}`}>{sentence(view.repeats.text)}</p>)}
      {refused && (
        <p class="note note-illegal" role="alert">
          Under these rules move {refused.number}, {moveName(refused.move)}, is not allowed: {refused.reason}. The
          board stands before it.
        </p>
      )}
    </>
  );
}

// What the last move cost: from what is known of the place before it.
export function LastMove({ view, cost }) {
  const last = view?.moves?.[view.history.length - 1];
  if (!last || cost === null || cost === undefined) return <p class="last-move">{"\u00a0"}</p>;
  const words = cost === 0 ? "was best" : cost === Infinity ? "was worse than the best" : costWords(cost);
  return (
    <p class={`last-move${cost > 0 ? " costly" : ""}`}>
      {playerName(last.player)}’s {moveName(last.move)} {words}.
    </p>
  );
}

export function Status({ app, view, known, value, cost, pending }) {
  const { komi } = app.state.start;
  const late = useLate(pending);
  const shown = known?.value ?? value ?? null;
  const headline = view?.ended ? endWords(view, komi) : view?.unsolvable && !shown ? (Number(view.rules_fields?.players ?? 2) > 2 ? "Values by coalition" : "Not solved") : valueHeadline(shown, komi);
  return (
    <section class="status" aria-label="How the game stands">
      <h1 class="headline" data-proven={isProven(shown) ? "yes" : "no"}>
        {headline}
      </h1>
      <p class="under">
        {view && <Turn view={view} />}
        {!view?.ended && shown && <span class="explained">{valueExplained(shown, komi)}</span>}
        {late && <span class="busy">Asking …</span>}
      </p>
      <LastMove view={view} cost={cost} />
    </section>
  );
}

// What stands below the board: what the rules remember, how far the search is.
export function Notes({ app, view, known, run, pending, refused }) {
  const looking = !view?.ended && run && !run.result && !run.error;
  const size = view?.layout.points.length ?? 0;
  const wants = view && !view.ended && !looking && !isComplete(known) && !pending && !view.unsolvable;
  const search = view && !view.ended && (looking || run?.error || run?.result?.stopped);
  return (
    <section class="notes" aria-label="What is known and remembered">
      {view && <Remembered view={view} refused={refused} />}
      {search && <Progress app={app} view={view} run={run} />}
      {wants && !app.api.isSite && (size > pointsSolvedAlone || run) && (
        <p class="ask">
          <button type="button" class="primary" onClick={app.solveNow}>
            {run ? "Go on looking for the values" : "Find the values"}
          </button>
          {!run && <span class="hint">This board may take a while. You can stop at any time.</span>}
        </p>
      )}
      {wants && app.api.isSite && <p class="note">{view.beyond ?? "Not all of this was decided when the site was made: what is proved is shown."}</p>}
      {view?.unsolvable && <p class="note">{sentence(view.unsolvable)}</p>}
    </section>
  );
}

// A finger cannot point without playing: what the move cost is then told above the board.
const idleWords = () => (window.matchMedia("(hover: none)").matches
  ? "Tap a point to play it. The arrows below take it back."
  : "Point at the board, or use the arrow keys: here it says what a move means.");

// What is to be said of the point under the mouse or focus. The place is kept free, so that nothing jumps.
export function Detail({ view, choices, point, stones, komi }) {
  const choice = point && choices.find(({ move }) => move === point);
  const i = point ? view.layout.points.findIndex(({ name }) => name === point) : -1;
  const board = choice && choice.back_to !== null && choice.back_to !== undefined
    ? boardAfter(view, choice.back_to) : null;
  let text = idleWords();
  if (choice?.legal) text = legalWords(choice, komi);
  else if (choice) text = i >= 0 && stones[i] !== "." ? pointLabel(point, stones[i], null) + "." : whyNot(choice);
  else if (point) text = pointLabel(point, stones[i] ?? ".", null) + ".";
  return (
    <div class={`detail${point ? "" : " idle"}`}
      data-point={point ?? ""}>
      <p>{text}</p>
      {board && (
        <figure>
          <MiniBoard layout={view.layout} stones={board} label={`The board after move ${choice.back_to}`} />
          <figcaption>{choice.back_to === 0 ? "It stood at the start." : `It stood after move ${choice.back_to}.`}</figcaption>
        </figure>
      )}
    </div>
  );
}

export function legalWords(choice, komi) {
  const parts = [valueWords(choice.value)];
  if (choice.best) parts.push("a best move");
  else if (choice.cost > 0) parts.push(choice.cost === Infinity ? costWords(choice.cost) : `${costWords(choice.cost)} compared with the best`);
  if (choice.captures.length > 0) parts.push(`captures ${choice.captures.join(" ")}`);
  if (choice.reason) parts.push(choice.reason);
  if (choice.ended) parts.push(endWords(choice, komi).replace(/\.$/, "").replace("The game is over", "it ends the game"));
  return `${moveName(choice.move)}: ${parts.join("; ")}.`;
}
