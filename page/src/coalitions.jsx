// What each coalition gets, in games of more than two players.

import { useEffect, useState } from "preact/hooks";
import { queryKey, queryOf } from "./query.js";
import { Running } from "./runs.jsx";
import { treeMoves, treePath } from "./tree.js";
import { moveName, playerName } from "./words.js";

// Boards of so many points are asked about at once, larger ones when somebody wants it.
const pointsAsked = 3;

const points = ({ min, max }) => (min === max ? String(min) : `${min} to ${max}`);

function Table({ result }) {
  const alone = result.coalitions.length < 2;
  return (
    <div class="move-table coalitions">
      <div class="scroll">
        <table>
          <caption>Points that players get together, whatever the others play</caption>
          <thead>
            <tr>
              <th scope="col">Together</th><th scope="col">Points</th>
              {!alone && <th scope="col">Gained by it</th>}
              <th scope="col">First plays that keep it</th>
            </tr>
          </thead>
          <tbody>
            {result.coalitions.map((one) => (
              <tr key={one.players.join()}>
                <th scope="row">{one.players.map(playerName).join(", ")}</th>
                <td>{points(one.points)}</td>
                {!alone && <td>{one.together === null ? "" : `${one.together > 0 ? "+" : ""}${one.together}`}</td>}
                <td>{one.plays.map(moveName).join(", ")}{one.plays_complete ? "" : one.plays.length > 0 ? " …" : "not known"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

export function Coalitions({ app, view }) {
  const { start, tree } = app.state;
  const [asked, setAsked] = useState(null);
  const players = Number(view?.rules_fields?.players ?? 2);
  const query = queryOf(start, treeMoves(tree, treePath(tree, app.here())));
  const key = "coalitions " + queryKey(query);
  const has = players > 2 && !view.ended && view.rules_fields.scoring !== "territory" && !app.api.isSite;
  const wanted = has && (view.layout.points.length <= pointsAsked || asked === key);
  useEffect(() => {
    app.want("coalitions", wanted ? [{ key, spec: { ...query, kind: "coalitions" } }] : []);
    return () => app.want("coalitions", []);
  }, [wanted && key]);
  if (!has) return null;
  const run = app.knowledge.run(key);
  return (
    <section class="notes" aria-label="What coalitions get">
      {run?.error && <p class="wrong" role="alert">It cannot be found: {run.error.why}.</p>}
      {run && !run.result && !run.error && (
        <Running run={run} size={0} onStop={() => app.knowledge.cancel(key)} />
      )}
      {run?.result && <Table result={run.result} />}
      {!wanted && !run?.result && (
        <p class="ask">
          <button type="button" class="primary" onClick={() => setAsked(key)}>What does each coalition get?</button>
        </p>
      )}
    </section>
  );
}
