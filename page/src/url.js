// The fragment of the URL: all that brings a view of the page back.
//
// place: { board, graph, rules, position, toMove, prohibited, komi, history, tree, at, beside, view, table,
//          certificate, show, step, every }, all optional; `history` is a list of moves, `tree` a text of treeText(),
//          `graph` { points: [names], edges: [[name, name]], drawing: [[x, y]] or missing }.

import { moveEscape, moveUnescape } from "./tree.js";

const views = ["board", "tables", "certificates", "about"];

// encodeURIComponent(), but what is harmless in a fragment stays readable.
function encode(text) {
  return encodeURIComponent(text).replace(/%(2F|2C|3A|3B|40|24|28|29|3D|3F|25)/g, (code) =>
    code === "%25" ? code : decodeURIComponent(code));
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray %: taken as it stands
  }
}

function base64url(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function unbase64url(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
}

function readGraph(text) {
  try {
    const { points, edges, drawing } = JSON.parse(unbase64url(text));
    const names = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");
    const pairs = Array.isArray(edges) && edges.every((edge) => names(edge) && edge.length === 2);
    if (!names(points) || !pairs) return null;
    const place = (at) => Array.isArray(at) && at.length === 2 && at.every(Number.isFinite);
    const drawn = Array.isArray(drawing) && drawing.length === points.length && drawing.every(place);
    return drawn ? { points, edges, drawing } : { points, edges };
  } catch {
    return null;
  }
}

function list(text) {
  return text.split(",").filter(Boolean).map(moveUnescape);
}

const whole = (text) => (/^\d{1,6}$/.test(text ?? "") ? Number(text) : undefined);

export function urlWrite(place) {
  const parts = [];
  const put = (key, value) => {
    if (value !== null && value !== undefined && value !== "") parts.push(`${key}=${encode(String(value))}`);
  };
  const history = place.history ?? [];
  if (place.view && place.view !== "board") put("view", place.view);
  put("table", place.table);
  put("certificate", place.certificate);
  put("board", place.board);
  if (place.graph) put("graph", base64url(JSON.stringify(place.graph)));
  put("rules", place.rules);
  put("position", place.position);
  if (place.toMove && place.toMove !== "black") put("to_move", place.toMove);
  put("prohibited", (place.prohibited ?? []).map(moveEscape).join(","));
  if (place.komi) put("komi", place.komi);
  put("history", history.map(moveEscape).join(","));
  put("tree", place.tree);
  if (place.at !== undefined && place.at !== history.length) put("at", place.at);
  put("beside", place.beside);
  put("every", place.every);
  put("show", place.show);
  if (place.show) put("step", place.step);
  return parts.length > 0 ? "#" + parts.join("&") : "";
}

export function urlRead(fragment) {
  const found = {};
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const equals = part.indexOf("=");
    if (equals > 0) found[part.slice(0, equals)] = decode(part.slice(equals + 1));
  }

  const history = list(found.history ?? "");
  const place = { history, at: Math.min(whole(found.at) ?? history.length, history.length) };
  place.view = views.includes(found.view) ? found.view : "board";
  for (const key of ["table", "certificate", "board", "rules", "position", "tree", "beside", "every"])
    if (found[key]) place[key] = found[key];
  if (found.to_move) place.toMove = found.to_move;
  if (found.prohibited) place.prohibited = list(found.prohibited);
  if (found.graph) place.graph = readGraph(found.graph) ?? undefined;
  if (/^[-+]?\d+(\.\d+)?$/.test(found.komi ?? "")) place.komi = Number(found.komi);
  if (found.show === "line" || found.show === "endless") {
    place.show = found.show;
    place.step = whole(found.step) ?? 0;
  }
  return place;
}
