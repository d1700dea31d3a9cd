// The moves that are no points, as buttons beside the board, and all moves as a list with what they are worth.

import { costWords, moveHint, moveName, valueShort, valueWords } from "./words.js";
import { choicesSorted } from "./values.js";

const isPoint = (view, move) => view.layout.points.some(({ name }) => name === move);

function Swatch({ choice }) {
  return (
    <span class={`swatch strength-${choice.strength || 0}${choice.legal && !choice.proven ? " unproved" : ""}`}>
      {choice.legal ? valueShort(choice.value, choice.any_value) : "\u00d7"}
    </span>
  );
}

// Pass, refreshing pass, removals of cycles.
export function OtherMoves({ view, choices, onPlay, onInspect }) {
  const all = choices.filter(({ move }) => !isPoint(view, move));
  const refused = all.filter(({ move, legal }) => !legal && move.startsWith("cycle:"));
  const others = all.filter((choice) => !refused.includes(choice));
  const hints = (choice) =>
    choice.legal ? `${valueWords(choice.value)}${choice.best ? ", best" : choice.cost > 0 ? `, ${costWords(choice.cost)}` : ""}`
      : `not allowed: ${choice.reason}`; // for who does not see the colours
  return (
    <div class="other-moves" role="group" aria-label="Moves without a point on the board">
      {others.map((choice) => (
        <button
          key={choice.move}
          type="button"
          class={`other${choice.best ? " best" : ""}`}
          data-move={choice.move}
          aria-disabled={choice.legal ? undefined : "true"}
          title={choice.legal ? moveHint[choice.move] : choice.reason}
          onClick={() => (choice.legal ? onPlay(choice.move) : onInspect(choice.move))}
          // By key only: what is said then may move the button away under the finger.
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && onInspect(choice.move)}
          onBlur={() => setTimeout(() => onInspect((now) => (now === choice.move ? null : now)), 250)}
          onPointerEnter={(event) => event.pointerType === "mouse" && onInspect(choice.move)}
          onPointerLeave={(event) => event.pointerType === "mouse" && onInspect(null)}
        >
          {moveName(choice.move)} <Swatch choice={choice} />
          <span class="visually-hidden">, {hints(choice)}</span>
        </button>
      ))}
      {refused.length > 0 && (
        <details class="refused-removals">
          <summary>Removals that are not allowed ({refused.length})</summary>
          <ul>{refused.map((choice) => <li key={choice.move}>{moveName(choice.move)}: {choice.reason}</li>)}</ul>
        </details>
      )}
    </div>
  );
}

// Every legal move with its value, the best first.
export function MoveTable({ view, choices, known, onPlay, onInspect }) {
  const sorted = choicesSorted(choices);
  if (sorted.length === 0 || view.unsolvable) return null;
  return (
    <details class="move-table" open>
      <summary>What each move is worth</summary>
      <p class="hint">
        Numbers are Black’s points minus White’s when both play their best.
        {known?.best?.length > 0 && !known.best_complete && " There may be other best moves."}
      </p>
      <div class="scroll">
      <table>
        <thead>
          <tr><th scope="col">Move</th><th scope="col">Worth</th><th scope="col">Costs</th></tr>
        </thead>
        <tbody>
          {sorted.map((choice) => (
            <tr key={choice.move} class={choice.best ? "best" : ""}
              onPointerEnter={() => onInspect(choice.move)} onPointerLeave={() => onInspect(null)}>
              <th scope="row">
                <button type="button" class="link" onClick={() => onPlay(choice.move)}>{moveName(choice.move)}</button>
              </th>
              <td title={valueWords(choice.value)}><Swatch choice={choice} /></td>
              <td>{choice.best ? "best" : choice.cost === null ? "not known" : costWords(choice.cost).replace("costs ", "").replace(" than the best", "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      </div>
    </details>
  );
}

// What the colours mean.
export function Legend() {
  return (
    <p class="legend" aria-label="What the colours mean">
      <span class="swatch strength-9">best</span>
      <span class="swatch strength-7">costs little</span>
      <span class="swatch strength-4">more</span>
      <span class="swatch strength-1">costs much</span>
      <span class="swatch strength-0 unproved">? not known</span>
      <span class="swatch illegal-swatch">× not allowed</span>
    </p>
  );
}
