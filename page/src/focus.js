// The focus is never lost: an element that had it and was moved gets it back; where it goes away, what stands
// for it gets it.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const fallbacks = [".line-player [data-line=play]", ".line-player [data-line=close]", ".setup .cells [tabindex='0']",
  ".board .cells [tabindex='0']", "main button"];

export function useFocusKept() {
  const last = useRef(null);
  useEffect(() => {
    const had = (event) => {
      last.current = event.target;
    };
    const released = () => {
      last.current = null; // by mouse or finger: what is clicked has the focus next, if anything
    };
    // Between the two elements of a step by Tab none has the focus: that is no loss, to take it back would be a trap.
    const left = (event) => {
      if (event.relatedTarget) last.current = null;
    };
    const tabbed = (event) => {
      if (event.key === "Tab") last.current = null;
    };
    document.addEventListener("focusin", had);
    document.addEventListener("blur", left, true);
    document.addEventListener("keydown", tabbed, true);
    document.addEventListener("pointerdown", released, true);
    return () => {
      document.removeEventListener("focusin", had);
      document.removeEventListener("blur", left, true);
      document.removeEventListener("keydown", tabbed, true);
      document.removeEventListener("pointerdown", released, true);
    };
  }, []);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!last.current || (activeElement && activeElement !== document.body)) return;
    if (last.current.isConnected) {
      last.current.focus(); // it was moved within a list
      if (document.activeElement === last.current) return;
    }
    for (const selector of fallbacks) {
      const element = document.querySelector(selector);
      if (!element) continue;
      element.focus();
      return;
    }
  });
}
