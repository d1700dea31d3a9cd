// What the page has learned: views and runs by query. It asks for what is wanted and not there, listens to the
// runs that are wanted and to no others, and keeps the rest for when it is wanted again.

import { ApiError, OfflineError } from "./api.js";
import { queryKey } from "./query.js";
import { better, isComplete } from "./values.js";

const viewsKept = 2000;
// Browsers keep six connections to a server, for all windows together; an event stream holds one.
const streams = 2;
const viewsAtATime = 3; // but for the first of a list, which is never kept waiting

// prepare(view): what is to be done with a view once it has come.
export function knowledgeNew(api, onChange, prepare = (view) => view) {
  const views = new Map(); // key -> { query, view, error, pending }
  const runs = new Map(); // key -> { spec, run, state, progress, result, error, close, asked }
  let wanted = new Set();
  let viewsPending = 0;
  let offline = false;
  let retry = null;
  let last = []; // what was wanted last
  let shown = new Set(); // keys of the views of that which are wanted now, and not only soon

  const changed = () => onChange();

  function wentOffline() {
    if (retry !== null) return;
    offline = true;
    const tryAgain = async () => {
      try {
        await api.about();
      } catch (error) {
        if (error instanceof OfflineError) {
          retry = setTimeout(tryAgain, 1500);
          return;
        }
      }
      retry = null;
      offline = false;
      for (const [key, entry] of views) if (!entry.view && !entry.error) views.delete(key);
      changed();
    };
    retry = setTimeout(tryAgain, 1000);
    changed();
  }

  async function lookForServer() {
    try {
      await api.about();
      changed();
    } catch (error) {
      if (error instanceof OfflineError) wentOffline();
    }
  }

  function failed(entry, error) {
    if (error instanceof ApiError) entry.error = error.error;
    else if (error instanceof OfflineError) wentOffline();
    else entry.error = { key: null, value: null, why: String(error.message ?? error) };
  }

  function trim() {
    for (const key of views.keys()) {
      if (views.size <= viewsKept) break;
      if (!wanted.has(key)) views.delete(key);
    }
  }

  async function wantView(query) {
    const key = queryKey(query);
    if (views.has(key) || offline) return;
    const entry = { query, view: null, error: null, pending: true };
    views.set(key, entry);
    viewsPending++;
    try {
      entry.view = prepare(await api.view(query));
    } catch (error) {
      failed(entry, error);
      if (!entry.error) views.delete(key);
    }
    viewsPending--;
    entry.pending = false;
    trim();
    if (shown.has(key) || !entry.view) changed();
    else knowledge.want(last); // nothing to see has changed: the next one has its turn
  }

  // A run by a key of the page's own. spec: what POST /api/runs takes.
  async function wantRun(key, spec) {
    const old = runs.get(key);
    if (offline || (old && (old.result || old.error || old.close || old.asking || old.cancelled))) return;
    const entry = old ?? { spec, run: null, state: "asked", progress: null, result: null, error: null, close: null };
    runs.set(key, entry);
    entry.asking = true;
    try {
      const answer = spec.bytes ? await api.checkFile(spec.bytes) : await api.startRun(spec);
      entry.run = answer.run;
      entry.state = answer.state ?? "queued";
      listen(key, entry);
    } catch (error) {
      failed(entry, error);
      if (!entry.error) runs.delete(key);
    }
    entry.asking = false;
    changed();
  }

  function listen(key, entry) {
    const close = api.events(entry.run, {
      progress(progress) {
        entry.progress = progress;
        entry.state = "running";
        changed();
      },
      result(result) {
        entry.close = null;
        entry.result = result;
        entry.state = "done";
        changed();
      },
      failed(error) {
        entry.close = null;
        entry.error = error;
        entry.state = "failed";
        changed();
      },
      // The server knows the run no more: it was started again, perhaps. Then the run is asked for again.
      lost() {
        entry.close = null;
        runs.delete(key);
        setTimeout(lookForServer, 300);
      },
      trouble: lookForServer,
    });
    if (!entry.result && !entry.error) entry.close = close;
  }

  const knowledge = {
    get offline() {
      return offline;
    },

    view: (query) => views.get(queryKey(query)) ?? null,
    run: (key) => runs.get(key) ?? null,
    solveKey: (query) => "solve " + queryKey(query),

    // Asks for the views and runs of the list, the first ones first, and stops listening to the runs that are not in
    // it. Only so many runs are listened to at a time; the next one has its turn when one is done.
    // list: [{ query, solve: bool, soon: bool }] and [{ key, spec }]. soon: it may be wanted next, so that the page need
    // not look again when it has come.
    want(list) {
      last = list;
      shown = new Set(list.filter(({ query, soon }) => query && !soon).map(({ query }) => queryKey(query)));
      wanted = new Set(list.filter(({ query }) => query).map(({ query }) => queryKey(query)));
      const turns = new Map();
      const most = globalThis.document?.hidden ? 0 : streams; // what nobody sees leaves its connections to others
      for (const { query, solve, key, spec } of list) {
        if (query && (query === list[0].query || viewsPending < viewsAtATime)) wantView(query);
        if (!spec && !solve) continue;
        const runKey = spec ? key : "solve " + queryKey(query);
        const entry = runs.get(runKey);
        const over = entry && (entry.result || entry.error || entry.cancelled);
        if (!over && turns.size < most) turns.set(runKey, spec ?? { ...query, kind: "solve" });
      }
      for (const [key, entry] of runs) {
        if (turns.has(key) || !entry.close || entry.cancelled) continue;
        entry.close();
        entry.close = null;
      }
      for (const [key, spec] of turns) wantRun(key, spec);
    },

    // What is known of the state of a query: { view, error, pending, known, run }.
    of(query) {
      const entry = views.get(queryKey(query));
      const run = runs.get("solve " + queryKey(query)) ?? null;
      const view = entry?.view ?? null;
      return { view, error: entry?.error ?? null, pending: !entry || entry.pending, run,
        known: better(view?.known ?? null, run?.result ?? null) };
    },

    needsRun(query) {
      const { view, known } = this.of(query);
      return !!view && view.legal !== false && !view.ended && !view.unsolvable && !isComplete(known);
    },

    async cancel(key) {
      const entry = runs.get(key);
      if (!entry?.run) return;
      entry.cancelled = true;
      entry.state = "stopping";
      changed();
      try {
        await api.cancelRun(entry.run);
      } catch (error) {
        if (error instanceof OfflineError) wentOffline();
        else if (runs.get(key) === entry) { // the server has it no more: what it told is all there is
          entry.close?.();
          entry.close = null;
          entry.state = "done";
          changed();
        }
      }
    },

    // Forgets how a run ended, so that it is asked for again.
    again(key) {
      runs.get(key)?.close?.();
      runs.delete(key);
      changed();
    },

    allRuns: () => [...runs.entries()].map(([key, entry]) => ({ key, ...entry })),
  };
  globalThis.document?.addEventListener("visibilitychange", () => knowledge.want(last));
  return knowledge;
}
