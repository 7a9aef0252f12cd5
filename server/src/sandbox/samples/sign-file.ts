import { createHash, sign } from 'node:crypto';
import { hashMobile } from '../../providers/identity/mobile-hash.ts';
import type { CodePerson, SampleIssuer } from './sign-code.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** What a file is issued for. */
export interface FileRequest {
  readonly person: CodePerson;
  readonly mobile: string;
  readonly shareCode: string;
  /** UTC ms. */
  readonly issuedAt: number;
  readonly photo: Buffer;
}

/** The document before it is signed. */
export function layOutFile({ person, mobile, shareCode, issuedAt, photo }: FileRequest): string {
  const [careof = '', house = '', street = '', loc = '', vtc = '', state = ''] =
    person.address.split(', ');
  const last4 = person.aadhaar.slice(-4);
  const m = hashMobile(mobile, shareCode, Number(last4.at(-1)));
  const dob = person.birthDay.split('-').reverse().join('-');
  const gender = person.gender === 'male' ? 'M' : 'F';
  const place = { careof, country: 'India', dist: vtc, house, landmark: '', loc };
  const code = { pc: person.pin, po: loc, state, street, subdist: vtc, vtc };

  return [
    `<OfflinePaperlessKyc referenceId="${last4}${printReference(issuedAt)}"><UidData>`,
    `<Poi${print({ dob, e: '', gender, m, name: person.name })}/>`,
    `<Poa${print({ ...place, ...code })}/>`,
    `<Pht>${photo.toString('base64')}</Pht></UidData></OfflinePaperlessKyc>`,
  ].join('');
}

/** Attributes in the order of the alphabet, as the canonical form wants them. */
export const print = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeValue(value)}"`)
    .join('');

const escapeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** `yyyyMMddHHmmssSSS` in India. */
const printReference = (issuedAt: number): string =>
  new Date(issuedAt + 19_800_000).toISOString().replace(/\D/g, '');

export interface SignatureOptions {
  readonly method?: string;
  readonly hash?: 'sha1' | 'sha256';
  readonly keyInfo?: string;
  /** The canonical form that is named; here both give the same text. */
  readonly canonical?: string;
}

/**
 * The document with its signature inside. The canonical form is written by hand, so that the
 * package which verifies is not tested against itself.
 */
export function signFile(
  xml: string,
  { privateKey }: Pick<SampleIssuer, 'privateKey'>,
  options: SignatureOptions = {},
): string {
  const { method = `${DSIG}rsa-sha1`, hash = 'sha1', keyInfo = '', canonical = C14N } = options;
  const digest = createHash('sha256').update(expandEmpty(xml)).digest('base64');
  const info = [
    `<CanonicalizationMethod Algorithm="${canonical}"/><SignatureMethod Algorithm="${method}"/>`,
    `<Reference URI=""><Transforms><Transform Algorithm="${DSIG}enveloped-signature"/></Transforms>`,
    '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>',
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`,
  ].join('');
  const signed = expandEmpty(`<SignedInfo xmlns="${DSIG}">${info}`);
  const value = sign(hash, Buffer.from(signed), privateKey).toString('base64');

  const signature = [
    `<Signature xmlns="${DSIG}"><SignedInfo>${info}`,
    `<SignatureValue>${value}</SignatureValue>${keyInfo}</Signature>`,
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?>${xml.replace(/<\/\w+>$/, `${signature}$&`)}`;
}

/** The canonical form has no empty tags. */
const expandEmpty = (xml: string): string =>
  xml.replace(/<(\w+)([^<>]*)\/>/g, (_, name, rest) => `<${name}${rest}></${name}>`);

/** A ZIP that opens with a share code. */
export async function packFile(
  content: string | Uint8Array,
  shareCode: string,
  { cipher = 'aes', name = 'offlineaadhaar.xml' }: { cipher?: 'aes' | 'old'; name?: string } = {},
): Promise<Buffer> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    password: shareCode,
    ...(cipher === 'old' ? { zipCrypto: true } : { encryptionStrength: 3 }),
  });
  await writer.add(name, new Uint8ArrayReader(Buffer.from(content)));

  return Buffer.from(await writer.close());
}
