import { createHash, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IssuerKey } from '../ports/identity-sources.ts';
import { ConfigError } from './config-error.ts';

/** The settings that name certificates. */
type Setting = 'NOREN_CARD_CERTIFICATES' | 'NOREN_DIGILOCKER_CERTIFICATES';

/** Says of a file why no key is taken from it. */
class UnusableCertificates extends Error {}

const PEM = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/**
 * The issuer's keys from the certificates of a PEM file, or of each `.pem`, `.cer` and `.crt` file
 * of a folder. Those that have ended stay: the cards they signed are valid for life.
 * @throws ConfigError that names setting and file, when one cannot be read or used
 */
export async function readIssuerKeys(setting: Setting, path: string): Promise<IssuerKey[]> {
  try {
    return await readKeys(path);
  } catch (error) {
    if (!(error instanceof UnusableCertificates)) throw error;
    throw new ConfigError(`${setting} is not usable: ${error.message}`);
  }
}

async function readKeys(path: string): Promise<IssuerKey[]> {
  const keys: IssuerKey[] = [];
  for (const file of await listFiles(path)) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw unusable(`${file} cannot be read (${error.code})`);
    });
    const certificates = text.match(PEM) ?? [];
    if (certificates.length === 0) throw unusable(`${file} holds no certificate in PEM`);

    keys.push(...certificates.map((certificate) => readKey(certificate, file)));
  }

  return keys;
}

const unusable = (why: string): Error => new UnusableCertificates(why);

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unusable(`${path} cannot be read (${error.code})`);
  });
  if (!found.isDirectory()) return [path];

  const names = (await readdir(path)).filter((name) => /\.(pem|cer|crt)$/i.test(name)).sort();
  if (names.length === 0) throw unusable(`${path} holds no .pem, .cer or .crt file`);

  return names.map((name) => join(path, name));
}

function readKey(text: string, file: string): IssuerKey {
  const certificate = parse(text, file);
  const { publicKey } = certificate;
  const { modulusLength } = publicKey.asymmetricKeyDetails ?? {};
  // The signature in a code has exactly the length of such a key.
  if (publicKey.asymmetricKeyType !== 'rsa' || modulusLength !== 2048)
    throw unusable(`${file} holds a certificate without an RSA key of 2048 bits`);

  return {
    keyId: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 16),
    publicKey,
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
  };
}

function parse(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw unusable(`${file} holds a certificate that cannot be read`);
  }
}
