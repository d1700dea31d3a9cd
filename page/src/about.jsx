// What this page is, how it is read, where to begin.

import { StartList } from "./starts.jsx";

const words = [
  ["best play", "Both sides always choose a move after which they get the most that they can force."],
  ["worth +3", "Black\u2019s points minus White\u2019s at the end, with best play. +3: Black wins by 3. \u22123: White does. 0: a tie."],
  ["costs 2", "A player gets 2 points less than with his best move."],
  ["\u22124/+4", "Black can make sure of \u22124, White can keep Black to +4, and neither can force better: between the two play goes on for ever, or ends without a score."],
  ["\u22121\u2026+4, ?", "Not known yet. The bounds that are shown are proved."],
  ["ko, superko", "Rules against repetition. They differ, and on tiny boards the result hangs on them."],
  ["komi", "Points for White, who moves second. Values are before komi; who wins is after it."],
  ["certificate", "A proof as a file, which another program can check without trusting this one."],
];

// Of a board in a site of files: the rulesets by how many moves are held of each.
function heldWords(pairs) {
  const depths = [...new Set(pairs.map(({ depth }) => depth))].sort((a, b) => b - a);
  const texts = depths.map((depth) => {
    const rules = pairs.filter((pair) => pair.depth === depth).map((pair) => pair.rules).join(", ");
    return `${depth} move${depth === 1 ? "" : "s"} under ${rules}`;
  });
  return texts.join("; ") + (pairs.every(({ starts }) => starts) ? "; every position." : ".");
}

export function About({ app }) {
  const { about } = app.state;
  return (
    <main class="about" id="main">
      <h1>About</h1>
      <p class="lead">
        This page shows what every move on a tiny Go board is worth when both sides play their best, under many rules
        about repetition. The numbers are exact: each is proved by search, for the whole history of the game, and what is
        not proved is shown as not known.
      </p>
      <section aria-label="Where to begin">
        <h2>Where to begin</h2>
        <StartList app={app} />
      </section>
      <section aria-label="Words">
        <h2>How to read it</h2>
        <dl class="words">
          {words.map(([word, meaning]) => <div key={word}><dt>{word}</dt><dd>{meaning}</dd></div>)}
        </dl>
        <p class="hint">Colours go from blue, the best move, to orange, the costliest. The number says the same.</p>
      </section>
      {about?.static && (
        <section aria-label="What this site holds">
          <h2>What this site holds</h2>
          <p>
            It is made of files, and needs no program. Of each board it holds the games of so many moves from the empty board,
            and best play after them.{about.pairs.some(({ starts }) => starts) && " Where it says so, it holds every position, too."}
            {" "}The program shows all of any game: <code>solve explore</code>.
          </p>
          <dl class="words">
            {about.boards.map((board) => <div key={board}><dt>{board.replace("x", "\u00d7")}</dt><dd>{heldWords(about.pairs.filter((pair) => pair.board === board))}</dd></div>)}
          </dl>
        </section>
      )}
      {about && (
        <section aria-label="This program">
          <h2>This program</h2>
          <p>
            {about.program ?? "solve"} {about.version}.{" "}
            {!app.api.isSite && (about.store
              ? <>What it proves is kept in the folder <code>{about.store}</code>.</>
              : "What it proves is kept as long as it runs.")}
          </p>
        </section>
      )}
    </main>
  );
}
