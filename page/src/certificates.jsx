// Certificates: proofs as files, which another program can check. Here they are listed, downloaded and checked.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLate } from "./hooks.js";
import { Failed, useAsked, Waiting } from "./tables.jsx";
import { bytesWords, certificateProves, certificateValue, count, moveName, playerName, secondsWords, signed } from "./words.js";

const bytesMax = 64 * 1024 * 1024;

const numberOf = ({ margin, infinite }) => (infinite ? (infinite === "+" ? "+\u221e" : "\u2212\u221e") : signed(margin));
const afterWords = (move) => (move ? `After ${move === "pass" ? "a pass" : moveName(move)}: ` : "");

// A claim in a sentence: "Black forces a result of at least +1".
function claimWords({ move, player, claim, margin, infinite }) {
  const after = afterWords(move);
  const number = numberOf({ margin, infinite });
  const bound = (player === "black") !== (claim === "denies") ? "at least" : "at most";
  const other = player === "black" ? "White" : "Black";
  return claim === "denies" ? `${after}${playerName(player)} keeps ${other} from a result of ${bound} ${number}`
    : `${after}${playerName(player)} forces a result of ${bound} ${number}`;
}

// What all claims say: where both sides force the same, that is the value.
function claimsWords(claims) {
  const told = [];
  for (const move of new Set(claims.map((claim) => claim.move))) {
    const own = claims.filter((claim) => claim.move === move);
    const [black, white] = ["black", "white"].map((side) => own.find(({ player, claim }) => player === side && claim === "forces"));
    if (own.length === 2 && black && white && numberOf(black) === numberOf(white))
      told.push(`${afterWords(move)}${move ? "" : "The value is "}${numberOf(black)}${move ? "" : ", with best play"}`);
    else told.push(...own.map(claimWords));
  }
  return told;
}

// How much was checked. Strategies are the whole proof, or its lines end in them.
function workWords({ nodes, strategies, replies, strategy_leaves: leaves }) {
  if (!strategies) return `${count(nodes)} nodes`;
  return leaves ? `${count(nodes)} nodes, ${count(leaves)} of which end in strategies, and ${count(replies)} replies` : `${count(replies)} replies`;
}

function Result({ result }) {
  const claims = claimsWords(result.claims ?? []);
  if (result.accepted)
    return (
      <div class="check-result accepted" role="status">
        <p><strong><span aria-hidden="true">{"\u2713"}</span> Accepted.</strong> It proves, for {result.board} under {result.rules}
          {result.history?.length > 0 && ` after ${result.history.join(" ")}`}:</p>
        <ul>{claims.slice(0, 12).map((claim, i) => <li key={i}>{claim}.</li>)}</ul>
        {claims.length > 12 && <p class="hint">and {claims.length - 12} more.</p>}
        <p class="hint">{workWords(result)} checked in {secondsWords(result.seconds)}; XXH3-128 <code>{result.xxh3_128}</code></p>
      </div>
    );
  const refused = result.verdict === "not accepted";
  return (
    <p class={`check-result ${refused ? "refused" : "open"}`} role="status">
      <strong>{refused ? "\u2717 Not accepted" : "Not checked"}:</strong> {result.reason ?? result.stopped}.
    </p>
  );
}

// A check that goes on, or its verdict. key: that of the run.
function Check({ app, runKey, run }) {
  const late = useLate(true);
  if (run.error) return <p class="wrong" role="alert">That could not be checked: {run.error.why}.</p>;
  if (run.result) return <Result result={run.result} />;
  if (!late) return null;
  const { seconds, text } = run.progress ?? {};
  return (
    <p class="row checking" role="status">
      Checking {"\u2026"} {text} {seconds >= 1 && secondsWords(seconds)}
      <button type="button" class="small" disabled={run.state === "stopping"} onClick={() => app.knowledge.cancel(runKey)}>Stop</button>
    </p>
  );
}

const keyOf = (name) => `check ${name}`;

function Certificate({ app, one, open, asked, onCheck }) {
  const ref = useRef(null);
  const key = keyOf(one.name);
  const run = asked ? app.knowledge.run(key) : null;
  const going = run && !run.result && !run.error;
  useEffect(() => {
    if (open) ref.current?.scrollIntoView({ block: "center" });
  }, [open]);
  return (
    <>
      <tr ref={ref} class={open ? "open" : ""} aria-current={open ? "true" : undefined}>
        <th scope="row">{one.board}</th>
        <td>{one.rules}</td>
        <td>{one.query?.history?.join(" ") || "\u2013"}</td>
        <td>{certificateProves(one)}</td>
        <td class="number">{certificateValue(one)}</td>
        <td class="number">{bytesWords(one.bytes ?? 0)}</td>
        <td class="acts">
          {one.query && <button type="button" class="link" aria-label={`Show ${one.name} on the board`} onClick={() => app.load(one.query)}>board</button>}
          {one.there && <a href={app.api.certificateUrl(one.name)} download={one.name} aria-label={`Download ${one.name}`}>download</a>}
          {one.there && <button type="button" class="link" disabled={going} aria-label={`Check ${one.name}`} onClick={onCheck}>check</button>}
          {!one.there && <details class="how"><summary>how to make it</summary><code>{one.command}</code></details>}
        </td>
      </tr>
      {run && <tr class="checked-row"><td colspan="7"><Check app={app} runKey={key} run={run} /></td></tr>}
    </>
  );
}

function OwnFile({ app, file, setFile, run }) {
  const [wrong, setWrong] = useState(null);
  const choose = async (event) => {
    const input = event.currentTarget;
    const chosen = input.files[0];
    input.value = "";
    if (!chosen) return;
    if (chosen.size > bytesMax) {
      setWrong(`${chosen.name} has ${bytesWords(chosen.size)}: wanted at most 64 MiB. solve verify checks larger ones.`);
      return;
    }
    setWrong(null);
    setFile({ name: chosen.name, bytes: await chosen.arrayBuffer(), number: Date.now() });
  };
  return (
    <section class="own card" aria-label="Check a file of your own">
      <h2>Check a file of your own</h2>
      <p class="hint">A certificate that <code>solve --proof FILE</code> wrote. It is read by this program only, and not kept.</p>
      <label class="file">File <input type="file" onChange={choose} /></label>
      {wrong && <p class="wrong" role="alert">{wrong}</p>}
      {file && <p class="file-name">{file.name}</p>}
      {run && <Check app={app} runKey={`own ${file.number}`} run={run} />}
    </section>
  );
}

export function Certificates({ app }) {
  const { certificate } = app.state;
  const { data, error } = useAsked(app.api.certificates, "certificates");
  const [asked, setAsked] = useState([]);
  const [file, setFile] = useState(null);
  const [text, setText] = useState("");

  useEffect(() => {
    const list = asked.map((name) => ({ key: keyOf(name), spec: { kind: "check", certificate: name } }));
    if (file) list.push({ key: `own ${file.number}`, spec: { kind: "check", bytes: file.bytes } });
    app.want("certificates", list);
  }, [asked, file]);
  useEffect(() => () => app.want("certificates", []), []);

  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const listed = (data?.certificates ?? []).filter(({ board, rules, name, verdicts }) =>
    words.every((word) => `${board} ${rules} ${name} ${verdicts}`.toLowerCase().includes(word)));
  const check = (name) => {
    app.knowledge.again(keyOf(name));
    setAsked((old) => [...old.filter((one) => one !== name), name].slice(-4));
  };
  return (
    <main class="certificates" id="main">
      <h1>Certificates</h1>
      <p class="lead">A certificate is a proof as a file. The checker that reads it has none of the search in it: it only knows
        the rules.</p>
      {!app.api.isSite && <OwnFile app={app} file={file} setFile={setFile} run={file && app.knowledge.run(`own ${file.number}`)} />}
      {error && <Failed error={error} />}
      {!data && !error && <Waiting />}
      {data && data.certificates.length === 0 && <p class="note">There are no certificates beside this program.</p>}
      {data && data.certificates.length > 0 && (
        <>
          <div class="row filter" role="search">
            <label>Filter <input type="search" value={text} placeholder="2x3 psk" onInput={(event) => setText(event.currentTarget.value)} /></label>
            <span class="hint" role="status">{listed.length} of {data.certificates.length}</span>
          </div>
          <div class="scroll-x" tabindex="0" role="region" aria-label="Certificates">
            <table class="results">
              <thead><tr><th scope="col">Board</th><th scope="col">Rules</th><th scope="col">After</th><th scope="col">It proves</th>
                <th scope="col">Value</th><th scope="col">Size</th><th scope="col"><span class="visually-hidden">What to do</span></th></tr></thead>
              <tbody>
                {listed.map((one) => (
                  <Certificate key={one.name ?? one.command} app={app} one={one} open={!!certificate && one.name === certificate}
                    asked={asked.includes(one.name)} onCheck={() => check(one.name)} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </main>
  );
}
