import cookies from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import type { Call } from '@noren/contract/call';
import { BODY_LIMIT_BYTES, type Envelope, FILE_LIMIT_BYTES } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isDatabaseAway } from '../db/database-away.ts';
import type { Deps } from '../deps.ts';
import { measureCalls } from '../monitoring/measure-calls.ts';
import { secureAnswers, securityHeaders } from '../security-headers.ts';
import { traceCalls } from '../tracing/tracing.ts';
import { pickLanguage } from '../translations/translations.ts';
import { type Reply, rejection, serverErrorReply } from './answer.ts';
import type { CallRequest, Handler, Handlers } from './handler.ts';
import { requireHttps } from './https-only.ts';
import { type LoadGate, type LoadLimits, shedLoad } from './load-shedding.ts';
import { OverloadError, RETRY_AFTER_SECONDS } from './overload-error.ts';
import { answerCall, type Incoming } from './pipeline.ts';
import { FORM, isAborted, readBody } from './read-body.ts';
import { pagePolicy, serverOptions } from './server-options.ts';
import {
  readDeviceCookie,
  readDraftCookie,
  readSessionCookie,
  writeDeviceCookie,
  writeDraftCookie,
  writeSessionCookie,
} from './session-cookie.ts';
import { closeSlowRequests, REQUEST_TIME_LIMITS } from './slow-requests.ts';
import { answerUnroutable } from './unroutable.ts';
import { makeUploadGate, type UploadGate } from './upload-gate.ts';
import { Rejection, readWire, type Wire, writeJson } from './wire-request.ts';

/** The HTTP server with a route for each declared call. */
export async function buildServer(
  deps: Deps,
  handlers: Handlers,
  loadLimits: LoadLimits,
): Promise<FastifyInstance> {
  const server = Fastify({
    ...serverOptions(deps),
    // The longest limit; `closeSlowRequests` enforces the shorter ones. Node checks at
    // connectionsCheckingInterval.
    requestTimeout: REQUEST_TIME_LIMITS.uploadMs,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    // Without it the framework answers in a form of its own.
    frameworkErrors: (error, request, reply) =>
      void answerUnroutable(error, request, reply.headers(securityHeaders(deps.config))),
  });
  // A child logger per request would recompile the redaction each time.
  server.setChildLoggerFactory((logger) => logger as FastifyBaseLogger);
  secureAnswers(server, deps.config);
  requireHttps(server, deps.config, {
    origin: `https://${deps.config.NOREN_APP_HOST}`,
    calls: '/api/',
  });
  closeSlowRequests(server, REQUEST_TIME_LIMITS);

  const gate = await shedLoad(server, loadLimits);
  const uploads = makeUploadGate(loadLimits.uploads);

  measureCalls(server, 'app', deps.metrics);
  traceCalls(server, 'app');
  server.removeAllContentTypeParsers();
  await server.register(cookies);
  server.setErrorHandler((error, request, reply) => answerUncalled(deps, error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/'))
      return reply.code(404).type('text/plain').send('Not found');

    const language = pickLanguage(request.headers['accept-language']);
    return send(
      reply,
      rejection(404, language, new Rejection(404, 'error.no_such_call').error),
      null,
    );
  });

  for (const type of ['application/json', FORM])
    server.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

  const routes = (Object.entries(CALLS) as [keyof Handlers, Call][]).map(
    ([name, declared]): Route => ({
      name,
      declared,
      handler: handlers[name] as unknown as Handler<Call>,
      gate,
      uploads,
    }),
  );
  const table: RouteTable = new Map(routes.map((route) => [route.declared, route]));

  for (const route of routes)
    if (route.declared.encoding !== 'multipart') addRoute(server, deps, route, table);
  // Among themselves, because the parser watches each request and answer of the routes beside it.
  await server.register(async (multiparts) => {
    const limits = { fileSize: FILE_LIMIT_BYTES, files: 1, fields: 10, fieldSize: 8_000 };
    await multiparts.register(multipart, { limits });
    for (const route of routes)
      if (route.declared.encoding === 'multipart') addRoute(multiparts, deps, route, table);
  });

  return server;
}

/**
 * Permissions a page may request: only the camera, for certification. Of the others, those that
 * browsers know: each further name is a warning in the console of every page. Source:
 * `docs/lawful.md`, row 10.
 */
const PERMISSIONS = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'hid', 'payment'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

/**
 * Sets the security headers of pages: what they may load, request, and who may frame them.
 * @param scriptHashes of the page's inline scripts
 */
export async function securePages(
  pages: FastifyInstance,
  deps: Deps,
  scriptHashes: readonly string[] = [],
): Promise<void> {
  const directives = policy(deps, scriptHashes);
  await pages.register(helmet, {
    contentSecurityPolicy: { directives },
    hsts: !deps.config.isSandbox,
  });

  pages.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS),
  );
}

function policy(deps: Deps, scriptHashes: readonly string[]): Record<string, string[] | null> {
  return {
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'"],
    ...pagePolicy(deps.config),
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...scriptHashes],
  };
}

/** The largest upload: its files, and the fields beside them. */
const UPLOAD_LIMIT_BYTES = FILE_LIMIT_BYTES + BODY_LIMIT_BYTES;

interface Route {
  readonly name: string;
  readonly declared: Call;
  readonly handler: Handler<Call>;
  readonly gate: LoadGate;
  readonly uploads: UploadGate;
}

type RouteTable = ReadonlyMap<Call, Route>;

function addRoute(server: FastifyInstance, deps: Deps, route: Route, table: RouteTable): void {
  const { name, declared, handler, gate, uploads } = route;
  server.route({
    method: declared.method,
    url: declared.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(declared.encoding === 'multipart' ? { bodyLimit: UPLOAD_LIMIT_BYTES } : {}),
    onRequest: gate.countCall,
    config: { call: name },
    handler: async (request, reply) => {
      let wire: Wire | null = null;
      try {
        const { sealer, config, now } = deps;
        const beforeNewSeal = () => gate.countNewSeal(request, reply);
        const options = { sealer, plainWire: config.plainWire, now, beforeNewSeal };

        wire = await readWire(request, declared, options);

        const opened = wire;
        const exchange = { request, reply, isSandbox: config.isSandbox };
        const incoming: Incoming = {
          name,
          declared,
          wire,
          enterUpload: async (userId) => {
            const bytes = uploadBytes(request);
            const release = await uploads.enter(userId, bytes);
            return { release, mebibytes: Math.max(1, Math.ceil(bytes / MEBIBYTE)) };
          },
          readContent: () => readBody(request, declared, opened),
          address: request.ip,
          cookie: readSessionCookie(request, config.isSandbox),
          deviceCookie: readDeviceCookie(request, config.isSandbox),
          draftCookie: readDraftCookie(request, config.isSandbox),
          params: request.params,
          query: request.query,
          setSessionCookie: (value) => writeSessionCookie(exchange, value),
          setDeviceCookie: (value) => writeDeviceCookie(exchange, value),
          setDraftCookie: (value) => writeDraftCookie(exchange, value),
          answerOther: (other) => answerOther(deps, table, incoming, other),
        };
        const answered = await answerCall(deps, handler, incoming);

        return send(reply, answered, wire);
      } catch (error) {
        if (error instanceof Rejection) recordRejection(deps, error, name);

        if (error instanceof Rejection)
          return send(
            reply,
            rejection(
              error.httpStatus,
              pickLanguage(request.headers['accept-language']),
              error.error,
            ),
            null,
          );

        if (error instanceof OverloadError) reply.header('retry-after', RETRY_AFTER_SECONDS);
        if (isClientFault(error) || error instanceof OverloadError) throw error;

        reply.isAborted = isAborted(error, request);

        return send(reply, fault(deps, error, request, name), wire);
      }
    },
  });
}

/**
 * Answers another GET of the same caller: with their session, limits and refusals. It is no request
 * of its own.
 */
async function answerOther(
  deps: Deps,
  table: RouteTable,
  incoming: Incoming,
  { call, params, query }: CallRequest,
): Promise<Envelope<unknown>> {
  const route = table.get(call);
  if (route?.declared.method !== 'GET')
    throw new Error(`${call.path} cannot be answered with another call`);

  const { name, declared, handler } = route;
  const other = { ...incoming, name, declared, params, query };
  const readContent = async () => ({ body: undefined, files: [] });

  return (await answerCall(deps, handler, { ...other, readContent })).envelope;
}

/** A seal that cannot be opened; a phone with an old key is told the new one, which is no event. */
const BAD_SEAL_REASONS: readonly unknown[] = ['seal', 'altered', 'not_sealed', 'too_long'];

function recordRejection({ security }: Deps, { error, httpStatus }: Rejection, call: string): void {
  if (httpStatus === 429) security.record('limit', { call });
  else if (error.textId === 'error.seal' && BAD_SEAL_REASONS.includes(error.data?.reason))
    security.record('bad_seal', { call });
}

const MEBIBYTE = 1024 * 1024;

/** The size an upload announces; one that announces none may become as large as any. */
function uploadBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? UPLOAD_LIMIT_BYTES);
  return Number.isFinite(length) ? Math.min(length, UPLOAD_LIMIT_BYTES) : UPLOAD_LIMIT_BYTES;
}

function fault(deps: Deps, error: unknown, request: FastifyRequest, call: string): Reply {
  const requestId = String(request.headers['x-request-id'] ?? '').slice(0, 36);
  if (isAborted(error, request)) {
    deps.log.info({ call, requestId }, 'request aborted by client');
    return serverErrorReply(503, pickLanguage(request.headers['accept-language']));
  }

  const away = isDatabaseAway(error);
  deps.log[away ? 'warn' : 'error'](
    { err: error, call, requestId },
    away ? 'database unavailable' : 'server fault',
  );

  return serverErrorReply(away ? 503 : 500, pickLanguage(request.headers['accept-language']));
}

function isClientFault(error: unknown): error is { statusCode: number } {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function answerUncalled(
  deps: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = pickLanguage(request.headers['accept-language']);
  if (error instanceof Rejection) {
    recordRejection(deps, error, request.routeOptions.url ?? 'unknown');
    return send(reply, rejection(error.httpStatus, language, error.error), null);
  }
  if (error instanceof OverloadError) return send(reply, serverErrorReply(503, language), null);

  reply.isAborted = isAborted(error, request);
  if (!isClientFault(error)) return send(reply, fault(deps, error, request, 'outside'), null);

  const known = ({ 413: ['error.too_large', 413], 415: ['error.media_type', 415] } as const)[
    error.statusCode as 413 | 415
  ];
  const rejected = known
    ? new Rejection(known[1], known[0])
    : new Rejection(400, 'error.invalid', { reason: 'body' });

  return send(reply, rejection(rejected.httpStatus, language, rejected.error), null);
}

function send(reply: FastifyReply, answer: Reply, wire: Wire | null): FastifyReply {
  const isSealKey = wire?.path.startsWith('/api/user/public/sealKey');
  reply.answerCode = answer.envelope.code;

  const body =
    wire && !isSealKey ? writeJson(wire, answer.envelope) : JSON.stringify(answer.envelope);
  return reply
    .code(answer.httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}
