/**
 * An abort signal that fires when nothing has happened for `ms`: `restart` on progress, so a slow
 * upload is not cut off.
 */
export function startIdleTimeout(ms: number): {
  signal: AbortSignal;
  restart: () => void;
  stop: () => void;
} {
  const controller = new AbortController();
  const start = () =>
    setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  let timer = start();
  const stop = () => clearTimeout(timer);

  return {
    signal: controller.signal,
    restart: () => {
      stop();
      timer = start();
    },
    stop,
  };
}
