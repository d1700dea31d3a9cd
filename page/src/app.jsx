// The page: header, the view that the URL names, help.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { About } from "./about.jsx";
import { server } from "./api.js";
import { Certificates } from "./certificates.jsx";
import { Game } from "./game.jsx";
import { Help } from "./help.jsx";
import { useApp, useLate } from "./hooks.js";
import { keyPressed } from "./keys.js";
import { scriptLoader, siteNew } from "./site.js";
import { appNew } from "./state.js";
import { Tables } from "./tables.jsx";
import { Theme } from "./theme.jsx";

const views = [["board", "Board"], ["tables", "Tables"], ["certificates", "Certificates"], ["about", "About"]];

function Header({ app, onHelp }) {
  const { view, about } = app.state;
  const shown = views.filter(([name]) => !about?.views || about.views.includes(name));
  return (
    <header>
      <a class="skip" href="#main" onClick={(event) => {
        event.preventDefault();
        document.querySelector("main button, main a, main [tabindex='0']")?.focus();
      }}>Skip to the content</a>
      <p class="brand"><strong>solve</strong> <span>tiny Go boards, solved exactly</span></p>
      <nav aria-label="Views">
        {shown.map(([name, title]) => (
          <a key={name} href={app.urlOf({ view: name, table: null, certificate: null, show: null })}
            aria-current={name === view ? "page" : undefined}>{title}</a>
        ))}
      </nav>
      <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={onHelp}>?</button>
      <Theme />
    </header>
  );
}

function Offline({ app }) {
  const late = useLate(app.knowledge.offline, 400);
  if (!late) return null;
  return (
    <p class="offline" role="alert">
      The program does not answer. Start it again with the same port: this page goes on by itself.
    </p>
  );
}

function Page({ app }) {
  const state = useApp(app);
  const [help, setHelp] = useState(false);
  const inspect = useState(null);

  useEffect(() => {
    const pressed = (event) => {
      const play = (move) => {
        const choice = app.known(app.here()).view?.choices?.find((c) => c.move === move);
        if (choice?.legal) app.play(move);
        else if (choice) {
          inspect[1](move);
          app.say(`${move} is not allowed: ${choice.reason}`);
        }
      };
      if (keyPressed(event, app, { play, help: () => setHelp(true) })) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [app]);

  useEffect(() => {
    const { start, view } = state;
    document.title = view === "board" ? `${start.board}, ${start.rules} – solve` : `${views.find(([v]) => v === view)[1]} – solve`;
  }, [state.start.board, state.start.rules, state.view]);

  return (
    <>
      <Header app={app} onHelp={() => setHelp(true)} />
      <Offline app={app} />
      {state.view === "board" && <Game app={app} inspect={inspect} />}
      {state.view === "tables" && <Tables app={app} />}
      {state.view === "certificates" && <Certificates app={app} />}
      {state.view === "about" && <About app={app} />}
      <Help open={help} onClose={() => setHelp(false)} />
    </>
  );
}

const app = appNew(window.solveSite ? siteNew(window.solveSite, scriptLoader(document, window)) : server, window);
app.begin();
render(<Page app={app} />, document.getElementById("page"));
