import { connect, type Socket } from 'node:net';
import type { RequestBytes } from '../calls/fire.ts';

/** A constant rate of requests, independent of how long answers take, until it is ended. */
export interface Steady {
  /** Ends the load. @returns how it went */
  end(): Promise<LoadResult>;
}

/** The result of a steady load: milliseconds from when a request was due, including the wait for a connection. */
export interface LoadResult {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** Answers whose HTTP status was not 200, and the first of them. */
  readonly refused: number;
  readonly refusal: string;
  readonly seconds: number;
}

const CONNECTIONS = 40;
const TICK_MS = 1;
const HEAD_END = '\r\n\r\n';
const STATUS_AT = 9;

interface Line {
  readonly socket: Socket;
  sentFor: number;
  got: Buffer | null;
}

/** Starts a load over keep-alive connections. Requests are sent in order, again from the first after the last. */
export async function fireSteadily({ port, perSecond, requests }: Load): Promise<Steady> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  const waiting: number[] = [];
  const latencies: number[] = [];
  let [sent, due, refused, underway, refusal] = [0, 0, 0, 0, ''];
  const send = (line: Line, dueAt: number): void => {
    line.sentFor = dueAt;
    underway += 1;
    line.socket.write(requests[sent++ % requests.length] as RequestBytes);
  };
  const answered = (line: Line, answer: string): void => {
    latencies.push(performance.now() - line.sentFor);
    if (answer.slice(STATUS_AT, STATUS_AT + 3) !== '200') {
      refused += 1;
      refusal ||= answer;
    }
    underway -= 1;
    const next = waiting.shift();
    if (next === undefined) free.push(line);
    else send(line, next);
  };
  for (const line of free) listen(line, answered);
  const sockets = free.map(({ socket }) => socket);
  const began = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Due times count from now: a delay of this process is not the server's.
    for (; due < ((now - began) * perSecond) / 1_000; due += 1) {
      // In turn, so that no connection lies idle until the server closes it.
      const line = free.shift();
      if (line) send(line, now);
      else waiting.push(now);
    }
  }, TICK_MS);
  return {
    async end() {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1_000;
      while (underway > 0 || waiting.length > 0) await new Promise((later) => setTimeout(later, 5));
      for (const socket of sockets) socket.destroy();
      return { ...describe(latencies), refused, refusal, seconds };
    },
  };
}

interface Load {
  readonly port: number;
  readonly perSecond: number;
  readonly requests: readonly RequestBytes[];
}

function describe(latencies: readonly number[]): Pick<LoadResult, 'count' | 'p50' | 'p99' | 'most'> {
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? Number.NaN };
}

function open(port: number): Promise<Line> {
  return new Promise((opened, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => opened({ socket, sentFor: 0, got: null }));
    socket.once('error', failed);
  });
}

function listen(line: Line, answered: (line: Line, answer: string) => void): void {
  line.socket.on('data', (chunk) => {
    line.got = line.got ? Buffer.concat([line.got, chunk]) : chunk;
    const { got } = line;
    const head = got.indexOf(HEAD_END);
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(got.toString('latin1', 0, head))?.[1];
    if (length === undefined) throw new Error('an answer without a length');
    if (got.length < head + HEAD_END.length + Number(length)) return;
    line.got = null;
    answered(line, got.toString());
  });
}
