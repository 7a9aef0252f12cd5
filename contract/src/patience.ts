/** A time-out counted from the last sign of life: an upload that is slow but moves is not cut off. */
export function startPatience(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const over = new AbortController();
  const begin = () => setTimeout(() => over.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  let timer = begin();
  const end = () => clearTimeout(timer);
  return {
    signal: over.signal,
    restart: () => {
      end();
      timer = begin();
    },
    end,
  };
}
