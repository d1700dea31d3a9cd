// The tree of moves of a game. Node 0 is the start; every other node is a move. A tree is never changed in
// place: what changes it gives a new one, so that an older one can be kept for undo.
//
// node: { move, parent, children: [ids], chosen: the child that "forward" goes to, or -1 }

export function treeStart() {
  return { nodes: [{ move: null, parent: -1, children: [], chosen: -1 }] };
}

function withNode(tree, id, node) {
  const nodes = tree.nodes.slice();
  nodes[id] = node;
  return { nodes };
}

// The ids from the first move to node `at`.
export function treePath(tree, at) {
  const path = [];
  for (let id = at; id > 0; id = tree.nodes[id].parent) path.unshift(id);
  return path;
}

// The ids of the line through `at`: the path there, and on by what was chosen.
export function treeLine(tree, at) {
  const line = treePath(tree, at);
  for (let id = tree.nodes[at].chosen; id > 0; id = tree.nodes[id].chosen) line.push(id);
  return line;
}

export function treeMoves(tree, ids) {
  return ids.map((id) => tree.nodes[id].move);
}

export function treeChild(tree, at, move) {
  return tree.nodes[at].children.find((id) => tree.nodes[id].move === move) ?? -1;
}

// Makes the path to `at` the chosen one.
export function treeChoose(tree, at) {
  let chosen = tree;
  for (let id = at; id > 0; id = tree.nodes[id].parent) {
    const parent = tree.nodes[id].parent;
    if (chosen.nodes[parent].chosen !== id)
      chosen = withNode(chosen, parent, { ...chosen.nodes[parent], chosen: id });
  }
  return chosen;
}

// Plays a move at node `at`: { tree, at }. A move that is there already is followed, another opens a variation.
export function treePlay(tree, at, move) {
  const old = treeChild(tree, at, move);
  if (old > 0) return { tree: treeChoose(tree, old), at: old };

  const id = tree.nodes.length;
  const nodes = tree.nodes.slice();
  nodes[at] = { ...nodes[at], children: [...nodes[at].children, id], chosen: id };
  nodes.push({ move, parent: at, children: [], chosen: -1 });
  return { tree: treeChoose({ nodes }, id), at: id };
}

export function treePlayAll(tree, at, moves) {
  return moves.reduce((place, move) => treePlay(place.tree, place.at, move), { tree, at });
}

// Takes node `id` and all after it away: { tree, at: its parent }.
export function treeRemove(tree, id) {
  const parent = tree.nodes[id].parent;
  const children = tree.nodes[parent].children.filter((child) => child !== id);
  const chosen = tree.nodes[parent].chosen === id ? (children[0] ?? -1) : tree.nodes[parent].chosen;
  const kept = withNode(tree, parent, { ...tree.nodes[parent], children, chosen });
  return { tree: kept, at: parent };
}

// The moves from the start to each end of the tree, in order.
export function treeEnds(tree) {
  const ends = [];
  const waiting = [0];
  while (waiting.length > 0) {
    const id = waiting.pop();
    const { children } = tree.nodes[id];
    if (children.length === 0 && id > 0) ends.push(treeMoves(tree, treePath(tree, id)));
    waiting.push(...children.slice().reverse());
  }
  return ends;
}

export function treeHasVariations(tree) {
  const walk = (id) => {
    const { children } = tree.nodes[id];
    return children.length > 1 || children.some(walk);
  };
  return walk(0);
}

// A name in a text of moves: what would be read as part of the text is written as %XX.
export function moveEscape(move) {
  return move.replace(/[%,()]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());
}

export function moveUnescape(text) {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

// "A1,B2(C1,D1)(E1)": moves one after the other; where there are several ways on, each stands in parentheses.
export function treeText(tree) {
  const from = (id) => {
    let text = "";
    let node = tree.nodes[id];
    while (node.children.length === 1) {
      const child = tree.nodes[node.children[0]];
      text += (text ? "," : "") + moveEscape(child.move);
      node = child;
    }
    for (const child of node.children) {
      const rest = from(child);
      const comma = rest && !rest.startsWith("(") ? "," : "";
      text += `(${moveEscape(tree.nodes[child].move)}${comma}${rest})`;
    }
    return text;
  };
  return from(0);
}

// The tree of such a text. What is no such text is read as far as it makes sense: a URL that somebody cut short
// still shows something.
export function treeRead(text) {
  let tree = treeStart();
  const stack = [];
  let at = 0;
  for (const token of text.match(/[(),]|[^(),]+/g) ?? []) {
    if (token === "(") {
      stack.push(at);
    } else if (token === ")") {
      if (stack.length === 0) break;
      at = stack.pop();
    } else if (token !== ",") {
      ({ tree, at } = treePlay(tree, at, moveUnescape(token)));
    }
  }
  return tree;
}
