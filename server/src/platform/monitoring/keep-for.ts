/**
 * Reads at most once in so many milliseconds, however many ask; a reading that failed is not kept.
 */
export function keepFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | null = null;

  return () => {
    const at = performance.now();
    if (!kept || at - kept.at > milliseconds) {
      const reading = { at, value: read() };
      kept = reading;
      reading.value.catch(() => {
        if (kept === reading) kept = null;
      });
    }

    return kept.value;
  };
}
