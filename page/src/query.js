// Queries: what the page asks the server, made of the start of the game and the moves so far.

export const startEmpty = { board: "3x3", graph: null, rules: "psk", position: null, toMove: null, prohibited: [],
  komi: 0 };

export function queryOf(start, history, rules = start.rules) {
  const query = { rules, history };
  query.board = start.board;
  if (start.graph) query.graph = { points: start.graph.points, edges: start.graph.edges };
  if (start.position) query.position = start.position;
  if (start.toMove) query.to_move = start.toMove;
  if (start.prohibited.length > 0) query.prohibited = start.prohibited;
  if (start.komi) query.komi = start.komi;
  return query;
}

// Equal for queries that ask the same.
export function queryKey(query) {
  const { board, graph = null, rules, position = null, to_move = "black", prohibited = [], history, komi = 0 } = query;
  return JSON.stringify([board, graph, rules, position, to_move, prohibited, history, komi]);
}

// The same board to play on, whatever the rules: histories can be shared.
export function sameBoard(a, b) {
  const text = ({ board, graph, position, toMove, prohibited }) =>
    JSON.stringify([board, graph, position, toMove ?? "black", prohibited]);
  return text(a) === text(b);
}
