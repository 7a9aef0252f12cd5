import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Serving } from './static-server.ts';

/**
 * A slow mobile network before a server of this machine: a TCP proxy that charges each connection
 * its handshakes, lets the first bytes through in a window that doubles each round trip, and shares
 * one narrow link among all connections. A connection that was quiet begins with the first window
 * again, as RFC 5681 has it (section 4.1).
 */
export const SLOW_4G = {
  roundTripMs: 150,
  /** Linux's retransmission time-out here: a connection quiet for longer starts again. */
  quietMs: 350,
  /** Round trips before the first byte: TCP and TLS 1.3. */
  handshakes: 2,
  firstWindowBytes: 14_600,
  downBitsPerMs: 1_600,
  upBitsPerMs: 750,
} as const;

const SEGMENT_BYTES = 1_460;

/** Puts the network before a port; the answer's port is the slow one. */
export async function slowDown(target: number): Promise<Serving> {
  const link: Link = { downBusyUntil: 0, upBusyUntil: 0 };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const origin = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, origin]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.once('error', () => {
        client.destroy();
        origin.destroy();
      });
    }

    join(client, origin, link);
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** When the shared link is free again, each way. */
interface Link {
  downBusyUntil: number;
  upBusyUntil: number;
}

function join(client: Socket, origin: Socket, link: Link): void {
  const { roundTripMs, quietMs, handshakes, firstWindowBytes, downBitsPerMs, upBitsPerMs } =
    SLOW_4G;
  const openAt = performance.now() + handshakes * roundTripMs;
  const writeUp = delayInto(origin);
  const writeDown = delayInto(client);
  let windowBytes: number = firstWindowBytes;
  let windowOpensAt = openAt;
  let sentBytes = 0;
  let sentAt = openAt;

  // A connection takes the link only when it may send: until then the link is free for others.
  const sendRequest = async (chunk: Buffer): Promise<void> => {
    await until(openAt);
    link.upBusyUntil =
      Math.max(performance.now(), link.upBusyUntil) + (chunk.length * 8) / upBitsPerMs;
    writeUp(link.upBusyUntil + roundTripMs / 2, chunk);
  };

  const sendAnswer = async (segment: Buffer): Promise<void> => {
    const quietFor = performance.now() - sentAt;
    // All was acknowledged.
    if (quietFor > roundTripMs) sentBytes = 0;
    if (quietFor > quietMs) windowBytes = firstWindowBytes;

    sentBytes += segment.length;

    while (sentBytes > windowBytes) {
      sentBytes -= windowBytes;
      windowBytes *= 2;
      windowOpensAt = Math.max(windowOpensAt, performance.now()) + roundTripMs;
    }

    await until(windowOpensAt);
    link.downBusyUntil =
      Math.max(performance.now(), link.downBusyUntil) + (segment.length * 8) / downBitsPerMs;
    sentAt = link.downBusyUntil;
    writeDown(sentAt + roundTripMs / 2, segment);
  };

  const queueRequest = makeQueue();
  const queueAnswer = makeQueue();
  client.on('data', (chunk) => queueRequest(() => sendRequest(chunk)));
  origin.on('data', (chunk) => {
    // A segment at a time, so that a large answer trickles in as it would.
    for (let at = 0; at < chunk.length; at += SEGMENT_BYTES) {
      const segment = chunk.subarray(at, at + SEGMENT_BYTES);
      queueAnswer(() => sendAnswer(segment));
    }
  });
  client.on('end', () => queueRequest(() => writeUp(performance.now(), null)));
  origin.on('end', () => queueAnswer(() => writeDown(performance.now(), null)));
  client.on('close', () => origin.destroy());
}

/** Runs steps one after the other. */
function makeQueue(): (step: () => void | Promise<void>) => void {
  let done = Promise.resolve();

  return (step) => {
    done = done.then(step);
  };
}

/** Writes to a socket at given instants, in order; null ends it. */
function delayInto(socket: Socket): (at: number, chunk: Buffer | null) => void {
  const queue = makeQueue();

  const write = async (at: number, chunk: Buffer | null): Promise<void> => {
    await until(at);
    if (socket.destroyed) return;

    if (chunk) socket.write(chunk);
    else socket.end();
  };

  return (at, chunk) => queue(() => write(at, chunk));
}

async function until(at: number): Promise<void> {
  const waitMs = at - performance.now();
  if (waitMs > 0) await pause(waitMs);
}
