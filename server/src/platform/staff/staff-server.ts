import { existsSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import cookies from '@fastify/cookie';
import files from '@fastify/static';
import type { Call } from '@noren/contract/call';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConfigError } from '../config/config-error.ts';
import type { Deps } from '../deps.ts';
import { type AnyHandler, FileAnswer } from '../http/call-handler.ts';
import { findCallName, isClientFault, reportFault } from '../http/faults.ts';
import { addCall, makeServer } from '../http/make-server.ts';
import { hashNetwork } from '../http/network-address.ts';
import { pagePolicy, setPageHeaders } from '../http/page-headers.ts';
import { answerCall, type Incoming } from '../http/pipeline.ts';
import type { ConsoleOrigin } from './passkeys.ts';
import { authenticateStaff } from './staff-caller.ts';
import { StaffError, toStaffError, writeStaffError } from './staff-error.ts';
import type { StaffHandlers } from './staff-handler.ts';

const DIST = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** The console's HTTP server: the declared staff calls, and the built console. */
export async function buildStaffServer(
  deps: Deps,
  handlers: StaffHandlers,
): Promise<FastifyInstance> {
  const server = makeServer(deps, {
    name: 'console',
    origin: deps.config.NOREN_CONSOLE_ORIGIN ?? '',
    calls: '/staff/',
    timeLimits: { requestTimeout: 30_000 },
    answerError: (error, request, reply) => answerError(deps, error, request, reply),
    answerUnroutable: (error, request, reply) => answerError(deps, error, request, reply),
  });
  await server.register(cookies);
  await setPageHeaders(server, deps.config, {
    policy: consolePolicy(deps.config),
    permissions: PERMISSIONS,
  });

  const allowed = allowedAddresses(deps.config.NOREN_CONSOLE_ADDRESSES);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (allowed(request.ip)) return;

    deps.security.record('staff_refused', {
      call: 'network',
      network: hashNetwork(deps.crypto, request.ip),
    });

    return reply.code(403).type('text/plain').send('This address may not open the console.');
  });

  for (const [name, declared] of Object.entries(STAFF_CALLS) as [keyof StaffHandlers, Call][])
    addStaffRoute(server, deps, {
      name,
      declared,
      handler: handlers[name] as unknown as AnyHandler,
    });

  await serveConsole(server);

  return server;
}

/**
 * A style element is refused here: only attributes may have styles, by which the list and chart
 * libraries position.
 */
function consolePolicy(config: Deps['config']): Record<string, string[] | null> {
  return { ...pagePolicy(config), 'style-src': ["'self'"], 'style-src-attr': ["'unsafe-inline'"] };
}

const PERMISSIONS = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'publickey-credentials-get',
]
  .map((name) => `${name}=${name.startsWith('publickey') ? '(self)' : '()'}`)
  .join(', ');

/**
 * Whether an address is in the configured list; every one is without a list.
 * @throws ConfigError for a wrong entry
 */
function allowedAddresses(list: string | undefined): (address: string) => boolean {
  if (list === undefined) return () => true;

  const allowed = new BlockList();
  for (const entry of list.split(',').map((text) => text.trim())) {
    const [net = '', bits] = entry.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';

    try {
      if (bits === undefined) allowed.addAddress(net, family);
      else allowed.addSubnet(net, Number(bits), family);
    } catch {
      throw new ConfigError(
        `NOREN_CONSOLE_ADDRESSES is not usable: ${entry} is no address or network`,
      );
    }
  }

  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return allowed.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

type StaffRoute = Pick<Incoming, 'declared' | 'handler' | 'name'>;

function addStaffRoute(server: FastifyInstance, deps: Deps, route: StaffRoute): void {
  addCall(server, {
    name: route.name,
    declared: route.declared,
    ...(route.declared.bodyBytes !== undefined && { bodyLimit: route.declared.bodyBytes }),
    answerError: (error, request, reply) => answerError(deps, error, request, reply),
    async answer(request, reply) {
      const console = resolveConsoleOrigin(deps, request);
      requireOwnPage(request, console);

      const { params, query, body } = request;
      const incoming = { ...route, params, query, readContent: async () => ({ body, files: [] }) };
      const answer = await answerCall(deps, incoming, (now) =>
        authenticateStaff(deps, { request, reply, console }, incoming, now),
      );

      return answer instanceof FileAnswer ? sendFile(reply, answer) : reply.send({ data: answer });
    },
  });
}

function sendFile(reply: FastifyReply, { bytes, type, name }: FileAnswer): FastifyReply {
  if (name !== null)
    reply.header(
      'content-disposition',
      `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
    );

  return reply.type(type).send(bytes);
}

function resolveConsoleOrigin({ config, appConfig }: Deps, request: FastifyRequest): ConsoleOrigin {
  if (config.NOREN_CONSOLE_ORIGIN === undefined) requireLocalName(request);
  const origin = config.NOREN_CONSOLE_ORIGIN ?? `${request.protocol}://${request.host}`;
  return { origin, lenderName: appConfig.lender.name };
}

/**
 * A sandbox's console is open to all who reach it, and knows no address of its own: a page
 * elsewhere whose name was made to lead here would be its own page. So it answers to names that
 * nobody else can give.
 */
function requireLocalName({ hostname }: FastifyRequest): void {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return;

  throw new StaffError('forbidden', 'sandbox_address');
}

/**
 * A change must come from the console's own page: its cookie is same-site, and this is the second
 * lock.
 */
function requireOwnPage(request: FastifyRequest, console: ConsoleOrigin): void {
  if (request.method === 'GET') return;

  const { origin, 'content-type': type = '' } = request.headers;
  if (origin !== undefined && origin !== console.origin)
    throw new StaffError('forbidden', 'other_page');
  if (!type.startsWith('application/json')) throw new StaffError('invalid', 'body_not_json');
}

function answerError(
  deps: Deps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refused = toStaffError(error);
  if (refused) {
    recordRefusal(deps, refused, request);
    return reply.code(refused.status).send({ error: refused.body() });
  }

  if (isClientFault(error))
    return reply
      .code(error.statusCode)
      .send({ error: writeStaffError('invalid', 'request_unreadable') });

  const status = reportFault(deps, error, request, reply);
  const reason = status === 503 ? 'database_away' : 'server_fault';
  return reply.code(status).send({ error: writeStaffError('fault', reason) });
}

function recordRefusal(
  { security, crypto }: Deps,
  { code }: StaffError,
  request: FastifyRequest,
): void {
  const call = findCallName(request);
  // A passkey refused at sign-in is counted there.
  const isRefusal = code === 'forbidden' || (code === 'passkey_refused' && call !== 'staffSignIn');
  if (isRefusal)
    security.record('staff_refused', { call, network: hashNetwork(crypto, request.ip) });
}

const YEAR_SECONDS = 31_536_000;

/** The built console; a path without a file is one of its screens. */
async function serveConsole(server: FastifyInstance): Promise<void> {
  if (!existsSync(`${DIST}/index.html`)) {
    server.get('/', (_request, reply) =>
      reply.code(503).type('text/plain').send('The console is not built: npm run build'),
    );
    return;
  }

  await server.register(files, {
    root: DIST,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store',
      ),
  });

  server.setNotFoundHandler((request, reply) => {
    const isScreen =
      request.method === 'GET' &&
      !request.url.startsWith('/staff/') &&
      !request.url.startsWith('/assets/');
    if (isScreen) return reply.sendFile('index.html');

    return reply.code(404).send({ error: writeStaffError('not_found', 'call_unknown') });
  });
}
