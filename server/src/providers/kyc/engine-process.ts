import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type EngineFault, type KycEngine, KycEngineError } from '../../platform/ports/kyc.ts';

/** The calls that the engine process serves. */
export type EngineWork = Exclude<keyof KycEngine, 'close'>;
export type ToEngineProcess = { id: number; work: EngineWork; args: unknown[] };
export type FromEngineProcess =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; reason: EngineFault | null; message: string };

/**
 * The engine in a child process with lower priority: in one process, pictures would be decoded by
 * the same few threads that decrypt requests, and 20 cards at once would delay every answer. A
 * picture that crashes a decoder fails no other request. The process starts at its first job and is
 * replaced when it dies. A job may run for `jobMs` milliseconds.
 */
export function makeKycProcess({ jobMs }: { jobMs: number }): KycEngine {
  let live: LiveProcess | undefined;
  let isClosed = false;

  const run = (work: EngineWork, ...args: unknown[]): Promise<never> => {
    if (isClosed) return Promise.reject(new KycEngineError('closed'));
    if (live === undefined || live.hasEnded()) live = startProcess(jobMs);
    return live.run(work, args) as Promise<never>;
  };

  return {
    intake: (bytes) => run('intake', bytes),
    readDocument: (jpeg, kind) => run('readDocument', jpeg, kind),
    maskAadhaar: ({ upright, seen }) => run('maskAadhaar', { upright, seen }),
    readCode: (upload) => run('readCode', upload),
    openPhoto: (photo) => run('openPhoto', photo),
    checkFrames: (frames) => run('checkFrames', frames),
    warm: () => run('warm'),
    async close() {
      isClosed = true;
      await live?.end();
    },
  };
}

type LiveProcess = {
  hasEnded(): boolean;
  run(work: EngineWork, args: unknown[]): Promise<unknown>;
  /** Lets running work finish; resolves when the process is gone. */
  end(): Promise<void>;
};
type Waiting = { resolve: (value: unknown) => void; reject: (cause: Error) => void };

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const READABLE = ['node_modules/*', 'server/*', 'core/*', 'contract/*', 'package.json'].map(
  (path) => ROOT + path,
);

/**
 * Node's permissions: its code reads the program's own files, neither secrets nor data nor `/proc`;
 * it writes none, and starts no process. A fault in a decoder's native code is not held by them.
 */
const PERMISSIONS = [
  '--permission',
  ...[...READABLE, '/proc/thread-self'].map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--allow-addons',
  // Node warns of the last two each time.
  '--no-warnings',
];

function startProcess(jobMs: number): LiveProcess {
  // An own environment: it needs no keys or addresses. More than two pictures decoded at once would
  // delay other answers.
  const child = fork(
    fileURLToPath(new URL('./engine-child.ts', import.meta.url)),
    [String(jobMs)],
    {
      serialization: 'advanced',
      execArgv: PERMISSIONS,
      env: { UV_THREADPOOL_SIZE: '2' },
    },
  );
  const waiting = new Map<number, Waiting>();
  let [nextId, hasEnded] = [0, false];
  const gone = new Promise<void>((resolve) => {
    const onEnd = (cause?: unknown): void => {
      hasEnded = true;
      for (const { reject } of waiting.values()) reject(new KycEngineError('crashed', cause));
      waiting.clear();
      resolve();
    };

    child.once('exit', () => onEnd());
    child.on('error', onEnd);
  });

  child.on('message', (response: FromEngineProcess) => {
    const caller = waiting.get(response.id);
    waiting.delete(response.id);
    if (child.connected) refWhileWaiting(child, waiting);

    if (response.ok) caller?.resolve(response.value);
    else
      caller?.reject(
        response.reason
          ? new KycEngineError(response.reason, response.message)
          : new Error(response.message),
      );
  });
  refWhileWaiting(child, waiting);

  return {
    hasEnded: () => hasEnded,
    run: (work, args) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        refWhileWaiting(child, waiting);
        // A failed send is ignored: the process is ending, and its end rejects every waiting call.
        child.send({ id, work, args } satisfies ToEngineProcess, () => undefined);
      }),
    async end() {
      if (!hasEnded) {
        // Keeps this process alive until the child has ended.
        child.ref();
        child.disconnect();
      }

      await gone;
    },
  };
}

/** The child keeps this process alive only while a call is waiting. */
function refWhileWaiting(child: ChildProcess, waiting: ReadonlyMap<number, Waiting>): void {
  if (waiting.size > 0) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
