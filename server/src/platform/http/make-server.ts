import type { Call } from '@noren/contract/call';
import { BODY_LIMIT_BYTES } from '@noren/contract/envelope';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type RouteShorthandOptions,
} from 'fastify';
import type { Deps } from '../deps.ts';
import { measureCalls } from '../monitoring/measure-calls.ts';
import { secureAnswers, securityHeaders } from '../security-headers.ts';
import { traceCalls } from '../tracing/tracing.ts';
import { requireHttps } from './https-only.ts';
import { REGISTERED_WITHIN_MS } from './slow-start.ts';
import { answerUnreadable } from './unroutable.ts';

type AnswerError<E = unknown> = (
  error: E,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

/** What differs between the borrowers' server and the console's. */
export interface ServerParts {
  readonly name: 'app' | 'console';
  /** The https origin of its pages. */
  readonly origin: string;
  /** The path under which its calls are. */
  readonly calls: '/api/' | '/staff/';
  readonly timeLimits: Pick<FastifyServerOptions, 'requestTimeout'> & {
    readonly http?: { headersTimeout: number; connectionsCheckingInterval: number };
  };
  readonly answerError: AnswerError;
  /** Answers a request whose address the router cannot read. */
  readonly answerUnroutable: AnswerError<{ code: string }>;
}

/** One of our two servers, with what both need before their routes. */
export function makeServer(deps: Deps, parts: ServerParts): FastifyInstance {
  const { config, log } = deps;
  const headers = securityHeaders(config);
  const server = Fastify({
    // The start logs one address itself; the framework would log every interface.
    loggerInstance: log.child(
      {},
      { level: log.isLevelEnabled('info') ? 'warn' : log.level },
    ) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Trust exactly this many hops: a caller can forge any address before the one our own proxy
    // adds.
    trustProxy: (_address: string, hop: number) => hop < config.NOREN_TRUST_PROXY,
    keepAliveTimeout: 65_000,
    pluginTimeout: REGISTERED_WITHIN_MS,
    routerOptions: { maxParamLength: 200 },
    ...parts.timeLimits,
    // Without these two the framework answers in a form of its own.
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    frameworkErrors: (error, request, reply) =>
      void parts.answerUnroutable(error, request, reply.headers(headers)),
  });
  // A child logger per request would recompile the redaction each time.
  server.setChildLoggerFactory((logger) => logger as FastifyBaseLogger);
  server.setErrorHandler(parts.answerError);

  secureAnswers(server, config);
  requireHttps(server, config, parts);
  measureCalls(server, parts.name, deps.metrics);
  traceCalls(server, parts.name);

  return server;
}

/** A declared call, and how a server answers it. */
export interface CallRoute extends Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  readonly name: string;
  readonly declared: Call;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  readonly answerError: AnswerError;
}

/** Adds the route of a declared call. What it throws is answered here, as a part of its span. */
export function addCall(
  server: FastifyInstance,
  { name, declared, answer, answerError, ...options }: CallRoute,
): void {
  server.route({
    ...options,
    method: declared.method,
    url: declared.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { call: name },
    handler: (request, reply) =>
      answer(request, reply).catch((error: unknown) => answerError(error, request, reply)),
  });
}
