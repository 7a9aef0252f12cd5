import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import {
  firstSupported,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
} from '@noren/contract/languages';
import type { Boot } from '@noren/contract/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { preferredLanguage } from '../translations/translations.ts';
import { DAILY, EARLY, type Reader, type WebApp } from './web-app.ts';

const LANGUAGE = '<html lang="en">';
const DESCRIPTION = /(<meta name="description" content=")[^"]*"/;
const SHELL = '<!--noren-shell-->';
const BOOT = '<!--noren-boot-->';
/**
 * The app's own cookie: removed as soon as the app ends a session; the HttpOnly companion cookie
 * may live longer.
 */
const TOKEN_COOKIE = 'noren_token';

/** The page in one language, in each encoding. */
interface PageVersion {
  /** Hash of the page before it is encoded. */
  readonly hash: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * Serves the page: one version for visitors and one for signed-in users, in the language that the
 * app starts in, with the first screen's content inlined. It contains no personal data.
 */
export async function servePage(server: FastifyInstance, deps: Deps, app: WebApp): Promise<void> {
  for (const marker of [LANGUAGE, EARLY, SHELL, BOOT])
    if (!app.pages.visitor.includes(marker))
      throw new Error(`web/dist/index.html lacks ${marker}: build the app again`);

  const written = new Map<string, Promise<PageVersion>>();
  let shown = '';

  const readPage = async (page: Page): Promise<PageVersion> => {
    const key = JSON.stringify(page);
    const config = await deps.readAppConfig();
    const content = JSON.stringify(config);

    // New prices: every page is rendered again.
    if (content !== shown) written.clear();
    shown = content;

    const known = written.get(key);
    if (known) return known;

    const made = writePage(app, { sealKey: deps.sealer.current, config }, page);
    written.set(key, made);
    // A failed render is not cached: the next request renders again.
    made.catch(() => written.delete(key));

    return made;
  };

  const language = 'en';
  await Promise.all([
    readPage({ whose: 'visitor', language }),
    readPage({ whose: 'signedIn', language }),
  ]);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const whose = readScriptCookie(request, TOKEN_COOKIE) ? 'signedIn' : 'visitor';
    const { language, offeredLanguage } = languagesFor(request);
    // The signed-in user's page has no screen that could offer it.
    const offer = whose === 'visitor' && offeredLanguage ? { offeredLanguage } : {};
    const { hash, bodies } = await readPage({ whose, language, ...offer });
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted)
      ? 'br'
      : /\bgzip\b/.test(accepted)
        ? 'gzip'
        : 'identity';
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

/**
 * The language that the user or the link chose, else English; and the browser's, which the page
 * offers where nobody chose.
 */
function languagesFor(request: FastifyRequest): Pick<Page, 'language' | 'offeredLanguage'> {
  const chosen = firstSupported([readScriptCookie(request, LANGUAGE_COOKIE)]);
  if (chosen) return { language: chosen };

  const named = (request.query as Record<string, unknown>)[LANGUAGE_PARAMETER];
  const language = firstSupported([typeof named === 'string' ? named : undefined]) ?? 'en';
  const preferred = preferredLanguage(request.headers['accept-language']);

  return preferred === undefined || preferred === language
    ? { language }
    : { language, offeredLanguage: preferred };
}

interface Page {
  readonly whose: Reader;
  readonly language: Language;
  readonly offeredLanguage?: Language;
}

async function writePage(app: WebApp, known: Boot, page: Page): Promise<PageVersion> {
  const { whose, language, offeredLanguage } = page;
  const boot = offeredLanguage ? { ...known, offeredLanguage } : known;
  const { description, templates, waiting, noScript, texts, daily } = await app.shell.writeShell(
    language,
    boot,
  );
  const isVisitor = whose === 'visitor';
  const json = asJson({ ...boot, texts: isVisitor ? texts : { ...texts, isDailyToFollow: true } });
  // By itself, because the boot data comes after the script that needs it.
  const key = `<meta name="noren-seal-key" content="${known.sealKey.keyId}" />`;
  const dailyTexts = `<script type="application/json" id="noren-daily">${asJson(daily)}</script>`;
  const html = app.pages[whose]
    .replace(LANGUAGE, `<html lang="${language}">`)
    .replace(DESCRIPTION, (_, start: string) => `${start}${description.replaceAll('"', '&quot;')}"`)
    .replace(EARLY, () => key)
    .replace(SHELL, () => (isVisitor ? templates : '') + waiting + noScript)
    .replace(BOOT, () => json)
    .replace(DAILY, () => dailyTexts);

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
