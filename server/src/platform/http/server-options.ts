import { BODY_LIMIT_BYTES } from '@noren/contract/envelope';
import { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify';
import type { Deps } from '../deps.ts';
import { securityHeaders } from '../security-headers.ts';
import { REGISTERED_WITHIN_MS } from './slow-start.ts';
import { answerUnreadable } from './unroutable.ts';

/** Options of every server of ours. */
export function serverOptions({ log, config }: Pick<Deps, 'log' | 'config'>) {
  return {
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
    // Without it the framework answers in a form of its own.
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, securityHeaders(config)),
  } satisfies FastifyServerOptions;
}

/** Content security policy of pages of ours that load nothing from elsewhere. */
export function pagePolicy({ isSandbox }: Deps['config']): Record<string, string[] | null> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // The script of a screen brings its styles, and the list and chart libraries position with
    // style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Helmet adds it unless it is refused; a phone opens a sandbox at plain http in its network.
    'upgrade-insecure-requests': isSandbox ? null : [],
  };
}
