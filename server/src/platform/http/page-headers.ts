import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';

type Policy = Record<string, string[] | null>;

/**
 * Permissions a page may request: the camera, and the place of the face check. Of the others, those that
 * browsers know: each further name is a warning in the console of every page. Source:
 * `docs/lawful.md`, row 10.
 */
const PERMISSIONS = [
  'camera=(self)',
  'geolocation=(self)',
  ...['microphone', 'display-capture', 'usb', 'serial', 'hid', 'payment'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

/**
 * Sets the security headers of pages: what they may load, request, and who may frame them.
 * @param scriptHashes of the page's inline scripts
 */
export async function securePages(
  pages: FastifyInstance,
  { config }: Deps,
  scriptHashes: readonly string[] = [],
): Promise<void> {
  const policy = {
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'"],
    ...pagePolicy(config),
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...scriptHashes],
  };

  await setPageHeaders(pages, config, { policy, permissions: PERMISSIONS });
}

/** Content security policy of pages of ours that load nothing from elsewhere. */
export function pagePolicy({ isSandbox }: Pick<Config, 'isSandbox'>): Policy {
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

/** Sets a content security policy and a permissions policy beside helmet's own headers. */
export async function setPageHeaders(
  pages: FastifyInstance,
  { isSandbox }: Pick<Config, 'isSandbox'>,
  { policy, permissions }: { policy: Policy; permissions: string },
): Promise<void> {
  await pages.register(helmet, {
    contentSecurityPolicy: { directives: policy },
    hsts: !isSandbox,
  });

  pages.addHook(
    'onRequest',
    async (_request, reply) => void reply.header('permissions-policy', permissions),
  );
}
