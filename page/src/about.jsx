// What this page is.

export function About({ app }) {
  const { about } = app.state;
  return (
    <main class="about" id="main">
      <h1>About</h1>
      <p>
        This page shows what every move on a tiny Go board is worth when both sides play their best, under many rules
        about repetition. What it shows as proved is proved.
      </p>
      {about && <p>{about.program ?? "solve"} {about.version}</p>}
    </main>
  );
}
