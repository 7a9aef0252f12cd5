import cookies from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { Call } from '@noren/contract/call';
import { BODY_LIMIT_BYTES, type Envelope, FILE_LIMIT_BYTES } from '@noren/contract/envelope';
import type { Language } from '@noren/contract/fields';
import { CALLS } from '@noren/contract/index';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { pickLanguage } from '../translations/translations.ts';
import { type Reply, rejection, serverErrorReply } from './answer.ts';
import { answerBorrower, type Exchange } from './borrower-caller.ts';
import type { AnyHandler } from './call-handler.ts';
import { findCallName, isClientFault, reportFault } from './faults.ts';
import type { CallRequest, Handlers } from './handler.ts';
import { type LoadGate, type LoadLimits, shedLoad } from './load-shedding.ts';
import { addCall, makeServer } from './make-server.ts';
import { OverloadError, RETRY_AFTER_SECONDS } from './overload-error.ts';
import { FORM, isAborted, readBody } from './read-body.ts';
import { closeSlowRequests, REQUEST_TIME_LIMITS } from './slow-requests.ts';
import { answerUnroutable } from './unroutable.ts';
import { makeUploadGate, STRANGER_GATE_LIMITS, type UploadGate } from './upload-gate.ts';
import { Rejection, readWire, type Wire, writeJson } from './wire-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The checked headers of a borrower's request, by which its answer is sealed. */
    wire: Wire | null;
  }
}

/** The HTTP server with a route for each declared call. */
export async function buildServer(
  deps: Deps,
  handlers: Handlers,
  loadLimits: LoadLimits,
): Promise<FastifyInstance> {
  const server = makeServer(deps, {
    name: 'app',
    origin: `https://${deps.config.NOREN_APP_HOST}`,
    calls: '/api/',
    // The longest limit; `closeSlowRequests` enforces the shorter ones. Node checks at
    // connectionsCheckingInterval.
    timeLimits: {
      requestTimeout: REQUEST_TIME_LIMITS.uploadMs,
      http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    },
    answerError: (error, request, reply) => answerError(deps, error, request, reply),
    answerUnroutable,
  });
  server.decorateRequest('wire', null);
  closeSlowRequests(server, REQUEST_TIME_LIMITS);

  const gate = await shedLoad(server, loadLimits);
  const uploads = makeUploadGate(loadLimits.uploads);
  const strangerUploads = makeUploadGate(STRANGER_GATE_LIMITS);

  server.removeAllContentTypeParsers();
  await server.register(cookies);
  server.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/'))
      return reply.code(404).type('text/plain').send('Not found');

    const language = pickLanguage(request.headers['accept-language']);
    return send(reply, reject(language, new Rejection(404, 'error.no_such_call')), null);
  });

  for (const type of ['application/json', FORM])
    server.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );

  const routes = (Object.entries(CALLS) as [keyof Handlers, Call][]).map(
    ([name, declared]): Route => ({
      name,
      declared,
      handler: handlers[name] as unknown as AnyHandler,
      gate,
      uploads: declared.who === 'anyone' ? strangerUploads : uploads,
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

/** The largest upload: its files, and the fields beside them. */
const UPLOAD_LIMIT_BYTES = FILE_LIMIT_BYTES + BODY_LIMIT_BYTES;

interface Route {
  readonly name: string;
  readonly declared: Call;
  readonly handler: AnyHandler;
  readonly gate: LoadGate;
  readonly uploads: UploadGate;
}

type RouteTable = ReadonlyMap<Call, Route>;

function addRoute(server: FastifyInstance, deps: Deps, route: Route, table: RouteTable): void {
  const { declared, gate } = route;
  const { sealer, config, now } = deps;

  addCall(server, {
    name: route.name,
    declared,
    ...(declared.encoding === 'multipart' ? { bodyLimit: UPLOAD_LIMIT_BYTES } : {}),
    onRequest: [gate.countCall, forgetEmptyType],
    answerError: (error, request, reply) => answerError(deps, error, request, reply),
    async answer(request, reply) {
      const beforeNewSeal = () => gate.countNewSeal(request, reply);
      const options = { sealer, plainWire: config.plainWire, now, beforeNewSeal };

      const wire = await readWire(request, declared, options);
      request.wire = wire;

      const exchange: Exchange = {
        request,
        reply,
        wire,
        isSandbox: config.isSandbox,
        async enterUpload(senderId) {
          const bytes = uploadBytes(request);
          const release = await route.uploads.enter(senderId, bytes);
          return { release, mebibytes: Math.max(1, Math.ceil(bytes / MEBIBYTE)) };
        },
        answerOther: (other) => answerOther(deps, table, exchange, other),
      };
      const { params, query } = request;
      const readContent = () => readBody(request, declared, wire);

      return send(
        reply,
        await answerBorrower(deps, exchange, { ...route, params, query, readContent }),
        wire,
      );
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
  exchange: Exchange,
  { call, params, query }: CallRequest,
): Promise<Envelope<unknown>> {
  const route = table.get(call);
  if (route?.declared.method !== 'GET')
    throw new Error(`${call.path} cannot be answered with another call`);

  const readContent = async () => ({ body: undefined, files: [] });
  const other = { ...route, params, query, readContent };

  return (await answerBorrower(deps, exchange, other)).envelope;
}

/** The type of an empty body says nothing, and the framework would refuse one it does not know. */
async function forgetEmptyType({ raw: { headers } }: FastifyRequest): Promise<void> {
  if (headers['content-length'] === '0') delete headers['content-type'];
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

const UNREADABLE = {
  413: new Rejection(413, 'error.too_large'),
  415: new Rejection(415, 'error.media_type'),
} as const;

/** Answers what no call refused: a request that cannot become a call, an overload, a fault. */
function answerError(
  deps: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = pickLanguage(request.headers['accept-language']);

  if (error instanceof Rejection) {
    recordRejection(deps, error, findCallName(request));
    return send(reply, reject(language, error), null);
  }

  if (error instanceof OverloadError) {
    reply.header('retry-after', RETRY_AFTER_SECONDS);
    return send(reply, serverErrorReply(503, language), null);
  }

  if (isClientFault(error)) {
    reply.isAborted = isAborted(error, request);
    const unreadable =
      UNREADABLE[error.statusCode as keyof typeof UNREADABLE] ??
      new Rejection(400, 'error.invalid', { reason: 'body' });
    return send(reply, reject(language, unreadable), null);
  }

  return send(
    reply,
    serverErrorReply(reportFault(deps, error, request, reply), language),
    request.wire,
  );
}

const reject = (language: Language, { httpStatus, error }: Rejection): Reply =>
  rejection(httpStatus, language, error);

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
