import cookies from '@fastify/cookie';
import type { Boot } from '@noren/contract/public';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../deps.ts';
import { securePages } from './page-headers.ts';
import { inlineScripts, splitPage } from './web-app.ts';
import { servePage } from './web-page.ts';

const PAGE =
  '<html lang="en"><meta name="description" content="Loans."><!--noren-early--><!--noren-shell--><script id="noren-shown">boot()</script><i><!--noren-boot--></i></body></html>';

const boot: { config: object } = {
  config: { lender: { name: '</i><script>' }, terms: { rate: 1 } },
};

const deps = {
  sealer: { current: { keyId: '1', publicKey: 'K' } },
  readAppConfig: async () => boot.config,
  config: { isSandbox: false },
} as unknown as Deps;

const app = {
  pages: {
    visitor: PAGE,
    signedIn: PAGE.replace('</body>', '<script>open()</script><!--noren-daily--></body>'),
  },
  shell: {
    writeShell: async (language: string) => ({
      description: `"Loans" ${language}`,
      templates: `<b>$& ${language}</b>`,
      waiting: '<u>wait</u>',
      noScript: '<noscript>',
      texts: { language, messages: {} },
      daily: { 'orders.due': '</script>Due' },
    }),
  },
  scriptHashes: [],
} as unknown as Parameters<typeof servePage>[2];

let server: FastifyInstance;

beforeAll(async () => {
  server = Fastify();
  await server.register(cookies);
  await server.register(async (pages) => {
    await securePages(pages, deps, inlineScripts(PAGE));
    await servePage(pages, deps, app);
  });
});

afterAll(() => server.close());

const get = (headers: Record<string, string> = {}) => server.inject({ url: '/', headers });

describe('the page', () => {
  test.each<[Record<string, string>, string, url?: string, offered?: string]>([
    [{}, 'en'],
    [{ 'accept-language': 'fr-FR,th;q=0.9,en;q=0.8' }, 'en', '/', 'th'],
    [{ 'accept-language': 'en-IN,hi;q=0.9' }, 'en'],
    [{ 'accept-language': 'th;q=0.5,hi;q=0.9' }, 'en', '/', 'hi'],
    [{ 'accept-language': 'th;q=0,vi;q=0.1' }, 'en', '/', 'vi'],
    [{ 'accept-language': 'fr' }, 'en'],
    [{ 'accept-language': 'th', cookie: 'noren_language=hi' }, 'hi'],
    [{ 'accept-language': 'th', cookie: '__Host-noren_language=hi' }, 'hi'],
    [{ 'accept-language': 'th', cookie: 'noren_language=en' }, 'en'],
    [{ 'accept-language': 'th', cookie: 'noren_language=xx' }, 'en', '/', 'th'],
    [{}, 'hi', '/?language=hi'],
    [{ 'accept-language': 'en' }, 'hi', '/?language=hi', 'en'],
    [{ 'accept-language': 'hi' }, 'hi', '/?language=hi'],
    [{ cookie: 'noren_language=vi' }, 'vi', '/?language=hi'],
    [{}, 'en', '/?language=constructor'],
    [{}, 'en', '/?language=hi&language=vi'],
  ])(
    'asked with %o is written in %s at %s, and offers %s',
    async (headers, language, url = '/', offered = undefined) => {
      const { body, headers: given } = await server.inject({ url, headers });
      const boot = JSON.parse(/<i>(.*?)<\/i>/.exec(body)?.[1] ?? '') as Boot;

      expect(boot.offeredLanguage).toBe(offered);
      expect(body).toContain(
        `<html lang="${language}"><meta name="description" content="&quot;Loans&quot; ${language}"><meta name="noren-seal-key" content="1" /><b>$& ${language}</b>`,
      );
      expect(given.vary).toContain('accept-language, cookie');
      expect(given['cache-control']).toBe('no-cache');
    },
  );

  test('contains the boot data, escaped so that no value closes the script element', async () => {
    const { body } = await get();
    expect(body).toContain('\\u003c/i>\\u003cscript>');

    const written = JSON.parse(/<i>(.*?)<\/i>/.exec(body)?.[1] ?? '') as object;
    expect(written).toMatchObject({
      sealKey: deps.sealer.current,
      config: boot.config,
      texts: { language: 'en' },
    });
  });

  test('preloads the first screens for a visitor, and the first view and daily texts for a user', async () => {
    const [visitor, signedIn] = [await get(), await get({ cookie: '__Host-noren_token=1' })];
    const daily =
      '<script>open()</script><script type="application/json" id="noren-daily">{"orders.due":"\\u003c/script>Due"}</script></body>';

    expect([visitor.body.includes('<b>$& en</b>'), visitor.body.includes(daily)]).toEqual([
      true,
      false,
    ]);

    expect([signedIn.body.includes('<b>$& en</b>'), signedIn.body.includes(daily)]).toEqual([
      false,
      true,
    ]);

    for (const { body, headers } of [visitor, signedIn]) {
      expect(body).toContain('<u>wait</u>');
      expect(body).toContain('<noscript>');
      expect(headers.vary).toContain('cookie');
    }

    expect(visitor.headers.etag).not.toBe(signedIn.headers.etag);
  });

  test('is sent again only when it changed', async () => {
    const { headers } = await get();
    expect((await get({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect(
      (await get({ 'if-none-match': String(headers.etag), cookie: 'noren_language=id' }))
        .statusCode,
    ).toBe(200);
  });

  test('is rendered again when the prices changed', async () => {
    const before = await get();
    boot.config = { ...boot.config, terms: { rate: 2 } };
    const after = await get({ 'if-none-match': String(before.headers.etag) });
    expect([after.statusCode, after.body.includes('"rate":2')]).toEqual([200, true]);
  });

  test('is sent in the smallest encoding the browser accepts', async () => {
    expect((await get({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br');
    expect((await get({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    expect((await get()).headers['content-encoding']).toBeUndefined();
  });

  test('has a different ETag in each encoding', async () => {
    const names = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await get({ 'accept-encoding': encoding })).headers.etag,
      ),
    );
    expect(new Set(names).size).toBe(3);

    const conditional = { 'if-none-match': String(names[0]) };
    expect((await get({ ...conditional, 'accept-encoding': 'br' })).statusCode).toBe(304);
    expect((await get({ ...conditional, 'accept-encoding': 'gzip' })).statusCode).toBe(200);
  });

  test('that failed to render is rendered for the next visitor', async () => {
    const [conditional, { writeShell }] = [{ cookie: 'noren_language=vi' }, app.shell];
    app.shell.writeShell = () => Promise.reject(new Error('no memory'));
    expect((await get(conditional)).statusCode).toBe(500);
    app.shell.writeShell = writeShell;
    expect((await get(conditional)).body).toContain('<html lang="vi">');
  });

  test('may run its inline script, no other inline script, and nothing from another origin', async () => {
    const policy = String((await get()).headers['content-security-policy']);
    // Hash of "boot()", computed with openssl.
    expect(policy).toContain(
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-MeZS89WlF0u+o0hCvHTBt4q1WHU+U+sJKgbdRUc36mY='",
    );
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(policy).not.toContain('http');
    expect(policy).toContain("worker-src 'self';");
  });
});

describe('the built page', () => {
  const [show, request] = ['page', 'request'].map((id) => `<script id="noren-${id}">$&</script>`);
  const signedIn = '<!--noren-signed-in {"build":"b","html":"<p>open</p>"}-->';

  test('runs its early scripts in the head for a signed-in user', () => {
    const [head, style] = ['<head><!--noren-early-->', '<style></style></head>'];
    const { build, pages } = splitPage(`${head}${style}${show}${signedIn}${request}</body>`);

    expect(build).toBe('b');
    expect(pages).toEqual({
      visitor: `${head}${style}${show}${request}</body>`,
      signedIn: `${head}${show}${request}${style}<p>open</p><!--noren-daily--></body>`,
    });
  });

  test.each([`${show}${request}`, `${show}${signedIn}`])(
    'without a part is refused: %s',
    (built) => {
      expect(() => splitPage(built)).toThrow('build the app again');
    },
  );
});

test('a page without its placeholders stops the start', async () => {
  await expect(
    servePage(Fastify(), deps, { ...app, pages: { visitor: '<html>', signedIn: '<html>' } }),
  ).rejects.toThrow('build the app again');
});
