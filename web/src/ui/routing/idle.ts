const LATEST_MS = 5_000;

/** Does a work once the phone has nothing else to do. Answers what calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no such moment to tell.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
