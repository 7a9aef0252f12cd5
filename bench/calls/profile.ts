import { setTimeout as pause } from 'node:timers/promises';

/** Where a server's JavaScript spends its processor time, asked of Node's inspector. */

/** Microseconds of each kind of work while a profile was taken. */
export type WorkTimes = ReadonlyMap<ServerWork, number>;

/** Kinds of work of a server, in the order in which they are shown. */
export const SERVER_WORK = [
  'sockets to callers',
  'sockets to the database',
  'HTTP and framework',
  'sealing, hashing, encrypting',
  'checking input and answer',
  'building statements, reading rows',
  'rules (core)',
  'the call’s own code',
  'collecting garbage',
  'outside JavaScript',
] as const;

export type ServerWork = (typeof SERVER_WORK)[number];

/** A call frame of a profile, of V8's own form. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Of whom a function is, by a part of its file's address; the first that fits decides. */
const OWNERS: readonly (readonly [RegExp, ServerWork])[] = [
  [
    /node:internal\/crypto|platform\/crypto\/|contract\/src\/(seal|base64url)/,
    'sealing, hashing, encrypting',
  ],
  [/node_modules\/(zod|@hono)|contract\/src\//, 'checking input and answer'],
  [
    /node_modules\/(pg|pg-[a-z]+|postgres-[a-z]+|kysely)\/|platform\/db\/|-?store\.ts/,
    'building statements, reading rows',
  ],
  [/core\/src\//, 'rules (core)'],
  [
    /node:_http|node:http|node_modules\/(fastify|@fastify|find-my-way|pino)|platform\/(http|monitoring|tracing)\//,
    'HTTP and framework',
  ],
  [/server\/src\//, 'the call’s own code'],
];

const SOCKET_WRITES = /^(write\w+|readStart|shutdown|onStreamRead)$/;
const DRIVER = /node_modules\/pg|platform\/db\//;

/** Takes a profile of the program whose inspector listens on a port, while work is done. */
export async function profileWork(
  inspectorPort: number,
  work: () => Promise<void>,
): Promise<WorkTimes> {
  const inspector = await openInspector(inspectorPort);
  try {
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: 250 });
    await inspector.send('Profiler.start');
    await work();

    const { profile } = (await inspector.send('Profiler.stop')) as { profile: Profile };
    return computeTimes(profile);
  } finally {
    inspector.close();
  }
}

function computeTimes({ nodes, samples, timeDeltas }: Profile): WorkTimes {
  const parents = new Map<number, ProfileNode>();
  const byId = new Map(nodes.map((node) => [node.id, node]));

  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);

  const kinds = new Map(nodes.map((node) => [node.id, classifyWork(node, parents)]));
  const times = new Map<ServerWork, number>();

  samples.forEach((id, index) => {
    const kind = kinds.get(id);
    if (byId.has(id) && kind) times.set(kind, (times.get(kind) ?? 0) + (timeDeltas[index] ?? 0));
  });

  return times;
}

/** Null: the processor did something else. */
function classifyWork(
  leaf: ProfileNode,
  parents: ReadonlyMap<number, ProfileNode>,
): ServerWork | null {
  const { functionName } = leaf.callFrame;
  if (functionName === '(idle)') return null;
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (functionName === '(program)' || functionName === '(root)') return 'outside JavaScript';

  const callers: ProfileNode[] = [];
  for (let at: ProfileNode | undefined = leaf; at; at = parents.get(at.id)) callers.push(at);

  const isWrite = leaf.callFrame.url === '' && SOCKET_WRITES.test(functionName);
  if (isWrite) return callers.some(isOfDriver) ? 'sockets to the database' : 'sockets to callers';

  for (const { callFrame } of callers) {
    const owner = OWNERS.find(([file]) => file.test(callFrame.url));
    if (owner) return owner[1];
  }

  return 'HTTP and framework';
}

const isOfDriver = ({ callFrame }: ProfileNode): boolean => DRIVER.test(callFrame.url);

interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  close(): void;
}

async function openInspector(port: number): Promise<Inspector> {
  const socket = new WebSocket(await findAddress(port));
  const waiting = new Map<number, (answer: unknown) => void>();

  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });

  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', () => failed(new Error('no inspector answers')), {
      once: true,
    });
  });

  let last = 0;
  return {
    send(method, params = {}) {
      last += 1;

      const id = last;
      return new Promise((answered) => {
        waiting.set(id, answered);
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}

const ATTEMPTS = 50;

async function findAddress(port: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(100);
    }
}
