// Setting up: stones on the start, who moves, another board.

import { useState } from "preact/hooks";
import { Board } from "./board.jsx";
import { indexOf, positionOf } from "./layout.js";
import { parseGraph } from "./graph.js";
import { playerLetter, playerName } from "./words.js";

const players = ["black", "white", "third", "fourth"];

// The players of the ruleset: more than two only under the rules that say so.
function playersOf(view) {
  return players.slice(0, Number(view.rules_fields?.players ?? 2));
}

// Stones are placed by click or Enter: the chosen stone, or none where it stood already.
export function Setup({ app, view }) {
  const { setup } = app.state;
  const [tool, setTool] = useState("X");
  const { layout } = view;
  const place = (name) => {
    const i = indexOf(layout, name);
    const stones = setup.stones.split("");
    stones[i] = stones[i] === tool ? "." : tool;
    app.setup({ stones: stones.join("") });
    app.say(`${name}: ${stones[i] === "." ? "empty" : `stone ${stones[i]}`}`);
  };
  const tools = [...playersOf(view).map((player) => [playerLetter[player], playerName(player)]), [".", "No stone"]];
  const done = () => {
    const empty = /^\.*$/.test(setup.stones);
    app.setStart({ position: empty ? null : positionOf(layout, setup.stones),
      toMove: setup.toMove === "black" ? null : setup.toMove, prohibited: [] });
  };
  return (
    <div class="setup">
      <h1>Set up a position</h1>
      <p class="hint">Click on points to place stones, and again to take them away.</p>
      <Board layout={layout} stones={setup.stones} editable onPlay={place} label="The position to set up" id="setup-board" />
      <fieldset class="row tools">
        <legend>Place</legend>
        {tools.map(([letter, name]) => (
          <label key={letter}>
            <input type="radio" name="tool" checked={tool === letter} onChange={() => setTool(letter)} /> {name}
          </label>
        ))}
      </fieldset>
      <label class="row">Who moves{" "}
        <select value={setup.toMove} onChange={(event) => app.setup({ toMove: event.currentTarget.value })}>
          {playersOf(view).map((player) => <option key={player} value={player}>{playerName(player)}</option>)}
        </select>
      </label>
      <div class="row">
        <button type="button" class="primary" data-setup="done" onClick={done}>Play from here</button>
        <button type="button" onClick={() => app.setup({ stones: ".".repeat(layout.points.length) })}>Clear</button>
        <button type="button" aria-disabled={setup.steps.length === 0 ? "true" : undefined} onClick={app.setupUndo}>Undo</button>
        <button type="button" data-setup="cancel" onClick={app.setupEnd}>Cancel</button>
      </div>
    </div>
  );
}

// Another board: suggested ones, rows and columns, or a graph file.
export function NewBoard({ app }) {
  const { about, start } = app.state;
  const [rows, setRows] = useState("");
  const [columns, setColumns] = useState("");
  const [wrong, setWrong] = useState(null);
  const suggested = about?.boards ?? [];
  const choose = (board) => app.setStart({ board, graph: null, position: null, toMove: null, prohibited: [] });

  const submit = (event) => {
    event.preventDefault();
    const size = [rows, columns].map((text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : 0));
    if (size.some((n) => n < 1) || size[0] * size[1] > 361)
      setWrong("Wanted: rows and columns as numbers from 1, at most 361 points in all.");
    else {
      setWrong(null);
      choose(`${size[0]}x${size[1]}`);
    }
  };
  const file = async (event) => {
    const input = event.currentTarget;
    const chosen = input.files[0];
    input.value = "";
    if (!chosen) return;
    try {
      const graph = parseGraph(await chosen.text());
      setWrong(null);
      app.setStart({ board: chosen.name, graph, position: null, toMove: null, prohibited: [] });
    } catch (error) {
      setWrong(`${chosen.name}: ${error.message}`);
    }
  };
  return (
    <details class="new-board">
      <summary>Board: <strong>{start.board.replace(/^(\d+)x(\d+)$/, "$1 \u00d7 $2")}</strong></summary>
      {suggested.length > 0 && (
        <div class="row suggested" role="group" aria-label="Boards">
          {suggested.map((board) => (
            <button key={board} type="button" aria-pressed={board === start.board && !start.graph} onClick={() => choose(board)}>
              {board.replace("x", "\u00d7")}
            </button>
          ))}
        </div>
      )}
      {!app.api.isSite && (
        <form class="row" onSubmit={submit}>
          <label>Rows <input type="text" inputmode="numeric" size="3" value={rows} onInput={(e) => setRows(e.currentTarget.value)} /></label>
          <label>Columns <input type="text" inputmode="numeric" size="3" value={columns} onInput={(e) => setColumns(e.currentTarget.value)} /></label>
          <button type="submit">New board</button>
        </form>
      )}
      {!app.api.isSite && (
        <label class="row file">A board of any shape, from a graph file <input type="file" onChange={file} /></label>
      )}
      {wrong && <p class="wrong" role="alert">{wrong}</p>}
    </details>
  );
}
