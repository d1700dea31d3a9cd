// The history: buttons to step, the moves, small boards, variations.

import { useEffect, useRef } from "preact/hooks";
import { MiniBoard } from "./drawing.jsx";
import { Icon } from "./icons.jsx";
import { indexOf } from "./layout.js";
import { boardAfter } from "./status.jsx";
import { treeLine } from "./tree.js";
import { costOf } from "./values.js";
import { costWords, isProven, moveName, playerName } from "./words.js";

// What the move of node `id` cost its player under `rules` (default: the game's): from what is known of the place before
// it. null if unknown.
export function costOfMove(app, id, rules) {
  const { tree, start } = app.state;
  if (id <= 0) return null;
  const { view, known } = app.known(tree.nodes[id].parent, rules);
  if (!view || view.ended || !isProven(known?.value)) return null;
  const { move } = tree.nodes[id];
  const values = [known?.moves?.find((m) => m.move === move)?.value,
    view.known_moves?.find((m) => m.move === move)?.value, app.known(id, rules).known?.value];
  const value = values.find(isProven);
  return value ? costOf(value, known.value, view.next, start.komi) : null;
}

export function Steps({ app }) {
  const { tree, at, undo } = app.state;
  const steps = [
    ["first", "To the start", app.first, at === 0],
    ["back", "One move back", app.back, at === 0],
    ["forward", "One move forward", app.forward, tree.nodes[at].chosen <= 0],
    ["last", "To the end", app.last, tree.nodes[at].chosen <= 0],
    ["undo", "Undo", app.undo, undo.length === 0],
  ];
  return (
    <div class="steps" role="group" aria-label="Step through the game">
      {steps.map(([name, label, act, off]) => (
        <button key={name} type="button" class="icon" data-step={name} aria-label={label} title={label}
          aria-disabled={off ? "true" : undefined} onClick={() => !off && act()}>
          <Icon name={name} />
        </button>
      ))}
    </div>
  );
}

function Move({ app, id, number, judged, isHere, isAfter }) {
  const { tree } = app.state;
  const cost = costOfMove(app, id);
  const player = judged?.player;
  const banned = judged?.banned;
  const refused = judged && !judged.legal;
  const words = [player && playerName(player), moveName(tree.nodes[id].move), cost !== null && costWords(cost),
    refused && `not allowed: ${judged.reason}`, banned && `${playerName(banned)} may not play any more: ${judged.reason}`];
  return (
    <button type="button" class={`move${isAfter ? " after" : ""}${refused ? " refused" : ""}`} data-node={id}
      aria-current={isHere ? "step" : undefined} title={words.filter(Boolean).join(", ")} onClick={() => app.goTo(id)}>
      <span class="number">{number}</span>
      {player && <span class={`dot dot-${player}`} aria-hidden="true" />}
      {player && <span class="visually-hidden"> {playerName(player)} </span>}
      <span class="what">{moveName(tree.nodes[id].move)}</span>
      {cost > 0 && <span class="cost">{cost === Infinity ? "worse" : `costs ${cost}`}</span>}
      {refused && <span class="visually-hidden"> not allowed: {judged.reason}</span>}
      {banned && <span class="ban">{playerName(banned)} out</span>}
    </button>
  );
}

// Other moves that were tried at a place of the line.
function Variations({ app, line }) {
  const { tree, at } = app.state;
  const places = [0, ...line].filter((id) => tree.nodes[id].children.length > 1);
  if (places.length === 0) return null;
  return (
    <div class="variations">
      <h3>Variations</h3>
      <ul>
        {places.map((place) => {
          const number = [0, ...line].indexOf(place) + 1;
          return (
            <li key={place}>
              <span class="hint">Move {number}:</span>
              {tree.nodes[place].children.map((child) => {
                const chosen = tree.nodes[place].chosen === child;
                const length = treeLine(tree, child).length - number;
                const more = length > 0 ? ` and ${length} more` : "";
                return (
                  <span class="variation" key={child}>
                    <button type="button" class={`move${chosen ? "" : " after"}`} aria-current={at === child ? "step" : undefined}
                      data-node={child} title={`${moveName(tree.nodes[child].move)}${more}`}
                      onClick={() => app.goTo(child)}>
                      <span class="what">{moveName(tree.nodes[child].move)}</span>
                      {length > 0 && <span class="number">+{length}</span>}
                    </button>
                    <button type="button" class="icon small" aria-label={`Remove the variation ${moveName(tree.nodes[child].move)}`}
                      title="Remove this variation" onClick={() => app.remove(child)}>×</button>
                  </span>
                );
              })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function SmallBoards({ app, line, whole }) {
  const { tree, at } = app.state;
  const here = useRef(null);
  useEffect(() => {
    const strip = here.current?.parentElement;
    if (strip) strip.scrollLeft = here.current.offsetLeft - strip.clientWidth / 2 + here.current.clientWidth / 2;
  }, [at]);
  const item = (id, number) => {
    const stones = number === 0 || whole.moves[number - 1]?.legal ? boardAfter(whole, number) : null;
    if (!stones) return null;
    const { move } = tree.nodes[id];
    const label = number === 0 ? "The start" : `After move ${number}, ${moveName(move)}`;
    return (
      <button key={id} type="button" class="small-board" ref={id === at ? here : undefined}
        aria-current={id === at ? "step" : undefined} title={label} data-node={id} onClick={() => app.goTo(id)}>
        <MiniBoard layout={whole.layout} stones={stones} last={number > 0 ? indexOf(whole.layout, move) : -1} />
        <span>{number === 0 ? "start" : `${number}. ${move}`}</span>
      </button>
    );
  };
  return (
    <div class="small-boards" role="group" aria-label="The boards of the game">
      {[0, ...line].map(item)}
    </div>
  );
}

// whole: the view of the whole line, or null while it is asked for.
export function Moves({ app, whole }) {
  const { tree, at } = app.state;
  const line = treeLine(tree, at);
  const here = line.indexOf(at);
  return (
    <section class="moves" aria-label="The game so far">
      <h2>The game</h2>
      {line.length === 0 && <p class="hint">No move yet. Click on the board to play for both sides.</p>}
      {line.length > 0 && (
        <ol class="move-list">
          <li><button type="button" class="move" aria-current={at === 0 ? "step" : undefined}
            onClick={() => app.goTo(0)}><span class="what">start</span></button></li>
          {line.map((id, i) => (
            <li key={id}>
              <Move app={app} id={id} number={i + 1} judged={whole?.moves?.[i]} isHere={i === here} isAfter={i > here} />
            </li>
          ))}
        </ol>
      )}
      {line.length > 0 && whole && <SmallBoards app={app} line={line} whole={whole} />}
      <Variations app={app} line={line} />
    </section>
  );
}
