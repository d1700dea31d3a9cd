import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, OfflineError } from "../src/api.js";
import { knowledgeNew } from "../src/knowledge.js";

const query = (move) => ({ board: "1x3", rules: "psk", history: move ? [move] : [] });
const tick = () => new Promise((wake) => setTimeout(wake, 1));

// A server whose answers the test gives: calls are written down.
function fakeServer() {
  const server = { calls: [], open: new Map(), down: false, bad: new Set(), next: 0 };
  const up = () => {
    if (server.down) throw new OfflineError("down");
  };
  server.api = {
    async about() {
      up();
      return {};
    },
    async view(asked) {
      up();
      server.calls.push(`view ${asked.history}`);
      if (server.bad.has(asked.history[0])) throw new ApiError({ key: "history", value: "x", why: "no move" });
      return { legal: true, ended: null, known: null, choices: [], history: asked.history };
    },
    async startRun(spec) {
      up();
      server.calls.push(`run ${spec.history}`);
      return { run: String(++server.next), state: "queued" };
    },
    events(run, on) {
      server.open.set(run, on);
      return () => server.open.delete(run);
    },
    async cancelRun(run) {
      server.calls.push(`cancel ${run}`);
    },
  };
  return server;
}

const done = { proven: true, moves_complete: true, best_complete: true, moves: [] };

test("a view is asked for once, a run is listened to while it is wanted", async () => {
  const server = fakeServer();
  const knowledge = knowledgeNew(server.api, () => {});
  const list = [{ query: query(), solve: true }];
  knowledge.want(list);
  knowledge.want(list);
  await tick();
  assert.deepEqual(server.calls, ["view ", "run "]);
  assert.equal(server.open.size, 1);
  assert.equal(knowledge.needsRun(query()), true);

  knowledge.want([]);
  assert.equal(server.open.size, 0, "nobody listens, the run goes on");
  knowledge.want(list);
  await tick();
  assert.deepEqual(server.calls, ["view ", "run ", "run "], "asked again: the server knows it by the question");

  server.open.get("2").progress({ seconds: 1, value: null });
  assert.equal(knowledge.of(query()).run.state, "running");
  server.open.get("2").result(done);
  assert.equal(knowledge.of(query()).known, done);
  assert.equal(knowledge.needsRun(query()), false);
  knowledge.want(list);
  await tick();
  assert.equal(server.calls.length, 3);
});

test("few runs are listened to at a time, the first ones first", async () => {
  const server = fakeServer();
  const knowledge = knowledgeNew(server.api, () => {});
  const list = ["A1", "B1", "C1"].map((move) => ({ query: query(move), solve: true }));
  knowledge.want(list);
  await tick();
  assert.equal(server.open.size, 2);
  server.open.get("1").result(done);
  knowledge.want(list);
  await tick();
  assert.deepEqual(server.calls.filter((call) => call.startsWith("run")), ["run A1", "run B1", "run C1"]);
  knowledge.want([{ query: query("pass"), solve: true }, ...list]);
  await tick();
  assert.equal(knowledge.of(query("C1")).run.close, null, "what is wanted most takes the place of the last");
});

test("what the server refuses is told, and not asked again and again", async () => {
  const server = fakeServer();
  server.bad.add("Z9");
  const knowledge = knowledgeNew(server.api, () => {});
  for (let i = 0; i < 3; i++) {
    knowledge.want([{ query: query("Z9"), solve: true }]);
    await tick();
  }
  assert.deepEqual(knowledge.of(query("Z9")).error, { key: "history", value: "x", why: "no move" });
  assert.equal(server.calls.filter((call) => call === "view Z9").length, 1);
});

test("a server that went away is waited for; a run that it forgot is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const server = fakeServer();
  let list = [{ query: query(), solve: true }];
  const knowledge = knowledgeNew(server.api, () => knowledge.want(list));
  knowledge.want(list);
  await settle();
  server.down = true;
  server.open.get("1").trouble();
  await settle();
  assert.equal(knowledge.offline, true);
  list = [{ query: query("B1") }, ...list];
  knowledge.want(list);
  await settle();
  assert.equal(knowledge.of(query("B1")).pending, true);

  t.mock.timers.tick(1000);
  await settle();
  assert.equal(knowledge.offline, true);
  server.down = false;
  server.open.get("1").lost();
  t.mock.timers.tick(1500);
  await settle();
  assert.equal(knowledge.offline, false);
  assert.equal(server.calls.at(-1), "run ");
  assert.notEqual(knowledge.of(query("B1")).view, null);
});

test("a run that was stopped is taken up again only when somebody asks", async () => {
  const server = fakeServer();
  const knowledge = knowledgeNew(server.api, () => {});
  const list = [{ query: query(), solve: true }];
  knowledge.want(list);
  await tick();
  await knowledge.cancel(knowledge.solveKey(query()));
  assert.equal(server.calls.at(-1), "cancel 1");
  server.open.get("1").result({ ...done, proven: false, moves_complete: false, stopped: "interrupted" });
  knowledge.want(list);
  await tick();
  assert.equal(server.calls.at(-1), "cancel 1");
  knowledge.again(knowledge.solveKey(query()));
  knowledge.want(list);
  await tick();
  assert.equal(server.calls.at(-1), "run ");
});

test("a page that is not seen holds no connection, and listens again when it is", async () => {
  const page = new EventTarget();
  page.hidden = false;
  globalThis.document = page;
  try {
    const server = fakeServer();
    const knowledge = knowledgeNew(server.api, () => {});
    knowledge.want([{ query: query(), solve: true }, { query: query("A1"), solve: true }]);
    await tick();
    assert.equal(server.open.size, 2);

    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    assert.equal(server.open.size, 0);
    knowledge.want([{ query: query("B1"), solve: true }]);
    await tick();
    assert.equal(server.open.size, 0);

    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    await tick();
    assert.equal(server.open.size, 1);
  } finally {
    delete globalThis.document;
  }
});
