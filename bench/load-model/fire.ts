import { connect, type Socket } from 'node:net';

/** A request as the bytes that go over the wire. */
export type RequestBytes = Buffer;

/** The result of sending requests. */
export interface FireResult {
  readonly perSecond: number;
  /** Milliseconds from sending a request to having all of its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Requests answered, also after the time was over. */
  readonly answered: number;
  /** Answers whose HTTP status was not 200. */
  readonly refused: number;
  /** Sampled response bodies, by the index of their request. */
  readonly bodies: ReadonlyMap<number, string>;
  /** Processor time of this process, in cores. */
  readonly ownCores: number;
}

/** What to send and how: free connections take requests in order, one at a time each. */
export interface Firing {
  readonly port: number;
  readonly connections: number;
  /** Without it: until each request has been sent once. */
  readonly seconds?: number;
  readonly requests: readonly RequestBytes[];
  /** Whether to start again after the last request; otherwise the run ends. */
  readonly again?: boolean;
  /** At most so many a second; without it each is sent as soon as a connection is free. */
  readonly perSecond?: number;
  /** Every n-th response body is sampled; 1, as without it, samples all, 0 none. */
  readonly keepEvery?: number;
}

/**
 * Sends prepared requests over keep-alive sockets. Only status and length are parsed, because this
 * process shares the processor with the server it measures.
 */
export async function fire(firing: Firing): Promise<FireResult> {
  const sockets = await Promise.all(
    Array.from({ length: firing.connections }, () => open(firing.port)),
  );
  const ownBefore = process.cpuUsage();
  const startedAt = performance.now();
  const state: State = {
    next: 0,
    latencies: [],
    inTime: 0,
    refused: 0,
    bodies: new Map(),
    startedAt,
    until: startedAt + (firing.seconds ?? Number.POSITIVE_INFINITY) * 1_000,
    lastAt: startedAt,
  };

  await Promise.all(sockets.map((socket) => work(socket, firing, state)));

  const ended = Math.min(state.until, state.lastAt);
  const own = process.cpuUsage(ownBefore);

  for (const socket of sockets) socket.destroy();

  const sorted = Float64Array.from(state.latencies).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

  return {
    perSecond: (state.inTime / (ended - startedAt)) * 1_000,
    p50: at(0.5),
    p99: at(0.99),
    answered: state.latencies.length,
    refused: state.refused,
    bodies: state.bodies,
    ownCores: (own.user + own.system) / 1_000 / (performance.now() - startedAt),
  };
}

interface State {
  next: number;
  latencies: number[];
  inTime: number;
  refused: number;
  bodies: Map<number, string>;
  readonly startedAt: number;
  readonly until: number;
  lastAt: number;
}

function open(port: number): Promise<Socket> {
  return new Promise((opened, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.off('error', failed);
      opened(socket);
    });
    socket.once('error', failed);
  });
}

const HEAD_END = '\r\n\r\n';
const LENGTH = Buffer.from('content-length: ');
const STATUS_AT = 9;

/** Sends on one connection until there is no more to send. */
function work(socket: Socket, firing: Firing, state: State): Promise<void> {
  const { requests, again = false, keepEvery = 1, perSecond = Number.POSITIVE_INFINITY } = firing;
  return new Promise((done, failed) => {
    let sentAt = 0;
    let index = 0;
    let got: Buffer | null = null;

    const send = (): void => {
      const isOver = performance.now() >= state.until || (!again && state.next >= requests.length);
      const request = isOver ? undefined : requests[state.next % requests.length];
      if (!request) {
        done();
        return;
      }

      const dueAt = state.startedAt + (state.next * 1_000) / perSecond;
      index = state.next % requests.length;
      state.next += 1;

      const write = () => {
        sentAt = performance.now();
        socket.write(request);
      };
      if (dueAt > performance.now()) setTimeout(write, dueAt - performance.now());
      else write();
    };

    socket.on('data', (chunk) => {
      got = got ? Buffer.concat([got, chunk]) : chunk;

      const size = measureAnswer(got);
      if (size === null || got.length < size.whole) return;

      const now = performance.now();
      state.latencies.push(now - sentAt);
      state.lastAt = now;
      if (now <= state.until) state.inTime += 1;
      if (got.toString('latin1', STATUS_AT, STATUS_AT + 3) !== '200') state.refused += 1;
      if (keepEvery > 0 && index % keepEvery === 0)
        state.bodies.set(index, got.toString('utf8', size.head, size.whole));
      got = null;
      send();
    });
    socket.once('close', () => failed(new Error('the server closed a connection')));
    socket.once('error', failed);
    send();
  });
}

/** Length of an answer's head and of the whole; null while the head is not complete. */
function measureAnswer(answer: Buffer): { head: number; whole: number } | null {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return null;

  const at = answer.indexOf(LENGTH);
  if (at < 0 || at > end) throw new Error('an answer without a length');

  const head = end + HEAD_END.length;
  const length = answer.toString('latin1', at + LENGTH.length, end);

  return { head, whole: head + Number.parseInt(length, 10) };
}

/** A request's bytes from its parts. */
export function encodeRequest(request: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}): RequestBytes {
  const { method, path, headers, body } = request;
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];

  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== null) lines.push(`content-length: ${Buffer.byteLength(body)}`);

  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${body ?? ''}`);
}
