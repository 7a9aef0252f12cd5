import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** What makes or checks a key, a hash, a cipher, a signature or a secret. */
const USES =
  /create(Hash|Hmac|Cipheriv|Decipheriv)\(|hkdfSync\(|random(Bytes|Int|FillSync)\(|generateKeyPair|createECDH\(|subtle\.|from '(@hpke\/core|openid-client|@simplewebauthn\/server)'/;
/** What the rows are made of: other files call these. */
const BASIS = ['server/src/platform/crypto'];

/** The production files of a part of the program that use cryptography. */
function filesWithCryptography(part: string): string[] {
  return readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .map((name) => join(part, name).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(testing|sandbox)\//.test(path))
    .filter((path) => USES.test(readFileSync(join(root, path), 'utf8')));
}

test('every file that uses cryptography is in the table of keys and algorithms', () => {
  const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8');
  const [, section = ''] = /\n## Keys and algorithms\n(.*?)\n## /s.exec(page) ?? [];
  const cells = section.split('\n').filter((line) => line.startsWith('| '));
  const where = cells
    .flatMap((line) => [...(line.split(' | ')[2] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, path]) => path!);
  const named = [...where, ...BASIS];
  const isNamed = (path: string): boolean =>
    named.some((one) => path === one || path.startsWith(`${one}/`));
  const files = ['server/src', 'contract/src', 'web/src', 'console/src', 'core/src'].flatMap(
    filesWithCryptography,
  );

  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !isNamed(path))).toEqual([]);
});
