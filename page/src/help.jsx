// The list of keys, as a dialog.

import { useEffect, useRef } from "preact/hooks";
import { keyHelp } from "./keys.js";

export function Help({ open, onClose }) {
  const ref = useRef(null);
  useEffect(() => {
    if (open && !ref.current.open) ref.current.showModal();
    if (!open && ref.current.open) ref.current.close();
  }, [open]);
  return (
    <dialog ref={ref} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {keyHelp.map(([key, what]) => (
          <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>
        ))}
      </dl>
      <form method="dialog"><button class="primary">Close</button></form>
    </dialog>
  );
}
