// Where to begin: questions that a Go player asks, each a link to the board that answers it.

const starts = [
  {
    title: "What does a corner cost on 2\u00d73?",
    text: "Look at the numbers on the corners: under Kee\u2019s rules, and under superko beside them.",
    place: { board: "2x3", rules: "kee2013", beside: "psk" },
  },
  {
    title: "Why is Black\u2019s third stone on 2\u00d72 refused, or punished?",
    text: "White has just taken two stones. May Black come back? Every ko rule says something else.",
    place: { board: "2x2", rules: "psk", history: ["A2", "B1", "B2", "A1", "A2", "B2"], at: 4, every: "A2" },
  },
  {
    title: "Two rulesets, one board: where do they part?",
    text: "2\u00d72 under superko is a win for Black; under Kee\u2019s rules it is a tie.",
    place: { board: "2x2", rules: "psk", beside: "kee2013" },
  },
  {
    title: "Can play go on for ever?",
    text: "Without a ko rule it can. Watch the lap that nobody wants to leave.",
    place: { board: "1x2", rules: "none", show: "endless", step: 0 },
  },
];

const nothing = { view: "board", table: null, certificate: null, graph: null, position: null, toMove: null, prohibited: [],
  komi: 0, history: [], at: 0, tree: undefined, beside: null, show: undefined, step: undefined, every: undefined };

export function StartList({ app }) {
  return (
    <ul class="starts">
      {starts.filter(({ place }) => app.api.has?.(place) ?? true).map(({ title, text, place }) => (
        <li key={title}>
          <a href={app.urlOf({ ...nothing, ...place })}><strong>{title}</strong> <span>{text}</span></a>
        </li>
      ))}
    </ul>
  );
}

// On the first visit, beside the empty board.
export function Starts({ app }) {
  const { tree, at, beside, every, show, start, setup } = app.state;
  if (at > 0 || tree.nodes.length > 1 || beside || every || show || setup || start.position) return null;
  return (
    <section class="welcome card" aria-label="Where to begin">
      <h2>What is every move worth?</h2>
      <p>The numbers on the board are exact: what a move comes to when both sides play their best from there on. Click a point
        to play it. Or begin with a question:</p>
      <StartList app={app} />
    </section>
  );
}
