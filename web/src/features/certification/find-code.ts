/** A phone that takes longer sends the picture without it; the server looks for the code too. */
const MAX_MS = 20_000;

/**
 * The digits of a card's signed code on a chosen picture, looked for in a worker at the picture's
 * full size: made smaller, a dense code is lost. Undefined where none is found, or the browser
 * cannot look.
 */
export function findCode(picture: Blob): Promise<string | undefined> {
  if (!canScan()) return Promise.resolve(undefined);

  return new Promise((resolve) => {
    const worker = startScan();
    const end = (digits?: string | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(digits ?? undefined);
    };
    const timer = setTimeout(end, MAX_MS);

    worker.onmessage = ({ data }: MessageEvent<string | null>) => end(data);
    worker.onerror = () => end();
    worker.postMessage(picture);
  });
}

/** Whether a worker of this browser can look for a code. */
export const canScan = (): boolean => typeof OffscreenCanvas !== 'undefined';

export function startScan(): Worker {
  return new Worker(new URL('./code-scan-worker.ts', import.meta.url), { type: 'module' });
}
