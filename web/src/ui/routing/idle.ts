const LATEST_MS = 5_000;

/** Runs a task once the browser is idle. @returns a function that cancels it */
export function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(task, 200);
    return () => clearTimeout(timer);
  }

  const handle = requestIdleCallback(task, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
