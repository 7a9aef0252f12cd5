/** Does a work once the phone has nothing else to do. Answers what calls it off. */
export function whenIdle(work: () => void, latestMs = 5_000): () => void {
  // Safari has no such moment to tell.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: latestMs });
  return () => cancelIdleCallback(asked);
}
