import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { measureUse } from '../processor.ts';
import type { Program } from './our-server.ts';

/** What to send and how: free connections take requests in order, one at a time each. */
export interface Firing {
  readonly port: number;
  readonly connections: number;
  /** Without it: until each request has been sent once. */
  readonly seconds?: number;
  readonly requests: readonly Buffer[];
  /** Whether to start again after the last request; otherwise the run ends. */
  readonly again?: boolean;
  /** At most so many a second; without it each is sent as soon as a connection is free. */
  readonly perSecond?: number;
}

export type FireResult = Awaited<ReturnType<typeof fire>>;

/**
 * Sends prepared requests over keep-alive sockets. Only status and length are parsed, because this
 * process shares the processor with the server it measures.
 */
export async function fire(firing: Firing) {
  const { port } = firing;
  const sockets = Array.from({ length: firing.connections }, () =>
    connect({ port, host: '127.0.0.1', noDelay: true }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
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

  for (const socket of sockets) socket.destroy();

  const ended = Math.min(state.until, state.lastAt);
  const sorted = Float64Array.from(state.latencies).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

  return {
    perSecond: (state.inTime / (ended - startedAt)) * 1_000,
    /** Milliseconds from sending a request to having all of its answer. */
    p50: at(0.5),
    p99: at(0.99),
    /** Requests answered, also after the time was over. */
    answered: state.latencies.length,
    /** Answers whose HTTP status was not 200. */
    refused: state.refused,
    /** Response bodies by the index of their request; of a repeated one the last. */
    bodies: state.bodies,
  };
}

/**
 * The result of sending requests, with the processor time that server and database used for each,
 * in microseconds.
 */
export interface Measurement extends FireResult {
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** Sends requests to a server, and measures it and its PostgreSQL. */
export async function fireAt(
  { port, pid }: Program,
  postgres: number,
  firing: Omit<Firing, 'port'>,
): Promise<Measurement> {
  const { result, serverMs, databaseMs } = await measureUse({ servers: [pid], postgres }, () =>
    fire({ ...firing, port }),
  );
  const toUs = (ms: number): number => (ms * 1_000) / result.answered;

  return { ...result, serverUs: toUs(serverMs), databaseUs: toUs(databaseMs) };
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

const HEAD_END = '\r\n\r\n';
const LENGTH = Buffer.from('content-length: ');
const STATUS_AT = 9;

/** Sends on one connection until there is no more to send. */
function work(socket: Socket, firing: Firing, state: State): Promise<void> {
  const { requests, again = false, perSecond = Number.POSITIVE_INFINITY } = firing;
  return new Promise((done, failed) => {
    let sentAt = 0;
    let index = 0;
    let got: Buffer | null = null;

    const send = (): void => {
      if (performance.now() >= state.until || (!again && state.next >= requests.length)) {
        done();
        return;
      }

      const dueAt = state.startedAt + (state.next * 1_000) / perSecond;
      index = state.next % requests.length;
      state.next += 1;

      const write = () => {
        sentAt = performance.now();
        socket.write(requests[index]!);
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
}): Buffer {
  const { method, path, headers, body } = request;
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];

  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== null) lines.push(`content-length: ${Buffer.byteLength(body)}`);

  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${body ?? ''}`);
}
