import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { firstSpoken, LANGUAGE_COOKIE, type Language } from '@noren/contract/languages';
import type { Boot } from '@noren/contract/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { WebApp } from './web-files.ts';

const LANGUAGE = '<html lang="en">';
const DESCRIPTION = /(<meta name="description" content=")[^"]*"/;
const SHELL = '<!--noren-shell-->';
const BOOT = '<!--noren-boot-->';
/** What a server may send before it hears from the phone is 14,600 bytes, its headers among them. Source: RFC 6928. */
const ONE_FLIGHT_BYTES = 13_900;

/** A visitor's brings the first screens along; that of who is signed in the texts of the screens of every day. */
type For = 'visitor' | 'signedIn';

/** The page in one language, ready to be sent in each encoding. */
interface Written {
  /** Of the page before it is encoded. */
  readonly hash: string;
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/**
 * Serves the page: one for all visitors and one for all who are signed in, in the language that the app will choose as far
 * as can be told from here, with what is shown first written into it. Nothing in it is anybody's own.
 */
export async function servePage(server: FastifyInstance, deps: Deps, app: WebApp): Promise<void> {
  for (const place of [LANGUAGE, SHELL, BOOT])
    if (!app.page.includes(place)) throw new Error(`web/dist/index.html lacks ${place}: build the app again`);
  const written = new Map<`${Language} ${For}`, Promise<Written>>();
  const pageIn = (language: Language, whose: For): Promise<Written> => {
    const known = written.get(`${language} ${whose}`);
    if (known) return known;
    const made = writePage(deps, app, { language, whose });
    written.set(`${language} ${whose}`, made);
    // One that could not be written is written anew for the next who asks.
    made.catch(() => written.delete(`${language} ${whose}`));
    return made;
  };
  await Promise.all([pageIn('en', 'visitor'), pageIn('en', 'signedIn')]);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const whose = readSessionCookie(request, deps.config.isSandbox) ? 'signedIn' : 'visitor';
    const { hash, bodies } = await pageIn(languageFor(request), whose);
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    // Other bytes bear another name: a cache between may hold the page in more encodings than one.
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

function languageFor(request: FastifyRequest): Language {
  const accepted = String(request.headers['accept-language'] ?? '')
    .replaceAll(/;[^,]*/g, '')
    .split(',');
  return firstSpoken([request.cookies[LANGUAGE_COOKIE], ...accepted]) ?? 'en';
}

interface Page {
  readonly language: Language;
  readonly whose: For;
  readonly isWithoutDaily?: boolean;
}

async function writePage(deps: Deps, app: WebApp, page: Page): Promise<Written> {
  const whole = await writeWhole(deps, app, page);
  // Texts that would keep the page waiting for a second flight come better as the file that the build makes of them.
  const isLight = page.whose === 'visitor' || whole.bodies.br.length <= ONE_FLIGHT_BYTES;
  return isLight ? whole : writeWhole(deps, app, { ...page, isWithoutDaily: true });
}

async function writeWhole(deps: Deps, app: WebApp, { language, whose, isWithoutDaily }: Page): Promise<Written> {
  const boot: Boot = { sealKey: deps.sealer.current, config: deps.appConfig };
  const { description, templates, noScript, texts } = await app.shell.writeShell(language, boot);
  const { daily, ...first } = texts;
  // '<' is escaped so that no text of the configuration can end the element it stands in.
  const brought = whose === 'visitor' || isWithoutDaily ? first : texts;
  const json = JSON.stringify({ ...boot, texts: brought }).replaceAll('<', '\\u003c');
  const html = app.page
    .replace(LANGUAGE, `<html lang="${language}">`)
    .replace(DESCRIPTION, (_, start: string) => `${start}${description.replaceAll('"', '&quot;')}"`)
    .replace(SHELL, () => (whose === 'visitor' ? templates : '') + noScript)
    .replace(BOOT, () => json);
  return {
    hash: createHash('sha256').update(html).digest('base64url').slice(0, 22),
    bodies: {
      br: await promisify(brotliCompress)(html),
      gzip: await promisify(gzip)(html),
      identity: Buffer.from(html),
    },
  };
}
