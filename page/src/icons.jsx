// Signs on buttons, drawn so that they look the same with every font.

const paths = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  forward: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  undo: "M4 9h8a4 4 0 0 1 0 8H8M4 9l4-4M4 9l4 4",
};

export function Icon({ name }) {
  const filled = name !== "undo";
  return (
    <svg class="sign" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill={filled ? "currentColor" : "none"}
      stroke="currentColor" stroke-width={filled ? 1.2 : 2} stroke-linecap="round" stroke-linejoin="round">
      <path d={paths[name]} />
    </svg>
  );
}
