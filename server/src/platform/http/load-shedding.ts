import { monitorEventLoopDelay } from 'node:perf_hooks';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ipv6Network, toNetwork, WIDER_NETWORKS } from './network-address.ts';
import { OverloadError, RETRY_AFTER_SECONDS } from './overload-error.ts';
import { UPLOAD_GATE_LIMITS, type UploadGateLimits } from './upload-gate.ts';
import { Rejection } from './wire-request.ts';

/** Load limits of one instance; counted in its memory, before a request is decrypted or read. */
export interface LoadLimits {
  /** Calls from one address. */
  readonly callsPerMinute: number;
  /** Seals from one address that are not cached: each costs a Diffie–Hellman. */
  readonly newSealsPerMinute: number;
  /** Mean event-loop delay of a sample above which calls are refused. */
  readonly lateMs: number;
  readonly sampleMs: number;
  /**
   * Consecutive delayed samples before load is shed: after one pause of the machine, waiting calls
   * are served late instead of refused.
   */
  readonly lateSamples: number;
  readonly uploads: UploadGateLimits;
}

/** An app uses one seal for an hour, so a tenth of the calls is generous. @ASSUMED */
const CALLS_PER_SEAL = 10;

/**
 * Limits for what is configured: thousands share a carrier's address, yet one address must not take
 * more than a small part of an instance.
 */
export function computeLoadLimits({
  NOREN_ADDRESS_RATE,
  NOREN_LATE_MS,
}: {
  NOREN_ADDRESS_RATE: number;
  NOREN_LATE_MS: number;
}): LoadLimits {
  return {
    callsPerMinute: NOREN_ADDRESS_RATE,
    newSealsPerMinute: Math.ceil(NOREN_ADDRESS_RATE / CALLS_PER_SEAL),
    lateMs: NOREN_LATE_MS,
    sampleMs: 1_000,
    lateSamples: 3,
    uploads: UPLOAD_GATE_LIMITS,
  };
}

const MINUTE = 60_000;
/** Addresses cached at once; the least recently seen is evicted first. */
const REMEMBERED = 50_000;

/** Rate checks that run before a call. */
export interface LoadGate {
  /**
   * Counts a call.
   * @throws Rejection 429
   */
  countCall(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Counts a seal that has not been opened before.
   * @throws Rejection 429
   */
  countNewSeal(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * Registers load shedding.
 * @returns the per-address limits of calls and new seals
 */
export async function shedLoad(server: FastifyInstance, limits: LoadLimits): Promise<LoadGate> {
  const isLate = watchEventLoopDelay(server, limits);
  // A page and its assets are cheap, and a late page is better than an error page.
  server.addHook('onRequest', async (request, reply) => {
    if (!isLate() || !request.url.startsWith('/api/')) return;
    reply.header('retry-after', RETRY_AFTER_SECONDS);
    throw new OverloadError();
  });
  await server.register(rateLimit, { global: false, cache: REMEMBERED });

  const makeCounter = (max: number, toKey: (address: string) => string) => {
    const count = server.createRateLimit({
      max,
      timeWindow: MINUTE,
      keyGenerator: ({ ip }) => toKey(ip),
    });

    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      reply.header('retry-after', counted.ttlInSeconds);
      throw new Rejection(429, 'error.too_many_here', { retryAfterSeconds: counted.ttlInSeconds });
    };
  };

  const counter = (max: number) => {
    const countNetwork = makeCounter(max, toNetwork);
    const counters = WIDER_NETWORKS.map(({ bits, times }) =>
      makeCounter(max * times, (address) => ipv6Network(address, bits) ?? ''),
    );

    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await countNetwork(request, reply);
      if (ipv6Network(request.ip, 64) === null) return;
      for (const count of counters) await count(request, reply);
    };
  };

  return {
    countCall: counter(limits.callsPerMinute),
    countNewSeal: counter(limits.newSealsPerMinute),
  };
}

/** How often the event loop's delay is taken; a loop that is never late has this mean. */
const RESOLUTION_MS = 10;

/** Whether enough consecutive samples were delayed; watches until the server closes. */
function watchEventLoopDelay(
  server: FastifyInstance,
  { lateMs, sampleMs, lateSamples }: LoadLimits,
): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();

  let inRow = 0;
  const timer = setInterval(() => {
    // A loop that was blocked for the whole sample took no delay at all.
    const isDelayed = Number.isNaN(delay.mean) || delay.mean / 1e6 - RESOLUTION_MS > lateMs;
    inRow = isDelayed ? inRow + 1 : 0;
    delay.reset();
  }, sampleMs);

  timer.unref();
  server.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });

  return () => inRow >= lateSamples;
}
