import parts from 'virtual:face-engine';
import type { FrameReading } from '@noren/core/people/liveness';
import type { EngineFault, FromEngine, ToEngine } from './messages.ts';

/** Measures faces on the phone, in a worker; one picture at a time. */
export type Engine = {
  /** Reads a picture and closes it. Rejects with EngineError when the engine stopped. */
  read(picture: ImageBitmap): Promise<{ reading: FrameReading; ms: number }>;
};

/** The engine did not start or stopped; `fault` says whether trying again may help. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly fault: EngineFault;
  constructor(fault: EngineFault, why: string) {
    super(why);
    this.fault = fault;
  }
}

/** Bytes of all parts, as the progress counts them. */
export const ENGINE_BYTES = Object.values(parts).reduce((sum, { bytes }) => sum + bytes, 0);

/** A download without data for this long has stalled. */
const STALLED_MS = 30_000;

// The smallest module with a SIMD instruction (`v128.const`). A browser that validates it can run
// the engine.
const SIMD = [
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  4,
  1,
  96,
  0,
  0,
  3,
  2,
  1,
  0,
  10,
  23,
  1,
  21,
  0,
  253,
  12,
  ...Array(16).fill(0),
  26,
  11,
];

/** Whether this browser has what the engine needs. */
function canRunEngine(): boolean {
  return (
    typeof Worker === 'function' &&
    typeof OffscreenCanvas === 'function' &&
    typeof createImageBitmap === 'function' &&
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(Uint8Array.from(SIMD))
  );
}

/**
 * Starts loading the engine.
 * @param onProgress the bytes loaded, of ENGINE_BYTES
 * @returns `engine` rejects with EngineError; `stop` ends the worker and frees its memory
 */
export function loadEngine(onProgress: (bytes: number) => void): {
  engine: Promise<Engine>;
  stop: () => void;
} {
  if (!canRunEngine()) {
    return {
      engine: Promise.reject(new EngineError('unable', 'no WebAssembly with SIMD')),
      stop: () => undefined,
    };
  }

  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToEngine, moved: Transferable[] = []) =>
    worker.postMessage(message, moved);
  const ready = deferred<Engine>();
  let pending: DeferredPromise<{ reading: FrameReading; ms: number }> | undefined;
  let ended: EngineError | undefined;

  const end = (fault: EngineFault, why: string) => {
    clearTimeout(silence);
    worker.terminate();
    ended ??= new EngineError(fault, why);
    ready.reject(ended);
    pending?.reject(ended);
  };

  const listen = () => setTimeout(() => end('network', 'no data received'), STALLED_MS);
  let silence = listen();
  const engine: Engine = {
    read(picture) {
      if (ended) return Promise.reject(ended);
      pending = deferred();
      post({ kind: 'read', picture }, [picture]);
      return pending.promise;
    },
  };

  worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
    clearTimeout(silence);
    if (data.kind === 'loading') {
      silence = listen();
      onProgress(data.bytes);
    } else if (data.kind === 'ready') ready.resolve(engine);
    else if (data.kind === 'read') pending?.resolve(data);
    else end(data.fault, data.why);
  });

  // A script that failed to load has no message; one that threw has.
  worker.addEventListener('error', ({ message }) => end(message ? 'unable' : 'network', message));
  post({ kind: 'load', parts });

  return { engine: ready.promise, stop: () => end('unable', 'stopped') };
}

type DeferredPromise<T> = {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (cause: Error) => void;
};

/** `Promise.withResolvers` for browsers from before 2024. */
function deferred<T>(): DeferredPromise<T> {
  const made = {} as DeferredPromise<T>;
  made.promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
