import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type EngineFault, type KycEngine, KycEngineError } from '../../platform/ports/kyc.ts';

/** What the process of the engine is asked to do. */
export type EngineWork = Exclude<keyof KycEngine, 'close'>;
export type ToEngineProcess = { id: number; work: EngineWork; given: unknown[] };
export type FromEngineProcess =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; reason: EngineFault | null; message: string };

/**
 * The engine in a process of its own, which steps back for this one: pictures are decoded by the same few threads of a process
 * that also open sealed requests, and 20 cards at once would keep every answer waiting. A decoder that a picture brings down
 * takes no request with it. It starts at its first work and is replaced when it dies.
 */
export function makeKycProcess(): KycEngine {
  let live: LiveProcess | undefined;
  let isClosed = false;
  const ask = (work: EngineWork, ...given: unknown[]): Promise<never> => {
    if (isClosed) return Promise.reject(new KycEngineError('closed'));
    if (live === undefined || live.hasEnded()) live = startProcess();
    return live.ask(work, given) as Promise<never>;
  };
  return {
    intake: (bytes) => ask('intake', bytes),
    readDocument: (jpeg, kind) => ask('readDocument', jpeg, kind),
    maskAadhaar: ({ upright, seen }) => ask('maskAadhaar', { upright, seen }),
    checkFrames: (asked) => ask('checkFrames', asked),
    warm: () => ask('warm'),
    async close() {
      isClosed = true;
      await live?.end();
    },
  };
}

type LiveProcess = {
  hasEnded(): boolean;
  ask(work: EngineWork, given: unknown[]): Promise<unknown>;
  /** Lets running work finish; resolves when the process is gone. */
  end(): Promise<void>;
};
type Waiting = { resolve: (value: unknown) => void; reject: (cause: Error) => void };

function startProcess(): LiveProcess {
  // Keys and addresses are none of its business. Two pictures decoded at once are enough: more would only crowd the answers out.
  const child = fork(fileURLToPath(new URL('./engine-child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: { UV_THREADPOOL_SIZE: '2' },
  });
  const waiting = new Map<number, Waiting>();
  let [asked, hasEnded] = [0, false];
  const gone = new Promise<void>((resolve) => {
    const over = (cause?: unknown): void => {
      hasEnded = true;
      for (const { reject } of waiting.values()) reject(new KycEngineError('crashed', cause));
      waiting.clear();
      resolve();
    };
    child.once('exit', () => over());
    child.on('error', over);
  });
  child.on('message', (told: FromEngineProcess) => {
    const asker = waiting.get(told.id);
    waiting.delete(told.id);
    if (child.connected) letBe(child, waiting);
    if (told.ok) asker?.resolve(told.value);
    else asker?.reject(told.reason ? new KycEngineError(told.reason, told.message) : new Error(told.message));
  });
  letBe(child, waiting);
  return {
    hasEnded: () => hasEnded,
    ask: (work, given) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        letBe(child, waiting);
        // A process that is just ending takes nothing more; its end is told to all who wait.
        child.send({ id, work, given } satisfies ToEngineProcess, () => undefined);
      }),
    async end() {
      if (!hasEnded) {
        // Its end is waited for, also when nothing else keeps this process.
        child.ref();
        child.disconnect();
      }
      await gone;
    },
  };
}

/** Only work that is awaited keeps this process from ending. */
function letBe(child: ChildProcess, waiting: ReadonlyMap<number, Waiting>): void {
  if (waiting.size > 0) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
