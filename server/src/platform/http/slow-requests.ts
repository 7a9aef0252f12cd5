import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a request may take to arrive, in milliseconds. */
export interface Arrival {
  /** Any request but an upload, whole. */
  readonly wholeMs: number;
  /** An upload, whole: 600 kB at 100 kbit/s take 50 s, and a line may be worse than that. */
  readonly uploadMs: number;
  /** An upload that brings less than `leastBytes` in so long is given up. */
  readonly windowMs: number;
  readonly leastBytes: number;
}

/** The last limit is Node's own; the others are kept here, because Node has one for all requests. @ASSUMED */
export const ARRIVAL: Arrival = { wholeMs: 22_000, uploadMs: 180_000, windowMs: 20_000, leastBytes: 4_096 };

/** Closes the connection of a request that does not arrive: soon, or for an upload once it does not move any more. */
export function closeSlowRequests(server: FastifyInstance, arrival: Arrival): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // A request made inside the process has no connection to close.
    if (!(raw.socket instanceof Socket)) return;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    if (!isUpload(request)) return closeAfter(raw, arrival.wholeMs);
    closeIdleRequest(raw, arrival);
    // Answered without being read, as a stranger's upload is: the rest of it has no more time than any other request.
    reply.raw.once('finish', () => closeAfter(raw, arrival.wholeMs));
  });
}

function isUpload({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

function closeAfter(raw: IncomingMessage, ms: number): void {
  if (raw.complete) return;
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), ms);
  raw.once('close', () => clearTimeout(timer));
}

function closeIdleRequest(raw: IncomingMessage, { windowMs, leastBytes }: Arrival): void {
  const { socket } = raw;
  // What came with the headers counts for the first window too.
  let before = 0;
  const timer = setInterval(() => {
    if (!raw.complete && socket.bytesRead - before < leastBytes) socket.destroy();
    before = socket.bytesRead;
  }, windowMs);
  raw.once('close', () => clearInterval(timer));
}
