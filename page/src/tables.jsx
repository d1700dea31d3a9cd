// Published tables: what others claimed, and what the program found. A row leads to its board.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useLate } from "./hooks.js";

// How a verdict is told, and how it is coloured: never by colour alone.
const verdictWords = {
  verified: ["\u2713", "verified"], wrong: ["\u2717", "wrong"], "not decided": ["?", "not decided"],
  computed: ["=", "computed"], agrees: ["\u2248", "agrees"], differs: ["\u2260", "differs"], estimated: ["~", "estimated"],
};

const kindOf = (verdict) => (verdict ?? "").replace(/ \(certificate checked\)$/, "");

export function Verdict({ verdict }) {
  if (!verdict) return null;
  const kind = kindOf(verdict);
  const [sign, word] = verdictWords[kind] ?? ["", kind];
  return (
    <span class={`verdict verdict-${kind.replace(" ", "-")}`}>
      <span aria-hidden="true">{sign}</span> {word}
      {kind !== verdict && <span class="checked" title="A certificate of it was checked"> proof checked</span>}
    </span>
  );
}

// Something that is asked for once: { data, error }.
export function useAsked(ask, key) {
  const [state, setState] = useState({ key: null });
  useEffect(() => {
    let over = false;
    ask().then((data) => over || setState({ key, data }), (error) => over || setState({ key, error }));
    return () => {
      over = true;
    };
  }, [key]);
  return state.key === key ? state : { key };
}

export function Waiting() {
  return useLate(true) ? <p class="hint">Reading {"\u2026"}</p> : null;
}

export function Failed({ error }) {
  return <p class="wrong" role="alert">This cannot be shown: {error.message}.</p>;
}

function Counts({ verdicts }) {
  return Object.entries(verdicts ?? {}).map(([verdict, number]) => (
    <span key={verdict} class="counted">{number} <Verdict verdict={verdict} /></span>
  ));
}

function List({ app }) {
  const { data, error } = useAsked(app.api.tables, "tables");
  if (error) return <Failed error={error} />;
  if (!data) return <Waiting />;
  if (data.tables.length === 0) return <p class="note">There are no published tables beside this program.</p>;
  return (
    <ul class="cards">
      {data.tables.map((table) => (
        <li key={table.name} class="card">
          <h2><a href={app.urlOf({ view: "tables", table: table.name })}>{table.title ?? table.name}</a></h2>
          {table.error && <p class="wrong">{table.error}.</p>}
          {table.source && <p class="hint">{table.source}</p>}
          <p class="counts">{table.rows ?? "?"} rows{Object.keys(table.verdicts ?? {}).length > 0 && ": "}<Counts verdicts={table.verdicts} /></p>
        </li>
      ))}
    </ul>
  );
}

const long = new Set(["line", "reason", "takes", "source"]);
const plays = new Set(["after"]); // not a play a line where the page is narrow
const hidden = new Set(["certificate"]);

function Cell({ column, text, row }) {
  if (column.name === "verdict") return <Verdict verdict={row.verdict} />;
  if (column.name === "line" && text.length > 60) return <details class="long"><summary>{text.slice(0, 40)}{"\u2026"}</summary>{text}</details>;
  if (plays.has(column.name)) return text.split(" ").map((play, i) => <>{i > 0 && " "}<span class="play">{play}</span></>);
  return text;
}

function Row({ app, table, row, columns }) {
  const open = () => app.load(row.query, (row.line_moves ?? []).slice(row.query.history.length));
  const shown = columns.filter(({ column }) => !hidden.has(column.name));
  return (
    <tr class={row.query ? "opens" : ""} onClick={(event) => {
      if (row.query && !event.target.closest("a, button, summary, details") && !window.getSelection()?.toString()) open();
    }}>
      {shown.map(({ column, at }, i) => (i === 0
        ? <th scope="row" key={column.name}>
            {row.query ? <button type="button" class="link" aria-label={`Show ${row.cells[at]}, ${row.query.rules}, on the board`} onClick={open}>{row.cells[at]}</button> : row.cells[at]}
          </th>
        : <td key={column.name} class={long.has(column.name) ? "long" : plays.has(column.name) ? "plays" : ""}><Cell column={column} text={row.cells[at] ?? ""} row={row} /></td>))}
      <td class="row-proof">
        {row.certificate && <a href={app.urlOf({ view: "certificates", table: null, certificate: row.certificate })}>proof</a>}
      </td>
    </tr>
  );
}

function Table({ app, name }) {
  const { data, error } = useAsked(() => app.api.table(name), `table ${name}`);
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState("");
  const columns = useMemo(() => (data?.columns ?? []).map((column, at) => ({ column: typeof column === "string" ? { name: column, title: column } : column, at }))
    .filter(({ column, at }) => column.name === "board" || data.rows.some((row) => row.cells[at])), [data]);
  if (error) return <Failed error={error} />;
  if (!data) return <Waiting />;

  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = data.rows.filter((row) => (!verdict || kindOf(row.verdict) === verdict) &&
    words.every((word) => row.cells.some((cell) => cell.toLowerCase().includes(word))));
  const kinds = [...new Set(data.rows.map((row) => kindOf(row.verdict)).filter(Boolean))];
  return (
    <>
      <p class="hint">Source: {data.source}. {data.rows.some(({ query }) => query) && "Choose a row to see it on the board. "}
        {data.rows.some(({ cells }) => cells.some((cell) => /^\d+-\d+/.test(cell))) && "Plays such as 1-2 are row and column, from the top left; lines are in letters and numbers as on the board."}</p>
      <div class="row filter" role="search">
        <label>Filter <input type="search" value={text} placeholder="2x3 psk" onInput={(event) => setText(event.currentTarget.value)} /></label>
        {kinds.length > 1 && (
          <label>Verdict{" "}
            <select value={verdict} onChange={(event) => setVerdict(event.currentTarget.value)}>
              <option value="">all</option>
              {kinds.map((kind) => <option key={kind} value={kind}>{kind}</option>)}
            </select>
          </label>
        )}
        <span class="hint" role="status">{rows.length} of {data.rows.length} rows</span>
      </div>
      <div class="scroll-x" tabindex="0" role="region" aria-label={data.title}>
        <table class="results">
          <thead><tr>
            {columns.filter(({ column }) => !hidden.has(column.name)).map(({ column }) => <th scope="col" key={column.name}>{column.title}</th>)}
            <th scope="col"><span class="visually-hidden">Proof</span></th>
          </tr></thead>
          <tbody>{rows.map((row, i) => <Row key={i} app={app} table={data} row={row} columns={columns} />)}</tbody>
        </table>
      </div>
    </>
  );
}

export function Tables({ app }) {
  const { table } = app.state;
  const { data } = useAsked(app.api.tables, "tables");
  const title = data?.tables.find(({ name }) => name === table)?.title;
  return (
    <main class="tables" id="main">
      {table
        ? <>
            <p class="crumb"><a href={app.urlOf({ view: "tables", table: null })}>Published tables</a></p>
            <h1>{title ?? table}</h1>
            <Table key={table} app={app} name={table} />
          </>
        : <>
            <h1>Published tables</h1>
            <p class="lead">Values, best moves and counts that others have published, each judged by this program: what is
              called verified or wrong was proved.</p>
            <List app={app} />
          </>}
    </main>
  );
}
