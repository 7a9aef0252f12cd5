import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { firstSupported, LANGUAGE_COOKIE, type Language } from '@noren/contract/languages';
import type { Boot } from '@noren/contract/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { WebApp } from './web-app.ts';

const LANGUAGE = '<html lang="en">';
const DESCRIPTION = /(<meta name="description" content=")[^"]*"/;
const SHELL = '<!--noren-shell-->';
const BOOT = '<!--noren-boot-->';
const END = '</body>';
/** The app's own cookie: removed as soon as the app ends a session; the HttpOnly companion cookie may live longer. */
const TOKEN_COOKIE = 'noren_token';

/** The visitor's page preloads the first screens; the signed-in user's page preloads the texts of the everyday screens. */
type For = 'visitor' | 'signedIn';

/** The page in one language, in each encoding. */
interface PageVersion {
  /** Hash of the page before it is encoded. */
  readonly hash: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * Serves the page: one version for visitors and one for signed-in users, in the language the app will most likely
 * choose, with the first screen's content inlined. It contains no personal data.
 */
export async function servePage(server: FastifyInstance, deps: Deps, app: WebApp): Promise<void> {
  for (const marker of [LANGUAGE, SHELL, BOOT, END])
    if (!app.page.includes(marker)) throw new Error(`web/dist/index.html lacks ${marker}: build the app again`);
  const written = new Map<`${Language} ${For}`, Promise<PageVersion>>();
  let shown = '';
  const pageIn = async (language: Language, whose: For): Promise<PageVersion> => {
    const config = await deps.readAppConfig();
    const content = JSON.stringify(config);
    // New prices: every page is rendered again.
    if (content !== shown) written.clear();
    shown = content;
    const known = written.get(`${language} ${whose}`);
    if (known) return known;
    const made = writePage(app, { sealKey: deps.sealer.current, config }, { language, whose });
    written.set(`${language} ${whose}`, made);
    // A failed render is not cached: the next request renders again.
    made.catch(() => written.delete(`${language} ${whose}`));
    return made;
  };
  await Promise.all([pageIn('en', 'visitor'), pageIn('en', 'signedIn')]);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const whose = readScriptCookie(request, TOKEN_COOKIE) ? 'signedIn' : 'visitor';
    const { hash, bodies } = await pageIn(languageFor(request), whose);
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    // A different ETag per encoding: a cache in between may store the page in several encodings.
    const etag = `"${hash}-${encoding}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(bodies[encoding]);
  };
  server.get('/', sendPage);
  server.get('/index.html', sendPage);
}

/** A cookie that the app's scripts set: on https its name has the prefix. */
function readScriptCookie({ cookies }: FastifyRequest, name: string): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name];
}

function languageFor(request: FastifyRequest): Language {
  const accepted = String(request.headers['accept-language'] ?? '')
    .replaceAll(/;[^,]*/g, '')
    .split(',');
  return firstSupported([readScriptCookie(request, LANGUAGE_COOKIE), ...accepted]) ?? 'en';
}

interface Page {
  readonly language: Language;
  readonly whose: For;
}

async function writePage(app: WebApp, boot: Boot, { language, whose }: Page): Promise<PageVersion> {
  const { description, templates, waiting, noScript, texts, daily } = await app.shell.writeShell(language, boot);
  const isVisitor = whose === 'visitor';
  const json = asJson({ ...boot, texts: isVisitor ? texts : { ...texts, isDailyToFollow: true } });
  // After the scripts, which can then run before the next round trip delivers this.
  const tail = isVisitor ? '' : `<script type="application/json" id="noren-daily">${asJson(daily)}</script>`;
  const html = app.page
    .replace(LANGUAGE, `<html lang="${language}">`)
    .replace(DESCRIPTION, (_, start: string) => `${start}${description.replaceAll('"', '&quot;')}"`)
    .replace(SHELL, () => (isVisitor ? templates : '') + waiting + noScript)
    .replace(BOOT, () => json)
    .replace(END, () => tail + END);
  return {
    hash: createHash('sha256').update(html).digest('base64url').slice(0, 22),
    bodies: {
      br: await promisify(brotliCompress)(html),
      gzip: await promisify(gzip)(html),
      identity: Buffer.from(html),
    },
  };
}

/** '<' is escaped so that no text can close the surrounding element. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
