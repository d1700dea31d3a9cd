// Hooks that several components share.

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

// The state of the app; the component is drawn again when it changes.
export function useApp(app) {
  const [, again] = useReducer((n) => n + 1, 0);
  useLayoutEffect(() => app.subscribe(again), [app]);
  return app.state;
}

// The width of an element in pixels: [ref, width]. 0 before it is known.
export function useWidth() {
  const ref = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const look = () => ref.current && setWidth(ref.current.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

// True once `on` has been true for `ms`: what comes at once does not flicker.
export function useLate(on, ms = 150) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) {
      setLate(false);
      return undefined;
    }
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [on, ms]);
  return on && late;
}

export function useReducedMotion() {
  const query = "(prefers-reduced-motion: reduce)";
  const [reduced, setReduced] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => setReduced(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, []);
  return reduced;
}

// The last thing that was not null: what is shown stays until there is something new to show.
export function useLast(value) {
  const last = useRef(value);
  if (value !== null && value !== undefined) last.current = value;
  return last.current;
}
