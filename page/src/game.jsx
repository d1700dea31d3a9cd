// The view with the board.

import { useEffect, useState } from "preact/hooks";
import { Beside, differenceMarks } from "./beside.jsx";
import { Board } from "./board.jsx";
import { Legend, MoveTable, OtherMoves } from "./choices.jsx";
import { Coalitions } from "./coalitions.jsx";
import { EveryRule } from "./everyrule.jsx";
import { Export } from "./export.jsx";
import { useLast } from "./hooks.js";
import { stonesOf } from "./layout.js";
import { useFocusKept } from "./focus.js";
import { LineButtons, LinePlayer, shownLine, wantLine } from "./line.jsx";
import { costOfMove, Moves, Steps } from "./moves.jsx";
import { Rules } from "./rules.jsx";
import { Runs } from "./runs.jsx";
import { NewBoard, Setup } from "./setup.jsx";
import { Starts } from "./starts.jsx";
import { boardAfter, Detail, Notes, Status } from "./status.jsx";
import { treeLine } from "./tree.js";
import { choicesWithValues } from "./values.js";
import { isProven, moveName, playerName, valueShort } from "./words.js";

// All that is known of the place where the board stands, put together for drawing.
export function placeOfGame(app) {
  const { tree, start } = app.state;
  const at = app.here();
  const refused = at === app.state.at ? null : app.known().view.moves.find(({ legal }) => !legal);
  const { view, known, run, error, pending } = app.known(at);
  let value = known?.value ?? null;
  if (!isProven(value) && at > 0) {
    // What a move is worth is what the state after it is worth.
    const before = app.known(tree.nodes[at].parent);
    const { move } = tree.nodes[at];
    const found = [...(before.known?.moves ?? []), ...(before.view?.known_moves ?? [])]
      .find((item) => item.move === move && isProven(item.value));
    if (found) value = found.value;
  }
  const choices = view ? choicesWithValues(view, known ?? run?.progress ?? null, start.komi, value) : [];
  return { at, view, known, run, error, pending, value, choices, refused };
}

// What is drawn while a view is asked for: the board after the move, as the place before told it, without values.
function awaited(app, layout) {
  const { at, tree } = app.state;
  if (at === 0) return null;
  const before = app.known(tree.nodes[at].parent).view;
  const { move } = tree.nodes[at];
  const board = before?.choices?.find((choice) => choice.move === move)?.board;
  return board && before.layout.points.length === layout.points.length ? stonesOf(layout, board) : null;
}

// The moves of the place before, without values: what stays on the page for the moment until the new ones are there.
function blank(choices) {
  return choices.map((choice) => ({ ...choice, value: null, proven: false, best: false, cost: null, loss: null, strength: 0 }));
}

function boardOfLine(line, lineView, step) {
  if (!line || !lineView) return null;
  const stones = boardAfter(lineView, line.before + step);
  return stones && { stones, last: step > 0 ? line.moves[step - 1] : null };
}

// A site of files holds positions of small boards only.
function canSetUp({ api, state: { about, start } }) {
  return !api.isSite || !!about?.pairs?.some(({ board, rules, starts }) => board === start.board && rules === start.rules && starts);
}

export function Game({ app, inspect: [point, setPoint] }) {
  const { state } = app;
  const place = placeOfGame(app);
  const { view, known, run, error, pending, value, choices } = place;
  const shownView = useLast(view);
  const line = treeLine(state.tree, state.at);
  const whole = line.length > 0 ? app.known(line[line.length - 1]).view : view;
  const lastWhole = useLast(whole);
  const shown = shownLine(app);
  const lineView = shown ? app.knowledge.view(shown.query)?.view : null;
  const lastChoices = useLast(view ? choices : null);
  const listed = view ? choices : blank(lastChoices ?? []);
  const said = useSaid(app, place);
  useFocusKept();

  useEffect(() => {
    app.want("line", wantLine(app));
  }, [state.show?.kind, shown && JSON.stringify(shown.query)]);

  const play = (move) => {
    const choice = choices.find((c) => c.move === move);
    if (choice?.legal) app.play(move);
    else if (choice) setPoint(move);
  };

  if (!shownView)
    return (
      <main class="game" id="main">
        <div class="board-side">{error ? <Wrong app={app} error={error} /> : <h1 class="headline loading">{state.start.board}</h1>}</div>
        <div class="panel"><NewBoard app={app} /><Rules app={app} /></div>
      </main>
    );

  const inLine = state.show ? boardOfLine(shown, lineView, state.show.step) : null;
  const stones = inLine?.stones ?? view?.stones ?? awaited(app, shownView.layout) ?? shownView.stones;
  const last = inLine ? inLine.last : state.tree.nodes[place.at].move;
  const drawn = state.show || !view ? [] : choices;
  const title = `Board ${state.start.board}${view?.next ? `, ${playerName(view.next)} to move` : ""}`;
  return (
    <main class={`game${state.beside ? " has-beside" : ""}`} id="main">
      <div class="board-side">
        {error && <Wrong app={app} error={error} />}
        {!state.setup && <Status app={app} view={view ?? shownView} known={known} value={value} pending={pending}
          cost={costOfMove(app, place.at)} />}
        {state.setup ? <Setup app={app} view={shownView} /> : (
          <>
            <Board id="board" layout={shownView.layout} stones={stones} choices={drawn} last={last} label={title}
              marks={state.show ? null : differenceMarks(app, choices)}
              player={view?.next ?? null} onPlay={state.show ? null : play} onInspect={setPoint} />
            {state.show
              ? <LinePlayer app={app} line={shown} view={lineView} />
              : <>
                  <Detail view={view ?? shownView} choices={choices} point={point} stones={stones} komi={state.start.komi} />
                  <Notes app={app} view={view} known={known} run={run} pending={pending} refused={place.refused} />
                  {view && <Coalitions app={app} view={view} />}
                  <OtherMoves view={shownView} choices={listed} onPlay={play} onInspect={setPoint} />
                  <Steps app={app} />
                  <LineButtons app={app} view={view} known={known} />
                  <Legend />
                </>}
          </>
        )}
      </div>
      <Beside app={app} view={view} choices={choices} point={point} onInspect={setPoint} />
      <div class="panel">
        <Starts app={app} />
        <NewBoard app={app} />
        <Rules app={app} view={view} />
        {!state.setup && canSetUp(app) && (
          <button type="button" class="set-up" onClick={() => app.setupBegin(stones, view?.next ?? "black")}>Set up a position</button>)}
        {!state.setup && (
          <MoveTable view={shownView} choices={listed} known={known} onPlay={play} onInspect={setPoint} />)}
        {!state.setup && <EveryRule app={app} view={view ?? shownView} choices={choices} />}
        <Moves app={app} whole={lastWhole} />
        <Export app={app} view={view} known={known} />
        {!app.api.isSite && <Runs app={app} />}
      </div>
      <p class="visually-hidden" aria-live="polite" id="said">{said}</p>
    </main>
  );
}

// What is told to screen readers when something changed: the move, and what the board is worth then.
function useSaid(app, { view, value, known }) {
  const { at, tree, said } = app.state;
  const [text, setText] = useState("");
  const shown = known?.value ?? value;
  const now = view && [at > 0 ? moveName(tree.nodes[at].move) : "The start", view.ended ? "the game is over" : null,
    isProven(shown) && !view.ended ? `worth ${valueShort(shown)}` : null].filter(Boolean).join(", ");
  useEffect(() => {
    if (!now) return undefined;
    const timer = setTimeout(() => setText(now), 250);
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    if (said) setText(said);
  }, [said]);
  return text;
}

function Wrong({ app, error }) {
  return (
    <div class="wrong" role="alert">
      <p>This cannot be shown: {error.key ? `${error.key} ` : ""}{error.value ? `${error.value}: ` : ""}{error.why}.</p>
      <button type="button" onClick={() => (app.undo() ? null : app.setStart({ board: "3x3", graph: null, rules: "psk",
        position: null, toMove: null, prohibited: [], komi: 0 }))}>Back</button>
    </div>
  );
}

