import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { SigningKey } from './cms-signature.ts';

const { asn1, pki, pkcs12 } = forge;

/** Why a PKCS#12 file cannot seal papers, in words that say how to mend it. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}

/**
 * The one private key of a PKCS#12 file with its certificate, and the other certificates in it.
 * @throws UnusableCertificate
 */
export function readPkcs12(file: Buffer, passphrase: string): SigningKey {
  const { safeContents } = open(file, passphrase);
  const bags = safeContents.flatMap(({ safeBags }) => safeBags);
  const keys = bags.flatMap((bag) => readKey(bag) ?? []);
  const [privateKey] = keys;

  if (!privateKey || keys.length > 1)
    throw new UnusableCertificate(`it holds ${keys.length} private keys, and one is needed`);
  requireStrongKey(privateKey);

  const certificates = bags.flatMap((bag) => readCertificate(bag) ?? []);
  const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(privateKey));
  if (!own) throw new UnusableCertificate('it holds no certificate of its private key');

  return { privateKey, certificates: [own, ...certificates.filter((der) => der !== own)] };
}

function open(file: Buffer, passphrase: string): forge.pkcs12.Pkcs12Pfx {
  try {
    // Some programs write these files in BER.
    const read = asn1.fromDer(file.toString('latin1'), false);
    return pkcs12.pkcs12FromAsn1(read, false, passphrase);
  } catch (error) {
    // The library's message names neither the passphrase nor the key.
    throw new UnusableCertificate(
      `it cannot be opened: ${(error as Error).message.replace(/[.\s]+$/, '')}`,
    );
  }
}

function readKey(bag: forge.pkcs12.Bag): KeyObject | null {
  const { keyBag, pkcs8ShroudedKeyBag } = pki.oids;
  if (bag.type !== keyBag && bag.type !== pkcs8ShroudedKeyBag) return null;

  const info = bag.key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(bag.key)) : bag.asn1;
  try {
    return createPrivateKey({ key: toBuffer(info), format: 'der', type: 'pkcs8' });
  } catch {
    throw new UnusableCertificate('its private key is of a kind that this program does not know');
  }
}

function readCertificate(bag: forge.pkcs12.Bag): Buffer | null {
  if (bag.type !== pki.oids.certBag) return null;
  return toBuffer(bag.cert ? pki.certificateToAsn1(bag.cert) : bag.asn1);
}

const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];
const LEAST_RSA_BITS = 2_048;

function requireStrongKey({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): void {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  const isStrong =
    asymmetricKeyType === 'rsa' ? modulusLength >= LEAST_RSA_BITS : CURVES.includes(namedCurve);
  if (!isStrong)
    throw new UnusableCertificate('its key must be RSA of 2048 bits or more, or EC P-256 or more');
}

const toBuffer = (value: forge.asn1.Asn1): Buffer =>
  Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
