import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readIssuerKeys } from './issuer-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'noren-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const certificate = (name: string) => join(import.meta.dirname, 'certificates', name);

test('a key is valid as long as its certificate, and has an id of its own', async () => {
  expect(await readIssuerKeys('NOREN_CARD_CERTIFICATES', certificate('issuer.pem'))).toMatchObject([
    {
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
      validFrom: Date.parse('2026-11-27T08:04:17Z'),
      validTo: Date.parse('2029-08-23T08:04:17Z'),
    },
  ]);
});

test('of a folder every certificate is read, and no other file', async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  copyFileSync(certificate('issuer.pem'), join(own, '2026.cer'));
  copyFileSync(certificate('issuer.pem'), join(own, '2023.PEM'));
  writeFileSync(join(own, 'readme.txt'), 'not a certificate');
  expect(await readIssuerKeys('NOREN_CARD_CERTIFICATES', own)).toHaveLength(2);
});

test.each<[title: string, path: () => string, words: RegExp]>([
  [
    'a file that is not there',
    () => join(folder, 'gone.pem'),
    /gone\.pem cannot be read \(ENOENT\)/,
  ],
  ['an empty folder', () => makeFolder(), /holds no \.pem, \.cer or \.crt file/],
  ['a file of another kind', () => write('text.pem', 'text'), /text\.pem holds no certificate/],
  ['a broken certificate', () => write('broken.pem', BROKEN), /certificate that cannot be read/],
  ['a longer key', () => certificate('long-key.pem'), /without an RSA key of 2048 bits/],
  ['a key of another kind', () => certificate('curve.pem'), /without an RSA key of 2048 bits/],
])('%s stops the start with what is wrong', async (_title, path, words) => {
  await expect(readIssuerKeys('NOREN_CARD_CERTIFICATES', path())).rejects.toThrow(words);
  await expect(readIssuerKeys('NOREN_CARD_CERTIFICATES', path())).rejects.toThrow(
    /^NOREN_CARD_CERTIFICATES is not usable: /,
  );
});

const BROKEN = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

function makeFolder(): string {
  const path = join(folder, 'empty');
  mkdirSync(path, { recursive: true });
  return path;
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}
