import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './rate-limits.ts';
import { Rejection } from './wire-request.ts';

/** What one instance bears; counted in its memory, before anything of a request is opened or read. */
export interface LoadLimits {
  /** Calls of one address. */
  readonly callsPerMinute: number;
  /** Seals not met before, of one address: each costs a Diffie–Hellman. */
  readonly newSealsPerMinute: number;
  /** How late the event loop may run, on the average of a sample, before calls are turned away. */
  readonly lateMs: number;
  readonly sampleMs: number;
  /** Samples in a row that must be late: after one pause of the machine, what waited is served late rather than refused. */
  readonly lateSamples: number;
}

/** One seal serves an app for an hour, so that a tenth of the calls is much. @ASSUMED */
const CALLS_PER_SEAL = 10;

/** The limits of a setting: thousands share a carrier's address, and one address takes no more than a small part of an instance. */
export function loadLimitsOf({ NOREN_ADDRESS_RATE }: { NOREN_ADDRESS_RATE: number }): LoadLimits {
  return {
    callsPerMinute: NOREN_ADDRESS_RATE,
    newSealsPerMinute: Math.ceil(NOREN_ADDRESS_RATE / CALLS_PER_SEAL),
    lateMs: 3_000,
    sampleMs: 1_000,
    lateSamples: 3,
  };
}

/** The process is behind with its work: answered with HTTP 503 and when to come again. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

const MINUTE = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** Addresses remembered at once; the one not seen for longest is forgotten first. */
const REMEMBERED = 50_000;

/** What stands before a call. */
export interface LoadGate {
  /** Counts a call. @throws Rejection 429 */
  needRoom(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a seal that has not been opened before. @throws Rejection 429 */
  needRoomForSeal(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Turns calls away while the process is late, and gives what counts calls and seals by address. */
export async function shedLoad(server: FastifyInstance, limits: LoadLimits): Promise<LoadGate> {
  const isLate = watchEventLoopDelay(server, limits);
  await server.register(underPressure, {
    maxEventLoopDelay: limits.lateMs,
    sampleInterval: limits.sampleMs,
    // A page and its parts are cheap, and better late than an error where the app should stand.
    pressureHandler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isLate() || !request.url.startsWith('/api/')) return;
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw new Overloaded();
    },
  });
  await server.register(rateLimit, { global: false, cache: REMEMBERED });
  const counter = (max: number) => {
    const count = server.createRateLimit({ max, timeWindow: MINUTE, keyGenerator: ({ ip }) => networkOf(ip) });
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      reply.header('retry-after', counted.ttlInSeconds);
      throw new Rejection(429, 'error.too_many_here', { retryAfterSeconds: counted.ttlInSeconds });
    };
  };
  return { needRoom: counter(limits.callsPerMinute), needRoomForSeal: counter(limits.newSealsPerMinute) };
}

/** Whether the last samples in a row were all late. */
function watchEventLoopDelay(server: FastifyInstance, { sampleMs, lateSamples }: LoadLimits): () => boolean {
  let inRow = 0;
  const timer = setInterval(() => {
    inRow = server.isUnderPressure() ? inRow + 1 : 0;
  }, sampleMs);
  timer.unref();
  server.addHook('onClose', async () => clearInterval(timer));
  return () => inRow >= lateSamples;
}
