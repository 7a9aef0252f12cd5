import type { LockerReading } from '../../platform/ports/digilocker.ts';
import type { IssuerKey, SignedIdentity } from '../../platform/ports/identity-sources.ts';
import { FileRefusalError, settleReading } from './file-refusal.ts';
import { digestFields, MAX_AHEAD_MS } from './signed-fields.ts';
import { decodeXml, type XmlElement } from './strict-xml.ts';
import { readXmlFields, readXmlPhoto } from './xml-fields.ts';
import { EXCLUSIVE_C14N, findChild, readSigned } from './xml-signature.ts';

const ROOT = 'Certificate';

/**
 * Reads the e-Aadhaar of DigiLocker: `Certificate/CertificateData/KycRes/UidData`, signed whole by
 * the National e-Governance Division, which runs DigiLocker, and not by the issuer of Aadhaar. Its
 * shape is documented at developer.sandbox.co.in/api-reference/kyc/digilocker/sample-responses; the
 * algorithms of its signature are those of documents that others published.
 */
export function readEAadhaar(
  bytes: Buffer,
  keys: readonly IssuerKey[],
  now: number,
): Promise<LockerReading> {
  return settleReading(() => readDocument(decodeXml(bytes), keys, now));
}

async function readDocument(
  xml: string,
  keys: readonly IssuerKey[],
  now: number,
): Promise<SignedIdentity> {
  const terms = { root: ROOT, keys, canonical: EXCLUSIVE_C14N };
  const { root, signature, signers } = await readSigned(xml, terms);
  const answer = findChild(findChild(root, 'CertificateData'), 'KycRes');
  const issuedAt = requireTimes(answer, now);
  // It is signed some time between what it says and now.
  const key = signers.find(({ validFrom, validTo }) => validFrom <= now && issuedAt <= validTo);
  if (!key) throw new FileRefusalError('key_not_valid');

  const data = findChild(answer, 'UidData');
  const fields = readXmlFields(data, { careOf: 'co', landmark: 'lm' });

  return {
    kind: 'digilocker',
    formatVersion: 'XML',
    keyId: key.keyId,
    referenceLast4: requireLast4(data),
    issuedAt,
    fields,
    digests: digestFields(fields, signature),
    photo: readXmlPhoto(data),
  };
}

/** When the issuer answered DigiLocker, UTC ms. Its answer must be a yes that has not ended. */
function requireTimes({ attributes }: XmlElement, now: number): number {
  const issuedAt = readTime(attributes.get('ts') ?? '');
  if (attributes.get('ret') !== 'Y' || issuedAt === null)
    throw new FileRefusalError('wrong_reference');
  if (issuedAt > now + MAX_AHEAD_MS) throw new FileRefusalError('from_the_future');

  const endsAt = readTime(attributes.get('ttl') ?? '');
  if (endsAt !== null && endsAt < now) throw new FileRefusalError('too_old');

  return issuedAt;
}

/** An instant; without an offset, as documents write `ttl`, it is India's time. */
function readTime(text: string): number | null {
  const [, local, offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const time = Date.parse(`${local}${offset ?? '+05:30'}`);
  return Number.isNaN(time) ? null : time;
}

/** The number is masked but for its last four digits. */
function requireLast4({ attributes }: XmlElement): string {
  const last4 = /^[xX*]{8}(\d{4})$/.exec(attributes.get('uid') ?? '')?.[1];
  if (last4 === undefined) throw new FileRefusalError('wrong_reference');

  return last4;
}
