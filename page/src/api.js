// What the page asks for. `server` asks the program; an exported site (site.js) has the same functions over
// files. Every function gives a promise; a refused request throws an ApiError, a server that does not answer an
// OfflineError.

export class ApiError extends Error {
  // error: { key, value, why } as the server says it
  constructor(error) {
    super(error.why);
    this.error = error;
  }
}

export class OfflineError extends Error {}

async function ask(path, options) {
  let reply;
  try {
    reply = await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new OfflineError("the server does not answer");
  }

  let body;
  try {
    body = await reply.json();
  } catch {
    if (reply.ok) throw new OfflineError("the answer was cut off");
    body = null;
  }
  if (reply.ok) return body;
  throw new ApiError(body?.error ?? { key: null, value: null, why: `the server answers ${reply.status}` });
}

const post = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

// The events of a run: on.progress(object), on.result(object), on.failed({ key, value, why }), on.lost() if the
// server does not know the run any more, on.trouble() while it does not answer. Returns a function that stops listening; the run goes on.
function events(run, on) {
  const source = new EventSource(`api/runs/${encodeURIComponent(run)}/events`);
  let over = false;
  const end = () => {
    over = true;
    source.close();
  };
  const last = (tell) => (event) => {
    if (over) return;
    end();
    tell(JSON.parse(event.data));
  };
  source.addEventListener("progress", (event) => over || on.progress(JSON.parse(event.data)));
  source.addEventListener("result", last((result) => on.result(result)));
  source.addEventListener("failed", last(({ error }) => on.failed(error)));
  source.onerror = () => {
    if (over) return;
    if (source.readyState !== EventSource.CLOSED) {
      on.trouble?.(); // the browser tries again by itself
      return;
    }
    end();
    on.lost();
  };
  return end;
}

export const server = {
  isSite: false,
  about: () => ask("api/about"),
  rules: () => ask("api/rules"),
  view: (query, signal) => post("api/view", query, signal),
  startRun: (spec) => post("api/runs", spec), // { run, state }
  runs: () => ask("api/runs"),
  events,
  cancelRun: (run) => post(`api/runs/${encodeURIComponent(run)}/cancel`, {}),
  tables: () => ask("api/tables"),
  table: (name) => ask(`api/tables/${encodeURIComponent(name)}`),
  certificates: () => ask("api/certificates"),
  certificateUrl: (name) => `api/certificates/${encodeURIComponent(name)}`,
  checkFile: (bytes) =>
    ask("api/certificates", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: bytes }),

  // A file: { blob, name }. kind: sgf, svg, png, pdf or json.
  async exportFile(kind, query) {
    const reply = await fetch(`api/export/${kind}`, { method: "POST", credentials: "same-origin",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(query) }).catch(() => {
      throw new OfflineError("the server does not answer");
    });
    if (!reply.ok)
      throw new ApiError((await reply.json().catch(() => null))?.error ?? { why: `the server answers ${reply.status}` });
    const name = /filename="?([^";]+)/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1];
    return { blob: await reply.blob(), name: name ?? `go.${kind}` };
  },
};
