// The state of the page and all that a user can do to it. app.state is one object that is never changed in place:
//
// about, rulesets   answers of /api/about and /api/rules, or null
// start             { board, graph, rules, position, toMove, prohibited, komi }: query.js
// tree, at          the moves (tree.js) and where in them the board stands
// view              "board", "tables", "certificates" or "about"; table, certificate: what is open there
// beside            a second ruleset, or null
// every             a move that every ruleset is asked about, or null
// show              null, or a line that plays itself: { kind: "line" | "endless", step, playing, from }
// setup             null, or a position that is being set up: { stones: [letters], toMove }
// autosolve         values are looked for without being asked
// said              the last sentence for screen readers
// version           counts what was learned: components look again

import { knowledgeNew } from "./knowledge.js";
import { layoutDrawn } from "./layout.js";
import { queryKey, queryOf, sameBoard, startEmpty } from "./query.js";
import { storeNew } from "./store.js";
import { treeChoose, treeHasVariations, treeLine, treeMoves, treePath, treePlay, treePlayAll, treeRead, treeRemove,
  treeStart, treeText } from "./tree.js";
import { urlRead, urlWrite } from "./url.js";
import { isComplete } from "./values.js";

const undoKept = 200;
const prefixesAsked = 60; // so many moves of a line are looked at for what they cost
export const pointsSolvedAlone = 9; // larger boards are solved when somebody asks for it

export function placeOf(state) {
  const { start, tree, at } = state;
  const line = treeLine(tree, at);
  return { view: state.view, table: state.table, certificate: state.certificate, ...start,
    history: treeMoves(tree, line), at: treePath(tree, at).length,
    tree: treeHasVariations(tree) ? treeText(tree) : undefined, beside: state.beside, every: state.every,
    show: state.show?.kind, step: state.show?.step };
}

// The state that a URL asks for, from the one before: branches that were there stay.
export function stateOfPlace(state, place, fallback = startEmpty) {
  const start = { ...startEmpty, board: place.board ?? fallback.board,
    graph: place.graph ?? (place.board ? null : fallback.graph),
    rules: place.rules ?? fallback.rules, position: place.position ?? null, toMove: place.toMove ?? null,
    prohibited: place.prohibited ?? [], komi: place.komi ?? 0 };
  const same = state.tree && sameBoard(state.start, start);
  const before = place.tree ? treeRead(place.tree) : same ? state.tree : treeStart();
  const { tree, at: end } = treePlayAll(before, 0, place.history);
  const path = treePath(tree, end);
  const at = place.at > 0 ? path[place.at - 1] : 0;
  return { ...state, start, tree, at, view: place.view, table: place.table ?? null,
    certificate: place.certificate ?? null, beside: place.beside ?? null,
    every: place.every ?? null, setup: null,
    show: place.show ? { kind: place.show, step: place.step, playing: false } : null };
}

export function appNew(api, browser) {
  const store = storeNew({ about: null, rulesets: null, start: startEmpty, tree: treeStart(), at: 0, view: "board",
    table: null, certificate: null, beside: null, every: null, show: null, setup: null, autosolve: false, asked: new Set(),
    said: "", version: 0, undo: [], fault: null });
  const extra = new Map(); // what components want besides: name -> list for knowledge.want()
  const knowledge = knowledgeNew(api, () => {
    store.set((state) => ({ version: state.version + 1 }));
    wantAll();
  }, (view) => {
    const { graph } = store.get().start;
    const same = JSON.stringify(graph?.points) === JSON.stringify(view.graph?.points);
    return { ...view, layout: layoutDrawn(view.layout, (same && graph?.drawing) || null) };
  });

  const set = (patch) => {
    store.set(patch);
    wantAll();
  };

  const historyAt = (at = store.get().at) => treeMoves(store.get().tree, treePath(store.get().tree, at));
  const query = (at, rules) => queryOf(store.get().start, historyAt(at), rules);

  function pointsOf(start) {
    if (start.graph) return start.graph.points.length;
    const size = /^(\d+)\s*[xX\u00d7]\s*(\d+)$/.exec(start.board);
    return size ? Number(size[1]) * Number(size[2]) : 0;
  }

  // Where the board can stand: at `at`, or before the first move on the way there that the rules do not allow.
  function legalPlace() {
    const { tree, at } = store.get();
    const view = knowledge.of(query(at)).view;
    if (!view || view.legal !== false) return at;
    const made = view.history.length;
    return made > 0 ? treePath(tree, at)[made - 1] : 0;
  }

  // Is a search for this query wanted? On small boards always, on others when it was asked for.
  function solves(asked) {
    if (api.isSite || !knowledge.needsRun(asked)) return false;
    const state = store.get();
    const max = state.about?.points_max ?? 64;
    const size = pointsOf(state.start);
    return size <= max && (size <= pointsSolvedAlone || state.asked.has(queryKey(asked)));
  }

  // What the moves so far cost follows from the places before them: one is solved after the other, the last first.
  function beforeWanted() {
    const { tree } = store.get();
    const path = [0, ...treePath(tree, legalPlace())];
    for (const id of path.slice(0, -1).reverse().slice(0, prefixesAsked)) {
      const before = query(id);
      if (!knowledge.of(before).view) return [{ query: before }];
      if (solves(before) && !knowledge.run(knowledge.solveKey(before))?.cancelled) return [{ query: before, solve: true }];
    }
    return [];
  }

  // Where a click would lead: on small boards that is looked up before, so that values are there with the stone.
  function soonWanted() {
    const here = legalPlace();
    const { view, known } = knowledge.of(query(here));
    if (api.isSite || pointsOf(store.get().start) > pointsSolvedAlone || !view || view.ended || !isComplete(known)) return [];
    const history = historyAt(here);
    return view.choices.filter(({ legal }) => legal)
      .map(({ move }) => ({ query: queryOf(store.get().start, [...history, move]), soon: true }));
  }

  function wantAll() {
    const state = store.get();
    const list = [];
    if (state.view === "board" && !state.setup) {
      if (legalPlace() !== state.at) list.push({ query: query(state.at) });
      const now = query(legalPlace());
      list.push({ query: now, solve: solves(now) });
      const line = treeLine(state.tree, state.at);
      if (line.length > 0) list.push({ query: query(line[line.length - 1]) });
      for (const id of [0, ...line].slice(0, prefixesAsked)) list.push({ query: query(id) });
    }
    for (const more of extra.values())
      for (const item of more)
        list.push(item.query ? { ...item, solve: item.solve && solves(item.query) } : item);
    if (state.view === "board" && !state.setup) list.push(...beforeWanted(), ...soonWanted());
    knowledge.want(list);
  }

  // --- the URL

  function writeUrl(replace) {
    const url = urlWrite(placeOf(store.get())) || "#";
    if (url === browser.location.hash) return;
    browser.history[replace ? "replaceState" : "pushState"](null, "", url);
  }

  function readUrl(fallback) {
    const place = urlRead(browser.location.hash);
    set((state) => stateOfPlace(state, place, fallback ?? state.start));
  }

  // Changes the place: the URL follows. replace: without a new entry for the browser's "back".
  function go(patch, { replace = false, undoable = false } = {}) {
    const old = store.get();
    if (undoable) {
      const { start, tree, at } = old;
      store.set({ undo: [...old.undo, { start, tree, at }].slice(-undoKept) });
    }
    set(patch);
    writeUrl(replace);
  }

  const say = (said) => store.set({ said });

  const app = {
    api,
    knowledge,
    subscribe: store.subscribe,
    get state() {
      return store.get();
    },
    say,
    query,
    here: legalPlace,
    pointsOf: () => pointsOf(store.get().start),
    // What is known of the place at node `at` (default: where the board stands), under `rules` (default: the game's).
    known: (at, rules) => knowledge.of(query(at, rules)),

    // Components that want views or runs of their own say so under a name; an empty list takes it back.
    want(name, list) {
      if (list.length > 0) extra.set(name, list);
      else extra.delete(name);
      wantAll();
    },

    async begin() {
      readUrl({ ...startEmpty, ...api.start }); // a site may hold other boards
      browser.addEventListener("popstate", () => readUrl());
      browser.addEventListener("hashchange", () => readUrl());
      const load = async (key, ask) => {
        for (;;) {
          try {
            store.set({ [key]: await ask() });
            wantAll();
            return;
          } catch (error) {
            if (error.error) {
              store.set({ fault: error.error });
              return;
            }
            await new Promise((wake) => setTimeout(wake, 1500));
          }
        }
      };
      await Promise.all([load("about", api.about), load("rulesets", api.rules)]);
    },

    // The URL of a place that differs from this one by `patch` (keys of url.js).
    urlOf: (patch) => urlWrite({ ...placeOf(store.get()), ...patch }) || "#",

    open: (patch) => go({ show: null, setup: null, ...patch }),

    // --- moves

    play(move) {
      go({ ...treePlay(store.get().tree, legalPlace(), move), show: null }, { undoable: true });
    },

    goTo(at, options = {}) {
      const { tree } = store.get();
      go({ at, tree: treeChoose(tree, at), show: null }, options);
    },

    back() {
      const { tree, at } = store.get();
      if (at > 0) app.goTo(tree.nodes[at].parent);
    },

    forward() {
      const { tree, at } = store.get();
      if (tree.nodes[at].chosen > 0) app.goTo(tree.nodes[at].chosen);
    },

    first: () => store.get().at !== 0 && app.goTo(0),

    last() {
      const line = treeLine(store.get().tree, store.get().at);
      if (line.length > 0) app.goTo(line[line.length - 1]);
    },

    remove(id) {
      const state = store.get();
      const inside = treePath(state.tree, state.at).includes(id);
      const { tree, at } = treeRemove(state.tree, id);
      go({ tree, at: inside ? at : state.at, show: null }, { undoable: true });
    },

    undo() {
      const { undo } = store.get();
      if (undo.length === 0) return false;
      go({ ...undo[undo.length - 1], undo: undo.slice(0, -1), show: null, setup: null });
      return true;
    },

    // --- board, rules

    // start: some keys of a start. Another board or position begins a new game; other rules keep the moves.
    setStart(patch) {
      const old = store.get().start;
      const start = { ...old, ...patch };
      const again = sameBoard(old, start) ? {} : { tree: treeStart(), at: 0 };
      go({ start, ...again, show: null, setup: null }, { undoable: true });
    },

    setRules: (rules) => app.setStart({ rules }),
    setKomi: (komi) => app.setStart({ komi }),
    setBeside: (beside) => go({ beside }),
    setEvery: (every) => go({ every }, { replace: true }),

    // A game from elsewhere: a query of the server's, and a line after its history.
    load(given, line = []) {
      const start = { ...startEmpty, board: given.board, graph: given.graph ?? null, rules: given.rules,
        position: given.position ?? null, toMove: given.to_move ?? null, prohibited: given.prohibited ?? [],
        komi: given.komi ?? 0 };
      const { tree, at } = treePlayAll(treeStart(), 0, given.history ?? []);
      const whole = treePlayAll(tree, at, line);
      go({ start, tree: treeChoose(whole.tree, whole.at), at, view: "board", show: null, setup: null },
        { undoable: true });
    },

    // --- runs

    solveNow() {
      const now = query(legalPlace());
      const asked = new Set(store.get().asked).add(queryKey(now));
      knowledge.again(knowledge.solveKey(now));
      set({ asked });
    },
    cancel: () => knowledge.cancel(knowledge.solveKey(query(legalPlace()))),

    // --- lines that play themselves

    showLine: (kind) => go({ show: { kind, step: 0, playing: true } }),
    showStep(step, playing = store.get().show?.playing) {
      const { show } = store.get();
      if (show) go({ show: { ...show, step, playing } }, { replace: true });
    },
    hideLine: () => go({ show: null }),
    keepLine(moves) {
      const whole = treePlayAll(store.get().tree, legalPlace(), moves);
      go({ tree: treeChoose(whole.tree, whole.at), show: null }, { undoable: true });
    },

    // --- setting up

    setupBegin(stones, toMove) {
      set({ setup: { stones, toMove, steps: [] }, show: null });
    },
    setup(patch) {
      const { setup } = store.get();
      set({ setup: { ...setup, ...patch, steps: [...setup.steps, setup] } });
    },
    setupUndo() {
      const { steps } = store.get().setup;
      if (steps.length > 0) set({ setup: steps[steps.length - 1] });
    },
    setupEnd: () => set({ setup: null }),
  };
  return app;
}
