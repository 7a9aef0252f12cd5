import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Time limits for receiving a request, in milliseconds. */
export interface RequestTimeLimits {
  /** For a whole request that is not an upload. */
  readonly wholeMs: number;
  /**
   * For a whole upload: 600 kB at 100 kbit/s take 50 s, and connections can be slower than that.
   */
  readonly uploadMs: number;
  /** An upload that sends fewer than `minBytes` within this time is closed. */
  readonly windowMs: number;
  readonly minBytes: number;
}

/**
 * Node enforces `uploadMs`; the others are enforced here, because Node has one limit for all
 * requests. @ASSUMED
 */
export const REQUEST_TIME_LIMITS: RequestTimeLimits = {
  wholeMs: 22_000,
  uploadMs: 180_000,
  windowMs: 20_000,
  minBytes: 4_096,
};

/**
 * Slow-request guard: closes the connection of a request that arrives too slowly, or of an upload
 * that makes no progress.
 */
export function closeSlowRequests(server: FastifyInstance, limits: RequestTimeLimits): void {
  server.addHook('onRequest', (request, reply, done) => {
    limitTime(request, reply, limits);
    done();
  });
}

function limitTime(request: FastifyRequest, reply: FastifyReply, limits: RequestTimeLimits): void {
  const { raw } = request;
  // A request made inside the process has no connection to close.
  if (!(raw.socket instanceof Socket)) return;
  if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined)
    return;
  if (!isUpload(request)) {
    closeAfter(raw, limits.wholeMs);
    return;
  }

  const stop = closeIdleRequest(raw, limits);
  // A request that was not read to its end does not emit 'close'; its answer always does.
  reply.raw.once('close', stop);
  // Answered without being read, such as an unauthenticated upload: the rest gets no more time than
  // any other request.
  reply.raw.once('finish', () => closeAfter(raw, limits.wholeMs));
}

function isUpload({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

function closeAfter(raw: IncomingMessage, ms: number): void {
  if (raw.complete) return;

  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), ms);
  const { socket } = raw;

  const stop = (): void => {
    clearTimeout(timer);
    socket.off('close', stop);
  };

  raw.once('close', stop);
  // A request that was not read to its end does not emit 'close'.
  socket.once('close', stop);
}

/** @returns stops the watch */
function closeIdleRequest(
  raw: IncomingMessage,
  { windowMs, minBytes }: RequestTimeLimits,
): () => void {
  const { socket } = raw;
  // Bytes that arrived with the headers count towards the first window.
  let before = 0;
  const timer = setInterval(() => {
    if (!raw.complete && socket.bytesRead - before < minBytes) socket.destroy();
    before = socket.bytesRead;
  }, windowMs);
  const stop = (): void => clearInterval(timer);

  raw.once('close', stop);

  return stop;
}
