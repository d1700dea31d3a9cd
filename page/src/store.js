// A value that components look at: get(), set(patch) and subscribe(). Listeners hear of several changes at once.

export function storeNew(initial) {
  let state = initial;
  let told = true;
  const listeners = new Set();

  const tell = () => {
    told = true;
    for (const listener of [...listeners]) listener(state);
  };

  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...(typeof patch === "function" ? patch(state) : patch) };
      if (told) {
        told = false;
        queueMicrotask(tell);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
