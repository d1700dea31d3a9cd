// Keys that work wherever the focus is, but where text is typed. Keys on the board are in board.jsx.

export const keyHelp = [
  ["arrow keys on the board", "go from point to point"],
  ["Page Up, Page Down on the board", "to the point before, the next point"],
  ["Enter on the board", "play there"],
  ["b", "go to the board"],
  ["p", "pass"],
  ["r", "refreshing pass (where the rules have it)"],
  ["[ and ]", "one move back, one forward"],
  ["← and →", "the same, away from the board"],
  ["Home and End", "to the start, to the end, away from the board"],
  ["u or Ctrl+Z", "undo"],
  ["l", "show best play; play and pause it"],
  ["Escape", "back from what is shown"],
  ["?", "this list"],
];

const typing = (element) => !!element?.closest("input, select, textarea, [contenteditable]");
// Where the arrow keys mean something already.
const hasArrows = (element) => !!element?.closest("[role=grid], .cells, [role=radiogroup], [role=tablist], summary");

// play(move): plays it if it is legal now, and says whether it did. Returns whether the key was used.
export function keyPressed(event, app, { play, help }) {
  if (event.defaultPrevented || event.altKey || typing(event.target)) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "z" || event.shiftKey) return false;
    if (app.state.setup) app.setupUndo();
    else app.undo();
    return true;
  }
  if (event.target.closest?.("dialog")) return false;

  const { show, setup, view } = app.state;
  if (event.key === "?") return help(), true;
  if (event.key === "Escape" && setup) return app.setupEnd(), true;
  if (event.key === "Escape" && show) return app.hideLine(), true;
  if (view !== "board") return false;
  if (event.key === "b") return focusBoard(), true;
  if (setup) return false;
  if (show) return lineKey(event, app);

  const away = !hasArrows(event.target);
  const actions = {
    p: () => play("pass"),
    r: () => play("refresh"),
    "[": app.back,
    "]": app.forward,
    u: app.undo,
    l: () => app.known(app.here()).known?.line?.length > 0 && app.showLine("line"),
    ...(away && { ArrowLeft: app.back, ArrowRight: app.forward, Home: app.first, End: app.last }),
  };
  if (!actions[event.key]) return false;
  actions[event.key]();
  return true;
}

function lineKey(event, app) {
  const { step, playing } = app.state.show;
  const click = (label) => document.querySelector(`.line-player [aria-label="${label}"]`)?.click();
  if (event.key === "l") app.showStep(step, !playing);
  else if (event.key === "[" || event.key === "ArrowLeft") click("One step back");
  else if (event.key === "]" || event.key === "ArrowRight") click("One step forward");
  else return false;
  return true;
}

export function focusBoard() {
  document.querySelector(".cells [tabindex='0']")?.focus();
}
