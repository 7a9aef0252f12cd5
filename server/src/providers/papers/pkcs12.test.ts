import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPaperSealer } from '../../open-paper-sealer.ts';
import { ConfigError } from '../../platform/config/config-error.ts';
import { loadSandboxCertificate } from '../../sandbox/papers/certificate.ts';
import { makeCertificateSealer } from './certificate-sealer.ts';
import type { SigningKey } from './cms-signature.ts';
import { readPkcs12 } from './pkcs12.ts';

const { asn1, pkcs12, pki } = forge;
const NOW = Date.UTC(2026, 10, 24);
const log = pino({ level: 'silent' });
const of = (at: number) => ({ now: () => at, log });

let folder: string;
let own: SigningKey;
let other: SigningKey;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noren-pkcs12-'));
  own = await loadSandboxCertificate(folder);
  other = await loadSandboxCertificate(join(folder, 'other'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A file as another program writes it. */
function writePkcs12(
  { privateKey, certificates }: SigningKey,
  { passphrase = 'a passphrase', algorithm = 'aes256' as '3des' | 'aes256' } = {},
): Buffer {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const read = certificates.map((der) =>
    pki.certificateFromAsn1(asn1.fromDer(der.toString('latin1'))),
  );
  const written = pkcs12.toPkcs12Asn1(pki.privateKeyFromPem(pem), read, passphrase, { algorithm });

  return Buffer.from(asn1.toDer(written).getBytes(), 'latin1');
}

const isExported = (one: SigningKey, two: SigningKey): boolean =>
  one.privateKey.equals(two.privateKey);

describe('a PKCS#12 file', () => {
  test.each(['3des', 'aes256'] as const)('encrypted with %s gives its key', (algorithm) => {
    const read = readPkcs12(writePkcs12(own, { algorithm }), 'a passphrase');

    expect(isExported(read, own)).toBe(true);
    expect(read.certificates.map((der) => der.equals(own.certificates[0]))).toEqual([true]);
  });

  test('that OpenSSL made with a P-256 key gives its key', async () => {
    const file = await readFile(new URL('fixtures/example-lender-ec.p12', import.meta.url));
    const read = readPkcs12(file, 'example');

    expect(read.privateKey.asymmetricKeyType).toBe('ec');
    expect(makeCertificateSealer(read, () => NOW).signer).toBe('Example Lender Ltd');
  });

  test('names its own certificate first, and the others after it', () => {
    const chain = { ...own, certificates: [other.certificates[0], own.certificates[0]] } as const;
    const { certificates } = readPkcs12(writePkcs12(chain), 'a passphrase');

    expect(certificates).toEqual([own.certificates[0], other.certificates[0]]);
  });

  test.each<[string, () => Buffer, string]>([
    ['an empty file', () => Buffer.alloc(0), 'it cannot be opened'],
    ['a picture', () => Buffer.from('\u0089PNG and so on'), 'it cannot be opened'],
    ['a file that is cut off', () => writePkcs12(own).subarray(0, 900), 'it holds 0 private'],
    [
      'a file with another passphrase',
      () => writePkcs12(own, { passphrase: 'another' }),
      'it cannot be opened',
    ],
    [
      'a key without its certificate',
      () => writePkcs12({ ...own, certificates: other.certificates }),
      'it holds no certificate of its private key',
    ],
    ['a short key', () => writePkcs12(withShortKey(own)), 'RSA of 2048 bits or more'],
  ])('that is %s is refused, and the reason says why', (_, write, why) => {
    expect(() => readPkcs12(write(), 'a passphrase')).toThrow(why);
  });
});

function withShortKey({ certificates }: SigningKey): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  return { privateKey, certificates };
}

describe('the certificate of the configuration', () => {
  const papers = (certificateFile: string, passphrase: string | null) => ({
    papers: { certificateFile, passphrase },
  });

  test('seals in the process that has the passphrase', async () => {
    const path = join(folder, 'lender.p12');
    await writeFile(path, writePkcs12(own));

    const sealer = await openPaperSealer(papers(path, 'a passphrase'), undefined, of(NOW));
    expect(sealer?.signer).toBe('Noren sandbox, no real lender');
    expect(await openPaperSealer(papers(path, null), undefined, of(NOW))).toBeNull();
    expect(await openPaperSealer({ papers: null }, undefined, of(NOW))).toBeNull();
  });

  test('stops the start when it cannot be read, opened or used any more', async () => {
    const path = join(folder, 'lender.p12');
    await writeFile(path, writePkcs12(own));

    const open = (file: string, passphrase: string, now = NOW) =>
      openPaperSealer(papers(file, passphrase), undefined, of(now));

    await expect(open(join(folder, 'none.p12'), 'x')).rejects.toThrow('cannot be read (ENOENT)');
    await expect(open(path, 'wrong')).rejects.toThrow(ConfigError);
    await expect(open(path, 'wrong')).rejects.toThrow(
      'NOREN_PAPERS_CERTIFICATE_FILE is not usable: it cannot be opened',
    );
    await expect(open(path, 'a passphrase', Date.UTC(2040, 0, 1))).rejects.toThrow(
      'is valid until 2036-01-01',
    );
  });
});
