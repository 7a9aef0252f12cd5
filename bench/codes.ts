import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { makeSignedCodes } from '../server/src/providers/kyc/signed-code.ts';
import { encodeCodePhoto } from '../server/src/sandbox/samples/code-photo.ts';
import { drawAadhaarBack } from '../server/src/sandbox/samples/draw-documents.ts';
import { readSelfie } from '../server/src/sandbox/samples/faces.ts';
import { samplePerson } from '../server/src/sandbox/samples/sample-person.ts';
import { rollDice } from '../server/src/sandbox/samples/seeded.ts';
import { layOutCode, makeSampleIssuer, signCode } from '../server/src/sandbox/samples/sign-code.ts';

/** Reads the signed codes of generated photographs, in the server and in a browser's worker. */

const count = Number(process.argv[2] ?? 200);
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const issuer = makeSampleIssuer(key);
const photo = await encodeCodePhoto(await readSelfie());
const VERSIONS = ['V1', 'V2', 'V3', 'V5'] as const;
const LOOKS = ['tilted', 'glare', 'turned', 'lowLight'] as const;
const LARGE = { width: 4000, height: 3000 };

async function photograph(seed: number) {
  const dice = rollDice(seed + 900);
  const person = samplePerson(seed);
  const version = VERSIONS[seed % VERSIONS.length];
  const digits = signCode(layOutCode(person, { ...(version && { version }), photo }), issuer);
  const look = LOOKS[Math.floor(seed / VERSIONS.length) % LOOKS.length] ?? 'tilted';
  const card = sharp(await drawAadhaarBack(person, { look, seed }, digits)).blur(
    0.4 + dice.next() * 0.9,
  );
  const quality = dice.int(70, 95);
  const small = await card.jpeg({ quality }).toBuffer();
  const { width = 1, height = 1 } = await sharp(small).metadata();
  const size = width > height ? LARGE : { width: LARGE.height, height: LARGE.width };
  const large = await sharp(small)
    .resize({ ...size, fit: 'fill' })
    .jpeg({ quality })
    .toBuffer();
  return { digits, small, large };
}

const codes = makeSignedCodes({ waiting: 8, jobMs: 60_000 });
const photos = [];
for (let seed = 1; seed <= count; seed++) photos.push(await photograph(seed));

function report(name: string, results: { ok: boolean; wrong: boolean; ms: number }[]) {
  const ms = results.map((r) => r.ms).sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0);
  console.log(
    `${name}: read ${results.filter((r) => r.ok).length} of ${results.length}, wrongly ${results.filter((r) => r.wrong).length}, ms median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`,
  );
}

for (const size of ['small', 'large'] as const) {
  const results = [];
  for (const { digits, [size]: picture } of photos) {
    const from = performance.now();
    const found = await codes.read(picture);
    results.push({
      ok: found === digits,
      wrong: found !== null && found !== digits,
      ms: performance.now() - from,
    });
  }
  report(`server ${size}`, results);
}
await codes.close();

const dist = join(import.meta.dirname, '..', 'web', 'dist');
const assets = join(dist, 'assets');
const files = readdirSync(assets);
const worker = files.find((name) => /^code-scan-worker.*\.js$/.test(name));
const types: Record<string, string> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  html: 'text/html',
};
const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/') return void response.setHeader('content-type', 'text/html').end('<p>codes');
  const photoAt = /^\/(small|large)\/(\d+)$/.exec(path);
  if (photoAt)
    return void response.end(photos[Number(photoAt[2])]?.[photoAt[1] as 'small' | 'large']);
  response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/plain');
  response.end(readFileSync(join(dist, path)));
});
await new Promise<void>((done) => server.listen(0, done));
const { port } = server.address() as { port: number };
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
});
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${port}/`);
for (const size of ['small', 'large'] as const) {
  const results = [];
  for (const [index, { digits }] of photos.entries()) {
    const { found, ms } = await page.evaluate(
      async ({ path, script }) => {
        const picture = await (await fetch(path)).blob();
        const at = window as unknown as { scan?: Worker };
        at.scan ??= new Worker(script, { type: 'module' });
        const from = performance.now();
        const found = await new Promise<string | null>((done) => {
          at.scan!.onmessage = ({ data }) => done(data);
          at.scan!.postMessage(picture);
        });
        return { found, ms: performance.now() - from };
      },
      { path: `/${size}/${index}`, script: `/assets/${worker}` },
    );
    results.push({ ok: found === digits, wrong: found !== null && found !== digits, ms });
  }
  report(`browser ${size}`, results);
}
await browser.close();
server.close();
