// What can be taken away: SGF, pictures, JSON, the URL.

import { useState } from "preact/hooks";
import { treeEnds } from "./tree.js";

const pictures = [["heat", "values of the moves"], ["line", "best line"], ["position", "board alone"]];
const files = [["sgf", "SGF"], ["svg", "SVG"], ["png", "PNG"], ["pdf", "PDF"], ["json", "JSON"]];
const isPicture = (kind) => kind === "svg" || kind === "png" || kind === "pdf";

function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

async function copyText(text) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // the browser does not let us: the old way, then
    }
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

export function Export({ app, known }) {
  const [picture, setPicture] = useState("heat");
  const [said, setSaid] = useState(null);
  const [wrong, setWrong] = useState(false);
  const tell = (text, isWrong = false) => {
    setSaid(text);
    setWrong(isWrong);
  };

  const take = async (kind) => {
    tell(null);
    const query = app.query();
    try {
      const more = isPicture(kind) ? { picture } : kind === "sgf" ? { variations: treeEnds(app.state.tree) } : {};
      const { blob, name } = await app.api.exportFile(kind, { ...query, ...more });
      save(blob, name);
      tell(`${name} is in your downloads.`);
    } catch (error) {
      tell(`That cannot be exported: ${error.message}.`, true);
    }
  };
  const copy = async () => {
    const url = window.location.href;
    tell((await copyText(url)) ? "The address is in the clipboard." : `Copy it by hand: ${url}`);
  };
  const can = !app.api.isSite;
  return (
    <section class="export" aria-label="Take away">
      <h2>Take away</h2>
      <div class="row">
        <button type="button" data-export="url" onClick={copy}>Copy the address</button>
        {can && files.map(([kind, title]) => (
          <button key={kind} type="button" data-export={kind} onClick={() => take(kind)}>{title}</button>
        ))}
      </div>
      {can && (
        <label class="row">Pictures show the{" "}
          <select value={picture} onChange={(event) => setPicture(event.currentTarget.value)}>
            {pictures.map(([kind, title]) => <option key={kind} value={kind} disabled={kind !== "position" && !known}>{title}</option>)}
          </select>
        </label>
      )}
      {said && <p class={wrong ? "wrong" : "hint"} role={wrong ? "alert" : "status"}>{said}</p>}
    </section>
  );
}
