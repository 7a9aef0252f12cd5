import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import forge from 'node-forge';
import type { SigningKey } from '../../providers/papers/cms-signature.ts';

const { asn1, pki } = forge;
const YEARS = 10;

/** The certificate of a sandbox's papers: made once, by nobody but this sandbox. */
export async function loadSandboxCertificate(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, 'sandbox-papers.json');
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (known !== null) return readTexts(JSON.parse(known) as Texts);

  const texts = makeSandboxCertificate();
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(texts), { mode: 0o600 });
  await rename(`${path}.new`, path);

  return readTexts(texts);
}

interface Texts {
  readonly privateKey: string;
  /** DER in base64. */
  readonly certificate: string;
}

function readTexts({ privateKey, certificate }: Texts): SigningKey {
  return {
    privateKey: createPrivateKey(privateKey),
    certificates: [Buffer.from(certificate, 'base64')],
  };
}

/** A certificate that is its own issuer, as no reader trusts it. */
function makeSandboxCertificate(): Texts {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = pki.createCertificate();
  const name = [{ name: 'commonName', value: 'Noren sandbox, no real lender' }];

  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = makeSerialNumber(randomBytes(16));
  certificate.validity.notBefore = new Date(Date.UTC(2026, 0, 1));
  certificate.validity.notAfter = new Date(Date.UTC(2026 + YEARS, 0, 1));
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
  ]);
  certificate.sign(pki.privateKeyFromPem(privateKey), forge.md.sha256.create());

  const der = asn1.toDer(pki.certificateToAsn1(certificate)).getBytes();
  return { privateKey, certificate: Buffer.from(der, 'latin1').toString('base64') };
}

/**
 * A number in hex for 16 random bytes. Its first bits are 01: DER allows neither a negative number
 * nor one with needless zeros, which OpenSSL refuses to read.
 */
export function makeSerialNumber(bytes: Buffer): string {
  const [first = 0, ...rest] = bytes;
  return Buffer.from([(first & 0x3f) | 0x40, ...rest]).toString('hex');
}
