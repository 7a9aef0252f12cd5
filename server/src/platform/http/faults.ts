import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import type { Deps } from '../deps.ts';
import { isAborted } from './read-body.ts';

/** The declared call that a request is for, in logs and counts. */
export function findCallName({ routeOptions }: FastifyRequest): string {
  return routeOptions.config?.call ?? 'outside';
}

/** An error of the framework for a request that it cannot take. */
export function isClientFault(error: unknown): error is { statusCode: number } {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/**
 * Logs an error that the caller did not cause.
 * @returns the HTTP status of its answer: 503 when the caller may try again
 */
export function reportFault(
  { log }: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): 500 | 503 {
  const call = findCallName(request);
  const requestId = String(request.headers['x-request-id'] ?? '').slice(0, 36);

  reply.isAborted = isAborted(error, request);
  if (reply.isAborted) {
    log.info({ call, requestId }, 'request aborted by client');
    return 503;
  }

  const isAway = isDatabaseAway(error);
  log[isAway ? 'warn' : 'error'](
    { err: error, call, requestId },
    isAway ? 'database unavailable' : 'server fault',
  );

  return isAway ? 503 : 500;
}
